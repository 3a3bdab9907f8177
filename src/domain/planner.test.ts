import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, monthOf, parseDay, type Day, type Month } from './day';
import { ORDER_STATUSES, type OrderStatus } from './order';
import { planOrders, planThrough, type PlannerFacts } from './planner';
import { cycleDateFor, secondOrderEpoch, type Epoch } from './schedule';

type Existing = PlannerFacts['existing'][number];
const order = (index: number, paymentDate: string, status: OrderStatus): Existing => ({
  index,
  paymentDate: parseDay(paymentDate),
  status,
});
const plan = (today: string, nextIndex: number, epochs: Epoch[], existing: Existing[]) =>
  planOrders({ today: parseDay(today), nextIndex, epochs, existing }).map(
    (row) => `${row.index} ${row.paymentDate}`,
  );

const monthly: Epoch = { fromIndex: 2, baseMonth: '2026-12' as Month, paymentDay: 31, frequency: 1 };

describe('three orders ahead', () => {
  test('follow the first order at activation', () => {
    const first = order(1, '2026-11-20', 'paid');
    expect(plan('2026-11-20', 2, [monthly], [first])).toEqual([
      '2 2026-12-31',
      '3 2027-01-31',
      '4 2027-02-28',
    ]);
  });

  test('are skipped by a pause before its end, and by the subscriber also in a pause', () => {
    const epochs = [{ ...monthly, skips: [parseDay('2027-01-31')] }];
    const planned = planOrders({
      today: parseDay('2026-11-20'),
      nextIndex: 2,
      epochs,
      existing: [],
      pausedUntil: parseDay('2027-02-28'),
    });
    expect(planned).toEqual([
      { index: 2, paymentDate: '2026-12-31', skipped: true, paused: true },
      { index: 3, paymentDate: '2027-01-31', skipped: true },
      { index: 4, paymentDate: '2027-02-28', skipped: false },
    ]);
  });

  test('include an order that was ordered now and is not paid yet', () => {
    const sent = { ...order(2, '2026-12-05', 'awaiting_payment'), isOrderedNow: true };
    const existing = [sent, order(3, '2027-01-31', 'upcoming'), order(4, '2027-02-28', 'skipped')];
    expect(plan('2026-12-05', 5, [monthly], existing)).toEqual([]);
    expect(
      plan('2026-12-05', 5, [monthly], [{ ...sent, isOrderedNow: false }, ...existing.slice(1)]),
    ).toEqual(['5 2027-03-31']);
  });

  test('are completed by one when a payment date begins', () => {
    const existing = [
      order(2, '2026-12-31', 'upcoming'),
      order(3, '2027-01-31', 'upcoming'),
      order(4, '2027-02-28', 'upcoming'),
    ];
    expect(plan('2026-12-30', 5, [monthly], existing)).toEqual([]);
    expect(plan('2026-12-31', 5, [monthly], existing)).toEqual(['5 2027-03-31']);
  });

  test('include a skipped order, also as the last of them', () => {
    const existing = [
      order(2, '2026-12-31', 'upcoming'),
      order(3, '2027-01-31', 'skipped'),
      order(4, '2027-02-28', 'skipped'),
    ];
    expect(plan('2026-12-01', 5, [monthly], existing)).toEqual([]);
    expect(plan('2027-01-31', 5, [monthly], existing)).toEqual(['5 2027-03-31', '6 2027-04-30']);
  });

  test('never have dates that are today or past', () => {
    expect(plan('2027-02-28', 2, [monthly], [])).toEqual(['5 2027-03-31', '6 2027-04-30', '7 2027-05-31']);
    expect(plan('2027-02-27', 2, [monthly], [])).toEqual(['4 2027-02-28', '5 2027-03-31', '6 2027-04-30']);
  });

  test('ignore the void orders of before a reactivation', () => {
    const existing = [
      order(2, '2026-12-31', 'void'),
      order(3, '2027-01-31', 'void'),
      order(4, '2026-12-10', 'paid'),
    ];
    const again = secondOrderEpoch(parseDay('2026-12-10'), 31, 1, 5);
    expect(plan('2026-12-10', 5, [monthly, again], existing)).toEqual([
      '5 2026-12-31',
      '6 2027-01-31',
      '7 2027-02-28',
    ]);
  });

  test('never reuse an index', () => {
    const existing = [order(5, '2027-03-31', 'void')];
    expect(plan('2026-12-01', 2, [monthly], existing)[0]).toBe('6 2027-04-30');
  });
});

