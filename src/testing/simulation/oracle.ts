import type { Entry, Journal, Subscriber } from './journal';
import { checkCalendars } from './oracle-calendar';
import { checkDisputes } from './oracle-disputes';
import { checkClosedLinks, checkLinkDeadlines, checkFirstTransfers } from './oracle-links';
import { checkLateMoney, checkPaidQrs } from './oracle-late';
import { checkOwnAddresses, checkOwnBoxes } from './oracle-one-delivery';
import { checkOrdersNow } from './oracle-order-now';
import { checkFreeProducts, checkParcels, checkPoints } from './oracle-rewards';
import {
  checkChargedAmounts,
  checkRecordingDelay,
  checkMailbox,
  checkReceipts,
  checkNotReceived,
  checkRefunds,
  checkNothingOpen,
} from './oracle-rows';
import { checkAnnouncedPrices } from './price-changes';
import { checkStatement } from './oracle-statement';
import { checkTaxInvoices } from './oracle-tax-invoice';
import { checkShownTotals } from './shown-totals';
import { isKept, listCharges, listOrders, type Charge, type OrderRow } from './oracle-facts';
import type { SimulatedWorld } from './world';

/*
 * Checks a finished run. The oracle uses no rule of the product: it reads the gateway's charges, the journal and the
 * rows, and computes the expected amounts and dates itself.
 */

const DAY_MS = 86_400_000;

/** Runs all checks. @param calmFrom the end of the phase with faults @returns the violations, one line each */
export async function runOracle(
  world: SimulatedWorld,
  { entries }: Journal,
  subscribers: readonly Subscriber[],
  calmFrom: Date,
) {
  const [charges, orders] = [await listCharges(world), await listOrders(world)];
  const facts = { orders, charges, entries, subscribers };
  const problems = [
    ...checkPayments(orders, charges, transfersOf(entries), daysBefore(world.now(), RETRY_DAYS)),
    ...checkRetrySchedule(orders, charges, entries),
    ...checkCutOffs(entries),
    ...checkSkips(orders, charges, entries),
    ...checkCancels(charges, entries, orders),
    ...checkShownTotals(orders, charges, entries),
    ...checkLateMoney(charges, entries, orders),
    ...checkPaidQrs(charges),
    ...checkCalendars(orders, subscribers),
    ...(await checkRefunds(world)),
    ...(await checkClosedLinks(world, entries)),
    ...(await checkLinkDeadlines(world, charges)),
    ...checkFirstTransfers(entries, subscribers),
    ...(await checkNotReceived(world)),
    ...(await checkAnnouncedPrices(world, entries)),
    ...(await checkChargedAmounts(world)),
    ...(await checkRecordingDelay(world, calmFrom)),
    ...(await checkPoints(world, facts)),
    ...checkFreeProducts(facts),
    ...(await checkOwnBoxes(world, orders, entries)),
    ...(await checkOwnAddresses(world, orders, entries)),
    ...checkOrdersNow(orders, charges, entries),
    ...(await checkParcels(world, facts)),
    ...(await checkNothingOpen(world)),
    ...(await checkMailbox(world)),
    ...(await checkStatement(world)),
    ...(await checkDisputes(world, facts, calmFrom)),
    ...(await checkReceipts(world, orders)),
    ...(await checkTaxInvoices(world, facts)),
  ];
  return { problems, orders: orders.length, charges: charges.length };
}

/** Length of the retry schedule in days, with a margin for an unknown outcome of the last attempt. */
const RETRY_DAYS = 16;

const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

interface Transfer {
  orderId: string;
  amount: number;
  providerRef: string;
}

/** Lists the bank transfers that were matched with an order. A transfer that was imported twice appears once. */
function transfersOf(entries: Entry[]): Transfer[] {
  const lines = new Map<string, Transfer>();
  for (const { command, outcome, input, response } of entries) {
    const matched = (response as { status?: string } | null)?.status === 'matched';
    if (command !== 'bookTransfer' || outcome !== 'ok' || !matched) continue;
    const { orderId, amount, providerRef } = input as unknown as Transfer;
    lines.set(providerRef, { orderId, amount, providerRef });
  }
  return [...lines.values()];
}

