import { z } from 'zod';
import { settings } from '@/env';
import { systemNow } from '../platform/clock';
import { log } from '../platform/log';
import { createCircuit } from './circuit';
import { withEachCredential } from './credentials';
import { callJson, type HttpAnswer } from './http';

/* The client of the fulfilment service, by its public documentation and the plugins that use it. The service has no idempotency key and no signatures; unknown fields are ignored, and unknown statuses are returned as they are. */

const TIMEOUT_MS = 10_000;
/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;
/** The validity of a token that does not state its own. */
const TOKEN_MS = 8 * 3_600_000;
const TOKEN_PATH = '/gettoken';
const PAGE = 100;
/** A longer list cannot be searched; the caller has to notify an operator. */
const PAGES_MAX = 100;

/** A parcel to send. Amounts in satang; `sku` is our product code. */
export interface ParcelToSend {
  orderNumber: string;
  name: string;
  address: string;
  postalCode: string;
  phone: string;
  total: number;
  items: { sku: string; quantity: number; unitPrice: number }[];
}

/** The fulfilment service's report of a parcel. */
export interface ParcelReport {
  externalId: string;
  orderNumber: string;
  /** Its own status text. */
  word: string;
  trackingNumber: string | null;
  /** Code and name of its delivery mode. */
  mode: string | null;
  /** Its own tracking link, https only. */
  link: string | null;
}

export type RefusalCode =
  'out_of_stock' | 'unknown_sku' | 'unsupported_postcode' | 'duplicate' | 'not_found' | 'refused';

/** `unavailable`: no clear response; `maybeDone` is false only if the call certainly had no effect. */
export type FulfilmentAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; code: RefusalCode }
  | { kind: 'unavailable'; maybeDone: boolean; why: string };

const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = text.nullish().catch(null);

const orderShape = z
  .object({
    attributes: z.object({
      id: text,
      order_number: text,
      status: optionalText,
      tracking_number: optionalText,
      bitly_url: optionalText,
    }),
    delivery_mode: z
      .object({ attributes: z.object({ code: optionalText, name: optionalText }) })
      .nullish()
      .catch(null),
  })
  .transform(({ attributes, delivery_mode: mode }): ParcelReport => {
    const known = [mode?.attributes.code, mode?.attributes.name].filter(Boolean);
    const link = attributes.bitly_url ?? '';
    return {
      externalId: attributes.id,
      orderNumber: attributes.order_number,
      word: attributes.status ?? '',
      trackingNumber: attributes.tracking_number?.trim() || null,
      mode: known.length === 0 ? null : known.join(' '),
      link: /^https:\/\/[^\s/]+\//.test(link) ? link : null,
    };
  });

const answerShape = z.object({ data: orderShape });
/** Lists are arrays, or objects with the keys "0", "1"…, as PHP writes them. */
const listShape = z
  .object({ data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]) })
  .transform(({ data }) => Object.values(data));
const tokenShape = z
  .object({ token: z.string().optional(), data: z.object({ token: z.string() }).optional().catch(undefined) })
  .transform(({ token, data }) => token ?? data?.token)
  .pipe(z.string().min(1));
const errorShape = z.object({
  error_code: optionalText,
  error_message: optionalText,
  error_messages: z
    .union([z.array(text), z.record(z.string(), z.unknown()).transform(Object.values)])
    .catch([]),
  message: optionalText,
  success: z.boolean().optional().catch(undefined),
});

/** Whether a fulfilment service is configured. */
export function hasFulfilment(): boolean {
  return settings().MYCLOUD_API_KEY !== undefined;
}

/**
 * Creates a parcel. Never throws and never retries.
 * @param isStillWanted checked directly before sending; if false, nothing is sent
 */
export async function createParcel(
  parcel: ParcelToSend,
  isStillWanted: () => boolean = () => true,
): Promise<FulfilmentAnswer<ParcelReport>> {
  const body = {
    order_number: parcel.orderNumber,
    delivery_mode_id: settings().MYCLOUD_DELIVERY_MODE,
    name: parcel.name,
    address: parcel.address,
    postcode: parcel.postalCode,
    phone_number: parcel.phone,
    status: 'APPROVED',
    total_price: parcel.total / 100,
    order_items: parcel.items.map(({ sku, quantity, unitPrice }) => ({
      product_sku: sku,
      quantity,
      price: unitPrice / 100,
    })),
  };
  return ask(
    answerShape.transform(({ data }) => data),
    'POST',
    '/orders',
    { body, isStillWanted },
  );
}

/** Reads the status of a parcel by the service's own id. Never throws. */
export function fetchParcel(externalId: string): Promise<FulfilmentAnswer<ParcelReport>> {
  const path = `/orders/${encodeURIComponent(externalId)}`;
  return ask(
    answerShape.transform(({ data }) => data),
    'GET',
    path,
  );
}

/**
 * Reads the parcels with our order number from the whole list; the service has no search. `unavailable` also when the
 * list is too long. Never throws.
 */
