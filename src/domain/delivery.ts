import { addDays, type Day } from './day';
import type { Satang } from './money';
import type { OrderStatus } from './order';

export const RECEIVE_BY_DAYS = 5;

/** The zone of postcodes that match no prefix. */
export const STANDARD_ZONE = 'standard';

/**
 * The delivery fee tables. The longest prefix that matches the postcode selects the zone. A postcode in
 * `remotePostcodes` pays the surcharge.
 */
export type DeliveryTariff = {
  zones: readonly { prefix: string; zone: string }[];
  rates: readonly { zone: string; fee: Satang }[];
  remotePostcodes: ReadonlySet<string>;
  remoteSurcharge: Satang;
};

function zoneOf(postalCode: string, tariff: DeliveryTariff): string {
  const matching = tariff.zones.filter(({ prefix }) => postalCode.startsWith(prefix));
  return matching.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.zone ?? STANDARD_ZONE;
}

/**
 * Returns the delivery fee in satang, including the surcharge; 0 for free delivery. A postcode that is not in
 * the address table (`inAddressTable` false) pays the standard rate.
 * @throws Error when a zone has no rate
 */
export function deliveryFee(
  postalCode: string,
  tariff: DeliveryTariff,
  free: boolean,
  inAddressTable = true,
): Satang {
  if (free) return 0;
  const zone = inAddressTable ? zoneOf(postalCode, tariff) : STANDARD_ZONE;
  const rate = tariff.rates.find((candidate) => candidate.zone === zone);
  if (!rate) throw new Error(`No delivery rate for zone ${zone}`);
  return rate.fee + (tariff.remotePostcodes.has(postalCode) ? tariff.remoteSurcharge : 0);
}

/** Returns the latest delivery day of an order that was paid on this day. */
export function receiveByOf(paidOn: Day): Day {
  return addDays(paidOn, RECEIVE_BY_DAYS);
}

/**
 * Returns the latest delivery day of an order: five days after the payment date or the paid day. Null when
 * the order is overdue or will not be sent.
 */
export function receiveBy(order: {
  status: OrderStatus;
  paymentDate: Day;
  paidOn: Day | null;
  today: Day;
}): Day | null {
  const { status, paymentDate, paidOn, today } = order;
  if (status === 'paid' || status === 'refunded') return receiveByOf(paidOn ?? paymentDate);
  const isComing = status === 'upcoming' || status === 'charging' || status === 'awaiting_payment';
  return isComing && today <= paymentDate ? addDays(paymentDate, RECEIVE_BY_DAYS) : null;
}
