import type { z } from 'zod';
import { settings } from '@/settings/settings';
import { createCircuit } from '../circuit';
import { withEachCredential } from '../credentials';
import { callJson, type HttpAnswer } from '../http';

const READ_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 20_000;

/** The result of a gateway call that is not a charge. `code` is the gateway's error code. */
export type GatewayAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; code: string }
  | { kind: 'unavailable'; maybeDone: boolean; why: string };

/** The circuit of the card gateway. */
export const cardGateway = createCircuit('cardGateway', () =>
  call('GET', '/charges?limit=1', undefined, READ_TIMEOUT_MS),
);

/** Makes one call to the gateway. Returns the response, or the reason of the failure. Never throws. */
export function call(method: string, path: string, body: unknown, timeoutMs: number): Promise<HttpAnswer> {
  const { OMISE_API_URL, OMISE_SECRET_KEY } = settings();
  const headersWith = (key: string) => ({
    authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'omise-version': '2019-05-29',
  });
  return cardGateway.call(method === 'GET' ? 'read' : 'write', () =>
    withEachCredential(OMISE_SECRET_KEY, (key) =>
      callJson(`${OMISE_API_URL}${path}`, { method, headers: headersWith(key), body, timeoutMs }),
    ),
  );
}

export const isKeyRefused = (status: number) => status === 401 || status === 403;

/** Makes a gateway call that is not a charge, and parses its response with `shape`. Never throws. */
export async function ask<T>(
  shape: z.ZodType<T>,
  method: string,
  path: string,
  body?: unknown,
  timeoutMs = method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
): Promise<GatewayAnswer<T>> {
  const answer = await call(method, path, body, timeoutMs);
  if (answer.kind === 'failed') return { kind: 'unavailable', maybeDone: answer.maybeDone, why: answer.why };
  // A wrong API key is an error of this system, not a refusal of the card.
  if (isKeyRefused(answer.status))
    return { kind: 'unavailable', maybeDone: false, why: `HTTP_${answer.status}` };
  if (answer.body.object === 'error') return { kind: 'refused', code: String(answer.body.code) };
  const parsed = shape.safeParse(answer.body);
  return parsed.success
    ? { kind: 'ok', value: parsed.data }
    : { kind: 'unavailable', maybeDone: true, why: 'UNREADABLE' };
}
