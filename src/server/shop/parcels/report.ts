import { dayOf } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import {
  fulfilmentNumber,
  furtherStatus,
  isReportedProblem,
  isTrackingNumber,
  isWithoutNews,
  nextReadAt,
  NUMBER_AWAITED_MS,
  TAKE_BACK_MS,
  statusOfWord,
  trackingOf,
  type ParcelProblem,
} from '@/domain/parcel';
import type { accounts, orderAddresses, orders, shipments } from '../../db/schema';
import type { ParcelReport } from '../../gateways/mycloud/parcels';
import { log } from '../../platform/log';
import type { NewMessage } from '../../lifecycle/outbox';
import { accountUrl } from '../../platform/site-url';

export type Shipment = typeof shipments.$inferSelect;
type Order = typeof orders.$inferSelect;
type Account = typeof accounts.$inferSelect;

/** A parcel with its order and account, read after the subscription and the parcel were locked. */
export interface ParcelCase {
  shipment: Shipment;
  order: Order;
  account: Account;
  /** The own address of the order; null if it goes to the account's address. */
  place: typeof orderAddresses.$inferSelect | null;
  /** Whether the parcel may leave: the order is paid, and no refund of its whole payment is requested. */
  isOwed: boolean;
}

/**
 * Returns the parcel after a report from the fulfilment service. The status never goes back to an earlier
 * status. An unknown status is recorded as a problem for an operator.
 */
export function decideReport(shipment: Shipment, now: Date, report: ParcelReport): Shipment {
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
  // `updatedAt` of a silent parcel is the time at which the silence became a problem.
  const isStillSilent = shipment.problem === 'no_news' && !isNews;
  const isSilent = status !== 'delivered' && (isStillSilent || isWithoutNews(newsAt, now));
  const problem = problemOf(shipment, { reported, isSilent });
  return {
    ...shipment,
    ...tracking,
    status,
    externalId: report.externalId,
    takenAt: shipment.takenAt ?? now,
    reportedStatus: report.word.slice(0, 40),
    shippedAt,
    deliveredAt: shipment.deliveredAt ?? (hasReached('delivered') ? now : null),
    problem,
    checkAt: isSilent ? null : nextPollOf({ ...shipment, ...tracking, status, shippedAt }, newsAt, now),
    leaseUntil: null,
    tries: 0,
    updatedAt: newsAt,
  };
}

function trackingFrom(
  { courier, trackingNumber, trackingUrl }: Shipment,
  { trackingNumber: given, mode, link }: ParcelReport,
): Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl'> {
  // A number that the service has damaged counts as missing: the message waits for the right one.
  if (given === null || !isTrackingNumber(given)) return { courier, trackingNumber, trackingUrl };
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
  // A report about one of the two parcels does not resolve the problem that there are two.
  if (problem === 'unclear') return 'unclear';
  if (isReportedProblem(problem)) return problem as ParcelProblem;
  if (reported === null) return 'unknown_status';
  return isSilent ? 'no_news' : null;
}

/**
 * Returns when to poll a parcel next; null if no poll follows. A shipped parcel without a tracking number is
 * polled once more when the wait for the number ends (`NUMBER_AWAITED_MS`).
 */
export function nextPollOf(
  { status, trackingNumber, shippedAt }: Pick<Shipment, 'status' | 'trackingNumber' | 'shippedAt'>,
  newsAt: Date,
  now: Date,
): Date | null {
  const next = nextReadAt(status, newsAt, now);
  if (status !== 'shipped' || trackingNumber !== null || shippedAt === null) return next;
  const last = new Date(shippedAt.getTime() + NUMBER_AWAITED_MS);
  return last > now && (next === null || last < next) ? last : next;
}

/**
 * Returns the message that a parcel was shipped, in a list. It is due when the tracking number is known, or
 * after `NUMBER_AWAITED_MS` without a number. A number that the staff corrects is told again; fulfilment may report
 * another one at any time, which only the page shows.
 * @param before the parcel before the change
 * @returns an empty list if the message is not due or was queued before
 */
export function shippedMessages(
  now: Date,
  { shipment, order, account }: ParcelCase,
  before: Shipment,
  by: 'staff' | 'fulfilment',
): NewMessage<'shipped'>[] {
  const { status, trackingNumber, trackingUrl, shippedAt, number } = shipment;
  if (status !== 'shipped' || account.deletedAt !== null) return [];
  const isCorrected =
    by === 'staff' && before.trackingNumber !== null && before.trackingNumber !== trackingNumber;
  const isNew = before.status !== 'shipped' || before.trackingNumber === null || isCorrected;
  const hasWaited = shippedAt !== null && now.getTime() - shippedAt.getTime() >= NUMBER_AWAITED_MS;
  if (!(trackingNumber === null ? hasWaited : isNew)) return [];
  const message: NewMessage<'shipped'> = {
    kind: 'shipped',
    accountId: account.id,
    dedupeKey: `shipped:${fulfilmentNumber(order.id, number)}${isCorrected ? `:${trackingNumber}` : ''}`,
    ...(by === 'staff' && { waitMs: TAKE_BACK_MS }),
    payload: {
      firstName: account.firstName,
      orderId: order.id,
      courier: shipment.courier,
      trackingNumber,
      receiveBy: receiveByOf(number === 1 && order.paidOn ? order.paidOn : dayOf(shippedAt ?? now)),
      link: trackingUrl ?? `${accountUrl(account.locale)}/orders/${order.id}`,
      isCourierPage: trackingUrl !== null,
    },
  };
  return [message];
}