test('orders through a day include the order of that day, and start after the last existing order', () => {
  const facts = {
    today: parseDay('2026-12-01'),
    nextIndex: 2,
    epochs: [monthly],
    existing: [order(2, '2026-12-31', 'upcoming')],
  };
  const through = (day: string) => planThrough(facts, parseDay(day)).map(({ paymentDate }) => paymentDate);
  expect(through('2027-02-28')).toEqual(['2027-01-31', '2027-02-28']);
  expect(through('2027-02-27')).toEqual(['2027-01-31']);
  expect(through('2026-12-31')).toEqual([]);
});

const anyFacts = fc
  .record({
    start: fc.integer({ min: 0, max: 3_650 }).map((days) => addDays(parseDay('2026-01-01'), days)),
    paymentDay: fc.integer({ min: 1, max: 31 }),
    frequency: fc.constantFrom(1, 2, 3),
    later: fc.option(
      fc.record({
        at: fc.integer({ min: 1, max: 4 }),
        shift: fc.integer({ min: 1, max: 3 }),
        paymentDay: fc.integer({ min: 1, max: 31 }),
        frequency: fc.constantFrom(1, 2, 3),
      }),
    ),
    statuses: fc.array(fc.constantFrom(...ORDER_STATUSES), { maxLength: 6 }),
    elapsed: fc.integer({ min: 0, max: 500 }),
  })
  .map(({ start, paymentDay, frequency, later, statuses, elapsed }): PlannerFacts => {
    const epochs = [secondOrderEpoch(start, paymentDay, frequency, 1)];
    if (later) {
      const base = monthOf(addDays(cycleDateFor(epochs, later.at), 28 * later.shift));
      epochs.push({
        fromIndex: later.at + 1,
        baseMonth: base,
        paymentDay: later.paymentDay,
        frequency: later.frequency,
      });
    }
    const existing = statuses.map((status, at) => ({
      index: at + 1,
      paymentDate: cycleDateFor(epochs, at + 1),
      status,
    }));
    return { today: addDays(start, elapsed), nextIndex: existing.length + 1, epochs, existing };
  });

const isAhead = (today: Day) => (row: Existing) =>
  (row.status === 'upcoming' || row.status === 'skipped') && row.paymentDate > today;

describe('planning orders for any schedule', () => {
  test('leaves at least three ahead, and exactly three unless there were more before', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const before = facts.existing.filter(isAhead(facts.today)).length;
        expect(before + planOrders(facts).length).toBe(Math.max(3, before));
      }),
    );
  });

  test('twice adds nothing', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const added = planOrders(facts).map((row): Existing => ({ ...row, status: 'upcoming' }));
        const again = { ...facts, existing: [...facts.existing, ...added] };
        expect(planOrders(again)).toEqual([]);
        expect(planOrders({ ...again, nextIndex: (added.at(-1)?.index ?? facts.nextIndex - 1) + 1 })).toEqual(
          [],
        );
      }),
    );
  });

  test('gives strictly rising dates after today and after every existing order', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const standing = facts.existing.filter((row) => row.status !== 'void').map((row) => row.paymentDate);
        let last = [facts.today, ...standing].sort().at(-1)!;
        for (const { paymentDate } of planOrders(facts)) {
          expect(paymentDate > last).toBe(true);
          last = paymentDate;
        }
      }),
    );
  });

  test('gives each order the date of its index, and omits an index only when its date has passed', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const planned = planOrders(facts);
        const byIndex = new Map(planned.map((row) => [row.index, row]));
        expect(byIndex.size).toBe(planned.length);
        const standing = facts.existing.filter((row) => row.status !== 'void').map((row) => row.paymentDate);
        let last = [facts.today, ...standing].sort().at(-1)!;
        for (let index = facts.nextIndex; index <= (planned.at(-1)?.index ?? -1); index++) {
          const date = cycleDateFor(facts.epochs, index);
          const row = byIndex.get(index);
          expect(row ? row.paymentDate === date : date <= last).toBe(true);
          if (row) last = date;
        }
      }),
    );
  });
});
