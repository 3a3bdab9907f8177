import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf, type Day } from '@/domain/day';
import { recordStock } from '@/server/desk/acts/record-stock';
import { rollUpNumbers } from '@/server/desk/numbers/roll-up';
import { markShipped } from '@/server/desk/acts/parcel';
import { ordersOf, pass, plantSubscriber, plantWithParcel, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { readStock } from './stock';
import { readToday } from './today';
import { countWaiting } from './waiting';

const world = withWorld();
const ctx = () => ({ ...world.ctx(), operator: 'operator' });
const BOX = [
  { productCode: 'day-pads', quantity: 2 },
  { productCode: 'starter-pack', quantity: 1 },
] as const;
let waiting: Planted;

const count = (packs: number) =>
  recordStock(ctx(), 'stf_1', { code: 'day-pads', kind: 'count', packs, onDay: null });
const dayPads = async () => (await readStock(ctx())).products.find(({ code }) => code === 'day-pads');
const shortOn = async () => (await readToday(ctx(), 'warehouse')).cases.find(({ kind }) => kind === 'short');

beforeAll(async () => {
  waiting = await plantWithParcel(world, { items: [...BOX] });
  await plantSubscriber(world, { items: [{ productCode: 'night-pads', quantity: 1 }] });
});

test('needs are what planned orders hold, and a starter pack is what is in it', async () => {
  const { products: stock } = await readStock(ctx());
  expect(stock.map(({ code }) => code)).not.toContain('starter-pack');
  const planned = (await ordersOf(world, waiting.accountId)).filter(
    ({ status, date }) => status === 'upcoming' && date < addDays(dayOf(world.now()), 90),
  );
  const of = await dayPads();
  // The paid box that has not left needs three packs this week, each planned one three more.
  expect(of?.weeks.reduce((sum, { packs }) => sum + packs, 0)).toBe(3 + 3 * planned.length);
  expect(of).toMatchObject({ here: null, missing: 0, runsOutOn: null });
  expect(await shortOn()).toBeUndefined();
});

test('missing packs stand on Today with their number, until an arrival is recorded', async () => {
  const before = await countWaiting(ctx(), { staffId: 'stf_1', role: 'warehouse' });
  await count(1);
  expect(await dayPads()).toMatchObject({ here: 1, missing: 2, runsOutOn: dayOf(world.now()) });
  expect(await shortOn()).toMatchObject({ count: 1, code: 'day-pads', entries: [{ detail: '2' }] });
  const during = await countWaiting(ctx(), { staffId: 'stf_1', role: 'warehouse' });
  expect(during.today).toBe(before.today + 1);
  const tomorrow: Day = addDays(dayOf(world.now()), 1);
  await recordStock(ctx(), 'stf_1', { code: 'day-pads', kind: 'arrival', packs: 5, onDay: tomorrow });
  expect(await dayPads()).toMatchObject({ here: 1, missing: 2, arrivals: [{ day: tomorrow, packs: 5 }] });
  await pass(world, { days: 1 });
  expect(await dayPads()).toMatchObject({ here: 6, missing: 0, arrivals: [] });
  expect(await shortOn()).toBeUndefined();
});

test('what leaves after the count is deducted once, and a new count begins anew', async () => {
  const [first] = await ordersOf(world, waiting.accountId);
  await markShipped(ctx(), first?.id ?? '', { courier: 'thailand_post', number: 'EX550617355TH' });
  expect(await dayPads()).toMatchObject({ here: 3, missing: 0 });
  await pass(world, { minutes: 1 });
  await count(40);
  expect(await dayPads()).toMatchObject({ here: 40 });
});

test('a large shop reads the same sums from the roll-up, with its time, and deducts nothing from a newer count', async () => {
  const before = ctx();
  const now = await readStock(before);
  expect(now.asOf).toBeNull();
  expect(await readStock(ctx(), 0)).toEqual(now);
  await rollUpNumbers(before, new AbortController().signal);
  expect(await readStock(ctx(), 0)).toEqual({ ...now, asOf: before.now.toISOString() });
  await pass(world, { minutes: 30 });
  await plantSubscriber(world, { items: [...BOX] });
  expect(await readStock(ctx(), 0)).toEqual({ ...now, asOf: before.now.toISOString() });
  expect(await readStock(ctx())).not.toEqual(now);
  await count(9);
  const [first] = (await readStock(ctx(), 0)).products.filter(({ code }) => code === 'day-pads');
  expect(first?.here).toBe(9);
});
