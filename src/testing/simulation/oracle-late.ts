import type { Entry } from './journal';
import { isKept, type Charge, type OrderRow } from './oracle-facts';

/* Payments that arrive late: after a cancellation, or for an order that a newer one replaced. */

/** A captured payment of an order. */
interface KeptPayment {
  what: string;
  orderId: string;
  requestedAt: number;
  cameAt: number;
  /** The latest time in ms at which the payment may have arrived. */
  cameBy: number;
}

/** Lists captured payments. The time of a charge is read from the gateway, the time of a transfer from its import. */
function listKeptPayments(charges: Charge[], entries: Entry[]): KeptPayment[] {
  const byCharge = charges
    .filter((charge) => isKept(charge) && charge.paidAt !== null)
    .map(({ id, orderId, createdAt, paidAt }) => ({
      what: id,
      orderId,
      requestedAt: createdAt,
      cameAt: paidAt ?? 0,
      cameBy: paidAt ?? 0,
    }));
  const byBank = entries.flatMap(({ command, outcome, at, respondedAt, input, response }) => {
    const booked = response as { status?: string; alreadyBooked?: boolean } | null;
    if (
      command !== 'bookTransfer' ||
      outcome !== 'ok' ||
      booked?.status !== 'matched' ||
      booked.alreadyBooked
    )
      return [];
    const { orderId, madeAt } = input as { orderId: string; madeAt: string };
    const heard = { cameAt: at.getTime(), cameBy: (respondedAt ?? at).getTime() };
    return [{ what: 'a transfer', orderId, requestedAt: Date.parse(madeAt), ...heard }];
  });
  return [...byCharge, ...byBank];
}

/** Whether an order is newer than another: by date, because an order can be sent before its planned date. */
const isNewer = (one: OrderRow, other: OrderRow) =>
  one.date > other.date || (one.date === other.date && one.cycle > other.cycle);

/** The longest time in ms that a charge request takes to reach the gateway, with a margin. */
const IN_FLIGHT_MS = 300_000;

/** Checks that no card is charged for an order after its QR code was paid, even if the webhook was lost. */
export function checkPaidQrs(charges: Charge[]): string[] {
  return charges.flatMap((qr) => {
    const { byCard, paidAt, orderId } = qr;
    if (byCard || paidAt === null) return [];
    return charges
      .filter((card) => card.byCard && card.orderId === orderId && card.createdAt > paidAt + IN_FLIGHT_MS)
      .map((card) => `${orderId}: ${card.id} was made by card after its QR code ${qr.id} had been paid`);
  });
}

/**
 * Checks that two kinds of late payments are refunded: a payment requested before and made after a
 * cancellation, and a payment for an order made after a newer order was paid.
 */
export function checkLateMoney(charges: Charge[], entries: Entry[], orders: OrderRow[]): string[] {
  const problems: string[] = [];
  const all = listKeptPayments(charges, entries);
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  for (const money of all) {
    const order = orderOf.get(money.orderId);
    if (!order) continue;
    for (const { command, outcome, accountId, at, respondedAt } of entries) {
      if (command !== 'cancel' || outcome !== 'ok' || accountId !== order.account || !respondedAt) continue;
      if (money.requestedAt < at.getTime() && money.cameAt > respondedAt.getTime())
        problems.push(`${order.id}: ${money.what} arrived after the cancellation and was kept`);
    }
    for (const newer of all) {
      const other = orderOf.get(newer.orderId);
      if (other?.account !== order.account || !isNewer(other, order)) continue;
      if (newer.cameBy < money.cameAt)
        problems.push(`${order.id}: ${money.what} was kept although a newer order was paid before`);
    }
  }
  return problems;
}
