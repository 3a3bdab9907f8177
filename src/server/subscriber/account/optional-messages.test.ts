import { beforeEach, expect, test } from 'vitest';
import milestone from '@/emails/milestone';
import { transaction } from '@/server/db';
import { messages } from '@/server/db/schema';
import { queueMessage } from '@/server/lifecycle/outbox';
import { NOBODY, subscriber, throughGraphql, throughRest, throughTrpc, type Caller } from '@/testing/callers';
import { runJobs } from '@/testing/jobs';
import { plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });
let person: Planted;
let caller: Caller;
let queued = 0;

beforeEach(async () => {
  person = await plantSubscriber(world);
  caller = await subscriber(world, person);
  await runJobs();
});

const profile = async () =>
  (await throughTrpc(world, caller, ['account.profile', 'query'])).data as { optionalMessages: boolean };

/** Queues a milestone message and delivers it. Returns its mail; undefined if none was sent. */
async function reachMilestone() {
  queued += 1;
  const message = {
    kind: 'milestone',
    accountId: person.accountId,
    payload: milestone.previews.preview,
  } as const;
  await transaction(world.db, (tx) =>
    queueMessage(tx, world.now(), { ...message, dedupeKey: `milestone ${queued}`, asked: true }),
  );
  const { mailbox } = world.sandbox;
  const before = mailbox.list(person.email).length;
  await runJobs();
  const [mail, ...older] = mailbox.list(person.email);
  return mail && older.length === before ? mailbox.open(mail) : undefined;
}

test('every mail has the time of the product clock and is marked as automatic; only optional mails can be stopped', async () => {
  const { mailbox } = world.sandbox;
  const receipts = await Promise.all(mailbox.list(person.email).map((mail) => mailbox.open(mail)));
  const milestone = await reachMilestone();
  const mails = [...receipts, ...(milestone ? [milestone] : [])];
  expect(mails.map(({ headers }) => new Date(headers.date ?? '').toISOString().slice(0, 10))).toEqual(
    mails.map(() => '2026-11-20'),
  );
  expect(mails.map(({ headers }) => headers['auto-submitted'])).toEqual(mails.map(() => 'auto-generated'));
  expect(receipts.map(({ headers }) => headers['list-unsubscribe'])).toEqual(receipts.map(() => undefined));
  expect(milestone?.headers['list-unsubscribe']).toMatch(/^<https?:\/\/\S+\/api\/unsubscribe\/\S+>$/);
  expect(milestone?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
});

test('the one-click request of a mail client stops optional messages without a log-in, and the page of the link does too', async () => {
  const milestone = await reachMilestone();
  const url = new URL(milestone?.headers['list-unsubscribe']?.slice(1, -1) ?? '');
  const visit = await world.request('GET', url.pathname, undefined, { 'accept-language': 'th' });
  expect([visit.status, visit.headers.get('location')?.split('#')[0]]).toEqual([303, '/th/unsubscribe']);
  expect((await profile()).optionalMessages).toBe(true);

  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example.test' };
  for (let n = 0; n < 2; n++) {
    const done = await world.request('POST', url.pathname, 'List-Unsubscribe=One-Click', form);
    expect(done.status).toBe(200);
  }
  expect((await profile()).optionalMessages).toBe(false);
  expect(await reachMilestone()).toBeUndefined();
  const rows = await world.db.select().from(messages);
  expect(rows.find(({ lastError }) => lastError === 'UNSUBSCRIBED')?.status).toBe('dropped');

  await throughRest(world, caller, ['POST /api/customers/update-messages', { optionalMessages: true }]);
  const again = await reachMilestone();
  const link = again?.links.find((one) => one.includes('/unsubscribe#')) ?? '';
  const token = new URL(link).hash.slice(1);
  for (const forged of [`x${token}`, token.slice(0, -1), `${person.subscriptionId}.${token.split('.')[1]}`])
    expect(
      (await throughTrpc(world, NOBODY, ['account.unsubscribe', 'mutation', { token: forged }])).code,
    ).toBe('TOKEN_EXPIRED');
  expect((await profile()).optionalMessages).toBe(true);
  expect((await throughTrpc(world, NOBODY, ['account.unsubscribe', 'mutation', { token }])).code).toBe('ok');
  expect((await profile()).optionalMessages).toBe(false);
});

test('REST, tRPC and GraphQL start and stop optional messages', async () => {
  const query = (on: boolean) => `mutation { updateMessages(optionalMessages: ${on}) { optionalMessages } }`;
  const body = (optionalMessages: boolean) => ({ optionalMessages });
  const calls = [
    (on: boolean) => throughRest(world, caller, ['POST /api/customers/update-messages', body(on)]),
    (on: boolean) => throughTrpc(world, caller, ['account.updateMessages', 'mutation', body(on)]),
    (on: boolean) => throughGraphql(world, caller, [query(on)]),
  ];
  for (const call of calls)
    for (const on of [false, true]) {
      expect((await call(on)).data).toEqual({ optionalMessages: on });
      expect(await profile()).toMatchObject({ optionalMessages: on });
    }
});
