// @ts-check
import createClient from 'openapi-fetch';
import { KEYED } from './keyed.js';

/** @typedef {(request: Request) => Promise<Response>} Send */

/** The longest wait that the server may ask for before a call is sent again. */
const WAIT_MAX_S = 10;

/** @type {typeof import('./index.d.ts').createIraClient} */
export function createIraClient({ baseUrl, locale, retries = 2, fetch: sendOnce = (one) => fetch(one) }) {
  const send = withSession(withRetries(sendOnce, retries));
  const language = locale ? { 'accept-language': locale } : {};
  /** @type {import('openapi-fetch').Client<import('./rest.js').paths>} */
  const client = createClient({ baseUrl, fetch: send, headers: language });
  /** @type {import('./index.d.ts').IraClient['graphql']} */
  const graphql = async (query, variables = {}, { signal, idempotencyKey } = {}) => {
    const request = new Request(`${baseUrl.replace(/\/$/, '')}/api/graphql`, {
      method: 'POST',
      headers: {
        ...language,
        'content-type': 'application/json',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify({ query, variables }),
      signal: signal ?? null,
    });
    const { data = null, errors = [] } = await (await send(request)).json();
    return { data, errors };
  };
  return Object.assign(client, { graphql });
}

/** @type {typeof import('./index.d.ts').server} */
export function server({ baseUrl, token, locale, retries = 2, fetch: sendOnce = (one) => fetch(one) }) {
  const language = locale ? { 'accept-language': locale } : {};
  const headers = { ...language, authorization: `Bearer ${token}` };
  return createClient({ baseUrl, fetch: withRetries(sendOnce, retries), headers });
}

/** Stores the cookies of answers in memory and sends them with later requests. @param {Send} send @returns {Send} */
function withSession(send) {
  /** @type {Map<string, string>} */
  const jar = new Map();
  return async (request) => {
    if (jar.size > 0)
      request.headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await send(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
}

/**
 * Sends a request again that got no answer, if its repeat does nothing twice: a read, or a write with a key.
 * @param {Send} send @param {number} retries @returns {Send}
 */
function withRetries(send, retries) {
  return async (request) => {
    const isRead = request.method === 'GET';
    const isKeyed = [...KEYED].some((path) => new URL(request.url).pathname.endsWith(path));
    if (!isRead && !isKeyed) return send(request);
    if (!isRead && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID());
    for (let sent = 0; ; sent++) {
      if (sent === retries) return send(request);
      /** @type {number | null} */
      let seconds = 0.25 * 2 ** sent;
      try {
        const response = await send(request.clone());
        seconds = await waitOf(response, seconds);
        if (seconds === null) return response;
        await response.body?.cancel();
      } catch (error) {
        if (request.signal.aborted) throw error;
      }
      await wait(seconds, request.signal);
    }
  };
}

/**
 * Returns the seconds after which an answer may be another one; null if it is final.
 * @param {Response} response @param {number} usual
 */
async function waitOf(response, usual) {
  const { status } = response;
  if (status === 502 || status === 504) return usual;
  if (status === 429 || status === 503) {
    const asked = Number(response.headers.get('retry-after') ?? Infinity);
    return asked <= WAIT_MAX_S ? Math.max(asked, usual) : null;
  }
  if (status !== 409) return null;
  const { code } = await response.clone().json();
  return code === 'IDEMPOTENCY_KEY_BUSY' ? usual : null;
}

/** Waits, or throws the reason of the signal. @param {number} seconds @param {AbortSignal} signal */
function wait(seconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve(undefined);
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
