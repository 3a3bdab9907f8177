import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import type { MessagePayloads } from '@/emails/messages';
import { PREVIEW } from '@/emails/payment-link';
import { renderLineMessage } from '@/emails/render-line';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, identities, messages } from '@/server/db/schema';
import { pushToLine } from '@/server/gateways/line/push';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { firstOrAll } from '@/testing/deep';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { lineInbox, lineUserId, MALI, plantFriend, plantIdentity, setFriendship } from '@/testing/line';
import { clearFaults, mailsTo, injectFault } from '@/testing/providers';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass, plantRegistration, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { deliverMessages } from './deliver';
import { queueMessage } from '../../lifecycle/outbox';

let person: Planted;
let link: MessagePayloads['payment_link'];
let told = 0;

const world = withWorld();
beforeEach(async () => {
  person = await plantRegistration(world);
  told += 1;
  link = { ...PREVIEW, orderId: `ord_${told}`, link: `http://localhost:3999/pay/secret${told}` };
});
afterEach(async () => {
  await clearFaults(world);
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const write = (over: { asked?: boolean; toAddress?: string } = {}) =>
  transaction(world.db, (tx) =>
    queueMessage(tx, world.now(), {
      kind: 'payment_link',
      accountId: person.accountId,
      dedupeKey: link.orderId,
      asked: true,
      payload: link,
      ...over,
    }),
  );
const say = async (over: { asked?: boolean; toAddress?: string } = {}) => {
  await write(over);
  await runJobs();
};
const theMessage = async () => {
  const [row] = await world.db.select().from(messages);
  if (!row) throw new Error('no message');
  return row;
};
const PUSH = 'POST /v2/bot/message/push';
const lineFails = (kind: string, times: number | 'always' = 1, args: Record<string, unknown> = {}) =>
  injectFault(world, { service: 'line', op: PUSH, kind, times, args });

/** Returns how often the test's message has arrived at the phone and in the mailbox. */
async function arrived(subject = MALI.subject) {
  const pushed = (await lineInbox(world, subject)).filter((one) => one.links.includes(link.link));
  return { line: pushed.length, mail: mailsTo(world, person.email).length };
}
async function minutes(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await pass(world, { minutes: 1 });
    await runBilling(world.ctx());
    await runJobs();
  }
}
const BY_LINE = { line: 1, mail: 0 };
const BY_MAIL = { line: 0, mail: 1 };
const NOTHING = { line: 0, mail: 0 };

describe('a message to a LINE friend', () => {
  test('is sent by LINE and not by e-mail, and its secret link is deleted', async () => {
    const phone = await plantFriend(world, person.accountId);
    await say();
    expect(await arrived()).toEqual(BY_LINE);
    const bubble = (await lineInbox(world, phone)).at(-1);
    expect(bubble?.links).toEqual([link.link]);
    expect(bubble?.text).toContain('฿439.00');
    expect(await theMessage()).toMatchObject({
      status: 'sent',
      channel: 'line',
      tries: 1,
      payload: { orderId: link.orderId },
    });
    expect(Object.keys((await theMessage()).payload)).toEqual(['orderId']);
  });

  test('with a requested payment link is pushed in the language of the account', async () => {
    const phone = await plantFriend(world, person.accountId);
    await transaction(world.db, (tx) => tx.update(accounts).set({ locale: 'th' }));
    const { paymentUrl } = await payFirstOffline(world.ctx(), person.accountId);
    await runJobs();
    const bubble = (await lineInbox(world, phone)).at(-1);
    expect(bubble?.links).toEqual([paymentUrl?.replace('/pay/', '/th/pay/')]);
    expect(mailsTo(world, person.email)).toEqual([]);
  });

  test('has the language of the account', async () => {
    const phone = await plantFriend(world, person.accountId);
    await transaction(world.db, (tx) => tx.update(accounts).set({ locale: 'th' }));
    await say();
    expect((await lineInbox(world, phone)).at(-1)?.text).toContain('ลิงก์ชำระเงินของคุณ');
  });

  test('is delivered once by eight concurrent workers', async () => {
    await plantFriend(world, person.accountId);
    await write();
    const { id } = await theMessage();
    await Promise.all(Array.from({ length: 8 }, () => deliverMessages(world.ctx(), [id])));
    expect(await arrived()).toEqual(BY_LINE);
  });

  test('waits during quiet hours unless the subscriber requested it', async () => {
    await plantFriend(world, person.accountId);
    await goTo(world, '2026-11-20', '22:00');
    await say({ asked: false });
    await goTo(world, '2026-11-21', '07:58');
    await minutes(1);
    expect(await arrived()).toEqual(NOTHING);
    await minutes(1);
    expect(await arrived()).toEqual(BY_LINE);
  });

  test('about security is still mailed', async () => {
    await plantFriend(world, person.accountId);
    await transaction(world.db, (tx) =>
      queueMessage(tx, world.now(), {
        kind: 'password_changed',
        accountId: person.accountId,
        dedupeKey: 'changed',
        asked: true,
        payload: { firstName: 'Mali', notMeUrl: link.link },
      }),
    );
    await runJobs();
    expect(await arrived()).toEqual(BY_MAIL);
  });
});

describe('e-mail is used for', () => {
  const subject = lineUserId('nok');
  test.each<[string, () => Promise<unknown>]>([
    ['somebody without LINE', () => Promise.resolve()],
    ['somebody who is no friend', () => plantIdentity(world, person.accountId, subject)],
    [
      'somebody who has blocked us',
      async () => {
        await plantIdentity(world, person.accountId, subject);
        await setFriendship(world, subject, { friend: true, blocked: true });
      },
    ],
    [
      'somebody who has unlinked LINE',
      async () => {
        await plantFriend(world, person.accountId, 'nok');
        await transaction(world.db, (tx) => tx.delete(identities));
      },
    ],
  ])('%s', async (_name, arrange) => {
    await arrange();
    await say();
    expect(await arrived(subject)).toEqual(BY_MAIL);
    expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'email', tries: 1, lastError: null });
  });

  test('an address of its own', async () => {
    await plantFriend(world, person.accountId);
    await say({ toAddress: 'old@example.test' });
    expect(await arrived()).toEqual(NOTHING);
    expect(mailsTo(world, 'old@example.test')).toHaveLength(1);
  });

  test('all messages without a LINE channel', async () => {
    const current = settings();
    const before = current.LINE_MESSAGING_ACCESS_TOKEN;
    await plantFriend(world, person.accountId);
    try {
      current.LINE_MESSAGING_ACCESS_TOKEN = undefined;
      await say();
    } finally {
      current.LINE_MESSAGING_ACCESS_TOKEN = before;
    }
    expect(await arrived()).toEqual(BY_MAIL);
  });
});

