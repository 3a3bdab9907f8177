import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration';
import { SHIPMENT_STATUSES, type OrderStatus, type ShipmentStatus } from './order';

/** What a person has to look at, of a parcel that does not get on by itself. */
export const PARCEL_PROBLEMS = [
  /** Nobody is asked: the fulfilment service is not set up. */
  'by_hand',
  'out_of_stock',
  'unknown_sku',
  'unsupported_postcode',
  /** Refused for another reason. */
  'refused',
  /** There is no address to send it to. */
  'no_address',
  /** The fulfilment service does not answer; it is asked again by itself. */
  'away',
  /** Whether fulfilment has it can't be told: its list is too long to read, or shows two. */
  'unclear',
  /** Fulfilment doesn't know it any more. */
  'not_found',
  /** Fulfilment said a word we don't know; it is asked again by itself. */
  'unknown_status',
  /** Nothing has been heard of it for thirty days. */
  'no_news',
] as const;
export type ParcelProblem = (typeof PARCEL_PROBLEMS)[number];

/**
 * Fulfilment's words and ours. RESERVED to RECVPAY come before an order is approved; some warehouses say INPROGRESS
 * for PACKED.
 */
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

/** What fulfilment's word means to us; null for one we don't know, UNKNOWN among them. */
export function statusOfWord(word: string): ShipmentStatus | null {
  const key = word.trim().toUpperCase();
  return Object.hasOwn(STATUS_OF_WORD, key) ? (STATUS_OF_WORD[key] ?? null) : null;
}

/** The further of two statuses: whatever is reported, a parcel never goes back. */
export function furtherStatus(a: ShipmentStatus, b: ShipmentStatus): ShipmentStatus {
  return SHIPMENT_STATUSES.indexOf(a) >= SHIPMENT_STATUSES.indexOf(b) ? a : b;
}

/** Why a parcel that was sent never served its owner. */
export const PARCEL_LOSSES = ['lost', 'damaged'] as const;
export type ParcelLoss = (typeof PARCEL_LOSSES)[number];

/** Why a parcel may not be replaced or refunded as lost or damaged. */
export type LossRefusal =
  | 'no_such_parcel'
  | 'sent_again'
  | 'refunded_for_loss'
  | 'refunded'
  | 'not_paid'
  | 'not_shipped'
  | 'delivered';

/**
 * Whether an operator may replace or refund this parcel of an order as lost or damaged; each parcel once.
 * @param number the parcel that the operator means
 * @param parcel the order's latest parcel
 * @returns why not, or null
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

/** The order number under which fulfilment knows a parcel: the order's own id for the first, `ord_…-2` for the next. */
export function fulfilmentNumber(orderId: string, number: number): string {
  return number === 1 ? orderId : `${orderId}-${number}`;
}

/** The order and the number of a parcel by fulfilment's order number. */
export function parcelOfNumber(text: string): { orderId: string; number: number } {
  const [, orderId = text, number = '1'] = /^(.+)-([1-9]\d?)$/.exec(text) ?? [];
  return { orderId, number: Number(number) };
}

/** Whoever corrects the address just after paying still reaches the parcel. */
export const HAND_OVER_AFTER_MS = 5 * MINUTE_MS;
const HAND_OVER_GRID_MS = 10 * MINUTE_MS;
/** The same as people are told it: so many minutes after paying a parcel is handed over, at the earliest and the latest. */
export const HAND_OVER_MINUTES = {
  from: HAND_OVER_AFTER_MS / MINUTE_MS,
  until: (HAND_OVER_AFTER_MS + HAND_OVER_GRID_MS) / MINUTE_MS,
};

/** When a parcel of an order paid at that moment is handed over: the parcels of ten minutes go together. */
export function handOverAt(paid: Date): Date {
  return new Date(Math.ceil((paid.getTime() + HAND_OVER_AFTER_MS) / HAND_OVER_GRID_MS) * HAND_OVER_GRID_MS);
}

/**
 * How often a parcel is looked at between what fulfilment says by itself: most often where the next word is that it
 * was sent. All parcels share the full hours of Bangkok that these divide.
 */
