import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test } from 'vitest';
import paymentFailed from '@/emails/payment-failed';
import { PREVIEW as PAYMENT_LINK } from '@/emails/payment-link';
import type { MessageKind, MessagePayloads } from '@/emails/messages';
import { runBilling } from '@/server/work/jobs/run';
import { systemNow } from '@/server/platform/clock';
import { transaction } from '@/server/db';
import { accounts, messages } from '@/server/db/schema';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { lineInbox, MALI, plantFriend } from '@/testing/line';
import { clearFaults, mailsTo } from '@/testing/providers';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass, plantRegistration, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { deliverMessages } from './deliver';
import { enqueueMessages, listDueMessages } from '../../lifecycle/delivery-jobs';
import { queueMessage } from '../../lifecycle/outbox';

let ask: typeof fetch;
const world = withWorld();
beforeAll(async () => {
  ask = globalThis.fetch;
});
afterEach(async () => {
  globalThis.fetch = ask;
  await clearFaults(world);
  await transaction(world.db, (tx) => tx.execute(sql`drop function if exists refuse_poison cascade`));
  await transaction(world.db, (tx) => tx.execute(sql`delete from graphile_worker._private_jobs`));
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

let written = 0;
/** Queues a message that was not requested, and deletes its job. @returns its id */
async function write<K extends MessageKind>(
  { accountId }: Planted,
  kind: K,
  payload: MessagePayloads[K],
  values: Partial<typeof messages.$inferInsert> = {},
): Promise<string> {
  const dedupeKey = `written:${(written += 1)}`;
  await transaction(world.db, (tx) => queueMessage(tx, world.now(), { kind, accountId, dedupeKey, payload }));
  const [row] = await transaction(world.db, (tx) =>
    tx
      .update(messages)
      .set({ jobUntil: null, ...values })
      .where(eq(messages.dedupeKey, dedupeKey))
      .returning(),
  );
  return row?.id ?? '';
}
const failedPayment = (person: Planted, over: Partial<MessagePayloads['payment_failed']> = {}) =>
  write(person, 'payment_failed', { ...paymentFailed.previews.preview, ...over });
const unreadable = (person: Planted) =>
  write(person, 'payment_link', { ...PAYMENT_LINK, until: 'no instant' });
const withoutJobs = () =>
  transaction(world.db, (tx) => tx.execute(sql`delete from graphile_worker._private_jobs`));

const rowsOf = (ids: string[]) =>
  world.db.select().from(messages).where(inArray(messages.id, ids)).orderBy(asc(messages.id));
const statuses = async (ids: string[]) => {
  const rows = new Map((await rowsOf(ids)).map((row) => [row.id, row.status]));
  return ids.map((id) => rows.get(id));
};

/** Queues messages with every possible result, each of its own account. */
async function plantEveryEnding(friend: string): Promise<string[]> {
  const set = (person: Planted, values: Partial<typeof accounts.$inferInsert>) =>
    transaction(world.db, (tx) => tx.update(accounts).set(values).where(eq(accounts.id, person.accountId)));
  const [mailed, pushed, deleted, failing, unproven, poisoned, late, night, waiting] = await Promise.all(
    Array.from({ length: 9 }, () => plantRegistration(world)),
  );
  if (!mailed || !pushed || !deleted || !failing || !unproven || !poisoned || !late || !night || !waiting)
    throw new Error('not planted');
  await plantFriend(world, pushed.accountId, friend);
  await set(deleted, { deletedAt: world.now() });
  await set(failing, { failedEmailNorm: failing.email, emailFailedAt: world.now(), emailFailure: 'bounce' });
  await set(mailed, { emailVerifiedAt: world.now(), locale: 'th' });
  const magic = { firstName: 'Mali', link: 'http://localhost:3999/login/link#secret', code: '042817' };
  const inAnHour = new Date(world.now().getTime() + 3_600_000);
  return [
    await failedPayment(mailed),
    await write(pushed, 'payment_link', PAYMENT_LINK),
    await failedPayment(deleted),
    await write(
      deleted,
      'account_deleted',
      { firstName: 'Mali', boxToCome: false, wasDormant: false },
      { toAddress: 'old@example.test' },
    ),
    await failedPayment(failing),
    await failedPayment(unproven),
    await unreadable(poisoned),
    await write(late, 'magic_link', magic, { createdAt: new Date(world.now().getTime() - 3_600_000) }),
    await failedPayment(waiting, {}).then((id) => setRow(id, { notBefore: inAnHour })),
    await failedPayment(night).then((id) => setRow(id, { status: 'sent', sentAt: world.now() })),
  ];
}
const setRow = async (id: string, values: Partial<typeof messages.$inferInsert>) => {
  await transaction(world.db, (tx) => tx.update(messages).set(values).where(eq(messages.id, id)));
  return id;
};

test('a set of messages has the same results as each message alone', async () => {
  const [together, alone] = [await plantEveryEnding('mali'), await plantEveryEnding('nok')];
  await deliverMessages(world.ctx(), together);
  for (const id of alone) await deliverMessages(world.ctx(), [id]);
  const left = async (ids: string[]) => {
    const rows = new Map((await rowsOf(ids)).map((row) => [row.id, row]));
    return ids.map((id) => {
      const { status, channel, tries, lastError, toAddress, payload, jobUntil, leaseUntil, ...times } =
        rows.get(id)!;
      const waits = times.notBefore > world.now();
      return { status, channel, tries, lastError, toAddress, payload, jobUntil, leaseUntil, waits };
    });
  };
  const endings = await left(together);
  expect(endings).toEqual(await left(alone));
  expect(endings.map(({ channel }) => channel).slice(0, 2)).toEqual(['email', 'line']);
  expect(endings.map(({ status }) => status)).toEqual([
    ...['sent', 'sent', 'dropped', 'sent', 'dropped', 'sent', 'queued', 'dropped', 'queued', 'sent'],
  ]);
});

test('sends the rest of a set when one message cannot be rendered; that one is retried and fails after three days', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => plantRegistration(world)));
  const [bad, ...good] = people;
  const poison = await unreadable(bad!);
  const ids = [poison, ...(await Promise.all(good.map((person) => failedPayment(person))))];
  await deliverMessages(world.ctx(), ids);
  expect(await statuses(ids)).toEqual(['queued', 'sent', 'sent', 'sent']);
  const [row] = await rowsOf([poison]);
  expect(row).toMatchObject({ lastError: 'ERROR', tries: 1, leaseUntil: null, jobUntil: null });
  expect(row?.notBefore.getTime()).toBeGreaterThan(world.now().getTime());
  await pass(world, { hours: 73 });
  await runBilling(world.ctx());
  await runJobs();
  expect(await statuses([poison])).toEqual(['failed']);
});

