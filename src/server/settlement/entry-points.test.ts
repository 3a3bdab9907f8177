import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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
import { actOnCharge, gatewayCharges } from '@/testing/outside';
import { GOOD_CARD, POOR_CARD } from '@/testing/people';
import { forgetEverybody, goTo, statusOf } from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';
import { checkAttempt, checkForPerson } from './poll-attempts';
import { settleEvent } from '../reconciliation/webhooks';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
});
afterAll(() => world.close());
afterEach(async () => {
  await runJobs();
  await expectInvariants(world);
  await forgetEverybody(world);
});

type Door = 'response' | 'webhook' | 'check' | 'person';
const DOORS: Door[] = ['response', 'webhook', 'check'];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}

/** Lets one outcome in through one of its doors. */
async function enter(door: Door, open: Open, response: ChargeOutcome): Promise<void> {
  if (door === 'response') {
    await settle(world, open, response);
    return;
  }
  const [attempt] = await world.db.select().from(chargeAttempts).where(eq(chargeAttempts.id, open.attemptId));
  if (!attempt) throw new Error('no attempt');
  if (door === 'check') return checkAttempt(world.ctx(), attempt);
  if (door === 'person') return checkForPerson(world.ctx(), attempt);
  const charge = 'chargeId' in response ? response.chargeId : null;
  const events = await world.db
    .select({ id: providerEvents.eventId })
    .from(providerEvents)
    .where(and(eq(providerEvents.subject, charge ?? '')));
  expect(events.length).toBeGreaterThan(0);
  for (const { id } of events) await settleEvent(world.ctx(), id);
}

/** All rows of a person that an outcome may touch, without the ids and moments that differ between two people. */
async function everything({ accountId, orderId }: Open) {
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
  const told = await world.db
    .select()
    .from(messages)
    .where(eq(messages.accountId, accountId))
    .orderBy(messages.kind);
  return {
    subscription: await statusOf(world, accountId),
    orders: order.map((row) => [row.cycleIndex, row.status, row.paymentDate, row.paidOn, row.total]),
    payments: payment.map((row) => [row.status, row.reason, row.dueAt, row.givesUpAt, row.rungsUsed]).sort(),
    attempts: attempts
      .map((row) => [row.status, row.reason, row.attemptNo, row.chargeId !== null, row.checkAt === null])
      .sort(),
    money: money.map((row) => [row.verdict, row.amount, row.orderId === orderId]).sort(),
    points: points.map((row) => [row.kind, row.points]),
    parcels: parcels.map((row) => row.status),
    told: told.map((row) => [row.kind, row.kind === 'payment_failed' ? row.payload.reason : null]),
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
  // The attempt is of the card that the gateway is asked to charge.
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
const PEOPLE = { registration: openFirstAttempt, renewal: openRenewalAttempt };

/** What a person's rows say after each of the ways to let the same outcome in; the same once if they agree. */
async function endings(kind: Kind, card: TestCard, ways: Door[][], between?: (open: Open) => Promise<void>) {
  const seen = new Set<string>();
  for (const way of ways) {
    if (kind === 'registration') await goTo(world, '2026-11-20', '10:00');
    const open = await PEOPLE[kind](world);
    const response = await sent(open, card);
    await between?.(open);
    for (const door of way) await enter(door, open, response);
    const { told, ...rows } = await everything(open);
    // A renewal whose open page we heard of first asks the person to act; that can't be unsaid.
    seen.add(JSON.stringify({ ...rows, told: told.filter(([name]) => name !== 'action_needed') }));
    await runJobs();
  }
  return [...seen];
}

const TWICE = permutations(DOORS).map((order) => order.flatMap((door) => [door, door]));
const ONCE = permutations(DOORS);

describe('the same outcome through response, webhook and check ends in the same rows and messages', () => {
  test.each<[string, Kind, TestCard]>([
    ['a success of a first charge', 'registration', GOOD_CARD],
    ['a decline of a first charge', 'registration', POOR_CARD],
    ['a success of a renewal', 'renewal', GOOD_CARD],
    ['a soft decline of a renewal', 'renewal', POOR_CARD],
    ['a hard decline of a renewal', 'renewal', { number: '4111111111130012' }],
  ])('%s, in every order, twice each', async (_name, kind, card) => {
    expect(await endings(kind, card, TWICE)).toHaveLength(1);
  });

  test.each<Kind>(['registration', 'renewal'])(
    'a success of a %s through all doors at once, five times each',
    async (kind) => {
      const [quietly] = await endings(kind, GOOD_CARD, [['response']]);
      if (kind === 'registration') await goTo(world, '2026-11-20', '10:00');
      const open = await PEOPLE[kind](world);
      const response = await sent(open, GOOD_CARD);
      const doors = Array.from({ length: 5 }, () => [...DOORS, 'person' as const]).flat();
      await Promise.all(doors.map((door) => enter(door, open, response)));
      expect(JSON.stringify(await everything(open))).toBe(quietly);
    },
  );

  test('an approval while the first answer is still on its way, in every order', async () => {
    const endingsOfAll = await endings(
      'registration',
      { ...GOOD_CARD, name: 'FAKE 3DS' },
      ONCE,
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
