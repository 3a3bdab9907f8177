import { and, eq, inArray } from 'drizzle-orm';
import { afterEach, describe, expect, inject, test } from 'vitest';
import type { ChargeOutcome } from '@/domain/settlement';
import { transaction } from '@/server/db';
import {
  chargeAttempts,
  messages,
  moneyReceived,
  orders,
  payments,
  pointsEntries,
  providerEvents,
  shipments,
} from '@/server/db/schema';
import { createCharge } from '@/server/gateways/omise/charges';
import { openFirstAttempt, openRenewalAttempt, saveCard, settle, type Open } from '@/testing/attempts';
import type { TestCard } from '@/testing/cards';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { actOnCharge, gatewayCharges } from '@/testing/providers';
import { GOOD_CARD, DECLINED_CARD } from '@/testing/browser';
import { firstOrAll } from '@/testing/deep';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, statusOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { pollAttempt, pollForSubscriber } from './poll-unknown-charges';
import { settleEvent } from '../reconciliation/webhooks';

const world = withWorld();
afterEach(async () => {
  await runJobs();
  await expectInvariants(world);
  await forgetEverybody(world);
});

type EntryPoint = 'response' | 'webhook' | 'poll' | 'return';
const ENTRY_POINTS: EntryPoint[] = ['response', 'webhook', 'poll'];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}

/** Reports an outcome through one entry point. */
async function report(entry: EntryPoint, open: Open, response: ChargeOutcome): Promise<void> {
  if (entry === 'response') {
    await settle(world, open, response);
    return;
  }
  const [attempt] = await world.db.select().from(chargeAttempts).where(eq(chargeAttempts.id, open.attemptId));
  if (!attempt) throw new Error('no attempt');
  if (entry === 'poll') return pollAttempt(world.ctx(), attempt);
  if (entry === 'return') return pollForSubscriber(world.ctx(), attempt);
  const charge = 'chargeId' in response ? response.chargeId : null;
  const events = await world.db
    .select({ id: providerEvents.eventId })
    .from(providerEvents)
    .where(and(eq(providerEvents.subject, charge ?? '')));
  expect(events.length).toBeGreaterThan(0);
  for (const { id } of events) await settleEvent(world.ctx(), id);
}

/** Returns all rows of a subscriber that an outcome may change, without ids and times. */
async function readRows({ accountId, orderId }: Open) {
  const order = await world.db
    .select()
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(orders.cycleIndex);
  const ids = order.map((row) => row.id);
  const payment = await world.db.select().from(payments).where(eq(payments.accountId, accountId));
  const attempts = await world.db
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.accountId, accountId));
  const money = await world.db.select().from(moneyReceived).where(inArray(moneyReceived.orderId, ids));
  const points = await world.db.select().from(pointsEntries).where(eq(pointsEntries.accountId, accountId));
  const parcels = await world.db.select().from(shipments).where(inArray(shipments.orderId, ids));
  const notified = await world.db
    .select()
    .from(messages)
    .where(eq(messages.accountId, accountId))
    .orderBy(messages.kind);
  return {
    subscription: await statusOf(world, accountId),
    orders: order.map((row) => [row.cycleIndex, row.status, row.paymentDate, row.paidOn, row.total]),
    payments: payment
      .map((row) => [row.status, row.reason, row.dueAt, row.givesUpAt, row.retryStepsUsed])
      .sort(),
    attempts: attempts
      .map((row) => [row.status, row.reason, row.attemptNo, row.chargeId !== null, row.checkAt === null])
      .sort(),
    money: money.map((row) => [row.verdict, row.amount, row.orderId === orderId]).sort(),
    points: points.map((row) => [row.kind, row.points]),
    parcels: parcels.map((row) => row.status),
    notified: notified.map((row) => [row.kind, row.kind === 'payment_failed' ? row.payload.reason : null]),
  };
}

