import type { Entry, Journal, Person } from './journal';
import { judgeCalendars } from './oracle-calendar';
import { judgeDisputes } from './oracle-disputes';
import { judgeClosedLinks, judgeDeadlines, judgeFirstTransfers } from './oracle-links';
import { judgeLateMoney, judgePaidQrs } from './oracle-late';
import { judgeFreeProducts, judgeParcels, judgePoints } from './oracle-rewards';
import {
  judgeAsked,
  judgeHearing,
  judgeMail,
  judgeMessages,
  judgePatience,
  judgeRefunds,
  judgeRest,
} from './oracle-rows';
import { judgeStatement } from './oracle-statement';
import { judgeShownTotals } from './shown-totals';
import { isKept, listCharges, listOrders, type Charge, type OrderRow } from './order-row';
import type { SimulatedWorld } from './world';

/*
 * Judges a run that has come to rest. It shares no rule with the product: it has the gateway's own list of charges,
 * what people asked and were told, and the rows; how a box must be charged it reckons by itself.
 */

const DAY_MS = 86_400_000;

/** @param calmFrom when the faults ended. @returns what is wrong, one line each; empty when nothing is. */
export async function judge(
  world: SimulatedWorld,
  { entries }: Journal,
  people: readonly Person[],
  calmFrom: Date,
) {
  const [charges, orders] = [await listCharges(world), await listOrders(world)];
  const facts = { orders, charges, entries, people };
  const problems = [
    ...judgeMoney(orders, charges, transfersOf(entries), daysBefore(world.now(), RETRY_DAYS)),
    ...judgeLadder(orders, charges, entries),
    ...judgeCutOffs(entries),
    ...judgeSkips(orders, charges, entries),
    ...judgeCancels(charges, entries, orders),
    ...judgeShownTotals(orders, charges, entries),
    ...judgeLateMoney(charges, entries, orders),
    ...judgePaidQrs(charges),
    ...judgeCalendars(orders, people),
    ...(await judgeRefunds(world)),
    ...(await judgeClosedLinks(world, entries)),
    ...(await judgeDeadlines(world, charges)),
    ...judgeFirstTransfers(entries, people),
    ...(await judgePatience(world)),
    ...(await judgeAsked(world)),
    ...(await judgeHearing(world, calmFrom)),
    ...(await judgePoints(world, facts)),
    ...judgeFreeProducts(facts),
    ...(await judgeParcels(world, facts)),
    ...(await judgeRest(world)),
    ...(await judgeMail(world)),
    ...(await judgeStatement(world)),
    ...(await judgeDisputes(world, facts, calmFrom)),
    ...(await judgeMessages(world, orders)),
  ];
  return { problems, orders: orders.length, charges: charges.length };
}

/** The retry ladder with room for an unknown outcome at its end. */
const RETRY_DAYS = 16;

const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

interface Transfer {
  orderId: string;
  amount: number;
  providerRef: string;
}

/** Each line of the bank's statement that was taken as an order's own, once. */
function transfersOf(entries: Entry[]): Transfer[] {
  const lines = new Map<string, Transfer>();
  for (const { command, told, input, answer } of entries) {
    const matched = (answer as { status?: string } | null)?.status === 'matched';
    if (command !== 'bookTransfer' || told !== 'ok' || !matched) continue;
    const { orderId, amount, providerRef } = input as unknown as Transfer;
    lines.set(providerRef, { orderId, amount, providerRef });
  }
  return [...lines.values()];
}

