import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration';
import { SHIPMENT_STATUSES, type OrderStatus, type ShipmentStatus } from './order';
import { normaliseIdentifier } from './text';

/** Whether a paid box would go to a changed address, or its parcel was already requested. */
export const PAID_BOX_STATES = ['follows', 'too_late'] as const;

/** The reasons why an operator has to act on a parcel. */
export const PARCEL_PROBLEMS = [
  /** The fulfilment service is not configured. */
  'by_hand',
  'out_of_stock',
  'unknown_sku',
  'unsupported_postcode',
  /** The fulfilment service refused the parcel for another reason. */
  'refused',
  /** The order has no address. */
  'no_address',
  /** The fulfilment service is unavailable; the request is retried. */
  'away',
  /** The order list of the fulfilment service is too long to read, or contains the order twice. */
  'unclear',
  /** The fulfilment service no longer has the order. */
  'not_found',
  /** The service returned an unknown status. The status is read again later. */
  'unknown_status',
  /** The status of the parcel has not changed for thirty days. */
  'no_news',
  /** The courier could not deliver the parcel and brought it to the shop. */
  'came_back',
  /** The recipient refused the parcel, and it is at the shop. */
  'turned_down',
  /** Two parcels of the order have left. */
  'sent_twice',
] as const;
export type ParcelProblem = (typeof PARCEL_PROBLEMS)[number];

/** The problems of a sent parcel that the staff reports. No report of fulfilment ends them. */
export const REPORTED_PROBLEMS = ['came_back', 'turned_down', 'sent_twice'] as const;
export type ReportedProblem = (typeof REPORTED_PROBLEMS)[number];
/** The problems of a parcel that is at the shop again. */
export const RETURNED_PROBLEMS = ['came_back', 'turned_down'] as const satisfies readonly ReportedProblem[];

const isAmong = (some: readonly string[], problem: string | null) =>
  problem !== null && some.includes(problem);

/** Whether only the staff ends the problem of a parcel. */
export const isReportedProblem = (problem: string | null) => isAmong(REPORTED_PROBLEMS, problem);
/** Whether a sent parcel is at the shop again. */
export const isReturned = (problem: string | null) => isAmong(RETURNED_PROBLEMS, problem);

/** Maps the statuses of the fulfilment service. Some warehouses send INPROGRESS instead of PACKED. */
const STATUS_OF_WORD: Readonly<Record<string, ShipmentStatus>> = {
  RESERVED: 'preparing',
  WAITPAY: 'preparing',
  RECVPAY: 'preparing',
  APPROVED: 'preparing',
  PICKING: 'preparing',
  PROCESSING: 'preparing',
  PACKED: 'packed',
  INPROGRESS: 'packed',
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
};

/** Returns the shipment status for a status of the fulfilment service; null if the status is unknown. */
export function statusOfWord(word: string): ShipmentStatus | null {
  const key = word.trim().toUpperCase();
  return Object.hasOwn(STATUS_OF_WORD, key) ? (STATUS_OF_WORD[key] ?? null) : null;
}

/** Returns the more advanced of two shipment statuses. The status of a parcel never goes back. */
export function furtherStatus(a: ShipmentStatus, b: ShipmentStatus): ShipmentStatus {
  return SHIPMENT_STATUSES.indexOf(a) >= SHIPMENT_STATUSES.indexOf(b) ? a : b;
}

/**
 * Whether fulfilment has a parcel and has not sent it. A parcel sent by hand would be the second one of its order. A
 * parcel that fulfilment no longer has is not there.
 */
export function isAtFulfilment(parcel: {
  status: ShipmentStatus;
  takenAt: Date | null;
  problem: string | null;
}): boolean {
  const isUnsent = parcel.status === 'preparing' || parcel.status === 'packed';
  return parcel.takenAt !== null && isUnsent && parcel.problem !== 'not_found';
}

/** The reasons for which a sent parcel is replaced or refunded. */
export const PARCEL_LOSSES = ['lost', 'damaged', 'returned'] as const;
export type ParcelLoss = (typeof PARCEL_LOSSES)[number];

/** The reasons for which a parcel cannot be replaced or refunded as lost or damaged. */
export type LossRefusal =
  | 'no_such_parcel'
  | 'sent_again'
  | 'refunded_for_loss'
  | 'refunded'
  | 'not_paid'
  | 'not_shipped'
  | 'delivered';

/**
 * Returns why an operator may not replace or refund a parcel as lost or damaged; null if it is allowed.
 * @param number the number of the parcel that the operator selected
 * @param parcel the latest parcel of the order
 */
