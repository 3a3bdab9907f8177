import { DAY_MS } from './duration';
import type { EventType } from './event';

export const WEBHOOK_ENDPOINTS_MAX = 20;
export const ENDPOINT_URL_MAX = 500;
export type DeliveryStatus = 'waiting' | 'sent' | 'failed';
/** Why an endpoint is off: the staff turned it off, it failed for days, or it answered that it is gone. */
export const ENDPOINT_OFF = ['staff', 'failing', 'gone'] as const;
export type EndpointOff = (typeof ENDPOINT_OFF)[number];
/** One try of a delivery. `answer`: the HTTP status, or why there was none. */
export interface DeliveryTry {
  at: string;
  answer: number | string;
  ms: number;
}

/** The seconds before each further try: about three days. */
const WAITS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const JITTER = 0.2;
const RETRY_AFTER_MAX = 86_400;

/**
 * Returns when a delivery that failed `tries` times is tried again; null if it is not.
 * @param random a number from 0 to 1, so that tries of many deliveries do not come together
 * @param retryAfter the seconds that the endpoint asked for
 */
export function nextTryAt(now: Date, tries: number, random: number, retryAfter = 0): Date | null {
  const wait = WAITS[tries - 1];
  if (wait === undefined) return null;
  const seconds = Math.max(wait * (1 + JITTER * random), Math.min(retryAfter, RETRY_AFTER_MAX));
  return new Date(now.getTime() + seconds * 1000);
}

/** The days without a success after which an endpoint is turned off. */
export const FAILING_DAYS = 5;
/** How long both secrets sign after a rotation. */
export const OLD_SECRET_HOURS = 24;
/** How long deliveries and their tries are stored. */
export const DELIVERY_DAYS = 30;
/** The tries that are listed of one delivery. */
export const LOGGED_TRIES = 20;

/** Whether an endpoint that failed now has failed for so long that it is turned off. */
export function isOverdue(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY_MS;
}

/** Whether an endpoint with this choice gets an event. */
export const wantsEvent = (types: readonly EventType[], type: EventType) =>
  types.length === 0 || types.includes(type);