async function sent(open: Open, card: TestCard): Promise<ChargeOutcome> {
  await saveCard(world, open.accountId, await createCardToken(card));
  const [row] = await world.db.query.accounts.findMany({
    where: (account) => eq(account.id, open.accountId),
  });
  const [saved] = await world.db.query.cards.findMany({
    where: (one) => and(eq(one.accountId, open.accountId), one.isDefault),
  });
  // The attempt names the card that is charged.
  await transaction(world.db, (tx) =>
    tx
      .update(chargeAttempts)
      .set({ cardId: saved?.id ?? null })
      .where(eq(chargeAttempts.id, open.attemptId)),
  );
  const outcome = await createCharge({
    attemptId: open.attemptId,
    orderId: open.orderId,
    accountId: open.accountId,
    amount: 37525,
    customerId: row?.omiseCustomerId ?? '',
    cardId: saved?.omiseCardId ?? '',
    returnUri: 'http://localhost:3999/back',
    initiator: 'customer',
  });
  await world.sandbox.settled();
  return outcome;
}

type Kind = 'registration' | 'renewal';
const OPENERS = { registration: openFirstAttempt, renewal: openRenewalAttempt };

/**
 * Reports the same outcome through the entry points, in each of the orders `ways`. @returns the distinct
 * final rows
 */
async function endings(
  kind: Kind,
  card: TestCard,
  ways: EntryPoint[][],
  between?: (open: Open) => Promise<void>,
) {
  const seen = new Set<string>();
  for (const way of ways) {
    if (kind === 'registration') await goTo(world, '2026-11-20', '10:00');
    const open = await OPENERS[kind](world);
    const response = await sent(open, card);
    await between?.(open);
    for (const entry of way) await report(entry, open, response);
    const { notified, ...rows } = await readRows(open);
    // The message that requests a confirmation was sent if the open challenge was reported first.
    seen.add(JSON.stringify({ ...rows, notified: notified.filter(([name]) => name !== 'action_needed') }));
    await runJobs();
  }
  return [...seen];
}

/** Every order in the deep tests, else one and its reverse. */
const ORDERS = inject('isDeep')
  ? permutations(ENTRY_POINTS)
  : [[...ENTRY_POINTS], [...ENTRY_POINTS].reverse()];
const TWICE = ORDERS.map((order) => order.flatMap((entry) => [entry, entry]));

describe('the same outcome through response, webhook and poll leads to the same rows and messages', () => {
  test.each<[string, Kind, TestCard]>(
    firstOrAll<[string, Kind, TestCard]>(
      [
        ['a success of a first charge', 'registration', GOOD_CARD],
        ['a decline of a first charge', 'registration', DECLINED_CARD],
        ['a success of a renewal', 'renewal', GOOD_CARD],
        ['a soft decline of a renewal', 'renewal', DECLINED_CARD],
        ['a hard decline of a renewal', 'renewal', { number: '4111111111130012' }],
      ],
      2,
    ),
  )('%s, in different orders, twice each', async (_name, kind, card) => {
    expect(await endings(kind, card, TWICE)).toHaveLength(1);
  });

  test.each<Kind>(firstOrAll<Kind>(['renewal', 'registration']))(
    'a success of a %s is settled once when reported five times through all entry points at once',
    async (kind) => {
      const [quietly] = await endings(kind, GOOD_CARD, [['response']]);
      if (kind === 'registration') await goTo(world, '2026-11-20', '10:00');
      const open = await OPENERS[kind](world);
      const response = await sent(open, GOOD_CARD);
      const entries = Array.from({ length: 5 }, () => [...ENTRY_POINTS, 'return' as const]).flat();
      await Promise.all(entries.map((entry) => report(entry, open, response)));
      expect(JSON.stringify(await readRows(open))).toBe(quietly);
    },
  );

  test('for an approval before the first response arrives, in different orders', async () => {
    const endingsOfAll = await endings(
      'registration',
      { ...GOOD_CARD, name: 'FAKE 3DS' },
      ORDERS,
      async (open) => {
        const [charge] = (await gatewayCharges(world, open.accountId)).filter(
          (one) => one.status === 'pending',
        );
        await actOnCharge(world, charge?.id ?? '', 'approve');
        await world.sandbox.settled();
      },
    );
    expect(endingsOfAll).toHaveLength(1);
    expect(endingsOfAll[0]).toContain('"kept"');
  });
});