export function lossRefusal(
  { number, loss }: { number: number; loss: ParcelLoss },
  order: { status: OrderStatus; isRefunded: boolean },
  parcel: { number: number; status: ShipmentStatus; loss: ParcelLoss | null },
): LossRefusal | null {
  if (number < 1 || number > parcel.number) return 'no_such_parcel';
  if (number < parcel.number) return 'sent_again';
  if (parcel.loss !== null) return 'refunded_for_loss';
  if (order.status === 'refunded' || order.isRefunded) return 'refunded';
  if (order.status !== 'paid') return 'not_paid';
  if (parcel.status === 'preparing' || parcel.status === 'packed') return 'not_shipped';
  return parcel.status === 'delivered' && loss === 'lost' ? 'delivered' : null;
}

/**
 * Returns the number of a parcel at the fulfilment service: the order id, or `ord_…-2` for the second parcel.
 */
export function fulfilmentNumber(orderId: string, number: number): string {
  return number === 1 ? orderId : `${orderId}-${number}`;
}

/** Splits an order number of the fulfilment service into the order id and the number of the parcel. */
export function parcelOfNumber(text: string): { orderId: string; number: number } {
  const [, orderId = text, number = '1'] = /^(.+)-([1-9]\d?)$/.exec(text) ?? [];
  return { orderId, number: Number(number) };
}

/** The shortest time from payment to hand-over. Until then a new postal address still applies. */
export const HAND_OVER_AFTER_MS = 5 * MINUTE_MS;
const HAND_OVER_GRID_MS = 10 * MINUTE_MS;
/** The shortest and longest time from payment to hand-over, in minutes, as shown to subscribers. */
export const HAND_OVER_MINUTES = {
  from: HAND_OVER_AFTER_MS / MINUTE_MS,
  until: (HAND_OVER_AFTER_MS + HAND_OVER_GRID_MS) / MINUTE_MS,
};

/** Returns when the parcel of an order paid at `paid` is handed over. Hand-overs are every ten minutes. */
export function handOverAt(paid: Date): Date {
  return new Date(Math.ceil((paid.getTime() + HAND_OVER_AFTER_MS) / HAND_OVER_GRID_MS) * HAND_OVER_GRID_MS);
}

/**
 * The intervals between reads of a parcel's status. The reads are at multiples of the interval after
 * midnight.
 */
const READ_EVERY_MS: Record<Exclude<ShipmentStatus, 'delivered'>, number> = {
  preparing: 6 * HOUR_MS,
  packed: 4 * HOUR_MS,
  shipped: 12 * HOUR_MS,
};
/** The shortest time from one read of a status to the next. */
const READ_NOT_BEFORE_MS = 30 * MINUTE_MS;
/** Without a status change for this time, the status is read once a day. */
const QUIET_AFTER_MS = 7 * DAY_MS;
const NO_NEWS_AFTER_MS = 30 * DAY_MS;
/** The offset of midnight in Bangkok from midnight in UTC, in milliseconds. */
const MIDNIGHT_MS = 17 * HOUR_MS;

/**
 * Returns the instant of the next read of a parcel's status; null for a delivered parcel.
 * @param newsAt the last status change
 */
export function nextReadAt(status: ShipmentStatus, newsAt: Date, now: Date): Date | null {
  if (status === 'delivered') return null;
  const every = now.getTime() - newsAt.getTime() >= QUIET_AFTER_MS ? DAY_MS : READ_EVERY_MS[status];
  const from = now.getTime() + READ_NOT_BEFORE_MS - MIDNIGHT_MS;
  return new Date(Math.ceil(from / every) * every + MIDNIGHT_MS);
}

/** Whether the status of a parcel has not changed for so long that an operator has to act. */
export function isWithoutNews(newsAt: Date, now: Date): boolean {
  return now.getTime() - newsAt.getTime() >= NO_NEWS_AFTER_MS;
}

const AGAIN_AFTER_MS = [1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS);
/** The number of consecutive failed calls (about six hours) after which an operator is notified. */
export const AWAY_AFTER_TRIES = 10;

/**
 * Returns the instant of the next call to an unavailable fulfilment service.
 * @param tries the number of consecutive failed calls
 */
export function askAgainAt(tries: number, now: Date): Date {
  const wait = AGAIN_AFTER_MS[Math.min(Math.max(tries, 1), AGAIN_AFTER_MS.length + 1) - 1] ?? HOUR_MS;
  return new Date(now.getTime() + wait);
}

/** The age of a request from which a missing order proves that the parcel was never accepted. */
export const ABSENT_AFTER_MS = 10 * MINUTE_MS;

/** The days after which a paid box that has not left is late, unless a setting changes them. */
export const LATE_BOX_DAYS = 7;

