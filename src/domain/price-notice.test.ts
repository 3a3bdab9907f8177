import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOf, daysBetween, hourOf, parseDay, type Day } from './day';
import type { OrderPrices } from './lifecycle/changes';
import { firstNoticeDate, planPrices, pricesKey, type HeldPrices, type PriceNotice } from './price-notice';

const NOTICE_DAYS = 30;
const NOW = hourOf(parseDay('2026-12-31'), 0);

/** Returns the prices of a box of one pack with these price versions of two products. */
function pricesOf(box: number, { day = 1, night = 1, fee = 4000 } = {}): OrderPrices {
  const item = (productCode: 'day-pads' | 'night-pads', priceVersion: number) => ({
    productCode,
    priceVersion,
    quantity: 1,
    listPrice: box,
    unitPrice: box,
    linePrice: box,
  });
  return {
    listPrice: box,
    boxPrice: box,
    deliveryFee: fee,
    codeDiscount: 0,
    total: box + fee,
    points: 1,
    code: null,
    items: [item('day-pads', day), item('night-pads', night)],
  };
}

const held = (prices: OrderPrices, date = '2026-12-30'): HeldPrices => ({
  ...prices,
  paymentDate: parseDay(date),
});
const OLD = pricesOf(30000);
const NEW = pricesOf(33000, { day: 2 });

function plan(
  dates: string[],
  facts: { todays: OrderPrices; held: HeldPrices | null; notice?: PriceNotice | null; now?: Date },
) {
  const { prices, raise } = planPrices(
    dates.map((date) => ({ paymentDate: parseDay(date) })),
    { notice: null, now: NOW, noticeDays: NOTICE_DAYS, ...facts },
  );
  return { totals: prices.map(({ total }) => total), raise };
}

describe('the price of a planned order', () => {
  test('rises with a notice if its payment date is at least 30 days after the notice', () => {
    expect(plan(['2027-01-30'], { todays: NEW, held: held(OLD) })).toEqual({
      totals: [37000],
      raise: {
        number: 1,
        firstDate: '2027-01-30',
        oldTotal: 34000,
        newTotal: 37000,
        prices: 'day-pads@2 night-pads@1 delivery=4000',
      },
    });
    expect(plan(['2027-01-29'], { todays: NEW, held: held(OLD) })).toEqual({ totals: [34000], raise: null });
  });

  test('rises a day later if quiet hours delay the notice until the next morning', () => {
    const now = hourOf(parseDay('2026-12-31'), 22);
    expect(firstNoticeDate(now, NOTICE_DAYS)).toBe('2027-01-31');
    expect(plan(['2027-01-30', '2027-01-31'], { todays: NEW, held: held(OLD), now }).totals).toEqual([
      34000, 37000,
    ]);
  });

  test('rises for all orders of a batch with one notice, which names the first of them', () => {
    const { totals, raise } = plan(['2027-01-15', '2027-02-15', '2027-03-15'], {
      todays: NEW,
      held: held(OLD),
    });
    expect(totals).toEqual([34000, 37000, 37000]);
    expect(raise).toMatchObject({ firstDate: '2027-02-15' });
  });

  test('rises once for several products and the delivery fee', () => {
    const both = pricesOf(36000, { day: 2, night: 2, fee: 6000 });
    expect(plan(['2027-03-15'], { todays: both, held: held(OLD) }).raise).toMatchObject({
      oldTotal: 34000,
      newTotal: 42000,
    });
  });

  test('falls at once, and stays without a notice if it is equal', () => {
    expect(plan(['2027-01-02'], { todays: pricesOf(20000, { day: 2 }), held: held(OLD) })).toEqual({
      totals: [24000],
      raise: null,
    });
    expect(plan(['2027-01-02'], { todays: OLD, held: held(OLD) })).toEqual({ totals: [34000], raise: null });
  });

  test('is the price of today without an earlier order of the same box', () => {
    expect(plan(['2027-01-02'], { todays: NEW, held: null })).toEqual({ totals: [37000], raise: null });
  });

  test('rises without another notice from the announced date on, and not before it', () => {
    const notice = { number: 1, prices: pricesKey(NEW), firstDate: parseDay('2027-02-15') };
    const later = hourOf(parseDay('2027-01-02'), 10);
    const facts = { todays: NEW, held: held(OLD), notice, now: later };
    expect(plan(['2027-02-14', '2027-02-15'], facts)).toEqual({ totals: [34000, 37000], raise: null });
  });

  test('needs another notice after another rise, and after a fall that ended the announced price', () => {
    const notice = { number: 1, prices: pricesKey(NEW), firstDate: parseDay('2027-02-15') };
    const newer = pricesOf(34000, { day: 3 });
    const second = plan(['2027-03-15'], { todays: newer, held: held(NEW), notice });
    expect(second.raise).toMatchObject({ number: 2, oldTotal: 37000, newTotal: 38000 });
    const fallen = held(OLD, '2027-03-01');
    const now = hourOf(parseDay('2027-04-01'), 10);
    expect(plan(['2027-06-15'], { todays: NEW, held: fallen, notice, now }).raise).toMatchObject({
      number: 2,
    });
  });

  test('never returns to an older price version that was read before the lock', () => {
    expect(plan(['2027-03-15'], { todays: OLD, held: held(NEW) })).toEqual({ totals: [37000], raise: null });
    const cheaper = held(pricesOf(20000, { day: 2 }));
    expect(plan(['2027-03-15'], { todays: OLD, held: cheaper })).toEqual({ totals: [24000], raise: null });
  });

  test('has no discount of the code of the first order', () => {
    const first = held({ ...OLD, codeDiscount: 10000, code: 'TENOFF', total: 24000 });
    expect(plan(['2027-01-02'], { todays: NEW, held: first })).toEqual({ totals: [34000], raise: null });
  });
});

