import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import paymentFailed from '@/emails/payment-failed';
import { getProfile } from '@/server/subscriber/account/profile';
import { transaction } from '@/server/db';
import { messages } from '@/server/db/schema';
import { listStuck } from '@/server/desk/acts/stuck';
import { asking, callAuth, linkMailedTo } from '@/testing/link-requests';
import { runJobs } from '@/testing/jobs';
import { lineInbox, plantFriend } from '@/testing/line';
import { mailsTo, injectFault } from '@/testing/providers';
import { ordersOf, pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { enqueueMessages, listDueMessages } from '../../lifecycle/delivery-jobs';
import { queueMessage } from '../../lifecycle/outbox';

const SECRET = 'secret-of-the-mail-service';
const world = withWorld({ settings: { MAIL_WEBHOOK_SECRET: SECRET }, cleanup: 'empty' });

let written = 0;
async function write({ accountId }: Planted, asked = false): Promise<void> {
  written += 1;
  await transaction(world.db, (tx) =>
    queueMessage(tx, world.now(), {
      kind: 'payment_failed',
      accountId,
      dedupeKey: `written:${written}`,
      asked,
      payload: { ...paymentFailed.previews.preview, orderId: `ord_${written}` },
    }),
  );
  await runJobs();
}
/** Reads the message that `write` queued last. */
async function latest() {
  const [row] = await world.db
    .select()
    .from(messages)
    .where(eq(messages.dedupeKey, `written:${written}`));
  return row;
}
const isFailed = async ({ accountId }: Planted) => (await getProfile(world.ctx(), accountId)).emailFailed;
const stuck = async () => (await listStuck(world.ctx())).emails;
const report = (secret: string, event: Record<string, unknown>) =>
  world.request('POST', `/api/webhooks/mail/${secret}`, { events: [event] });

const refuseMail = (text: string, status = 550) =>
  injectFault(world, { service: 'mail', op: '*', kind: 'status', args: { status, text }, times: 1 });
/** Moves the clock and delivers what is due. */
async function deliverAfter(hours: number): Promise<void> {
  await pass(world, { hours });
  const due = await listDueMessages(world.ctx(), 10);
  await enqueueMessages(
    world.ctx(),
    due.map(({ id }) => id),
  );
  await runJobs();
}

test.each([
  ['a policy', '5.7.1 rejected by policy', 550],
  ['a full mailbox', '5.2.2 mailbox full', 552],
])('a mail refused for %s is sent later, and its address stays good', async (_name, text, status) => {
  const person = await plantSubscriber(world);
  await runJobs();
  const before = mailsTo(world, person.email).length;
  await refuseMail(text, status);
  await write(person);
  expect(await latest()).toMatchObject({ status: 'queued', lastError: `${status} ${text.slice(0, 5)}` });
  expect([await isFailed(person), await stuck()]).toEqual([false, []]);
  await deliverAfter(24);
  expect((await latest())?.status).toBe('sent');
  expect(mailsTo(world, person.email)).toHaveLength(before + 1);
});

test('a refused mail is not sent later if it is no longer true by then', async () => {
  const person = await plantSubscriber(world);
  await runJobs();
  const before = mailsTo(world, person.email).length;
  const [paid] = await ordersOf(world, person.accountId);
  await refuseMail('5.2.2 mailbox full', 552);
  await write(person);
  const refused = await latest();
  expect(refused).toMatchObject({ status: 'queued', lastError: '552 5.2.2' });
  // Its retry will not come: its order is a paid one.
  const payload = { ...refused?.payload, orderId: paid?.id };
  await transaction(world.db, (tx) =>
    tx
      .update(messages)
      .set({ payload })
      .where(eq(messages.dedupeKey, `written:${written}`)),
  );
  await deliverAfter(24);
  expect(await latest()).toMatchObject({ status: 'dropped', lastError: 'OBSOLETE' });
  expect(mailsTo(world, person.email)).toHaveLength(before);
});

test('a mail refused for three days fails and is listed for the desk, and its address stays good', async () => {
  const person = await plantSubscriber(world);
  await runJobs();
  for (let tries = 0; tries < 3; tries++) {
    await refuseMail('5.2.2 mailbox full', 552);
    await (tries === 0 ? write(person) : deliverAfter(24));
  }
  expect(await latest()).toMatchObject({ status: 'failed', lastError: '552 5.2.2' });
  expect(await isFailed(person)).toBe(false);
  expect((await listStuck(world.ctx())).messages).toMatchObject([{ accountId: person.accountId }]);
});

test('a mail whose address is refused twice goes by LINE, and the address gets no more mails', async () => {
  const person = await plantSubscriber(world);
  await runJobs();
  await refuseMail('5.1.1 no such user');
  await write(person);
  const friend = await plantFriend(world, person.accountId, 'nok');
  await refuseMail('5.1.1 no such user');
  await deliverAfter(48);
  expect(await isFailed(person)).toBe(true);
  await deliverAfter(0);
  expect(await latest()).toMatchObject({ status: 'sent', channel: 'line' });
  expect(await lineInbox(world, friend)).toHaveLength(1);
});

test('an address that the mail server refuses again after days is recorded, shown, and gets only requested mails', async () => {
  const person = await plantSubscriber(world);
  await runJobs();
  await refuseMail('5.1.1 no such user');
  await write(person, true);
  expect(await latest()).toMatchObject({ status: 'queued', lastError: '550 5.1.1' });
  expect([await isFailed(person), await stuck()]).toEqual([false, []]);
  await refuseMail('5.1.1 no such user');
  await deliverAfter(48);
  expect(await latest()).toMatchObject({ status: 'failed', lastError: '550 5.1.1' });
  expect(await isFailed(person)).toBe(true);
  expect(await stuck()).toMatchObject([{ id: person.accountId, about: 'e-mail refused' }]);
  const before = mailsTo(world, person.email).length;
  await write(person);
  expect(await latest()).toMatchObject({ status: 'dropped', lastError: 'ADDRESS_FAILED' });
  // Opening a mailed link proves that the address accepts mail.
  const asked = await callAuth(world, 'requestMagicLink', { email: person.email });
  const { token } = await linkMailedTo(world, person.email);
  expect((await callAuth(world, 'openMagicLink', { token }, asking(asked))).code).toBe('ok');
  expect([await isFailed(person), await stuck()]).toEqual([false, []]);
  await write(person);
  // The link, the notice of the login, and the queued message.
  expect(mailsTo(world, person.email)).toHaveLength(before + 3);
});

test('a bounced mail is sent by LINE once the account is a LINE friend', async () => {
  const person = await plantSubscriber(world);
  await runJobs();
  await write(person);
  const mailed = await latest();
  expect(mailed).toMatchObject({ status: 'sent', channel: 'email' });
  const event = {
    type: 'bounce',
    email: person.email.toUpperCase(),
    messageId: `<${mailed?.id}@localhost>`,
    status: '5.1.1',
  };
  expect((await report('not-the-secret-of-the-service', event)).status).toBe(401);
  expect(await isFailed(person)).toBe(false);
  const friend = await plantFriend(world, person.accountId);
  for (let times = 0; times < 2; times++) {
    expect((await report(SECRET, event)).status).toBe(200);
    await pass(world, { minutes: 11 });
    const due = await listDueMessages(world.ctx(), 10);
    await enqueueMessages(
      world.ctx(),
      due.map(({ id }) => id),
    );
    await runJobs();
  }
  expect(await isFailed(person)).toBe(true);
  expect(await latest()).toMatchObject({ id: mailed?.id, status: 'sent', channel: 'line' });
  expect(await lineInbox(world, friend)).toHaveLength(1);
  // LINE reaches the account: no action is needed.
  expect(await stuck()).toEqual([]);
});

test('does not send a bounced mail again without a LINE channel', async () => {
  const person = await plantSubscriber(world);
  await runJobs();
  await write(person);
  const mailed = await latest();
  await plantFriend(world, person.accountId);
  const current = settings();
  const token = current.LINE_MESSAGING_ACCESS_TOKEN;
  current.LINE_MESSAGING_ACCESS_TOKEN = undefined;
  try {
    const messageId = `<${mailed?.id}@localhost>`;
    expect((await report(SECRET, { type: 'bounce', email: person.email, messageId })).status).toBe(200);
    expect(await latest()).toEqual({ ...mailed, lastError: 'BOUNCED' });
  } finally {
    current.LINE_MESSAGING_ACCESS_TOKEN = token;
  }
});

test('a mail that bounces for a full mailbox leaves the address good', async () => {
  const person = await plantSubscriber(world);
  const bounce = { type: 'bounce', email: person.email };
  expect((await report(SECRET, { ...bounce, status: '5.2.2' })).status).toBe(200);
  expect(await isFailed(person)).toBe(false);
  expect((await report(SECRET, { ...bounce, status: '5.1.1' })).status).toBe(200);
  expect(await isFailed(person)).toBe(true);
});

test('a bounce without a code marks the address only if a mail written days before bounced, too', async () => {
  const person = await plantSubscriber(world);
  await runJobs();
  const bounce = async () => {
    await write(person, true);
    const messageId = `<${(await latest())?.id}@localhost>`;
    for (let times = 0; times < 2; times++)
      expect((await report(SECRET, { type: 'bounce', email: person.email, messageId })).status).toBe(200);
    return isFailed(person);
  };
  expect((await report(SECRET, { type: 'bounce', email: person.email })).status).toBe(200);
  expect(await bounce()).toBe(false);
  await pass(world, { hours: 47 });
  expect(await bounce()).toBe(false);
  await pass(world, { hours: 1 });
  expect(await bounce()).toBe(true);
});

test('a spam complaint is recorded like a bounce, and a malformed body is refused', async () => {
  const person = await plantSubscriber(world);
  expect((await report(SECRET, { type: 'complaint', email: person.email })).status).toBe(200);
  expect(await isFailed(person)).toBe(true);
  expect((await world.request('POST', `/api/webhooks/mail/${SECRET}`, { nothing: 1 })).status).toBe(400);
});
