import { addDays, type Day } from './day';
import type { Satang } from './money';
import type { OrderStatus } from './order';

export const RECEIVE_BY_DAYS = 5;

/** The zone of every postcode no prefix names. */
export const STANDARD_ZONE = 'standard';

/** The fee tables. The longest matching prefix names the zone; `remotePostcodes` are those that pay the surcharge. */
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
 * The delivery fee in satang, 0 when the box is delivered free, surcharge included. A postcode that is not in the
 * address table (`inAddressTable` false) pays the standard rate whatever its prefix says. Throws when a zone has no rate.
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

/** The latest delivery day of an order that was paid on this day. */
export function receiveByOf(paidOn: Day): Day {
  return addDays(paidOn, RECEIVE_BY_DAYS);
}

/** The latest delivery day: five days after the payment date, or the paid day; null when overdue or not coming. */
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