describe('when LINE may have accepted the message', () => {
  beforeEach(() => plantFriend(world, person.accountId));

  test.each(
    firstOrAll([
      ['the connection broke', 'reset', {}],
      ['it answered 500', 'status', { status: 500, after: true }],
      ['a proxy answered', 'html_502', { after: true }],
    ]),
  )('and %s, the same retry key delivers it once without a mail', async (_name, kind, args) => {
    await lineFails(kind, 1, args);
    await say();
    expect(await theMessage()).toMatchObject({ status: 'queued', channel: 'line', payload: link });
    await minutes(10);
    expect(await arrived()).toEqual(BY_LINE);
    expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'line', tries: 2 });
  });

  test.each([
    ['breaks off', 'reset', { after: true }],
    ['can’t be read', 'bad_json', {}],
  ])('and its 200 %s, it counts as sent', async (_name, kind, args) => {
    await lineFails(kind, 1, args);
    await say();
    expect(await arrived()).toEqual(BY_LINE);
    expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'line', tries: 1 });
  });

  test('and its response was lost, the same retry key delivers it once', async () => {
    await write();
    const { retryKey } = await theMessage();
    await lineFails('timeout_after');
    const message = renderLineMessage('payment_link', link, 'en');
    expect(await pushToLine({ to: MALI.subject, retryKey, message }, 300)).toMatchObject({ kind: 'unknown' });
    await runJobs();
    expect(await arrived()).toEqual(BY_LINE);
    expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'line' });
  });

  test('a refused retry sends no mail before LINE has confirmed', async () => {
    await lineFails('status', 1, { status: 503, after: true });
    await lineFails('status', 1, { status: 403 });
    await say();
    await minutes(10);
    expect(await arrived()).toEqual(BY_LINE);
    expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'line', tries: 3 });
  });

  test('and quiet hours begin, LINE is called again in the morning', async () => {
    await goTo(world, '2026-11-20', '20:59');
    await lineFails('status', 1, { status: 503, after: true });
    await say({ asked: false });
    await minutes(5);
    expect((await theMessage()).tries).toBe(1);
    await goTo(world, '2026-11-21', '08:00');
    await minutes(1);
    expect(await arrived()).toEqual(BY_LINE);
    expect((await theMessage()).status).toBe('sent');
  });

  test('but stays unavailable for minutes, the message is mailed once', async () => {
    await lineFails('status', 'always', { status: 500 });
    await say();
    await minutes(6);
    expect(await arrived()).toEqual(NOTHING);
    await minutes(3);
    expect(await arrived()).toEqual(BY_MAIL);
    await clearFaults(world);
    await minutes(20);
    expect(await arrived()).toEqual(BY_MAIL);
    expect(await theMessage()).toMatchObject({ channel: 'email', tries: 4, lastError: 'LINE_500' });
  });

  test('and LINE was unlinked in the meantime, the message is mailed', async () => {
    await lineFails('status', 1, { status: 500 });
    await say();
    await transaction(world.db, (tx) => tx.delete(identities));
    await minutes(2);
    expect(await arrived()).toEqual(BY_MAIL);
  });
});

