import { eq, inArray, sql } from 'drizzle-orm';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { addDays, dayOf, type Day, type Month } from '@/domain/day';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import { FIGURES } from '@/domain/numbers';
import { deleteAccount } from '@/server/subscriber/account/deletion';
import { setDelivery } from '@/server/subscriber/account/delivery';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { transaction } from '@/server/db';
import { accounts, endedRegistrations, numberMonths, numbers, sessions } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { refund } from '@/server/desk/acts/refund';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import {
  changeFrequency,
  pauseSubscription,
  resumeSubscription,
} from '@/server/subscriber/plan/plan-commands';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { DELIVERY, GOOD_CARD } from '@/testing/browser';
import { countByHand } from '@/testing/numbers-oracle';
import { expectInvariants } from '@/testing/invariants';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, ordersOf, pass, plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { dropQueuedMessages, withWorld } from '@/testing/with-world';
import { listMonthsToRollUp, rebuildNumbers, rollUpMonth, rollUpNumbers } from './roll-up';

const START = '2026-11-20';
const world = withWorld({ startAt: `${START}T10:00:00+07:00` });
afterEach(async () => {
  await forgetEverybody(world);
  await transaction(world.db, async (tx) => {
    await tx.delete(numberMonths);
    await tx.delete(endedRegistrations);
  });
  await goTo(world, START, '10:00');
});

const running = new AbortController().signal;
const rollUp = () => rollUpNumbers(world.ctx(), running);
const month = (text: string) => text as Month;
const stored = async () =>
  (
    await world.db
      .select()
      .from(numbers)
      .where(inArray(numbers.figure, [...FIGURES]))
  ).sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
const keyOf = ({ month: of, figure, part }: { month: string; figure: string; part: string }) =>
  `${of} ${figure} ${part}`;
const countOf = async (figure: string, of = '2026-11') =>
  (await stored())
    .filter((row) => row.figure === figure && row.month === of)
    .reduce((sum, row) => sum + row.count, 0);

/** A generator of numbers from 0 to `below` that repeats itself for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}

type Command = (accountId: string, pick: (below: number) => number) => Promise<unknown>;
const COMMANDS: Command[] = [
  (accountId, pick) =>
    cancelSubscription(world.ctx(), accountId, {
      reason: CANCEL_REASONS[pick(CANCEL_REASONS.length)] ?? 'other',
    }),
  (accountId, pick) => reactivate(world.ctx(), accountId, { when: 'now', frequency: pick(2) === 0 ? 1 : 3 }),
  (accountId, pick) =>
    reactivate(world.ctx(), accountId, { when: addDays(dayOf(world.now()), 1 + pick(30)), frequency: 2 }),
  (accountId, pick) =>
    pauseSubscription(world.ctx(), accountId, { until: addDays(dayOf(world.now()), 1 + pick(90)) }),
  (accountId) => resumeSubscription(world.ctx(), accountId, {}),
  (accountId, pick) =>
    changeFrequency(world.ctx(), accountId, { frequency: pick(2) === 0 ? 2 : 3 } as Parameters<
      typeof changeFrequency
    >[2]),
  async (accountId, pick) => {
    const paid = (await ordersOf(world, accountId)).filter(({ status }) => status === 'paid');
    const target = paid[pick(paid.length)]?.id ?? 'ord_none';
    const amount = pick(2) === 0 ? null : 1234;
    await refund({ ...world.ctx(), operator: 'test' }, { target, amount, why: 'x' });
  },
];

const DECLINES_LATER = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };

// As many months with fewer steps in the short form.
const [STEPS, LONGEST_PAUSE] = inject('isDeep') ? [45, 140] : [24, 280];

async function liveRandomly(seed: number): Promise<void> {
  const pick = random(seed);
  const people: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    if (step % 4 === 0) {
      const wish = { paymentDay: 1 + pick(31), frequency: ([1, 2, 3] as const)[pick(3)] ?? 1 };
      if (pick(4) === 0) await plantRegistration(world, wish);
      else
        people.push(
          (await plantSubscriber(world, wish, pick(3) === 0 ? DECLINES_LATER : GOOD_CARD)).accountId,
        );
    }
    const accountId = people[pick(people.length)];
    const command = COMMANDS[pick(COMMANDS.length)];
    // Many commands are refused in the present state; the history consists of the others.
    if (accountId !== undefined) await command?.(accountId, pick).catch(() => undefined);
    await pass(world, { hours: 7 + pick(LONGEST_PAUSE) });
    await runBilling(world.ctx());
  }
  await world.sandbox.settled();
  await runBilling(world.ctx());
}

/** Expects the figures that `countByHand` counts from the rows, of every kind. */
async function expectCountedByHand(found: Awaited<ReturnType<typeof stored>>): Promise<void> {
  expect(found.map((row) => [keyOf(row), row.count, row.amount])).toEqual(
    (await countByHand(world.ctx())).map((row) => [keyOf(row), row.count, row.amount]),
  );
  for (const figure of ['new', 'returned', 'paused', 'lost', 'active', 'refunded', 'planned'])
    expect(
      found.some((row) => row.figure === figure),
      figure,
    ).toBe(true);
}

