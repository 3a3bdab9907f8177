import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { beforeAll, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { systemNow } from '@/server/platform/clock';
import { transaction } from '@/server/db';
import { chargeAttempts } from '@/server/db/schema';
import { deepTest } from '@/testing/deep';
import { registerSubscriber } from '@/testing/browser';
import { mailsTo } from '@/testing/providers';
import { withWorld } from '@/testing/with-world';
import { readNextInstant } from './due-instants';
import { SCHEDULED_JOBS } from './scheduled-jobs';
import { travel } from './time-travel';

const world = withWorld({ settings: { CHARGE_TIMEOUT_MS: '3000' } });
beforeAll(async () => {
  await world.startWorker();
});

async function attemptIsSent(): Promise<void> {
  for (;;) {
    const sent = await world.db.select().from(chargeAttempts).where(eq(chargeAttempts.status, 'sent'));
    if (sent.length > 0) return;
    await sleep(5);
  }
}

test('time travel waits for a run of the worker and counts its results', async () => {
  const { email } = await registerSubscriber(world);
  await world.setNow(new Date('2026-12-31T09:30:00+07:00'));
  const slow = { service: 'omise', op: 'POST /charges', kind: 'latency', times: 1, args: { ms: 1500 } };
  world.sandbox.faults.add(slow);
  await transaction(world.db, (tx) =>
    tx.execute(
      sql`select graphile_worker.add_job('run_billing', job_key => 'run_billing', max_attempts => 1)`,
    ),
  );
  await attemptIsSent();
  const journey = await world.travelTo('2026-12-31T10:00:00+07:00');
  expect(journey).toMatchObject({ charged: 1, declined: 0, unknown: 0, failed: 0 });
  const receipts = mailsTo(world, email).filter((subject) => subject.startsWith('Payment received'));
  expect(receipts).toHaveLength(2);
});

deepTest(
  'a charge with a lost response is counted once its outcome is known; every declined attempt is counted',
  async () => {
    await registerSubscriber(world, { card: { number: '4242424242424242', name: 'FAKE RENEWAL DECLINES' } });
    world.sandbox.faults.add({ service: 'omise', op: 'POST /charges', kind: 'timeout_after', times: 1 });
    world.sandbox.faults.add({ service: 'omise', op: 'webhook', kind: 'drop', times: 'always' });
    // Two subscribers are charged on the 31st; the declined one on days 0, 1, 3, 5, 7 and 13.
    const journey = await world.travelTo('2027-02-15T10:00:00+07:00');
    expect(journey).toMatchObject({ charged: 1, declined: 6, unknown: 0, failed: 0, planned: 2 });
    expect(journey.messages).toBeGreaterThan(6);
  },
);

deepTest('a charge without a known outcome at the target is counted as unknown', async () => {
  await registerSubscriber(world);
  await world.travelTo('2027-03-31T08:59:00+07:00');
  world.sandbox.faults.add({ service: 'omise', op: 'POST /charges', kind: 'html_502', times: 1 });
  expect(await world.travelTo('2027-03-31T09:00:00+07:00')).toMatchObject({ charged: 1, unknown: 1 });
  // The clock runs during the test; the first read follows after half a minute.
  const later = await world.travelTo('2027-03-31T09:00:25+07:00');
  expect(later).toMatchObject({ charged: 0, unknown: 0 });
});

test('a move to the present instant is allowed, a move back is refused', async () => {
  const asked = systemNow();
  await sleep(5);
  expect(await travel(world.db, asked, asked)).toMatchObject({ steps: 0, charged: 0, declined: 0 });
  const before = travel(world.db, new Date(asked.getTime() - 1), asked);
  await expect(before).rejects.toMatchObject({ code: 'DATE_OUT_OF_RANGE' });
});

deepTest('a move that its caller stops ends at a due instant, and the next move does the rest', async () => {
  await registerSubscriber(world);
  const begun = systemNow();
  const target = new Date(begun.getTime() + 45 * 86_400_000);
  const stop = new AbortController();
  const stopped = travel(world.db, target, begun, stop.signal);
  while (systemNow().getTime() < begun.getTime() + 86_400_000) await sleep(5);
  stop.abort();
  const reached = new Date((await stopped).now);
  expect(reached.getTime()).toBeLessThan(target.getTime());
  const rest = await travel(world.db, target);
  expect(new Date(rest.now).getTime()).toBeGreaterThanOrEqual(target.getTime());
  expect((await stopped).charged + rest.charged).toBeGreaterThanOrEqual(1);
});

deepTest('a move goes on when the database closes its connections', async () => {
  await registerSubscriber(world);
  const begun = systemNow();
  const target = new Date(begun.getTime() + 10 * 86_400_000);
  const move = travel(world.db, target, begun);
  // A connection of its own: the pool may not know yet that its next one was closed.
  const closer = postgres(settings().DATABASE_URL, { max: 1 });
  for (let cut = 0; cut < 3; cut++) {
    await sleep(60);
    await closer`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
  }
  await closer.end();
  expect(new Date((await move).now).getTime()).toBeGreaterThanOrEqual(target.getTime());
});

test('a parcel is read next at the first instant after the present one, and never without one', async () => {
  const people = [await registerSubscriber(world), await registerSubscriber(world)];
  const [early, late] = [new Date('2028-01-01T00:00:00Z'), new Date('2028-01-02T00:00:00Z')];
  for (const [at, { email }] of people.entries())
    await transaction(world.db, (tx) =>
      tx.execute(sql`update shipments set check_at = ${(at === 0 ? late : early).toISOString()}::timestamptz
        where order_id in (select o.id from orders o join accounts a on a.id = o.account_id where a.email = ${email})`),
    );
  const jobs = SCHEDULED_JOBS.filter(({ name }) => name === 'readParcels');
  const after = (instant: Date) => readNextInstant(world.ctx(instant), jobs);
  expect(await after(new Date(early.getTime() - 1))).toEqual(early);
  expect(await after(early)).toEqual(late);
  expect(await after(late)).toBeNull();
});
