import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { settings } from '@/settings/settings';
import { monotonicMs } from '../../platform/clock';
import { openDatabase, type Db } from '../../db';
import { takeChargeTokens } from './rate';
import { createPace } from './pace';

/** The number of milliseconds that a timer may fire too early. */
const EARLY_MS = 5;

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 2);
});
afterAll(async () => {
  await db.$client.end({ timeout: 2 });
  await database.drop();
});

async function lasts(work: () => Promise<unknown>): Promise<number> {
  const started = monotonicMs();
  await work();
  return monotonicMs() - started;
}

test('two processes share one rate, and a token taken for a subscriber delays both', async () => {
  settings().CHARGES_PER_SECOND = 100;
  const rate = { perSecond: 100, take: (count: number) => takeChargeTokens(db, count) };
  const [one, other] = [createPace(rate), createPace(rate)];
  // Each run takes 25 tokens at once. So the last of 30 calls of each run is in the fourth quarter of a
  // second.
  const calls = () => Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? one : other).wait()));
  expect(await lasts(calls)).toBeGreaterThanOrEqual(750 - EARLY_MS);
  await takeChargeTokens(db, 1000);
  expect(await takeChargeTokens(db, 25)).toBeGreaterThan(5000);
});

test('without a rate no call waits, except the next one after a refusal', async () => {
  const pace = createPace(null);
  const hundred = () => Promise.all(Array.from({ length: 100 }, () => pace.wait()));
  // Calls that do not wait end before the next turn of the event loop.
  const atOnce = () => Promise.race([hundred().then(() => true), nextTurn(false)]);
  expect(await atOnce()).toBe(true);
  pace.holdFor(100);
  expect(await lasts(hundred)).toBeGreaterThanOrEqual(100 - EARLY_MS);
  await sleep(EARLY_MS);
  expect(await atOnce()).toBe(true);
});

test('a run waits at most a minute for a token, even after the database’s clock was set back', async () => {
  settings().CHARGES_PER_SECOND = 100;
  await takeChargeTokens(db, 1_000_000);
  expect(await takeChargeTokens(db, 25)).toBeLessThanOrEqual(60_000);
});
