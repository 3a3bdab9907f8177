import { eq } from 'drizzle-orm';
import jpeg from 'jpeg-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { SLIP_MAX_BYTES } from '@/domain/slip';
import { transaction } from '@/server/db';
import {
  conversationMessages,
  conversationPictures,
  conversations,
  identities,
  orders,
  slips,
  throttles,
} from '@/server/db/schema';
import { deleteConversations } from '@/server/lifecycle/conversations';
import { runBilling } from '@/server/work/jobs/run';
import { overhear } from '@/testing/canary';
import { callDesk, memberBrowser } from '@/testing/desk';
import { makeJobsDue, runJobs } from '@/testing/jobs';
import { MALI, plantFriend } from '@/testing/line';
import { conversationTexts, lineControl, onPhone, phoneMessages, sendPicture } from '@/testing/line-chat';
import {
  moneyOf,
  plantOffline,
  plantPending,
  slipPictureOf,
  transfer,
  transferAtBank,
} from '@/testing/offline';
import { clearFaults, injectFault } from '@/testing/providers';
import { pass, statusOf } from '@/testing/subscribers';
import { dropQueuedMessages, withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });
const CONTENT = 'GET /v2/bot/message/{messageId}/content';
const REPLY = 'POST /v2/bot/message/reply';
const VERIFY = { service: 'slipok', op: 'POST /api/line/apikey/{id}' } as const;
beforeEach(async () => {
  await lineControl(world, '/quota', { limit: null, used: 0 });
  await onPhone(world, 'mali', 'follow');
});

/** A person who has registered and pays by a link. */
async function payer(person = MALI.person) {
  const planted = await plantPending(world);
  await plantFriend(world, planted.accountId, person);
  await dropQueuedMessages(world);
  return planted;
}
const plain = (pixels = 40) =>
  jpeg.encode({ width: pixels, height: pixels, data: Buffer.alloc(pixels * pixels * 4, 200) }, 50).data;
const sendTo = (picture: Buffer, person = 'mali') =>
  onPhone(world, person, 'picture', { text: picture.toString('base64') });
const titles = async () => (await phoneMessages(world)).map(({ text }) => text.split('\n')[0]);
const kept = () => world.db.$count(conversationPictures);
const work = async (seconds: number) => {
  await pass(world, { seconds });
  await runBilling(world.ctx());
  await makeJobsDue();
  await runJobs();
};

describe('a slip', () => {
  test('pays the payment of its sender, and a free reply says so; sent again, it pays nothing more', async () => {
    const person = await payer();
    const picture = await slipPictureOf(world, await transferAtBank(world, person));
    const [answer] = await sendPicture(world, 'mali', picture);
    expect(answer?.text).toMatch(/^Paid: ฿/);
    expect(await statusOf(world, person.accountId)).toBe('active');
    const [again] = await sendPicture(world, 'mali', picture);
    expect(again?.text).toMatch(/^Paid: ฿/);
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
    expect(await world.db.select({ via: slips.via }).from(slips)).toEqual([{ via: 'line' }]);
    expect([await conversationTexts(world), await kept()]).toEqual([[], 0]);
  });

  test('sent twice at once, and delivered again and again, pays once; each message has one answer', async () => {
    const person = await payer();
    const picture = await slipPictureOf(world, await transferAtBank(world, person));
    const [one, other] = await Promise.all([sendTo(picture), sendTo(picture)]);
    const again = ({ id }: { id: string }) => lineControl(world, '/webhooks', { redeliver: id });
    await Promise.all([again(one), again(other), again(one), runJobs()]);
    await work(61);
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
    const answers = await phoneMessages(world);
    expect(answers.filter(({ text }) => /slip|Paid: /.test(text))).toHaveLength(2);
    expect(await conversationTexts(world)).toEqual([]);
  });

  test('of another account pays nothing, and the answer does not describe it', async () => {
    const [mine, theirs] = [await payer(), await payer('dao')];
    const picture = await slipPictureOf(world, await transferAtBank(world, theirs));
    await sendPicture(world, 'dao', picture);
    const [answer] = await sendPicture(world, 'mali', picture);
    expect(answer?.text).toMatch(/^This slip was sent for another order\n/);
    expect(answer?.links.join(' ')).toContain(mine.link.token);
    expect(answer?.text).not.toContain(theirs.link.reference);
    expect([await moneyOf(world, mine), await moneyOf(world, theirs)]).toEqual([[], ['bank kept']]);
  });

  test('without a payment that waits, or with several, is left to the staff, who see it', async () => {
    const paid = await plantOffline(world);
    await plantFriend(world, paid.accountId, 'lin');
    const other = await payer('dao');
    const picture = await slipPictureOf(world, await transferAtBank(world, other));
    const [answer] = await sendPicture(world, 'lin', picture);
    expect(answer?.text).toContain('We can’t see which payment it’s for.');
    expect([await conversationTexts(world), await kept()]).toEqual([['picture'], 1]);
    const [one, two] = [await payer(), await plantPending(world)];
    await transaction(world.db, (tx) =>
      tx.update(orders).set({ accountId: one.accountId }).where(eq(orders.accountId, two.accountId)),
    );
    const [unsure] = await sendPicture(world, 'mali', picture);
    expect(unsure?.text).toContain('We can’t see which payment it’s for.');
    expect(await world.db.$count(slips)).toBe(0);
  });

  test('of a LINE user without an account pays nothing, and is read by the staff', async () => {
    const person = await plantPending(world);
    const picture = await slipPictureOf(world, await transferAtBank(world, person));
    const [answer] = await sendPicture(world, 'mali', picture);
    expect(answer?.text).toContain('LINE นี้ยังไม่ได้เชื่อมต่อบัญชี');
    expect(await world.db.select().from(conversations)).toMatchObject([{ accountId: null, state: 'open' }]);
    expect([await world.db.$count(slips), await kept()]).toEqual([0, 1]);
  });

  test('that cannot be answered any more pays nevertheless, and the staff reads that it came', async () => {
    const person = await payer();
    const picture = await slipPictureOf(world, await transferAtBank(world, person));
    await sendTo(picture);
    await pass(world, { minutes: 11 });
    await runJobs();
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
    expect([await conversationTexts(world), await kept()]).toEqual([['picture'], 1]);
  });

  test('is answered once if the response to a reply is lost', async () => {
    const person = await payer();
    const picture = await slipPictureOf(world, await transferAtBank(world, person));
    const before = (await titles()).length;
    await injectFault(world, {
      service: 'line',
      op: REPLY,
      kind: 'reset',
      times: 1,
      args: { after: true },
    });
    await sendTo(picture);
    await runJobs();
    await work(5);
    const paid = (await titles()).slice(before).filter((title) => title?.startsWith('Paid: '));
    expect(paid).toHaveLength(1);
    expect(await conversationTexts(world)).toEqual([]);
  });
});