/** Expects that the subscriptions of each month differ from those before by new, returned and lost ones. */
async function expectMonthsToFollow(): Promise<void> {
  const months = (await world.db.select().from(numberMonths).orderBy(numberMonths.month)).map(
    (row) => row.month,
  );
  expect(months.length).toBeGreaterThan(4);
  let subscribed = 0;
  for (const one of months) {
    const [begun, returned, lost] = await Promise.all(
      ['new', 'returned', 'lost'].map((figure) => countOf(figure, one)),
    );
    subscribed += (begun ?? 0) + (returned ?? 0) - (lost ?? 0);
    expect([one, (await countOf('active', one)) + (await countOf('onPause', one))]).toEqual([
      one,
      subscribed,
    ]);
  }
}

async function expectRevenueOfLedger(): Promise<void> {
  const sum = (await stored()).reduce(
    (total, { figure, amount }) =>
      total + (figure === 'received' ? amount : figure === 'refunded' ? -amount : 0),
    0,
  );
  const [ledger] = await world.db.execute<{
    sum: number;
  }>(sql`select (select sum(amount) from money_received)::float8
      - coalesce((select sum(amount) from refunds where status = 'succeeded'), 0)::float8 as sum`);
  expect(sum).toBe(ledger?.sum);
  expect(sum).toBeGreaterThan(0);
}

test.each(inject('isDeep') ? [5, 11, 77, 2026] : [5])(
  'the figures of a random history equal its rows, also after a rebuild, and have the revenue of the ledger to the satang (seed %i)',
  async (seed) => {
    await liveRandomly(seed);
    await dropQueuedMessages(world);
    await expectInvariants(world);
    await rollUp();
    const first = await stored();
    await expectCountedByHand(first);
    await expectMonthsToFollow();
    await expectRevenueOfLedger();
    await transaction(world.db, (tx) => tx.update(numbers).set({ count: 7 }));
    await rebuildNumbers(world.ctx());
    expect(await stored()).toEqual(first);
  },
);

