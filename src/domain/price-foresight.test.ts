import { describe, expect, test } from 'vitest';
import { parseDay, startOfDay, type Month } from './day';
import type { OrderPrices } from './lifecycle/changes';
import { compareForesights, foreseeOrders, lastForeseenDay, type PlanFacts } from './price-foresight';
import { pricesKey } from './price-notice';

const NOW = new Date('2026-12-01T12:00:00+07:00');
const AT = { now: NOW, noticeDays: 30, lastDay: parseDay('2027-12-31') };

const priced = (boxPrice: number, priceVersion: number): OrderPrices => ({
  listPrice: boxPrice,
  boxPrice,
  deliveryFee: 0,
  codeDiscount: 0,
  total: boxPrice,
  points: 0,
  code: null,
  items: [
    {
      productCode: 'day-pads',
      quantity: 1,
      priceVersion,
      listPrice: boxPrice,
      unitPrice: boxPrice,
      linePrice: boxPrice,
    },
  ],
});
const OLD = priced(10_000, 1);
const NEW = priced(12_000, 2);

const facts = (parts: Partial<PlanFacts> = {}): PlanFacts => ({
  epochs: [{ fromIndex: 0, baseMonth: '2026-12' as Month, paymentDay: 31, frequency: 1 }],
  nextIndex: 3,
  existing: ['2026-12-31', '2027-01-31', '2027-02-28'].map((day, index) => ({
    index,
    paymentDate: parseDay(day),
    status: 'upcoming' as const,
  })),
  held: { ...OLD, paymentDate: parseDay('2027-02-28') },
  notice: null,
  ...parts,
});
const from = (instant: Date) => ({
  at: (time: Date) => (time >= instant ? NEW : OLD),
  settledFrom: instant,
});

describe('the foresight of orders', () => {
  test('has one notice, on the day on which the first order with the higher price is planned', () => {
    const { planned, notices } = foreseeOrders(facts(), from(NOW), AT);
    expect(notices).toEqual(['2026-12-31']);
    expect(planned.map(({ total }) => total)).toEqual(Array.from({ length: 10 }, () => 12_000));
    expect(planned[0]?.paymentDate).toBe('2027-03-31');
    expect(planned.at(-1)?.paymentDate).toBe('2027-12-31');
  });

  test('keeps the old price for orders that are planned before the first day', () => {
    const { planned, notices } = foreseeOrders(facts(), from(startOfDay(parseDay('2027-02-01'))), AT);
    expect(notices).toEqual(['2027-02-28']);
    expect(planned.slice(0, 3).map(({ total }) => total)).toEqual([10_000, 10_000, 12_000]);
  });

  test('has no notice for a lower price, nor for a subscription without an order of its box', () => {
    expect(
      foreseeOrders(
        facts({ held: { ...NEW, boxPrice: 13_000, paymentDate: parseDay('2027-02-28') } }),
        from(NOW),
        AT,
      ).notices,
    ).toEqual([]);
    const { planned, notices } = foreseeOrders(facts({ held: null }), from(NOW), AT);
    expect([notices, planned[0]?.total]).toEqual([[], 12_000]);
  });

  test('obeys a notice that was sent before', () => {
    const notice = { number: 1, prices: pricesKey(NEW), firstDate: parseDay('2027-05-31') };
    const { planned, notices } = foreseeOrders(facts({ notice }), from(NOW), AT);
    expect(notices).toEqual([]);
    expect(planned.slice(0, 3).map(({ total }) => total)).toEqual([10_000, 10_000, 12_000]);
  });

  test('leaves out the orders of a pause from the sums, and counts the ones that keep their price', () => {
    const paused = facts({ pausedUntil: parseDay('2027-05-01') });
    const changed = foreseeOrders(paused, from(NOW), AT).planned;
    const without = foreseeOrders(paused, { at: () => OLD, settledFrom: NOW }, AT).planned;
    const existing = paused.existing.map(({ paymentDate }) => paymentDate);
    const effect = compareForesights(existing, { with: changed, without }, parseDay('2027-01-01'));
    expect(effect.kept).toEqual({ count: 2, last: '2027-02-28' });
    expect(effect.firstMonth).toBe('2027-05');
    expect(effect.months.get('2027-05' as Month)).toEqual({ orders: 1, difference: 2_000 });
    expect(effect.months.has('2027-03' as Month)).toBe(false);
  });

  test('compares fifteen months', () => {
    expect(lastForeseenDay(parseDay('2026-12-15'))).toBe('2028-02-29');
  });
});