/**
 * How long the staff can take back an act on a parcel. Its message to the subscriber waits as long. The screen offers it for
 * ten seconds.
 */
export const TAKE_BACK_MS = 15_000;

/** How long the "shipped" message waits for a tracking number. */
export const NUMBER_AWAITED_MS = 6 * HOUR_MS;

interface CourierForm {
  name: string;
  /** Matches the names that the fulfilment service has for the delivery modes of this courier. */
  modes: RegExp;
  number: RegExp;
  /** The URL of the tracking page. `{n}` is replaced by the tracking number. */
  link: string;
}

/** Couriers in Thailand. The number formats are conventions. The links are public tracking pages. */
const COURIERS: readonly CourierForm[] = [
  {
    name: 'Thailand Post',
    modes: /EMS|THAI(LAND)? ?POST|^(TP|REG|ECO)\b/i,
    number: /^[A-Z]{2}\d{9}TH$/,
    link: 'https://track.thailandpost.co.th/?trackNumber={n}',
  },
  {
    name: 'Flash Express',
    modes: /FLASH/i,
    number: /^TH[A-Z0-9]{10,16}$/,
    link: 'https://www.flashexpress.com/fle/tracking?se={n}',
  },
  {
    name: 'KEX Express',
    modes: /KEX|KERRY/i,
    number: /^(KEX|KERDO|SHP)[A-Z0-9]{6,}$/,
    link: 'https://th.kerryexpress.com/th/track/?track={n}',
  },
  {
    name: 'J&T Express',
    modes: /J ?& ?T|^JT/i,
    number: /^\d{10,15}$/,
    link: 'https://www.jtexpress.co.th/service/track?bills={n}',
  },
  { name: 'SPX Express', modes: /SPX|SHOPEE/i, number: /^SPXTH\w{8,}$/, link: 'https://spx.co.th/track?{n}' },
  {
    name: 'Ninja Van',
    modes: /NINJA/i,
    number: /^NV\w{8,}$/,
    link: 'https://www.ninjavan.co.th/th-th/tracking?id={n}',
  },
];

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** Returns the check digit of the eight-digit serial of an S10 number (https://www.upu.int, S10): 47312482 has 9. */
export function s10CheckDigit(serial: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, at) => total + weight * Number(serial[at]), 0);
  const digit = 11 - (sum % 11);
  return digit === 10 ? 0 : digit === 11 ? 5 : digit;
}

/** Whether the number has the courier's format. Thailand Post numbers also need the right check digit. */
function isNumberOf(courier: CourierForm, number: string): boolean {
  if (!courier.number.test(number)) return false;
  if (courier.name !== 'Thailand Post') return true;
  return s10CheckDigit(number.slice(2, 10)) === Number(number[10]);
}

/** Returns a tracking number in the form in which it is stored and searched: without blanks and dashes, in capitals. */
export function plainTrackingNumber(text: string): string {
  return normaliseIdentifier(text)
    .replace(/[\s-]+/g, '')
    .toUpperCase();
}

/** Whether a tracking number has the form of a courier that is known. An unknown courier has no form. */
export function fitsCourier(mode: string, given: string): boolean {
  const courier = COURIERS.find(({ modes }) => modes.test(mode.trim()));
  return courier === undefined || isNumberOf(courier, plainTrackingNumber(given));
}

/**
 * Whether a text can be a tracking number: letters and digits only. A spreadsheet turns long numbers into others with a
 * decimal point or an exponent, such as 8.85012E+12, whose digits are lost.
 */
export function isTrackingNumber(text: string): boolean {
  return /^[A-Z0-9]+$/.test(plainTrackingNumber(text));
}

/** How a parcel can be tracked. `courier` and `url` are null if they are unknown. */
export interface Tracking {
  courier: string | null;
  number: string;
  url: string | null;
}

/**
 * Returns how a parcel can be tracked. The delivery mode names the courier. If the mode is unknown, the
 * format of the number decides. A number in another format gets no link.
 * @param mode code and name of the delivery mode, from the fulfilment service; null if it sent none
 * @param given the tracking number, from the fulfilment service
 */
export function trackingOf(mode: string | null, given: string): Tracking {
  const number = plainTrackingNumber(given);
  const named = COURIERS.find(({ modes }) => mode !== null && modes.test(mode.trim()));
  const courier = named ?? COURIERS.find((one) => isNumberOf(one, number));
  const isRight = courier !== undefined && isNumberOf(courier, number);
  return {
    courier: courier?.name ?? null,
    number,
    url: isRight ? courier.link.replace('{n}', encodeURIComponent(number)) : null,
  };
}