const LOOK_EVERY_MS: Record<Exclude<ShipmentStatus, 'delivered'>, number> = {
  preparing: 6 * HOUR_MS,
  packed: 4 * HOUR_MS,
  shipped: 12 * HOUR_MS,
};
/** A look so soon after the last word would tell nothing. */
const LOOK_NOT_BEFORE_MS = 30 * MINUTE_MS;
/** After so long without news the looks get rarer, and after this they end. */
const QUIET_AFTER_MS = 7 * DAY_MS;
const NO_NEWS_AFTER_MS = 30 * DAY_MS;
/** Bangkok's midnight, as milliseconds after UTC's. */
const MIDNIGHT_MS = 17 * HOUR_MS;

/** When to look next at a parcel that fulfilment has; null once it has arrived. `newsAt`: when something last changed. */
export function nextLookAt(status: ShipmentStatus, newsAt: Date, now: Date): Date | null {
  if (status === 'delivered') return null;
  const every = now.getTime() - newsAt.getTime() >= QUIET_AFTER_MS ? DAY_MS : LOOK_EVERY_MS[status];
  const from = now.getTime() + LOOK_NOT_BEFORE_MS - MIDNIGHT_MS;
  return new Date(Math.ceil(from / every) * every + MIDNIGHT_MS);
}

/** Whether a parcel has been silent for so long that somebody has to ask after it. */
export function isWithoutNews(newsAt: Date, now: Date): boolean {
  return now.getTime() - newsAt.getTime() >= NO_NEWS_AFTER_MS;
}

const AGAIN_AFTER_MS = [1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS);
/** So many tries in a row without an answer (about six hours) are for a person to know. */
export const AWAY_AFTER_TRIES = 10;

/** When to ask again a service that did not answer, after so many tries in a row. */
export function askAgainAt(tries: number, now: Date): Date {
  const wait = AGAIN_AFTER_MS[Math.min(Math.max(tries, 1), AGAIN_AFTER_MS.length + 1) - 1] ?? HOUR_MS;
  return new Date(now.getTime() + wait);
}

/**
 * So long after asking, a parcel that is not on fulfilment's list was never taken: by then no request is under way
 * any more, and it may be asked for again.
 */
export const ABSENT_AFTER_MS = 10 * MINUTE_MS;

/** How long the "shipped" message waits for a tracking number that comes late. */
export const NUMBER_AWAITED_MS = 6 * HOUR_MS;

interface CourierForm {
  name: string;
  /** How its provider's delivery modes are called. */
  modes: RegExp;
  number: RegExp;
  /** `{n}` stands for the number. */
  link: string;
}

/** Couriers in Thailand: the forms of their numbers are conventions, the addresses those of their public pages. */
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

/** The check digit of an S10 number's eight-digit serial (https://www.upu.int, S10): 47312482 has 9. */
export function s10CheckDigit(serial: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, at) => total + weight * Number(serial[at]), 0);
  const digit = 11 - (sum % 11);
  return digit === 10 ? 0 : digit === 11 ? 5 : digit;
}

/** A number of the post whose check digit is wrong was mistyped: it has no link. */
function isNumberOf(courier: CourierForm, number: string): boolean {
  if (!courier.number.test(number)) return false;
  if (courier.name !== 'Thailand Post') return true;
  return s10CheckDigit(number.slice(2, 10)) === Number(number[10]);
}

/** Who carries a parcel, its number as the courier writes it, and where to follow it; null: not known. */
export interface Tracking {
  courier: string | null;
  number: string;
  url: string | null;
}

/**
 * How a parcel can be followed. The courier is the one that fulfilment names; its number decides only where it names
 * none that we know. A number that has not the courier's form is shown without a link.
 * @param mode code and name of the delivery mode, as fulfilment has them.
 */
export function trackingOf(mode: string | null, given: string): Tracking {
  const number = given.replace(/[\s-]+/g, '').toUpperCase();
  const named = COURIERS.find(({ modes }) => mode !== null && modes.test(mode.trim()));
  const courier = named ?? COURIERS.find((one) => isNumberOf(one, number));
  const isRight = courier !== undefined && isNumberOf(courier, number);
  return {
    courier: courier?.name ?? null,
    number,
    url: isRight ? courier.link.replace('{n}', encodeURIComponent(number)) : null,
  };
}