export async function findParcels(orderNumber: string): Promise<FulfilmentAnswer<ParcelReport[]>> {
  const found = new Map<string, ParcelReport>();
  for (let page = 0; page < PAGES_MAX; page++) {
    const rows = await ask(listShape, 'GET', `/orders?offset=${page * PAGE}&count=${PAGE}`);
    if (rows.kind !== 'ok') return rows;
    for (const row of rows.value) {
      const parcel = orderShape.safeParse(row).data;
      if (parcel?.orderNumber === orderNumber) found.set(parcel.externalId, parcel);
    }
    // A missing parcel is certain only after every page has been read.
    if (found.size > 0 || rows.value.length < PAGE) return { kind: 'ok', value: [...found.values()] };
  }
  return { kind: 'unavailable', maybeDone: false, why: 'LIST_TOO_LONG' };
}

/** The circuit of the fulfilment service. */
export const fulfilmentCircuit = createCircuit('fulfilment', askForToken);

interface Wish {
  body?: unknown;
  isStillWanted?: () => boolean;
}

async function ask<T>(
  shape: z.ZodType<T>,
  method: string,
  path: string,
  wish: Wish = {},
): Promise<FulfilmentAnswer<T>> {
  let answer = await callWithToken(method, path, wish);
  // A token may expire early: after a 401 it is dropped and the call is made once more.
  if (answer.kind === 'answered' && answer.status === 401) {
    held = null;
    answer = await callWithToken(method, path, wish);
  }
  if (answer.kind === 'failed') return { kind: 'unavailable', maybeDone: answer.maybeDone, why: answer.why };
  const { status, body } = answer;
  // A wrong key is our error, not a refusal of the parcel.
  if (status === 401 || status === 403)
    return { kind: 'unavailable', maybeDone: false, why: `HTTP_${status}` };
  const code = refusalOf(status, body);
  if (code) return { kind: 'refused', code };
  const parsed = shape.safeParse(body);
  return parsed.success
    ? { kind: 'ok', value: parsed.data }
    : { kind: 'unavailable', maybeDone: true, why: 'UNREADABLE' };
}

async function callWithToken(method: string, path: string, wish: Wish): Promise<HttpAnswer> {
  const token = await takeToken();
  if (typeof token !== 'string') return token;
  if (wish.isStillWanted?.() === false) return { kind: 'failed', maybeDone: false, why: 'NOT_WANTED' };
  return call(method, path, { authorization: `Bearer ${token}` }, wish.body);
}

async function call(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<HttpAnswer> {
  const url = `${settings().MYCLOUD_API_URL}${path}`;
  const kind = method === 'GET' || path === TOKEN_PATH ? 'read' : 'write';
  const answer = await fulfilmentCircuit.call(kind, () =>
    callJson(url, { method, headers, body, timeoutMs: TIMEOUT_MS }),
  );
  if (answer.kind === 'failed')
    log.warn('parcels.fulfilment_away', { provider: 'mycloud', code: answer.why });
  return answer;
}

let held: { token: string; from: number; until: number } | null = null;

/** Returns a valid token, or why there is none; without one nothing was sent. */
async function takeToken(): Promise<string | Extract<HttpAnswer, { kind: 'failed' }>> {
  const now = systemNow().getTime();
  if (held && held.from <= now && now < held.until) return held.token;
  const answer = await askForToken();
  if (answer.kind === 'failed') return { ...answer, maybeDone: false };
  const token = tokenShape.safeParse(answer.body);
  if (!token.success) return { kind: 'failed', maybeDone: false, why: `NO_TOKEN_${answer.status}` };
  held = { token: token.data, from: now, until: endOf(token.data, now) - RENEW_BEFORE_MS };
  return token.data;
}

function askForToken(): Promise<HttpAnswer> {
  const { MYCLOUD_API_KEY: keys = [''], MYCLOUD_SECRET_KEY: secrets = [] } = settings();
  const pairs = keys.map((apikey, n) => ({ apikey, secretkey: secrets[n] }));
  return withEachCredential(pairs, (pair) => call('POST', TOKEN_PATH, {}, pair));
}

/** Returns the expiry of a JWT, from its `exp` claim. */
function endOf(token: string, now: number): number {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const exp = (claims as { exp?: unknown } | null)?.exp;
    if (typeof exp === 'number') return exp * 1000;
  } catch {
    // Not a JWT: it is renewed after a 401.
  }
  return now + TOKEN_MS;
}

/** Returns the refusal in either error format; null if there is none. */
function refusalOf(status: number, body: Record<string, unknown>): RefusalCode | null {
  const said = errorShape.parse(body);
  if (status < 400 && said.success !== false && !said.error_code) return null;
  if (status === 404) return 'not_found';
  const words = [said.error_code, said.error_message, said.message, ...said.error_messages].join(' ');
  if (/stock/i.test(words)) return 'out_of_stock';
  if (/order.?number/i.test(words)) return 'duplicate';
  if (/post.?code|zip/i.test(words)) return 'unsupported_postcode';
  if (/sku|product/i.test(words)) return 'unknown_sku';
  return 'refused';
}
