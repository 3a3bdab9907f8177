import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { setClockOffset } from './clock';
import { openDatabase, transaction, type Db } from '../db';
import { withLease, type Lease } from './lease';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 4);
});
afterAll(async () => {
  await db.$client.end({ timeout: 2 });
  await database.drop();
});
afterEach(() => setClockOffset(0));

/** Holds the lease until it is ended. */
function hold(lengthMs?: number) {
  let end: () => void = () => undefined;
  let begin: (lease: Lease) => void = () => undefined;
  const untilEnd = new Promise<void>((resolve) => (end = resolve));
  const begun = new Promise<Lease>((resolve) => (begin = resolve));
  const ended = withLease(db, { name: 'billing', lengthMs }, (lease) => {
    begin(lease);
    return untilEnd;
  });
  return { begun, end: () => (end(), ended) };
}
const attempt = (waitMs = 0) => withLease(db, { name: 'billing', waitMs }, () => Promise.resolve('worked'));

test('one of many callers works at a time, also for longer than the lease; the next starts when it ends', async () => {
  const holder = hold(2000);
  const lease = await holder.begun;
  expect(await Promise.all([attempt(), attempt()])).toEqual([null, null]);
  await sleep(2500);
  expect([lease.isHeld(), await attempt()]).toEqual([true, null]);
  const waiting = attempt(60_000);
  await holder.end();
  expect(await waiting).toEqual({ done: 'worked' });
  await expect(
    withLease(db, { name: 'billing' }, () => Promise.reject(new Error('failed'))),
  ).rejects.toThrow();
  expect(await attempt()).toEqual({ done: 'worked' });
});

test('a holder without a renewal for a minute loses the lease, notices it, and takes nothing from the next holder', async () => {
  const late = hold(100);
  const lease = await late.begun;
  // Simulates lost renewals and a new holder.
  await transaction(db, (tx) => tx.execute(sql`update leases set holder = 'another', until = '2020-01-01'`));
  const next = hold();
  await next.begun;
  await expect.poll(lease.isHeld).toBe(false);
  await late.end();
  expect(await attempt()).toBeNull();
  await next.end();
});

test('a lease taken by a clock that was set back since is free', async () => {
  setClockOffset(86_400_000);
  const ahead = hold();
  await ahead.begun;
  setClockOffset(0);
  expect(await attempt()).toEqual({ done: 'worked' });
  await ahead.end();
});
