import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  datesOf,
  liveTo,
  setFrequency,
  setPaymentDay,
  skipSlot,
  startCalendar,
  type Calendar,
} from '@/testing/calendar-oracle';
import { changeFrequency } from './change-frequency';
import { changePaymentDay } from './change-payment-day';
import { addDays, parseDay, type Day } from './day';
import { canSkip, canUnskip, type OrderStatus } from './order';
import { planOrders } from './planner';
import { ordersAhead, moveFreeProducts, type Reschedule, type ScheduledOrder } from './reschedule';
import { cycleDateFor, firstDates, secondOrderEpoch, type Epoch } from './schedule';

/** The rows of a subscription. Only the rules of the domain change them. */
interface Rows {
  today: Day;
  frequency: number;
  paymentDay: number;
  nextIndex: number;
  epochs: Epoch[];
  orders: ScheduledOrder[];
}

type Command =
  | { do: 'skip'; at: number; skip: boolean }
  | { do: 'frequency'; frequency: number; at: number }
  | { do: 'day'; paymentDay: number }
  | { do: 'free product'; at: number }
  | { do: 'live'; days: number };

const order = (id: string, index: number, paymentDate: Day, status: OrderStatus): ScheduledOrder => ({
  id,
  index,
  paymentDate,
  status,
  begun: status === 'paid',
  freeProduct: false,
  paidOn: status === 'paid' ? paymentDate : null,
});

function plan(rows: Rows): Rows {
  const planned = planOrders({ ...rows, existing: rows.orders });
  const added = planned.map(({ index, paymentDate, skipped }) =>
    order(`planned ${index}`, index, paymentDate, skipped ? 'skipped' : 'upcoming'),
  );
  const nextIndex = (planned.at(-1)?.index ?? rows.nextIndex - 1) + 1;
  return { ...rows, nextIndex, orders: [...rows.orders, ...added] };
}

function start(today: Day, paymentDay: number, frequency: number): Rows {
  const epochs = [secondOrderEpoch(today, paymentDay, frequency, 1)];
  const paid = order('first', 0, today, 'paid');
  return plan({ today, frequency, paymentDay, nextIndex: 1, epochs, orders: [paid] });
}

function apply(rows: Rows, { epochs, kept, dropped, planned, freeProducts, nextIndex }: Reschedule): Rows {
  const stay = rows.orders.map((row): ScheduledOrder => {
    if (dropped.includes(row.id)) return { ...row, status: 'void', freeProduct: false };
    const now = kept.find(({ id }) => id === row.id);
    return now ? { ...row, index: now.index, paymentDate: now.paymentDate, begun: now.closed } : row;
  });
  const added = planned.map(({ index, paymentDate, skipped }) =>
    order(`planned ${index}`, index, paymentDate, skipped ? 'skipped' : 'upcoming'),
  );
  const orders = [...stay, ...added].map((row) =>
    row.status !== 'void' && freeProducts.some(({ to }) => to === row.paymentDate)
      ? { ...row, freeProduct: true }
      : row,
  );
  return { ...rows, nextIndex, epochs: [...rows.epochs, ...epochs], orders };
}

function live(rows: Rows, until: Day): Rows {
  const [next] = ordersAhead(rows);
  if (!next || next.paymentDate > until) return { ...rows, today: until };
  const today = next.paymentDate;
  const orders = rows.orders.map((row): ScheduledOrder => {
    if (row !== next) return row;
    return row.status === 'skipped'
      ? { ...row, begun: true }
      : { ...row, begun: true, status: 'paid', paidOn: today };
  });
  return live(plan({ ...rows, today, orders }), until);
}

function run(rows: Rows, command: Command): Rows {
  const ahead = ordersAhead(rows);
  switch (command.do) {
    case 'live':
      return live(rows, addDays(rows.today, command.days));
    case 'skip': {
      const chosen = ahead[command.at]!;
      const verdict = (command.skip ? canSkip : canUnskip)(chosen, rows.today);
      const status = command.skip ? 'skipped' : 'upcoming';
      if (!verdict.allowed) return rows;
      return { ...rows, orders: rows.orders.map((row) => (row === chosen ? { ...row, status } : row)) };
    }
    case 'free product': {
      const chosen = ahead[command.at]!;
      return {
        ...rows,
        orders: rows.orders.map((row) => (row === chosen ? { ...row, freeProduct: true } : row)),
      };
    }
    case 'frequency': {
      const { frequency } = command;
      const changed = changeFrequency(rows, { frequency, after: ahead[command.at]!.paymentDate });
      return changed ? { ...apply(rows, changed), frequency } : rows;
    }
    case 'day': {
      const { paymentDay } = command;
      if (paymentDay === rows.paymentDay) return rows;
      return { ...apply(rows, changePaymentDay(rows, paymentDay)), paymentDay };
    }
  }
}

function tell(calendar: Calendar, command: Command, today: Day): Calendar {
  switch (command.do) {
    case 'live':
      return liveTo(calendar, addDays(today, command.days));
    case 'skip':
      return skipSlot(calendar, command.at, command.skip, today);
    case 'free product':
      return calendar;
    case 'frequency':
      return setFrequency(calendar, command.frequency, command.at);
    case 'day':
      return command.paymentDay === calendar.paymentDay
        ? calendar
        : setPaymentDay(calendar, command.paymentDay, today);
  }
}