/** A step of a subscription: the days until it, the price of the catalogue then, and the orders that it voids. */
const anyStep = fc.record({
  days: fc.integer({ min: 0, max: 60 }),
  price: fc.integer({ min: 200, max: 260 }),
  voided: fc.integer({ min: 0, max: 2 }),
  dates: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 3 }),
});

test('no order costs more than the one before it without a notice at least 30 days earlier', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 12 }), (steps) => {
      let now = NOW;
      let version = 1;
      let last = 0;
      let orders: { date: Day; prices: HeldPrices }[] = [];
      const notices: (PriceNotice & { newTotal: number; at: Date })[] = [];
      for (const { days, price, voided, dates } of steps) {
        now = new Date(now.getTime() + days * 86_400_000);
        if (price !== last) version += 1;
        last = price;
        if (voided < orders.length) orders = orders.slice(0, orders.length - voided);
        const after = orders.at(-1)?.date ?? dayOf(now);
        const from = after > dayOf(now) ? after : dayOf(now);
        const planned = [...new Set(dates)].sort((a, b) => a - b).map((ahead) => addDays(from, ahead));
        const { prices, raise } = planPrices(
          planned.map((paymentDate) => ({ paymentDate })),
          {
            todays: pricesOf(price, { day: version }),
            held: orders.at(-1)?.prices ?? null,
            notice: notices.at(-1) ?? null,
            now,
            noticeDays: NOTICE_DAYS,
          },
        );
        orders.push(...planned.map((date, at) => ({ date, prices: { ...prices[at]!, paymentDate: date } })));
        if (raise) notices.push({ ...raise, at: now });
      }
      for (const [at, { date, prices }] of orders.entries()) {
        const before = orders[at - 1];
        if (!before || prices.total <= before.prices.total) continue;
        const told = notices.filter(
          ({ firstDate, newTotal }) => firstDate <= date && newTotal === prices.total,
        );
        expect(told.some((notice) => daysBetween(dayOf(notice.at), date) >= NOTICE_DAYS)).toBe(true);
      }
      const keys = notices.map((notice) => `${notice.prices} ${notice.firstDate}`);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});
