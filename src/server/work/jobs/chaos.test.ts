import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { deepTest } from '@/testing/deep';
import { runJobs } from '@/testing/jobs';
import { gatewayCharges, injectFault } from '@/testing/providers';
import { catchUpParcels } from '@/testing/parcels';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { goTo, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { findViolations } from '../invariants/invariants';
import { runBilling } from './run';

let admin: postgres.Sql;
const world = withWorld({ cleanup: 'check' });
beforeAll(async () => {
  admin = postgres(settings().DATABASE_URL, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await admin.end();
});

const COUNT = 12;
const run = () => runBilling(world.ctx());

async function dueToday(time = '09:00'): Promise<void> {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await cloneSubscriber(world, person, COUNT - 1);
  await goTo(world, '2026-12-31', time);
  await catchUpParcels(world);
}

/** Repeats `work` at short intervals until `until` settles. */
async function meanwhile<T>(until: Promise<T>, everyMs: number, work: () => Promise<unknown>): Promise<T> {
  let isOver = false;
  const end = () => (isOver = true);
  until.then(end, end);
  try {
    while (!isOver) {
      await work();
      await sleep(everyMs);
    }
  } finally {
    await until;
  }
  return until;
}

const renewals = async () =>
  (await gatewayCharges(world)).filter((charge) => charge.transactionIndicator === 'MIT');

test('charges every subscriber once while database connections are killed during three runs', async () => {
  await dueToday();
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  // Like the worker, starts an interrupted run again.
  const stubborn = async () => {
    for (let tries = 0; tries < 40; tries++) {
      try {
        const { charged, planned, failed } = await run();
        if (charged + planned + failed === 0) return;
      } catch {
        await sleep(20);
      }
    }
  };
  let kills = 0;
  await meanwhile(Promise.all([stubborn(), stubborn(), stubborn()]), 60, async () => {
    if (kills >= 16) return;
    const killed = await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2`;
    kills += killed.length;
  });
  expect(kills).toBeGreaterThan(5);
  // An attempt that was interrupted after the call is read once its lease has expired. An attempt that was
  // interrupted before the call is closed after a day without a charge.
  for (const later of [{ minutes: 4 }, { minutes: 11 }, { hours: 25 }, { minutes: 1 }]) {
    await pass(world, later);
    await run();
  }
  const charges = await renewals();
  expect(charges).toHaveLength(COUNT);
  expect(new Set(charges.map((charge) => charge.metadata.orderId)).size).toBe(COUNT);
  const paid = await admin`select id from orders where paid_on >= '2026-12-31'`;
  expect(paid).toHaveLength(COUNT);
});

deepTest('a gateway with every kind of fault charges every subscriber exactly once in the end', async () => {
  await dueToday('00:00');
  await run();
  await goTo(world, '2026-12-31', '09:00');
  const ways: { kind: string; args?: Record<string, unknown> }[] = [
    { kind: 'reset' },
    { kind: 'reset', args: { after: true } },
    { kind: 'status', args: { status: 500 } },
    { kind: 'status', args: { status: 500, after: true } },
    { kind: 'status', args: { status: 429 } },
    { kind: 'html_502' },
    { kind: 'bad_json' },
    { kind: 'unknown_status' },
    { kind: 'amount_mismatch' },
    { kind: 'status', args: { status: 400, code: 'insufficient_fund' } },
  ];
  for (const way of ways) await injectFault(world, { op: 'POST /charges', ...way, times: 1 });
  await injectFault(world, { op: 'GET /charges', kind: 'stale_read', times: 5 });
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 30 });
  await injectFault(world, { op: 'webhook', kind: 'duplicate', times: 30 });
  await meanwhile(Promise.all([run(), run()]), 100, async () => {
    expect(await findViolations(world.ctx())).toEqual([]);
  });
  for (const [day, time] of [
    ['2026-12-31', '09:01'],
    // Each new failure opens the circuit for up to five minutes.
    ...['09:10', '09:20', '09:30', '09:40', '09:50', '10:00', '10:10', '10:20', '10:30', '10:40'].map(
      (time) => ['2026-12-31', time] as const,
    ),
    ['2027-01-01', '12:00'],
    ['2027-01-03', '09:00'],
    ['2027-01-03', '09:15'],
    ['2027-01-05', '09:00'],
    ['2027-01-07', '09:00'],
  ] as const) {
    await goTo(world, day, time);
    await Promise.all([run(), run()]);
    await world.sandbox.settled();
    await runJobs();
    expect(await findViolations(world.ctx())).toEqual([]);
  }
  const successful = (await renewals()).filter((charge) => charge.status === 'successful');
  expect(new Set(successful.map((charge) => charge.metadata.orderId)).size).toBe(COUNT);
  expect(successful).toHaveLength(COUNT);
});