const anyAt = fc.integer({ min: 0, max: 2 });
const anyPaymentDay = fc.integer({ min: 1, max: 31 });
const anyFrequency = fc.constantFrom(1, 2, 3);
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('skip' as const), at: anyAt, skip: fc.boolean() }),
  fc.record({ do: fc.constant('frequency' as const), frequency: anyFrequency, at: anyAt }),
  fc.record({ do: fc.constant('day' as const), paymentDay: anyPaymentDay }),
  fc.record({ do: fc.constant('free product' as const), at: anyAt }),
  fc.record({ do: fc.constant('live' as const), days: fc.integer({ min: 0, max: 45 }) }),
);
const anyStory = fc.record({
  today: fc.integer({ min: 0, max: 1_500 }).map((days) => addDays(parseDay('2026-01-01'), days)),
  paymentDay: anyPaymentDay,
  frequency: anyFrequency,
  commands: fc.array(anyCommand, { minLength: 1, maxLength: 14 }),
});

describe('after any sequence of changes and days', () => {
  test('exactly three orders are ahead, on the dates and with the skips that the product description gives', () => {
    fc.assert(
      fc.property(anyStory, ({ today, paymentDay, frequency, commands }) => {
        let rows = start(today, paymentDay, frequency);
        const following = firstDates(today, paymentDay, frequency)[1];
        let calendar = startCalendar({ paid: today, following, paymentDay, frequency });
        for (const command of commands) {
          calendar = tell(calendar, command, rows.today);
          rows = run(rows, command);
          const shown = ordersAhead(rows).map((row) => ({
            date: row.paymentDate,
            skipped: row.status === 'skipped',
          }));
          expect(shown).toEqual(datesOf(calendar));
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test('dates rise with the indexes, no index is reused and every order ahead has the date of its index', () => {
    fc.assert(
      fc.property(anyStory, ({ today, paymentDay, frequency, commands }) => {
        const rows = commands.reduce(run, start(today, paymentDay, frequency));
        const standing = rows.orders.filter((row) => row.status !== 'void').sort((a, b) => a.index - b.index);
        const dates = standing.map((row) => row.paymentDate);
        expect(dates).toEqual([...new Set(dates)].sort());
        expect(new Set(rows.orders.map((row) => row.index)).size).toBe(rows.orders.length);
        expect(Math.max(...rows.orders.map((row) => row.index))).toBeLessThan(rows.nextIndex);
        for (const row of ordersAhead(rows)) {
          expect(cycleDateFor(rows.epochs, row.index)).toBe(row.paymentDate);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('no free product is lost, and no order has two', () => {
    fc.assert(
      fc.property(anyStory, ({ today, paymentDay, frequency, commands }) => {
        let rows = start(today, paymentDay, frequency);
        const count = () => rows.orders.filter((row) => row.freeProduct).length;
        for (const command of commands) {
          const before = count();
          const hadOne = command.do === 'free product' && ordersAhead(rows)[command.at]!.freeProduct;
          rows = run(rows, command);
          expect(count()).toBe(command.do === 'free product' && !hadOne ? before + 1 : before);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a free product of a dropped order', () => {
  const gone = (id: string, date: string) => ({
    ...order(id, 1, parseDay(date), 'upcoming'),
    freeProduct: true,
  });
  const ahead = (date: string, skipped = false, freeProduct = false) => ({
    paymentDate: parseDay(date),
    skipped,
    freeProduct,
  });
  const homes = (dropped: ScheduledOrder[], orders: ReturnType<typeof ahead>[]) =>
    moveFreeProducts(dropped, orders).map(({ from, to }) => `${from} → ${to}`);

  test('moves to the next order without one', () => {
    const orders = [ahead('2027-01-31'), ahead('2027-03-31', false, true), ahead('2027-05-31')];
    expect(homes([gone('a', '2027-02-28')], orders)).toEqual(['a → 2027-05-31']);
  });

  test('moves to a skipped order only if no other order will be sent', () => {
    const orders = [ahead('2027-01-31'), ahead('2027-03-31', true), ahead('2027-05-31', true)];
    expect(homes([gone('a', '2027-02-28')], orders)).toEqual(['a → 2027-01-31']);
    const skipped = orders.map((row) => ({ ...row, skipped: true }));
    expect(homes([gone('a', '2027-02-28')], skipped)).toEqual(['a → 2027-03-31']);
  });

  test('moves to the nearest earlier order when there is no later one', () => {
    const orders = [ahead('2027-01-31'), ahead('2027-02-28'), ahead('2027-03-31')];
    const dropped = [gone('a', '2027-04-30'), gone('b', '2027-07-31')];
    expect(homes(dropped, orders)).toEqual(['a → 2027-03-31', 'b → 2027-02-28']);
  });

  test('stays where it is if its order stays', () => {
    expect(homes([{ ...gone('a', '2027-02-28'), freeProduct: false }], [ahead('2027-03-31')])).toEqual([]);
  });
});