describe('a slip that is being checked', () => {
  const isOfSlip = ({ text }: { text: string }) => /^(We have your slip|This transfer|The bank)/.test(text);
  /** Sends a slip while the provider is away, so that the first answer says that it is being checked. */
  async function awaited(change: object, copies = 1) {
    const person = await payer();
    const picture = await slipPictureOf(world, await transferAtBank(world, person, change));
    await injectFault(world, { ...VERIFY, kind: 'status', times: 1, args: { status: 500 } });
    const before = (await phoneMessages(world)).length;
    for (let copy = 0; copy < copies; copy += 1) await sendPicture(world, 'mali', picture);
    const later = async () => (await phoneMessages(world)).slice(before + copies).filter(isOfSlip);
    return { person, picture, later };
  }

  test.each([
    ['went to another account', { elsewhere: true }, /^This transfer went to another account\n/],
    ['has another amount', { amount: 100 }, /^We have your slip\n[^]*Our team checks it/],
  ])(
    'and %s is answered once more, also by two workers and if the slip was sent twice',
    async (_, change, text) => {
      const { person, later } = await awaited(change, 2);
      await pass(world, { minutes: 3 });
      await Promise.all([runBilling(world.ctx()), runBilling(world.ctx())]);
      await Promise.all([runJobs(), runJobs()]);
      await work(61);
      const told = await later();
      expect(told.map(({ text: said }) => said)).toEqual([expect.stringMatching(text)]);
      if ('elsewhere' in change) expect(told[0]?.links.join(' ')).toContain(person.link.token);
      expect(await conversationTexts(world)).toEqual([]);
      expect(await moneyOf(world, person)).toEqual([]);
    },
  );

  test('and is booked gets the message of its payment and no other answer', async () => {
    const { person, later } = await awaited({});
    await work(180);
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
    expect(await later()).toEqual([]);
  });

  test('gets no answer if its order was paid meanwhile', async () => {
    const { person, later } = await awaited({ elsewhere: true });
    await transfer(world, person);
    await work(180);
    expect(await later()).toEqual([]);
    expect(await conversationTexts(world)).toEqual([]);
  });

  test('gets no answer after its message was deleted, or after LINE was linked with another account', async () => {
    const { later } = await awaited({ elsewhere: true });
    await onPhone(world, 'mali', 'unsend');
    await work(180);
    expect(await later()).toEqual([]);
    await transaction(world.db, (tx) => tx.delete(identities));
    const again = await awaited({ elsewhere: true });
    const { accountId } = await plantPending(world);
    await transaction(world.db, (tx) => tx.update(identities).set({ accountId }));
    await work(180);
    expect(await again.later()).toEqual([]);
  });

  test('is read by the staff if its check ends too late for a push', async () => {
    const { later } = await awaited({ elsewhere: true });
    await work(11 * 60);
    expect([await later(), await conversationTexts(world), await kept()]).toEqual([[], ['picture'], 1]);
  });

  test('has one answer if its check ends before the first answer could be sent', async () => {
    const person = await payer();
    const picture = await slipPictureOf(world, await transferAtBank(world, person, { elsewhere: true }));
    const before = (await phoneMessages(world)).length;
    await injectFault(world, { ...VERIFY, kind: 'status', times: 1, args: { status: 500 } });
    await injectFault(world, { service: 'line', op: REPLY, kind: 'reset', times: 1 });
    await sendTo(picture);
    await runJobs();
    for (let round = 0; round < 3; round += 1) await work(130);
    const told = (await phoneMessages(world)).slice(before).filter(isOfSlip);
    expect(told.length + (await conversationTexts(world)).length).toBe(1);
  });
});

