import { eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import {
  fulfilmentNumber,
  furtherStatus,
  isWithoutNews,
  nextReadAt,
  NUMBER_AWAITED_MS,
  statusOfWord,
  trackingOf,
  type ParcelProblem,
} from '@/domain/parcel';
import type { Tx } from '../db';
import { accounts, orders, shipments } from '../db/schema';
import type { ParcelReport } from '../gateways/mycloud';
import { log } from '../platform/log';
import { queueMessage } from '../lifecycle/outbox';
import { accountUrl } from '../platform/site-url';

export type Shipment = typeof shipments.$inferSelect;
type Order = typeof orders.$inferSelect;
type Account = typeof accounts.$inferSelect;

/** A parcel, the order it is of and whose it is; the caller holds the subscription's lock and the parcel's. */
export interface ParcelCase {
  shipment: Shipment;
  order: Order;
  account: Account;
}

/**
 * Writes down what fulfilment says of a parcel it has: never back, a word we don't know for a person to look at, and
 * tells its owner once that it is on its way.
 * @returns the parcel as it is now
 */
export async function bookReport(
  tx: Tx,
  now: Date,
  found: ParcelCase,
  report: ParcelReport,
): Promise<Shipment> {
  const { shipment } = found;
  const reported = statusOfWord(report.word);
  const status = reported ? furtherStatus(shipment.status, reported) : shipment.status;
  if (reported && status !== reported)
    log.warn('parcels.status_backwards', { orderId: shipment.orderId, code: report.word.slice(0, 40) });
  const tracking = trackingFrom(shipment, report);
  const isNews =
    status !== shipment.status ||
    tracking.trackingNumber !== shipment.trackingNumber ||
    report.word !== shipment.reportedStatus;
  const newsAt = isNews ? now : shipment.updatedAt;
  const hasReached = (least: 'shipped' | 'delivered') => furtherStatus(status, least) === status;
  const shippedAt = shipment.shippedAt ?? (hasReached('shipped') ? now : null);
  const isSilent = status !== 'delivered' && isWithoutNews(newsAt, now);
  const problem = problemOf(shipment, { reported, isSilent });
  const next: Shipment = {
    ...shipment,
    ...tracking,
    status,
    externalId: report.externalId,
    takenAt: shipment.takenAt ?? now,
    reportedStatus: report.word.slice(0, 40),
    shippedAt,
    deliveredAt: shipment.deliveredAt ?? (hasReached('delivered') ? now : null),
    problem,
    checkAt: isSilent ? null : lookAt({ ...shipment, ...tracking, status, shippedAt }, newsAt, now),
    leaseUntil: null,
    tries: 0,
    updatedAt: newsAt,
  };
  await tx.update(shipments).set(next).where(eq(shipments.orderId, shipment.orderId));
  await tellShipped(tx, now, { ...found, shipment: next }, shipment);
  return next;
}

function trackingFrom(
  { courier, trackingNumber, trackingUrl }: Shipment,
  { trackingNumber: given, mode, link }: ParcelReport,
): Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl'> {
  if (given === null) return { courier, trackingNumber, trackingUrl };
  const tracking = trackingOf(mode, given.slice(0, 60));
  return {
    courier: tracking.courier,
    trackingNumber: tracking.number,
    trackingUrl: tracking.url ?? link,
  };
}

function problemOf(
  { problem }: Shipment,
  { reported, isSilent }: { reported: unknown; isSilent: boolean },
): ParcelProblem | null {
  // Two parcels of one order don't become one by what is heard of one of them.
  if (problem === 'unclear') return 'unclear';
  if (reported === null) return 'unknown_status';
  return isSilent ? 'no_news' : null;
}

/** A number that is late is looked for once more before its owner is told without it. */
function lookAt(
  { status, trackingNumber, shippedAt }: Pick<Shipment, 'status' | 'trackingNumber' | 'shippedAt'>,
  newsAt: Date,
  now: Date,
): Date | null {
  const next = nextReadAt(status, newsAt, now);
  if (status !== 'shipped' || trackingNumber !== null || shippedAt === null) return next;
  const last = new Date(shippedAt.getTime() + NUMBER_AWAITED_MS);
  return last > now && (next === null || last < next) ? last : next;
}

/** "Your box is on its way", once, with its number; without one when that does not come. */
export async function tellShipped(
  tx: Tx,
  now: Date,
  { shipment, order, account }: ParcelCase,
  before: Shipment,
): Promise<void> {
  const { status, trackingNumber, trackingUrl, shippedAt, number } = shipment;
  if (status !== 'shipped' || account.deletedAt !== null) return;
  const isNew = before.status !== 'shipped' || before.trackingNumber === null;
  const hasWaited = shippedAt !== null && now.getTime() - shippedAt.getTime() >= NUMBER_AWAITED_MS;
  if (!(trackingNumber === null ? hasWaited : isNew)) return;
  await queueMessage(tx, now, {
    kind: 'shipped',
    accountId: account.id,
    dedupeKey: `shipped:${fulfilmentNumber(order.id, number)}`,
    payload: {
      firstName: account.firstName,
      orderId: order.id,
      courier: shipment.courier,
      trackingNumber,
      receiveBy: receiveByOf(number === 1 && order.paidOn ? order.paidOn : dayOf(shippedAt ?? now)),
      link: trackingUrl ?? `${accountUrl(account.locale)}/orders/${order.id}`,
      isCourierPage: trackingUrl !== null,
    },
  });
}
