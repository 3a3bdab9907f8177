import { z } from 'zod';
import { settings } from '@/settings/settings';
import { processState } from '@/process-state';
import { systemNow } from '../../platform/clock';
import { log } from '../../platform/log';
import { createCircuit } from '../circuit';
import { withEachCredential } from '../credentials';
import { callJson, type HttpAnswer } from '../http';

/* The client of the fulfilment service, based on its public documentation and on plugins that use it. The service has no idempotency keys and no signatures. The client ignores unknown fields and returns unknown statuses unchanged. */

const TIMEOUT_MS = 10_000;
/** The time before a token's expiry at which it is renewed. */
const RENEW_BEFORE_MS = 60_000;
/** The assumed validity of a token without an expiry time. */
const TOKEN_MS = 8 * 3_600_000;
const TOKEN_PATH = '/gettoken';

type RefusedOrder = 'out_of_stock' | 'unknown_sku' | 'unsupported_postcode' | 'duplicate';
export type RefusalCode = RefusedOrder | 'not_found' | 'refused';

/**
 * The result of a call to the fulfilment service. `unavailable`: the call failed or its response is not clear.
 * `maybeDone` is false only if the call certainly had no effect.
 */
export type FulfilmentAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; code: RefusalCode }
  | { kind: 'unavailable'; maybeDone: boolean; why: string };

export const text = z.union([z.string(), z.number()]).transform(String);
export const optionalText = text.nullish().catch(null);

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

/** The circuit of the fulfilment service. */
export const fulfilmentCircuit = createCircuit('fulfilment', requestToken);

interface CallOptions {
  body?: unknown;
  isStillWanted?: () => boolean;
}

/** Calls the fulfilment service. Never throws. */
export async function callFulfilment<T>(
  shape: z.ZodType<T>,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<FulfilmentAnswer<T>> {
  let answer = await callWithToken(method, path, options);
  // A token may expire early. After a 401, the call is made once more with a new token.
  if (answer.kind === 'answered' && answer.status === 401) {
    access().held = null;
    answer = await callWithToken(method, path, options);
  }
  if (answer.kind === 'failed') return { kind: 'unavailable', maybeDone: answer.maybeDone, why: answer.why };
  const { status, body } = answer;
  // A wrong API key is an error of this system, not a refusal of the parcel.
  if (status === 401 || status === 403)
    return { kind: 'unavailable', maybeDone: false, why: `HTTP_${status}` };
  const code = refusalOf(status, body);
  if (code) return { kind: 'refused', code };
  const parsed = shape.safeParse(body);
  return parsed.success
    ? { kind: 'ok', value: parsed.data }
    : { kind: 'unavailable', maybeDone: true, why: 'UNREADABLE' };
}

async function callWithToken(method: string, path: string, options: CallOptions): Promise<HttpAnswer> {
  const token = await takeToken();
  if (typeof token !== 'string') return token;
  if (options.isStillWanted?.() === false) return { kind: 'failed', maybeDone: false, why: 'NOT_WANTED' };
  return call(method, path, { authorization: `Bearer ${token}` }, options.body);
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

interface HeldToken {
  token: string;
  from: number;
  until: number;
}
const access = () => processState('mycloudAccess', (): { held: HeldToken | null } => ({ held: null }));

/** Returns a valid token. If none can be requested, returns a failure with `maybeDone` false. */
async function takeToken(): Promise<string | Extract<HttpAnswer, { kind: 'failed' }>> {
  const now = systemNow().getTime();
  const { held } = access();
  if (held && held.from <= now && now < held.until) return held.token;
  const answer = await requestToken();
  if (answer.kind === 'failed') return { ...answer, maybeDone: false };
  const token = tokenShape.safeParse(answer.body);
  if (!token.success) return { kind: 'failed', maybeDone: false, why: `NO_TOKEN_${answer.status}` };
  access().held = { token: token.data, from: now, until: endOf(token.data, now) - RENEW_BEFORE_MS };
  return token.data;
}

function requestToken(): Promise<HttpAnswer> {
  const { MYCLOUD_API_KEY: keys = [''], MYCLOUD_SECRET_KEY: secrets = [] } = settings();
  const pairs = keys.map((apikey, n) => ({ apikey, secretkey: secrets[n] }));
  return withEachCredential(pairs, (pair) => call('POST', TOKEN_PATH, {}, pair));
}

/** Returns the expiry of a token in epoch milliseconds: its `exp` claim, else `TOKEN_MS` from now. */
function endOf(token: string, now: number): number {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const exp = (claims as { exp?: unknown } | null)?.exp;
    if (typeof exp === 'number') return exp * 1000;
  } catch {
    // The token is not a JWT. It is renewed after a 401.
  }
  return now + TOKEN_MS;
}

/** Returns the refusal code of a response; null without a refusal. Reads both error formats of the service. */
function refusalOf(status: number, body: Record<string, unknown>): RefusalCode | null {
  const error = errorShape.parse(body);
  if (status < 400 && error.success !== false && !error.error_code) return null;
  if (status === 404) return 'not_found';
  const words = [error.error_code, error.error_message, error.message, ...error.error_messages].join(' ');
  if (/stock/i.test(words)) return 'out_of_stock';
  if (/order.?number/i.test(words)) return 'duplicate';
  if (/post.?code|zip/i.test(words)) return 'unsupported_postcode';
  if (/sku|product/i.test(words)) return 'unknown_sku';
  return 'refused';
}
