import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, messages } from '@/server/db/schema';
import { deepTest } from '@/testing/deep';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { clearFaults, mailsTo, injectFault } from '@/testing/providers';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass, plantRegistration, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { deliverMessages } from './deliver';
import { listDueMessages } from '../../lifecycle/delivery-jobs';
import { queueMessage } from '../../lifecycle/outbox';

const world = withWorld();
afterEach(async () => {
  await clearFaults(world);
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const say = (person: Planted, over: { key?: string; asked?: boolean } = {}) =>
  transaction(world.db, (tx) =>
    queueMessage(tx, world.now(), {
      kind: 'verify_email',
      accountId: person.accountId,
      dedupeKey: over.key ?? 'welcome',
      asked: over.asked ?? true,
      payload: {
        firstName: 'Mali',
        link: 'http://localhost:3999/verify-email#secret',
        isRegistering: true,
      },
    }),
  );
const theMessage = async () => {
  const [row] = await world.db.select().from(messages);
  if (!row) throw new Error('no message');
  return row;
};
const mailFails = (times: number | 'always' = 'always', args: Record<string, unknown> = { status: 451 }) =>
  injectFault(world, { service: 'mail', op: '*', kind: 'status', args, times });

/** Runs billing and the queued jobs, as happens every minute. */
async function minute(): Promise<void> {
  await runBilling(world.ctx());
  await runJobs();
}

describe('a message', () => {
  test('written by sixteen concurrent calls with one key is sent once', async () => {
    const person = await plantRegistration(world);
    await Promise.all(Array.from({ length: 16 }, () => say(person)));
    await Promise.all([runJobs(), minute()]);
    expect(await world.db.select().from(messages)).toHaveLength(1);
    expect(mailsTo(world, person.email)).toHaveLength(1);
  });

  test('delivered by eight concurrent workers is sent once', async () => {
    const person = await plantRegistration(world);
    await say(person);
    const { id } = await theMessage();
    await Promise.all(Array.from({ length: 8 }, () => deliverMessages(world.ctx(), [id])));
    expect(mailsTo(world, person.email)).toHaveLength(1);
    expect(await theMessage()).toMatchObject({ status: 'sent', tries: 1, channel: 'email' });
    expect(world.sandbox.mailbox.duplicates()).toBe(0);
  });

  test('of a rolled back transaction is never sent', async () => {
    const person = await plantRegistration(world);
    const failed = transaction(world.db, async (tx) => {
      await queueMessage(tx, world.now(), {
        kind: 'password_changed',
        accountId: person.accountId,
        dedupeKey: 'x',
        payload: { firstName: 'Mali', notMeUrl: 'http://localhost:3999/not-me#secret' },
      });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await minute();
    expect(mailsTo(world, person.email)).toEqual([]);
  });
});

test('is queued once by billing runs: three hundred queued messages need no work in the next run', async () => {
  const person = await plantRegistration(world);
  await transaction(world.db, (tx) =>
    tx.execute(sql`insert into messages (id, account_id, kind, dedupe_key, payload, status, asked, not_before, retry_key, created_at)
      select 'msg_' || n, ${person.accountId}, 'password_changed', 'many' || n,
        '{"firstName": "Mali", "notMeUrl": "http://localhost:3999/not-me#secret"}', 'queued', true,
        ${world.now().toISOString()}, gen_random_uuid(), ${world.now().toISOString()} from generate_series(1, 300) n`),
  );
  const jobs = async () => (await world.db.execute(sql`select 1 from graphile_worker._private_jobs`)).length;
  await Promise.all([runBilling(world.ctx()), runBilling(world.ctx())]);
  expect(await jobs()).toBe(300);
  expect(await listDueMessages(world.ctx(), 1000)).toEqual([]);
  await transaction(world.db, (tx) => tx.execute(sql`delete from graphile_worker._private_jobs`));
  await pass(world, { minutes: 11 });
  expect(await listDueMessages(world.ctx(), 1000)).toHaveLength(300);
});

describe('an unavailable mail server', () => {
  deepTest('for a day delays retries more and more, and the message is sent once', async () => {
    const person = await plantRegistration(world);
    await mailFails();
    await say(person);
    await runJobs();
    expect(await theMessage()).toMatchObject({ status: 'queued', tries: 1, lastError: '451' });
    for (let hour = 0; hour < 24; hour++) {
      await pass(world, { minutes: 60 });
      await minute();
    }
    const { status, tries } = await theMessage();
    expect(status).toBe('queued');
    expect(tries).toBeGreaterThan(20);
    expect(tries).toBeLessThan(30);
    await clearFaults(world);
    await pass(world, { minutes: 61 });
    await Promise.all([minute(), minute()]);
    expect(mailsTo(world, person.email)).toHaveLength(1);
    expect(await theMessage()).toMatchObject({ status: 'sent' });
  });

  deepTest('for minutes uses up no extra tries in a hundred billing runs', async () => {
    const person = await plantRegistration(world);
    await mailFails();
    await say(person);
    for (let n = 0; n < 20; n++) {
      await pass(world, { minutes: 1 });
      await minute();
    }
    expect((await theMessage()).status).toBe('queued');
    await clearFaults(world);
    await pass(world, { minutes: 16 });
    await minute();
    expect(mailsTo(world, person.email)).toHaveLength(1);
  });

  test('for more than three days makes the message fail with a reason', async () => {
    const person = await plantRegistration(world);
    await mailFails();
    await say(person);
    await runJobs();
    for (const days of [1, 1, 1.1]) {
      await pass(world, { hours: days * 24 });
      await minute();
    }
    expect(await theMessage()).toMatchObject({ status: 'failed', lastError: '451' });
    expect(mailsTo(world, person.email)).toEqual([]);
  });

  test('until quiet hours delivers only requested messages before 08:00', async () => {
    await goTo(world, '2026-11-20', '20:30');
    const [asked, told] = [await plantRegistration(world), await plantRegistration(world)];
    await mailFails();
    await say(asked, { key: 'asked' });
    await say(told, { key: 'told', asked: false });
    await runJobs();
    await clearFaults(world);
    await goTo(world, '2026-11-20', '21:30');
    await minute();
    expect(mailsTo(world, asked.email)).toHaveLength(1);
    expect(mailsTo(world, told.email)).toEqual([]);
    await goTo(world, '2026-11-21', '07:59');
    await minute();
    expect(mailsTo(world, told.email)).toEqual([]);
    await goTo(world, '2026-11-21', '08:00');
    await minute();
    expect(mailsTo(world, told.email)).toHaveLength(1);
  });

  test('that rejects a mailbox twice within days makes the message fail', async () => {
    const person = await plantRegistration(world);
    await mailFails('always', { status: 550 });
    await say(person);
    await runJobs();
    expect(await theMessage()).toMatchObject({ status: 'queued', lastError: '550', tries: 1 });
    await pass(world, { hours: 48 });
    await minute();
    expect(await theMessage()).toMatchObject({ status: 'failed', lastError: '550', tries: 2 });
  });
});

describe('a process that crashes', () => {
  test('between claim and sending delays the mail until the lease expires', async () => {
    const person = await plantRegistration(world);
    await say(person);
    const lease = new Date(world.now().getTime() + 120_000);
    await transaction(world.db, (tx) => tx.update(messages).set({ leaseUntil: lease, tries: 1 }));
    await minute();
    expect(mailsTo(world, person.email)).toEqual([]);
    await pass(world, { minutes: 11 });
    await Promise.all([minute(), minute()]);
    expect(mailsTo(world, person.email)).toHaveLength(1);
  });

  test('between sending and writing the result sends the same Message-ID again, and the mailbox has one mail', async () => {
    const person = await plantRegistration(world);
    await say(person);
    await runJobs();
    await transaction(world.db, (tx) =>
      tx.update(messages).set({
        status: 'queued',
        sentAt: null,
        leaseUntil: new Date(world.now().getTime() + 120_000),
        payload: {
          firstName: 'Mali',
          link: 'http://localhost:3999/verify-email#secret',
          isRegistering: true,
        },
      }),
    );
    await pass(world, { minutes: 11 });
    await minute();
    expect(mailsTo(world, person.email)).toHaveLength(1);
    expect(world.sandbox.mailbox.duplicates()).toBe(1);
    expect(await theMessage()).toMatchObject({ status: 'sent' });
  });
});

describe('a secret link in a message', () => {
  const link = 'http://localhost:3999/login/link#secret';
  const payloads = {
    verify_email: { firstName: 'Mali', link },
    magic_link: { firstName: 'Mali', link, code: '042817' },
    password_reset: { firstName: 'Mali', link },
    email_change_confirm: { firstName: 'Mali', link },
  };
  const KINDS = Object.keys(payloads) as (keyof typeof payloads)[];
  const write = (person: Planted, kind: keyof typeof payloads) =>
    transaction(world.db, (tx) =>
      queueMessage(tx, world.now(), {
        kind,
        accountId: person.accountId,
        dedupeKey: kind,
        asked: true,
        payload: payloads[kind],
      }),
    );

  test.each(KINDS)('of kind %s is deleted once it is sent', async (kind) => {
    const person = await plantRegistration(world);
    await write(person, kind);
    expect((await theMessage()).payload).toEqual(payloads[kind]);
    await runJobs();
    expect(mailsTo(world, person.email)).toHaveLength(1);
    expect(await theMessage()).toMatchObject({ status: 'sent', payload: {} });
  });

  test.each(KINDS)('of kind %s is kept while retried and deleted when refused for good', async (kind) => {
    const person = await plantRegistration(world);
    await mailFails(1);
    await write(person, kind);
    await runJobs();
    expect(await theMessage()).toMatchObject({ status: 'queued', payload: payloads[kind] });
    await mailFails('always', { status: 550 });
    await pass(world, { minutes: 1 });
    await minute();
    await pass(world, { hours: 48 });
    await minute();
    expect(await theMessage()).toMatchObject({ status: 'failed', payload: {} });
  });

  test.each(KINDS)('of kind %s is deleted when the account is deleted before sending', async (kind) => {
    const person = await plantRegistration(world);
    await write(person, kind);
    await transaction(world.db, (tx) => tx.update(accounts).set({ deletedAt: world.now() }));
    await runJobs();
    expect(await theMessage()).toMatchObject({ status: 'dropped', payload: {} });
  });

  test.each([
    ['magic_link', 15],
    ['password_reset', 60],
  ] as const)('of kind %s is not sent after %i minutes, when it has expired', async (kind, minutes) => {
    const person = await plantRegistration(world);
    await mailFails(1);
    await write(person, kind);
    await runJobs();
    await pass(world, { minutes });
    await minute();
    expect(await theMessage()).toMatchObject({ status: 'dropped', payload: {} });
    expect(mailsTo(world, person.email)).toEqual([]);
  });

  test('a message without one keeps its payload', async () => {
    const person = await plantRegistration(world);
    await transaction(world.db, (tx) =>
      queueMessage(tx, world.now(), {
        kind: 'account_dormant',
        accountId: person.accountId,
        dedupeKey: 'x',
        asked: true,
        payload: { firstName: 'Mali', eraseOn: parseDay('2026-12-20'), accountUrl: 'http://localhost:3999' },
      }),
    );
    await runJobs();
    expect(await theMessage()).toMatchObject({ status: 'sent', payload: { firstName: 'Mali' } });
  });
});

test('an erased account has no unsent messages', async () => {
  const person = await plantRegistration(world);
  await mailFails(1);
  await say(person);
  await runJobs();
  await transaction(world.db, (tx) => tx.execute(`delete from accounts where id = '${person.accountId}'`));
  await pass(world, { minutes: 5 });
  await minute();
  expect(await world.db.select().from(messages).where(eq(messages.accountId, person.accountId))).toEqual([]);
  expect(mailsTo(world, person.email)).toEqual([]);
});
