import { eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import type { ChargeOutcome } from '@/domain/settlement';
import { loadCatalogue } from '@/server/shop/catalogue/queries';
import { transaction } from '@/server/db';
import { chargeAttempts, moneyReceived, payments } from '@/server/db/schema';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { frozenPrices, quoteOrder } from '@/domain/quote';
import { draftOrder } from '@/server/shop/orders/drafts';
import { loadBox } from '@/server/shop/orders/planning';
import { askFor } from '@/domain/lifecycle/methods';
import { applyChanges } from '@/server/lifecycle/apply-changes';
import { attachToCustomer } from '@/server/money/cards/attach-card';
import { writeCard } from '@/server/money/cards/saved-cards';
import { writeAttempt, type WrittenAttempt } from '@/server/money/charging/write-attempts';
import { settleAttempt } from '@/server/money/settlement/settle';
import { lockSubscription } from '@/server/lifecycle/locks';
import { runJobs } from './jobs';
import {
  goTo,
  ordersOf,
  plantRegistration,
  plantSubscriber,
  statusOf,
  messageKindsOf,
  type Planted,
} from './subscribers';
import type { World } from './world';

/** The total of an order of the inserted subscriber, with delivery, in satang. */
export const TOTAL = 37525;

/** A subscriber with one charge whose request got no response. `written` is this request to the gateway. */
export interface Open extends Planted {
  orderId: string;
  attemptId: string;
  written: WrittenAttempt;
}

/** Saves a card as the default card of an account, at the gateway and in the database. Charges nothing. */
export async function saveCard(world: World, accountId: string, cardToken: string): Promise<string> {
  const card = await attachToCustomer(world.ctx(), accountId, cardToken);
  const { id } = await transaction(world.db, (tx) =>
    writeCard(tx, world.now(), accountId, { card, asDefault: true }),
  );
  return id;
}

/** Creates a registration whose first charge request got no response. */
export async function openFirstAttempt(world: World): Promise<Open> {
  const person = await plantRegistration(world);
  const now = world.now();
  const catalogue = await loadCatalogue(world.db, now);
  return transaction(world.db, async (tx) => {
    const subscription = await lockSubscription(tx, person.subscriptionId);
    if (!subscription) throw new Error('no subscription');
    const quote = quoteOrder(catalogue, await loadBox(tx, subscription.id), '10110');
    const order = { cycleIndex: 0, kind: 'first', status: 'charging', paymentDate: dayOf(now) } as const;
    const first = draftOrder(subscription, now, frozenPrices(quote, catalogue), order);
    const about = { cause: 'asked_by_subscriber', actor: person.accountId } as const;
    await applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, ...askFor(first, 'card') }]);
    const orderId = first.id;
    const written = await writeAttempt(tx, now, {
      orderId,
      trigger: 'registration',
      returnPath: '/',
      qrsRead: new Set(),
    });
    return { ...person, orderId, attemptId: written.attemptId, written };
  });
}

/** Creates a subscriber on 20 November 2026. The request for the charge of 31 December got no response. */
export async function openRenewalAttempt(world: World): Promise<Open> {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await goTo(world, '2026-12-31', '09:00');
  return beginRenewal(world, person);
}

/** Begins the order of a subscriber that is due today. The request for its charge got no response. */
export async function beginRenewal(world: World, person: Planted): Promise<Open> {
  await beginPaymentDates(world.ctx(), [person.subscriptionId]);
  const order = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
  const orderId = order?.id ?? '';
  return transaction(world.db, async (tx) => {
    await lockSubscription(tx, person.subscriptionId);
    await tx.update(payments).set({ dueAt: null, retryStepsUsed: 1 }).where(eq(payments.orderId, orderId));
    const written = await writeAttempt(tx, world.now(), {
      orderId,
      trigger: 'billing_run',
      returnPath: '/account',
      qrsRead: new Set(),
    });
    return { ...person, orderId, attemptId: written.attemptId, written };
  });
}

let charges = 0;
export const newChargeId = () => `chrg_test_${(charges += 1)}`;

/** Creates the outcome of a successful charge without calling the gateway. @param amount satang */
export function paidOutcome(world: World, amount = TOTAL): ChargeOutcome {
  return { kind: 'succeeded', chargeId: newChargeId(), amount, paidAt: world.now() };
}

export function settle(world: World, open: Pick<Open, 'attemptId'>, outcome: ChargeOutcome) {
  return settleAttempt(world.ctx(), open.attemptId, outcome);
}

/** Returns the values that the outcome of a charge may change. Includes receipts only if the order is paid. */
export async function stateOf(world: World, { accountId, orderId, attemptId }: Open) {
  const [attempt] = await world.db.select().from(chargeAttempts).where(eq(chargeAttempts.id, attemptId));
  const rows = await ordersOf(world, accountId);
  const order = rows.find((row) => row.id === orderId);
  const money = await world.db.select().from(moneyReceived).where(eq(moneyReceived.attemptId, attemptId));
  return {
    subscription: await statusOf(world, accountId),
    order: order?.status,
    payment: order?.payment,
    attempt: attempt?.status,
    next: order?.dueAt?.toISOString() ?? order?.givesUpAt?.toISOString() ?? null,
    money: money.map((row) => row.verdict).sort(),
    ahead: rows.filter((row) => row.status === 'upcoming').length,
    told: (await messageKindsOf(world, accountId)).filter(
      (kind) => kind !== 'order_paid' || order?.status === 'paid',
    ),
  };
}
