import type { Entry } from './journal';
import { isKept, type Charge, type OrderRow } from './order-row';

/* Money that comes when nobody wants it any more. */

/** A sum that was taken for an order: when it came, and since when somebody could have paid it. */
interface Kept {
  what: string;
  orderId: string;
  askedAt: number;
  cameAt: number;
  /** The latest moment at which it may have come. */
  cameBy: number;
}

/** What was kept of charges, by the gateway's own clock, and of transfers, from when we heard of them. */
function listKept(charges: Charge[], entries: Entry[]): Kept[] {
  const byCharge = charges
    .filter((charge) => isKept(charge) && charge.paidAt !== null)
    .map(({ id, orderId, createdAt, paidAt }) => ({
      ...{ what: id, orderId, askedAt: createdAt, cameAt: paidAt ?? 0, cameBy: paidAt ?? 0 },
    }));
  const byBank = entries.flatMap(({ command, told, at, answeredAt, input, answer }) => {
    const booked = answer as { status?: string; alreadyBooked?: boolean } | null;
    if (command !== 'bookTransfer' || told !== 'ok' || booked?.status !== 'matched' || booked.alreadyBooked)
      return [];
    const { orderId, madeAt } = input as { orderId: string; madeAt: string };
    const heard = { cameAt: at.getTime(), cameBy: (answeredAt ?? at).getTime() };
    return [{ what: 'a transfer', orderId, askedAt: Date.parse(madeAt), ...heard }];
  });
  return [...byCharge, ...byBank];
}

/** How long a charge may be on its way to the gateway, and more. */
const ON_ITS_WAY_MS = 300_000;

/** A card is not charged for an order whose QR code was paid before, whether its webhook came or not. */
export function judgePaidQrs(charges: Charge[]): string[] {
  return charges.flatMap((qr) => {
    const { byCard, paidAt, orderId } = qr;
    if (byCard || paidAt === null) return [];
    return charges
      .filter((card) => card.byCard && card.orderId === orderId && card.createdAt > paidAt + ON_ITS_WAY_MS)
      .map((card) => `${orderId}: ${card.id} was made by card after its QR code ${qr.id} had been paid`);
  });
}

/** What was asked for before a cancellation and paid after it goes back; so does an older order's after a newer was paid. */
export function judgeLateMoney(charges: Charge[], entries: Entry[], orders: OrderRow[]): string[] {
  const problems: string[] = [];
  const all = listKept(charges, entries);
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  for (const money of all) {
    const order = orderOf.get(money.orderId);
    if (!order) continue;
    for (const { command, told, accountId, at, answeredAt } of entries) {
      if (command !== 'cancel' || told !== 'ok' || accountId !== order.account || !answeredAt) continue;
      if (money.askedAt < at.getTime() && money.cameAt > answeredAt.getTime())
        problems.push(`${order.id}: ${money.what} came after the cancellation, and was kept`);
    }
    for (const newer of all) {
      const other = orderOf.get(newer.orderId);
      if (other?.account !== order.account || other.cycle <= order.cycle) continue;
      if (newer.cameBy < money.cameAt)
        problems.push(`${order.id}: ${money.what} was kept, and a newer order was paid before`);
    }
  }
  return problems;
}