test('writes each message alone when a set cannot be written, and throws the error of the failing one', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => plantRegistration(world)));
  const ids = await Promise.all(people.map((person) => failedPayment(person)));
  const [poison = ''] = ids;
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`create function refuse_poison() returns trigger language plpgsql as $$
      begin if new.id = tg_argv[0] then raise exception 'poison'; end if; return new; end $$`);
    await tx.execute(
      sql.raw(
        `create trigger refuse_poison before update on messages for each row execute function refuse_poison('${poison}')`,
      ),
    );
  });
  await expect(deliverMessages(world.ctx(), ids)).rejects.toThrow();
  expect(await statuses(ids)).toEqual(['queued', 'sent', 'sent']);
  expect(people.map(({ email }) => mailsTo(world, email).length)).toEqual([0, 1, 1]);
});

test('sends a message once when four workers have its set and another transaction has locked its row', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => plantRegistration(world)));
  const ids = await Promise.all(people.map((person) => failedPayment(person)));
  const delivered: Promise<void>[] = [];
  await transaction(world.db, async (tx) => {
    await tx
      .select()
      .from(messages)
      .where(eq(messages.id, ids[5] ?? ''))
      .for('update');
    delivered.push(...Array.from({ length: 4 }, () => deliverMessages(world.ctx(), ids)));
    await expect.poll(async () => (await statuses(ids)).filter((one) => one === 'sent').length).toBe(11);
  });
  await Promise.all(delivered);
  expect(people.map(({ email }) => mailsTo(world, email).length)).toEqual(people.map(() => 1));
  expect(world.sandbox.mailbox.duplicates()).toBe(0);
});

test('does not start a message whose lease is too short; the next run sends it', async () => {
  const person = await plantRegistration(world);
  await plantFriend(world, person.accountId);
  const before = (await lineInbox(world, MALI.subject)).length;
  const ids = await Promise.all(Array.from({ length: 12 }, () => failedPayment(person)));
  let pushes = 0;
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  globalThis.fetch = async (input, init) => {
    if (typeof input === 'string' && input.endsWith('/message/push')) {
      pushes += 1;
      await released;
    }
    return ask(input, init);
  };
  const delivered = deliverMessages(world.ctx(), ids);
  await expect.poll(() => pushes).toBe(8);
  await world.setNow(new Date(systemNow().getTime() + 90_000));
  letGo();
  await delivered;
  expect((await rowsOf(ids)).filter(({ status }) => status === 'queued')).toMatchObject(
    Array.from({ length: 4 }, () => ({ tries: 0, channel: null, leaseUntil: null, jobUntil: null })),
  );
  await runBilling(world.ctx());
  await runJobs();
  expect((await lineInbox(world, MALI.subject)).length - before).toBe(12);
});

test('queues one job for a set of messages, and one for each message that a subscriber requested', async () => {
  const person = await plantRegistration(world);
  const ids = await Promise.all(Array.from({ length: 5 }, () => failedPayment(person)));
  await Promise.all(ids.slice(0, 2).map((id) => setRow(id, { asked: true })));
  await withoutJobs();
  await enqueueMessages(world.ctx(), ids);
  const jobs = await world.db.execute<{ name: string; count: number }>(sql`select t.identifier as name,
    json_array_length(j.payload -> 'messageIds') as count from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id order by 1`);
  expect([...jobs]).toEqual([
    { name: 'deliver_message', count: null },
    { name: 'deliver_message', count: null },
    { name: 'deliver_set', count: 3 },
  ]);
  expect(await listDueMessages(world.ctx(), 10)).toEqual([]);
  await runJobs();
  expect(await statuses(ids)).toEqual(ids.map(() => 'sent'));
});