describe('while LINE fails', () => {
  const fail = (times: number, status = 500) =>
    injectFault(world, { service: 'line', op: CONTENT, kind: 'status', times, args: { status } });

  test('a picture is fetched again, and its slip is answered by a push after the reply token is over', async () => {
    const person = await payer();
    const picture = await slipPictureOf(world, await transferAtBank(world, person));
    await fail(3);
    await sendTo(picture);
    await runJobs();
    expect([await moneyOf(world, person), await conversationTexts(world)]).toEqual([[], []]);
    await clearFaults(world);
    for (let minute = 0; minute < 4; minute += 1) await work(61);
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
    expect((await titles()).filter((title) => title?.startsWith('Paid: '))).toHaveLength(1);
    expect(await conversationTexts(world)).toEqual([]);
  });

  test('for an hour, the staff reads that a picture was sent', async () => {
    await payer();
    await fail(100);
    await sendTo(plain());
    await runJobs();
    await work(61 * 60);
    expect([await conversationTexts(world), await kept()]).toEqual([['picture'], 0]);
  });

  test.each([404, 410])('with %i for good, the same at once', async (status) => {
    await payer();
    await fail(1, status);
    expect(await sendPicture(world, 'mali', plain())).toEqual([]);
    expect([await conversationTexts(world), await kept()]).toEqual([['picture'], 0]);
  });
});

describe('another picture', () => {
  test('is stored encoded again and sealed, and only support and owner see it', async () => {
    const lines = overhear();
    await payer();
    const hidden = Buffer.concat([plain(), Buffer.from('GPS 13.7563 N')]);
    await sendPicture(world, 'mali', hidden);
    const [stored] = await world.db.select().from(conversationPictures);
    const messageId = stored?.messageId ?? '';
    const show = async (role: 'support' | 'owner' | 'finance' | 'warehouse') =>
      callDesk(await memberBrowser(world, role), 'conversations.picture', {
        input: { messageId },
        kind: 'query',
      });
    for (const role of ['support', 'owner'] as const) {
      const { data } = await show(role);
      const bytes = Buffer.from(String(data).replace('data:image/jpeg;base64,', ''), 'base64');
      expect([bytes.subarray(0, 3).toString('hex'), bytes.includes('GPS')]).toEqual(['ffd8ff', false]);
    }
    for (const role of ['finance', 'warehouse'] as const) expect((await show(role)).code).toBe('NOT_ALLOWED');
    expect(stored?.jpegSealed).not.toContain('/9j/');
    expect(lines.join('')).not.toContain('/9j/');
  });

  test('that is too large, is no picture, or is the 31st in a month is a message without it', async () => {
    await payer();
    await sendPicture(world, 'mali', Buffer.alloc(SLIP_MAX_BYTES + 1, 0xff));
    await sendPicture(world, 'mali', Buffer.from('<svg onload=alert(1)>'));
    await transaction(world.db, (tx) => tx.update(throttles).set({ count: 60_000 }));
    await sendPicture(world, 'mali', plain());
    await transaction(world.db, (tx) => tx.delete(throttles));
    expect([await conversationTexts(world), await kept()]).toEqual([['picture', 'picture', 'picture'], 0]);
  });

  test('goes with its message when it is taken back, also before it was fetched, and with the account', async () => {
    const person = await payer();
    await sendPicture(world, 'mali', plain());
    await onPhone(world, 'mali', 'unsend');
    expect([await conversationTexts(world), await kept()]).toEqual([['unsent'], 0]);
    await sendTo(plain());
    await onPhone(world, 'mali', 'unsend');
    await runJobs();
    expect([await conversationTexts(world), await kept()]).toEqual([['unsent'], 0]);
    await sendPicture(world, 'mali', plain());
    expect(await kept()).toBe(1);
    await transaction(world.db, (tx) => deleteConversations(tx, person.accountId));
    expect([await world.db.$count(conversationMessages), await kept()]).toEqual([0, 0]);
  });
});
