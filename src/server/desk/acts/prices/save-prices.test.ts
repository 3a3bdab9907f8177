import { desc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import type { PriceChange } from '@/domain/price-change';
import { loadCatalogue } from '@/server/shop/catalogue/queries';
import { transaction } from '@/server/db';
import { auditEvents, priceChanges, productPrices } from '@/server/db/schema';
import { changePrices, forgetPriceChanges, operatorCtx, rehearsePrices } from '@/testing/price-changes';
import { goTo, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { loadLatestPrices, withChange } from './price-state';
import { requestRehearsal } from './request-rehearsal';
import { savePrices } from './save-prices';
import { withdrawPrices } from './withdraw-prices';

const world = withWorld({ cleanup: 'empty' });
afterEach(() => forgetPriceChanges(world));

const DAY_PADS = { products: [{ code: 'day-pads', listPrice: 16_900 }] } as const;
const BOTH = { ...DAY_PADS, fees: [{ zone: 'bangkok', fee: 5_000 }] } as const;
const save = (changeId: string) => savePrices(operatorCtx(world), { changeId, why: 'Cotton' });
const withdraw = (changeId: string) => withdrawPrices(operatorCtx(world), { changeId, why: 'A mistake' });
const catalogue = () => loadCatalogue(world.db, world.now());
const pricesOf = async () => {
  const { products, tariff } = await catalogue();
  const product = products.find(({ code }) => code === 'day-pads');
  return [
    product?.listPrice,
    product?.priceVersion,
    tariff.rates.find(({ zone }) => zone === 'bangkok')?.fee,
  ];
};
/** Returns the English text of a refusal, or 'done'. */
const told = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );
const request = async (change: Partial<PriceChange>) => {
  const { key } = await loadLatestPrices(world.db);
  return requestRehearsal(operatorCtx(world), { products: [], fees: [], from: null, ...change, base: key });
};

describe('saving a price change', () => {
  test('writes one version of exactly the rehearsed prices, which apply now, with its reason in the audit', async () => {
    const before = await catalogue();
    const { id } = await changePrices(world, BOTH);
    expect(await pricesOf()).toEqual([16_900, 2, 5_000]);
    expect(await catalogue()).toEqual(withChange(before, { ...BOTH, from: null }));
    const [event] = await world.db.select().from(auditEvents).orderBy(desc(auditEvents.at)).limit(1);
    expect(event).toMatchObject({ actor: 'staff:mali', what: 'prices.changed', subject: 'prices' });
    expect(event?.detail).toMatchObject({
      changeId: id,
      why: 'Cotton costs more',
      products: [{ code: 'day-pads', from: 14_900, to: 16_900 }],
      fees: [{ zone: 'bangkok', from: 4_000, to: 5_000 }],
    });
  });

  test('with a first day applies from its first instant on, and not before', async () => {
    await changePrices(world, { ...BOTH, from: parseDay('2026-12-01') });
    await goTo(world, '2026-11-30', '23:59');
    expect(await pricesOf()).toEqual([14_900, 1, 4_000]);
    await goTo(world, '2026-12-01', '00:00');
    expect(await pricesOf()).toEqual([16_900, 2, 5_000]);
  });

  test('is refused without a finished rehearsal, a second time, and with one of yesterday', async () => {
    expect(await told(save('prc_none'))).toMatch('no saved price change');
    const { id: waiting } = await request(DAY_PADS);
    expect(await told(save(waiting))).toMatch('isn’t finished');
    await transaction(world.db, (tx) => tx.delete(priceChanges));
    const { id } = await rehearsePrices(world, DAY_PADS);
    await pass(world, { hours: 25 });
    expect(await told(save(id))).toMatch('older than 24 hours');
    const { id: fresh } = await changePrices(world, DAY_PADS);
    expect(await told(save(fresh))).toMatch('already saved');
    expect(await pricesOf()).toEqual([16_900, 2, 4_000]);
  });

  test('by two members at the same moment saves one change and refuses the other with a reason', async () => {
    const one = await rehearsePrices(world, DAY_PADS);
    const other = await rehearsePrices(world, { products: [{ code: 'day-pads', listPrice: 17_900 }] });
    const ends = await Promise.all([told(save(one.id)), told(save(other.id))]);
    expect(ends.toSorted()).toEqual([expect.stringMatching(/^Prices have changed/), 'done']);
    const versions = await world.db.$count(productPrices, eq(productPrices.productCode, 'day-pads'));
    expect(versions).toBe(2);
  });

  test('of the same rehearsal by two tabs at the same moment saves it once', async () => {
    const { id } = await rehearsePrices(world, BOTH);
    const ends = await Promise.all([told(save(id)), told(save(id)), told(save(id))]);
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(await pricesOf()).toEqual([16_900, 2, 5_000]);
  });
});

describe('a rehearsal', () => {
  test('is refused for a stale tab, for the same prices, and for prices that are not possible', async () => {
    const { key } = await loadLatestPrices(world.db);
    await changePrices(world, DAY_PADS);
    const stale = { products: [], fees: [{ zone: 'bangkok', fee: 1 }], from: null, base: key } as const;
    expect(await told(requestRehearsal(operatorCtx(world), stale))).toMatch(/^Prices have changed/);
    expect(await told(request(DAY_PADS))).toMatch('No price is different');
    const price = (listPrice: number) => told(request({ products: [{ code: 'day-pads', listPrice }] }));
    expect(await price(0)).toMatch('too low: at least ฿26.66');
    expect(await price(2_665)).toMatch('too low');
    expect(await price(500_001)).toMatch('too high');
    expect(await told(request({ fees: [{ zone: 'bangkok', fee: -1 }] }))).toMatch('delivery fee');
    const from = (day: string) => told(request({ fees: [{ zone: 'bangkok', fee: 0 }], from: parseDay(day) }));
    expect(await from('2026-11-20')).toMatch('first day 2026-11-20 isn’t possible');
    expect(await from('2027-06-01')).toMatch('isn’t possible');
    expect(await told(request({ products: [{ code: 'day-pads', listPrice: 2_666 }] }))).toBe('done');
  });

  test('runs alone, and can be started again when the one before stopped', async () => {
    const ends = await Promise.all([told(request(DAY_PADS)), told(request(BOTH))]);
    expect(ends.toSorted()).toEqual([expect.stringMatching(/^Another rehearsal/), 'done']);
    const hourAgo = sql`now() - interval '1 hour'`;
    await transaction(world.db, (tx) => tx.update(priceChanges).set({ movedAt: hourAgo }));
    expect(await told(request(DAY_PADS))).toBe('done');
  });

  test('changes nothing, also with subscribers', async () => {
    await plantSubscriber(world);
    const { result } = await rehearsePrices(world, BOTH);
    expect([result.subscriptions, result.higher]).toEqual([1, 1]);
    expect(await pricesOf()).toEqual([14_900, 1, 4_000]);
  });
});

describe('a planned price change', () => {
  const from = parseDay('2026-12-01');

  test('is followed by others in order of their days, and refuses one before or beside it', async () => {
    const dear = { products: [{ code: 'day-pads', listPrice: 18_900 }] } as const;
    await changePrices(world, { ...BOTH, from });
    expect(await told(request(dear))).toMatch('planned for 2026-12-01');
    expect(await told(request({ ...dear, from }))).toMatch('planned for 2026-12-01');
    await changePrices(world, { ...dear, from: parseDay('2027-01-01') });
    expect(await told(request({ ...DAY_PADS, from: parseDay('2026-12-15') }))).toMatch('2027-01-01');
    await changePrices(world, { ...DAY_PADS, from: parseDay('2027-02-01') });
    const days = ['2026-11-30', '2026-12-01', '2027-01-01', '2027-02-01'];
    const seen: unknown[] = [];
    for (const day of days) {
      await goTo(world, day, '12:00');
      seen.push((await pricesOf())[0]);
    }
    expect(seen).toEqual([14_900, 16_900, 18_900, 16_900]);
  });

  test('between others is withdrawn alone, and stops what was rehearsed upon it', async () => {
    const dear = { products: [{ code: 'day-pads', listPrice: 18_900 }] } as const;
    const { id } = await changePrices(world, { ...BOTH, from });
    await changePrices(world, { ...dear, from: parseDay('2027-01-01') });
    const { id: upon } = await rehearsePrices(world, { ...DAY_PADS, from: parseDay('2027-02-01') });
    const ends = await Promise.all([told(withdraw(id)), told(withdraw(id))]);
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(await told(save(upon))).toMatch(/^Prices have changed/);
    await goTo(world, '2026-12-02');
    expect(await pricesOf()).toEqual([14_900, 1, 4_000]);
    await goTo(world, '2027-01-01', '00:00');
    expect((await pricesOf())[0]).toBe(18_900);
  });

  test('and the withdrawal of the one before it, at the same moment, end in prices that follow one another', async () => {
    const { id } = await changePrices(world, { ...BOTH, from });
    const { id: later } = await rehearsePrices(world, {
      products: [{ code: 'day-pads', listPrice: 18_900 }],
      from: parseDay('2027-01-01'),
    });
    const [saved, withdrawn] = await Promise.all([told(save(later)), told(withdraw(id))]);
    expect(withdrawn).toBe('done');
    await goTo(world, '2026-12-15');
    expect(await pricesOf()).toEqual([14_900, 1, 4_000]);
    await goTo(world, '2027-01-02');
    expect((await pricesOf())[0]).toBe(saved === 'done' ? 18_900 : 14_900);
  });

  test('that is withdrawn leaves nothing behind', async () => {
    const { id: earlier } = await rehearsePrices(world, DAY_PADS);
    const { id } = await changePrices(world, { ...BOTH, from });
    expect(await told(save(earlier))).toMatch(/^Prices have changed/);
    await withdraw(id);
    expect(await told(withdraw(id))).toMatch('already withdrawn');
    await goTo(world, '2026-12-02');
    expect(await pricesOf()).toEqual([14_900, 1, 4_000]);
    expect(await told(request(DAY_PADS))).toBe('done');
  });

  test('can be withdrawn until an hour before its first day', async () => {
    const { id } = await changePrices(world, { ...BOTH, from });
    await goTo(world, '2026-11-30', '23:01');
    expect(await told(withdraw(id))).toMatch('apply now or within an hour');
    await goTo(world, '2026-12-01', '00:00');
    expect(await pricesOf()).toEqual([16_900, 2, 5_000]);
  });
});