/** Checks that a paid order has exactly one payment, of its total, and that an unpaid order has none. */
function checkPayments(
  orders: OrderRow[],
  charges: Charge[],
  transfers: Transfer[],
  longAgo: string,
): string[] {
  const problems: string[] = [];
  const known = new Set(orders.map((order) => order.id));
  for (const order of orders) {
    const held = charges.filter((charge) => charge.orderId === order.id && isKept(charge));
    if (held.length > 1) problems.push(`${order.id}: ${held.length} charges kept`);
    const byCard = charges.filter(
      (charge) => charge.orderId === order.id && charge.byCard && charge.status === 'successful',
    );
    // A refunded charge counts too: two successful card charges mean that a charge without a response was sent again.
    if (byCard.length > 1) problems.push(`${order.id}: charged ${byCard.length} times by card`);
    const paid = order.status === 'paid';
    const byBank = transfers.filter((transfer) => transfer.orderId === order.id);
    const sums = held.length + byBank.length;
    if (paid !== (sums === 1) && !(paid && order.total === 0))
      problems.push(
        `${order.id} is ${order.status}, and kept are ${held.length} charges, ${byBank.length} transfers`,
      );
    const [charge] = held;
    if (paid && charge && byBank.length === 0 && order.paid_on !== bangkok(charge.paidAt ?? 0).slice(0, 10))
      problems.push(`${order.id}: paid on ${order.paid_on}, and charged at ${bangkok(charge.paidAt ?? 0)}`);
    for (const { amount } of byBank)
      if (amount !== order.total) problems.push(`${order.id}: ${amount} transferred for ${order.total}`);
    for (const charge of held)
      if (charge.amount !== order.total) problems.push(`${order.id}: ${charge.amount} for ${order.total}`);
    if (order.status === 'charging' && order.date < longAgo)
      problems.push(`${order.id} is still being charged`);
  }
  for (const charge of charges)
    if (isKept(charge) && !known.has(charge.orderId)) problems.push(`${charge.id} belongs to no order`);
  return problems;
}

const BANGKOK_MS = 7 * 3_600_000;
const bangkok = (ms: number) => new Date(ms + BANGKOK_MS).toISOString();
const RETRY_SCHEDULE = new Set([0, 1, 3, 5, 7, 13]);
const HARD_DECLINES = new Set([
  ...['stolen_or_lost_card', 'invalid_account_number', 'failed_fraud_check'],
  ...['invalid_account', 'registration_rejected'],
]);

/** Checks the days and hours of automatic charges, and that no card is charged after a hard decline. */
function checkRetrySchedule(orders: OrderRow[], charges: Charge[], entries: Entry[]): string[] {
  const problems: string[] = [];
  const dates = new Map(orders.map((order) => [order.id, order.date]));
  const accounts = new Map(orders.map((order) => [order.id, order.account]));
  const refused = new Map<string, string | null>();
  for (const charge of [...charges].sort((a, b) => a.createdAt - b.createdAt)) {
    const date = dates.get(charge.orderId);
    if (charge.automatic && date !== undefined) {
      const at = bangkok(charge.createdAt);
      const after = Math.round((Date.parse(at.slice(0, 10)) - Date.parse(date)) / DAY_MS);
      const isAsked = wasRequested(entries, accounts.get(charge.orderId), charge.createdAt);
      if (!RETRY_SCHEDULE.has(after) && !isAsked)
        problems.push(`${charge.id}: charged automatically ${after} days after ${date}`);
      if (at.slice(11, 13) < '09')
        problems.push(`${charge.id}: charged automatically at ${at.slice(11, 16)}`);
      if (refused.get(charge.orderId) === charge.card)
        problems.push(`${charge.id}: charged again after a hard decline`);
    }
    if (charge.failure !== null && HARD_DECLINES.has(charge.failure))
      refused.set(charge.orderId, charge.card);
  }
  return problems;
}

const CHARGES_AT_ONCE = new Set(['convertToCard', 'convertToBankAccount', 'addCard', 'addDeclinedCard']);

