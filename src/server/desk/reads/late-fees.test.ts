import { eq, gte, sum } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { parseDay, type Month } from '@/domain/day';
import type { NumberedEntry } from '@/domain/journal';
import { transaction } from '@/server/db';
import { gatewayTransactions } from '@/server/db/schema';
import { livePayments } from '@/testing/payouts';
import { goTo } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { compareStatement } from '../../money/payouts/compare-payouts';
import { monthStart } from '../../money/payouts/months';
import { readPayouts } from '../../money/payouts/read-payouts';
import { readFlag, writeFlag } from '../../platform/flags';
import { closeMonth } from '../acts/payouts';
import { readJournal } from './journal';

const world = withWorld();

async function entriesOf(month: Month) {
  const entries: NumberedEntry[] = [];
  for await (const ofDay of readJournal(world.ctx(), month)) entries.push(...ofDay);
  return entries;
}

test('the fees of a closed month never change; one that is read before its end or after it is booked once', async () => {
  const [december, january, february] = ['2026-12', '2027-01', '2027-02'] as [Month, Month, Month];
  await livePayments(world, { from: parseDay('2026-12-01'), days: 5, perDay: 1 });
  await goTo(world, '2027-01-12', '09:00');
  await readPayouts(world.db, 'worker', 0);
  const since = gte(gatewayTransactions.createdAt, monthStart(december));
  const [first] = await world.db.select().from(gatewayTransactions).where(since).limit(1);
  await transaction(world.db, (tx) =>
    tx.delete(gatewayTransactions).where(eq(gatewayTransactions.id, first?.id ?? '')),
  );
  await compareStatement(world.db);
  const close = (month: Month) => closeMonth({ ...world.ctx(), operator: 'staff:stf_fon' }, month);
  const twice = await Promise.allSettled([close(december), close(december)]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const closed = await entriesOf(december);
  await goTo(world, '2027-01-13', '09:00');
  await readAllAgain();
  const late = (await entriesOf(january)).filter(({ occasion }) => occasion === 'lateFees');
  expect(late).toMatchObject([{ day: '2027-01-13', reference: '2026-12' }]);
  await goTo(world, '2027-02-12', '09:00');
  await readAllAgain();
  await close(january);
  await readAllAgain();
  expect(await entriesOf(december)).toEqual(closed);
  const all = [...closed, ...(await entriesOf(january)), ...(await entriesOf(february))];
  const booked = all.flatMap(({ lines }) => lines).filter(({ account }) => account === 'fees');
  const [whole] = await world.db
    .select({ fee: sum(gatewayTransactions.fee).mapWith(Number) })
    .from(gatewayTransactions);
  expect(booked.reduce((total, { amount }) => total + amount, 0)).toBe(whole?.fee);
});

/** Reads the lists of the gateway from before the first payment, as if nothing had been read before. */
async function readAllAgain() {
  const last = await readFlag(world.db, 'payouts');
  if (!last) throw new Error('nothing was read');
  const earlier = { ...last, readAt: '2026-11-01T00:00:00.000Z' };
  await transaction(world.db, (tx) => writeFlag(tx, 'payouts', earlier));
  await readPayouts(world.db, 'worker', 0);
}