describe('when LINE refuses the message', () => {
  beforeEach(() => plantFriend(world, person.accountId));

  test.each([
    ['400', 'status', { status: 400 }, 'LINE_400'],
    ['401', 'status', { status: 401 }, 'LINE_401'],
    ['403', 'status', { status: 403 }, 'LINE_403'],
    ['a used-up month', 'push_429_quota', {}, 'LINE_QUOTA'],
  ])('for %s, it is mailed at once and the reason is stored', async (_name, kind, args, lastError) => {
    await lineFails(kind, 'always', args);
    await say();
    expect(await arrived()).toEqual(BY_MAIL);
    expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'email', tries: 1, lastError });
  });

  test('because of the rate limit, it waits for LINE', async () => {
    await lineFails('push_429_rate', 2);
    await say();
    expect(await theMessage()).toMatchObject({ status: 'queued', channel: null });
    await minutes(1);
    expect(await arrived()).toEqual(NOTHING);
    await minutes(2);
    expect(await arrived()).toEqual(BY_LINE);
  });

  test('and the mail server is unavailable, it is mailed later', async () => {
    await lineFails('push_429_quota');
    await injectFault(world, { service: 'mail', op: '*', kind: 'status', args: { status: 451 }, times: 1 });
    await say();
    expect(await theMessage()).toMatchObject({ status: 'queued', channel: 'email' });
    await minutes(2);
    expect(await arrived()).toEqual(BY_MAIL);
  });
});

test('a mail that may have been sent is not pushed to an account that became a friend later', async () => {
  await injectFault(world, { service: 'mail', op: '*', kind: 'status', args: { status: 451 }, times: 1 });
  await say();
  await plantFriend(world, person.accountId);
  await minutes(2);
  expect(await arrived()).toEqual(BY_MAIL);
});

describe('a process that crashes', () => {
  const died = (channel: 'line' | 'email') =>
    transaction(world.db, (tx) =>
      tx.update(messages).set({
        status: 'queued',
        sentAt: null,
        channel,
        payload: { ...link },
        leaseUntil: new Date(world.now().getTime() + 120_000),
      }),
    );

  test('between the push and writing the result delivers the message once, by the same retry key', async () => {
    await plantFriend(world, person.accountId);
    await say();
    await died('line');
    await minutes(12);
    expect(await arrived()).toEqual(BY_LINE);
    expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'line', tries: 2 });
  });

  test('after the switch to e-mail sends the same mail and no push', async () => {
    await plantFriend(world, person.accountId);
    await lineFails('status', 1, { status: 400 });
    await say();
    await died('email');
    await minutes(12);
    expect(await arrived()).toEqual(BY_MAIL);
    expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'email' });
  });
});

test('an account that blocks us during a push gets the next message by e-mail', async () => {
  const phone = await plantFriend(world, person.accountId, 'somying');
  await lineFails('unfollow_between');
  await say();
  expect(await theMessage()).toMatchObject({ status: 'sent', channel: 'line' });
  await world.sandbox.settled();
  link = { ...link, orderId: `${link.orderId}b`, link: `${link.link}b` };
  await say();
  expect(await arrived(phone)).toEqual(BY_MAIL);
});

test('a deleted account gets no pushes', async () => {
  await plantFriend(world, person.accountId);
  await write();
  await transaction(world.db, (tx) => tx.update(accounts).set({ deletedAt: world.now() }));
  await runJobs();
  expect(await arrived()).toEqual(NOTHING);
  expect(await theMessage()).toMatchObject({ status: 'dropped', payload: { orderId: link.orderId } });
  await transaction(world.db, (tx) => tx.delete(accounts).where(eq(accounts.id, person.accountId)));
  await minutes(1);
  expect(await arrived()).toEqual(NOTHING);
});