describe('a roll-up', () => {
  test('of two processes at once stores each month once', async () => {
    const person = await plantSubscriber(world);
    await Promise.all([...Array(6).keys()].map(() => rollUpMonth(world.ctx(), month('2026-11'))));
    expect(await countOf('new')).toBe(1);
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
    await pass(world, { hours: 2 });
    await Promise.all([rollUp(), rollUp(), rebuildNumbers(world.ctx())]);
    expect(await countOf('lost')).toBe(1);
    expect(await world.db.select().from(numberMonths)).toHaveLength(1);
  });

  test('of an earlier instant does not replace a later one', async () => {
    const earlier = world.ctx();
    await pass(world, { minutes: 5 });
    await plantSubscriber(world);
    await pass(world, { minutes: 5 });
    await rollUpMonth(world.ctx(), month('2026-11'));
    await rollUpMonth(earlier, month('2026-11'));
    expect(await countOf('new')).toBe(1);
  });

  test('is due for every month since the first registration, and then once an hour for the open ones', async () => {
    expect(await listMonthsToRollUp(world.ctx())).toEqual([]);
    await plantSubscriber(world);
    await goTo(world, '2027-01-20');
    expect(await listMonthsToRollUp(world.ctx())).toEqual(['2026-11', '2026-12', '2027-01']);
    await rollUp();
    expect(await listMonthsToRollUp(world.ctx())).toEqual([]);
    await pass(world, { minutes: 60 });
    expect(await listMonthsToRollUp(world.ctx())).toEqual(['2027-01']);
  });

  test('of every month leaves the figures in place while it computes', async () => {
    await plantSubscriber(world);
    await goTo(world, '2027-02-20');
    await rollUp();
    const months = async () => (await world.db.select().from(numberMonths)).length;
    let least = await months();
    let isOver = false;
    const rebuilding = rebuildNumbers(world.ctx()).finally(() => (isOver = true));
    while (!isOver) least = Math.min(least, await months());
    expect([await rebuilding, least]).toEqual([['2026-11', '2026-12', '2027-01', '2027-02'], 4]);
  });

  test('of a month that is over leaves the packs of the last roll-up, and the present month replaces them', async () => {
    await plantSubscriber(world);
    await rollUp();
    const packs = async () =>
      (await world.db.select().from(numbers))
        .filter(({ figure }) => figure === 'packsPlanned')
        .map(({ month: of, part }) => `${of} ${part}`);
    const first = await packs();
    expect(first.length).toBeGreaterThan(0);
    await goTo(world, '2026-12-02');
    await rollUpMonth(world.ctx(), month('2026-11'));
    expect(await packs()).toEqual(first);
    await rollUpMonth(world.ctx(), month('2026-12'));
    expect(new Set((await packs()).map((one) => one.slice(0, 7)))).toEqual(new Set(['2026-12']));
  });

  test('does not begin when the worker stops', async () => {
    await plantSubscriber(world);
    await rollUpNumbers(world.ctx(), AbortSignal.abort());
    expect(await stored()).toEqual([]);
  });
});

describe('a registration that is deleted unpaid', () => {
  test.each(['details', 'delivery', 'payment'] as const)(
    'stays in the funnel at the step %s, without its person',
    async (step) => {
      const { accountId } = await plantRegistration(world);
      if (step === 'details')
        await transaction(world.db, (tx) =>
          tx.update(accounts).set({ address: null, postalCode: null }).where(eq(accounts.id, accountId)),
        );
      if (step === 'delivery') await setDelivery(world.ctx(), accountId, DELIVERY);
      if (step === 'payment') await payFirstOffline(world.ctx(), accountId);
      const funnel = async () =>
        (await stored())
          .filter(({ figure }) => figure === 'registered')
          .map(({ part, count }) => [part, count]);
      await rollUp();
      expect(await funnel()).toEqual([[`en:${step}`, 1]]);
      await goTo(world, '2026-12-02');
      await runBilling(world.ctx());
      expect(await world.db.select().from(accounts)).toEqual([]);
      await rollUp();
      expect(await funnel()).toEqual([[`en:${step}`, 1]]);
      const [ended] = await world.db.select().from(endedRegistrations);
      expect(JSON.stringify(ended)).not.toContain(accountId);
      expect(ended).toMatchObject({ registeredOn: START as Day, locale: 'en', step });
    },
  );
});

test('a deleted account stays in the figures of its months', async () => {
  const { accountId } = await plantSubscriber(world);
  await pass(world, { hours: 1 });
  const session = { id: 's', accountId, createdAt: world.now(), method: 'password' };
  await transaction(world.db, (tx) =>
    tx.insert(sessions).values({
      id: 's',
      userId: accountId,
      createdAt: world.now(),
      method: 'magic_link' as const,
      expiresAt: new Date(world.now().getTime() + 3_600_000),
    }),
  );
  await deleteAccount(world.ctx(), session as unknown as Parameters<typeof deleteAccount>[1], {});
  await pass(world, { hours: 2 });
  await rebuildNumbers(world.ctx());
  expect([await countOf('new'), await countOf('lost'), await countOf('received')]).toEqual([1, 1, 1]);
});
