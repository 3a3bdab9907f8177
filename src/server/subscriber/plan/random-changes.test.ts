import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import type { BoxItem } from '@/domain/box';
import { addDays, dayOf, parseDay, type Day } from '@/domain/day';
import type { Frequency } from '@/domain/subscription';
import {
  changeBox,
  changeFrequency,
  changePaymentDay,
  moveOrder,
  pauseSubscription,
  resumeSubscription,
  skipOrder,
} from './plan-commands';
import {
  datesOf,
  liveTo,
  moveSlot,
  setFrequency,
  setPause,
  setPaymentDay,
  skipSlot,
  startCalendar,
  type Calendar,
} from '@/testing/calendar-oracle';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { gatewayCharges } from '@/testing/providers';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, plantSubscriber, refusalOf, runPaymentDates } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { getSubscriptionView, type SubscriptionView } from './queries';

const RUNS = inject('isDeep') ? 12 : 2;
const FIRST_DAY = parseDay('2026-11-20');

const world = withWorld({ startAt: `${FIRST_DAY}T10:00:00+07:00` });

type Command =
  | { do: 'skip'; at: number; skip: boolean }
  | { do: 'box'; packs: number }
  | { do: 'frequency'; frequency: Frequency; at: number }
  | { do: 'day'; paymentDay: number }
  | { do: 'pause'; days: number | null }
  | { do: 'move'; at: number; days: number }
  | { do: 'wait'; days: number };

const anyAt = fc.integer({ min: 0, max: 2 });
const anyFrequency = fc.constantFrom<Frequency>(1, 2, 3);
const anyPaymentDay = fc.integer({ min: 1, max: 31 });
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('skip' as const), at: anyAt, skip: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('box' as const), packs: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('frequency' as const), frequency: anyFrequency, at: anyAt }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('day' as const), paymentDay: anyPaymentDay }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      at: anyAt,
      days: fc.integer({ min: -22, max: 22 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pause' as const),
      days: fc.option(fc.integer({ min: 1, max: 180 }), { freq: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 70 }) }),
  },
);

const anyScenario = fc.record({
  start: fc.integer({ min: 0, max: 400 }).map((days) => addDays(FIRST_DAY, days)),
  paymentDay: anyPaymentDay,
  frequency: anyFrequency,
  commands: fc.array(anyCommand, { minLength: 4, maxLength: 10 }),
});

/** The state that the oracle expects: the calendar, the number of charges and the box. */
interface Expected {
  calendar: Calendar;
  charges: number;
  items: BoxItem[];
}

const today = (): Day => dayOf(world.now());

async function runDays(expected: Expected, until: Day): Promise<Expected> {
  const [next] = datesOf(expected.calendar);
  if (!next || next.date > until) {
    await goTo(world, until, '12:00');
    return expected;
  }
  await runPaymentDates(world, next.date);
  const charges = expected.charges + (next.skipped ? 0 : 1);
  return runDays({ ...expected, charges, calendar: liveTo(expected.calendar, next.date) }, until);
}

async function runCommand(
  accountId: string,
  view: SubscriptionView,
  expected: Expected,
  command: Command,
): Promise<Expected> {
  const { calendar } = expected;
  switch (command.do) {
    case 'wait':
      return runDays(expected, addDays(today(), command.days));
    case 'skip': {
      const { orderId } = view.upcomingOrders[command.at]!;
      const result = await refusalOf(skipOrder(world.ctx(), accountId, { orderId, skip: command.skip }));
      expect(result).toMatch(/^(accepted|SKIP_TOO_LATE)/);
      return { ...expected, calendar: skipSlot(calendar, command.at, command.skip, today()) };
    }
    case 'box': {
      const items: BoxItem[] = [{ productCode: 'day-pads', quantity: command.packs }];
      await changeBox(world.ctx(), accountId, { items });
      return { ...expected, items };
    }
    case 'frequency': {
      const { frequency, at } = command;
      const after = view.upcomingOrders[at]!.paymentDate;
      await changeFrequency(world.ctx(), accountId, { frequency, after });
      return { ...expected, calendar: setFrequency(calendar, frequency, at) };
    }
    case 'move': {
      const { orderId, paymentDate } = view.upcomingOrders[command.at]!;
      const date = addDays(paymentDate, command.days);
      const expectedMove =
        command.days === 0 ? calendar : moveSlot(calendar, command.at, command.days, today());
      const result = await refusalOf(moveOrder(world.ctx(), accountId, { orderId, date }));
      if (command.days !== 0) expect(result.startsWith('accepted')).toBe(expectedMove !== null);
      return { ...expected, calendar: expectedMove ?? calendar };
    }
    case 'pause': {
      const until = command.days === null ? null : addDays(today(), command.days);
      if (until) await pauseSubscription(world.ctx(), accountId, { until });
      else await resumeSubscription(world.ctx(), accountId, {});
      return { ...expected, calendar: setPause(calendar, until, today()) };
    }
    case 'day': {
      const { paymentDay } = command;
      await changePaymentDay(world.ctx(), accountId, { paymentDay });
      const isSame = paymentDay === calendar.paymentDay;
      return { ...expected, calendar: isSame ? calendar : setPaymentDay(calendar, paymentDay, today()) };
    }
  }
}

async function checkScenario(scenario: {
  start: Day;
  paymentDay: number;
  frequency: Frequency;
  commands: Command[];
}): Promise<void> {
  const { start, paymentDay, frequency, commands } = scenario;
  await goTo(world, start, '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay, frequency });
  const readView = () => getSubscriptionView(world.ctx(), accountId);
  let view = await readView();
  const following = view.upcomingOrders[0]!.paymentDate;
  const calendar = startCalendar({ paid: start, following, paymentDay, frequency });
  let expected: Expected = { calendar, charges: 1, items: view.subscription.items };
  for (const command of commands) {
    expected = await runCommand(accountId, view, expected, command);
    view = await readView();
    expect(view.upcomingOrders.map((order) => ({ date: order.paymentDate, skipped: order.skipped }))).toEqual(
      datesOf(expected.calendar),
    );
    expect(view.subscription.items).toEqual(expected.items);
    for (const order of view.upcomingOrders) {
      expect(order.items.map(({ unitPrice: _unit, linePrice: _line, ...item }) => item)).toEqual(
        expected.items,
      );
      expect(order.total).toBe(view.subscription.boxPrice + view.subscription.deliveryFee!);
    }
  }
  await world.sandbox.settled();
  await runJobs();
  expect(await gatewayCharges(world, accountId)).toHaveLength(expected.charges);
  await expectInvariants(world);
}

test('keeps three upcoming orders on the dates of the oracle after any sequence of changes and days', async () => {
  const property = fc.asyncProperty(anyScenario, checkScenario).afterEach(() => forgetEverybody(world));
  await fc.assert(property, {
    numRuns: RUNS,
    interruptAfterTimeLimit: 50_000,
    markInterruptAsFailure: false,
  });
});