/** Whether a charge of the last day was requested: by a new card, or by the operator's `allow`. */
const wasRequested = (entries: Entry[], account: string | undefined, atMs: number) =>
  entries.some(
    ({ command, accountId, input, at }) =>
      accountId === account &&
      (CHARGES_AT_ONCE.has(command) || input.decision === 'allow') &&
      at.getTime() <= atMs &&
      atMs < at.getTime() + DAY_MS,
  );

/** Checks that no order is skipped or restored later than two days before its payment date. */
function checkCutOffs(entries: Entry[]): string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  for (const entry of entries) {
    if ((entry.command !== 'skip' && entry.command !== 'unskip') || entry.outcome !== 'ok') continue;
    const { order } = entry.response as { order: { orderId: string; paymentDate: string } };
    const already = done.has(`${entry.command} ${order.orderId}`);
    done.add(`${entry.command} ${order.orderId}`);
    done.delete(`${entry.command === 'skip' ? 'unskip' : 'skip'} ${order.orderId}`);
    const last = new Date(Date.parse(order.paymentDate) - 2 * DAY_MS).toISOString().slice(0, 10);
    if (!already && bangkok(entry.at.getTime()).slice(0, 10) > last)
      problems.push(
        `${order.orderId}: ${entry.command} at ${entry.at.toISOString()} for ${order.paymentDate}`,
      );
  }
  return problems;
}

/** Checks that an order whose last accepted command is a skip has no captured charge. */
function checkSkips(orders: OrderRow[], charges: Charge[], entries: Entry[]): string[] {
  const problems: string[] = [];
  for (const order of orders) {
    const calls = entries.filter(
      (entry) => entry.input.orderId === order.id && (entry.outcome === 'ok' || entry.outcome === null),
    );
    const last = calls.at(-1);
    const certain = calls.length > 0 && calls.every((entry) => entry.outcome === 'ok');
    if (!certain || last?.command !== 'skip' || overlaps(calls)) continue;
    if (charges.some((charge) => charge.orderId === order.id && isKept(charge)))
      problems.push(`${order.id} was skipped, and charged`);
  }
  return problems;
}

/** Whether any two of the calls ran at the same time. The order of such calls is unknown. */
const overlaps = (entries: Entry[]) =>
  entries.some((one, n) => entries.slice(n + 1).some((other) => other.at <= (one.respondedAt ?? other.at)));

const RETURN_COMMANDS = new Set([
  'reactivate',
  'payFirst',
  'convertToCard',
  'convertToBankAccount',
  'requestPaymentLink',
  'nextQr',
  'payByApp',
]);

/** The longest time in ms from the caller's timeout until its request arrives, with a margin. */
const IN_FLIGHT_MS = 300_000;

/** Checks that between a cancellation and the subscriber's return no charge is started automatically or captured. */
function checkCancels(charges: Charge[], entries: Entry[], orders: OrderRow[]): string[] {
  const problems: string[] = [];
  const accountOf = new Map(orders.map((order) => [order.id, order.account]));
  for (const cancel of entries) {
    if (cancel.command !== 'cancel' || cancel.outcome !== 'ok' || !cancel.respondedAt) continue;
    const from = cancel.respondedAt.getTime();
    const back = entries.find(
      (entry) =>
        entry.accountId === cancel.accountId &&
        RETURN_COMMANDS.has(entry.command) &&
        (entry.respondedAt === null || entry.respondedAt.getTime() > cancel.at.getTime()),
    );
    const to = back ? back.at.getTime() : Infinity;
    for (const charge of charges) {
      if (accountOf.get(charge.orderId) !== cancel.accountId) continue;
      // A charge request sent before the cancellation may arrive after it. Its payment is refunded.
      const isNew = charge.automatic && charge.createdAt > from + IN_FLIGHT_MS && charge.createdAt < to;
      if (isNew) problems.push(`${charge.id}: charged automatically after the cancellation`);
      if (!isKept(charge)) continue;
      if (charge.createdAt > from && charge.createdAt < to)
        problems.push(`${charge.id}: charged after the cancellation at ${cancel.respondedAt.toISOString()}`);
    }
  }
  return problems;
}