/** Of every order at most one charge is kept; it is kept exactly if the order is paid, and for what the order costs. */
function judgeMoney(orders: OrderRow[], charges: Charge[], transfers: Transfer[], longAgo: string): string[] {
  const problems: string[] = [];
  const known = new Set(orders.map((order) => order.id));
  for (const order of orders) {
    const held = charges.filter((charge) => charge.orderId === order.id && isKept(charge));
    if (held.length > 1) problems.push(`${order.id}: ${held.length} charges kept`);
    const byCard = charges.filter(
      (charge) => charge.orderId === order.id && charge.byCard && charge.status === 'successful',
    );
    // Money that goes back was taken all the same: a card that was charged twice is a lost answer asked for again.
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
const LADDER = new Set([0, 1, 3, 5, 7, 13]);
const HARD = new Set(['stolen_or_lost_card', 'invalid_account_number', 'failed_fraud_check']);

/** Nobody is charged unasked but on the days of the ladder, never before nine, and never again with a card the bank took back. */
function judgeLadder(orders: OrderRow[], charges: Charge[], entries: Entry[]): string[] {
  const problems: string[] = [];
  const dates = new Map(orders.map((order) => [order.id, order.date]));
  const accounts = new Map(orders.map((order) => [order.id, order.account]));
  const refused = new Map<string, string | null>();
  for (const charge of [...charges].sort((a, b) => a.createdAt - b.createdAt)) {
    const date = dates.get(charge.orderId);
    if (charge.automatic && date !== undefined) {
      const at = bangkok(charge.createdAt);
      const after = Math.round((Date.parse(at.slice(0, 10)) - Date.parse(date)) / DAY_MS);
      const isAsked = wasAskedFor(entries, accounts.get(charge.orderId), charge.createdAt);
      if (!LADDER.has(after) && !isAsked)
        problems.push(`${charge.id}: charged by itself ${after} days after ${date}`);
      if (at.slice(11, 13) < '09' && !isAsked)
        problems.push(`${charge.id}: charged by itself at ${at.slice(11, 16)}`);
      if (refused.get(charge.orderId) === charge.card)
        problems.push(`${charge.id}: charged again with a card that was refused for good`);
    }
    if (charge.failure !== null && HARD.has(charge.failure)) refused.set(charge.orderId, charge.card);
  }
  return problems;
}

const PAYS_AT_ONCE = new Set(['convertToCard', 'addCard', 'addPoorCard']);

/**
 * Whether a charge since yesterday was asked for: the operator allowed charges of a disputed account, so that its held
 * payments are due at once, or the subscriber named a card while the gateway could not be reached.
 */
const wasAskedFor = (entries: Entry[], account: string | undefined, atMs: number) =>
  entries.some(
    ({ command, accountId, input, at }) =>
      accountId === account &&
      (PAYS_AT_ONCE.has(command) || input.decision === 'allow') &&
      at.getTime() <= atMs &&
      atMs < at.getTime() + DAY_MS,
  );

/** A skip, or a wish to have a skipped order after all, counts up to the end of the second day before the payment date. */
function judgeCutOffs(entries: Entry[]): string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  for (const entry of entries) {
    if ((entry.command !== 'skip' && entry.command !== 'unskip') || entry.told !== 'ok') continue;
    const { order } = entry.answer as { order: { orderId: string; paymentDate: string } };
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

/** Somebody who was told "skipped", and never changed their mind, is never charged for that order. */
function judgeSkips(orders: OrderRow[], charges: Charge[], entries: Entry[]): string[] {
  const problems: string[] = [];
  for (const order of orders) {
    const told = entries.filter(
      (entry) => entry.input.orderId === order.id && (entry.told === 'ok' || entry.told === null),
    );
    const last = told.at(-1);
    const certain = told.length > 0 && told.every((entry) => entry.told === 'ok');
    if (!certain || last?.command !== 'skip' || overlaps(told)) continue;
    if (charges.some((charge) => charge.orderId === order.id && isKept(charge)))
      problems.push(`${order.id} was skipped, and charged`);
  }
  return problems;
}

/** Of two that were under way at once nobody can say from outside which came last. */
const overlaps = (entries: Entry[]) =>
  entries.some((one, n) => entries.slice(n + 1).some((other) => other.at <= (one.answeredAt ?? other.at)));

const COMES_BACK = new Set(['reactivate', 'payFirst', 'convertToCard', 'requestPaymentLink', 'nextQr']);

/** How long a call may be on its way after its caller gave up, and more. */
const ON_ITS_WAY_MS = 300_000;

/** After a cancellation nothing is asked for by itself, and nothing charged and kept, until somebody wants to come back. */
function judgeCancels(charges: Charge[], entries: Entry[], orders: OrderRow[]): string[] {
  const problems: string[] = [];
  const accountOf = new Map(orders.map((order) => [order.id, order.account]));
  for (const cancel of entries) {
    if (cancel.command !== 'cancel' || cancel.told !== 'ok' || !cancel.answeredAt) continue;
    const from = cancel.answeredAt.getTime();
    const back = entries.find(
      (entry) =>
        entry.accountId === cancel.accountId &&
        COMES_BACK.has(entry.command) &&
        (entry.answeredAt === null || entry.answeredAt.getTime() > cancel.at.getTime()),
    );
    const to = back ? back.at.getTime() : Infinity;
    for (const charge of charges) {
      if (accountOf.get(charge.orderId) !== cancel.accountId) continue;
      // One that was on its way may come to the gateway a minute later; money that it brings goes back.
      const isNew = charge.automatic && charge.createdAt > from + ON_ITS_WAY_MS && charge.createdAt < to;
      if (isNew) problems.push(`${charge.id}: charged by itself after the cancellation`);
      if (!isKept(charge)) continue;
      if (charge.createdAt > from && charge.createdAt < to)
        problems.push(`${charge.id}: charged after the cancellation at ${cancel.answeredAt.toISOString()}`);
    }
  }
  return problems;
}
