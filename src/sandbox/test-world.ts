import { readSandboxSettings, type SandboxSettings } from '../settings/sandbox';
import { createClock } from './clock';
import { createSandbox, type Sandbox } from './server';

export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

export interface ReceivedWebhook {
  headers: Headers;
  body: string;
  event: { id: string; key: string; data: Record<string, unknown> };
}

const PUBLIC_URL = 'http://sandbox.test';
const START = Date.parse('2026-11-20T02:00:00Z');

/** Creates a sandbox for tests, with a clock that stands still. The list `received` collects its webhooks. */
export function openWorld(over: Partial<SandboxSettings> = {}, folder: string | null = null) {
  const settings = { ...readSandboxSettings({ SITE_URL: 'http://shop.test' }), ...over };
  const received: ReceivedWebhook[] = [];
  const receiver = { status: 200, onReceive: () => {} };
  let realMs = START;
  const sandbox = createSandbox({
    settings,
    publicUrl: PUBLIC_URL,
    folder,
    clock: createClock(() => realMs),
    deliver: async (_url, init) => {
      const body = init.body ?? '';
      const event = JSON.parse(body) as ReceivedWebhook['event'];
      received.push({ headers: new Headers(init.headers), body, event });
      receiver.onReceive();
      return new Response('{}', { status: receiver.status });
    },
  });
  const pass = (ms: number) => {
    realMs += ms;
  };
  return { sandbox, received, receiver, settings, pass, ...callers(sandbox, settings) };
}

/** Returns functions that call the sandbox: `api` as the app, `vault` as the browser, `control` as a test. */
export function callers(sandbox: Pick<Sandbox, 'fetch'>, settings: SandboxSettings, base = PUBLIC_URL) {
  const call = (key: string, host: string) => {
    return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const answer = await sandbox.fetch(`${base}${host}${path}`, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return {
        status: answer.status,
        body: (await answer.json()) as Record<string, unknown>,
      } satisfies Answered;
    };
  };
  const api = call(settings.omiseSecretKey, '/omise/api');
  const vault = call(settings.omisePublicKey, '/omise/vault');
  const control = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await sandbox.fetch(`${base}/_control${path}`, init);
    return {
      status: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
    } satisfies Answered;
  };
  const token = async (number: string, over: Record<string, unknown> = {}): Promise<string> => {
    const card = {
      name: 'MALI S',
      number,
      expiration_month: 12,
      expiration_year: 2030,
      security_code: '123',
      ...over,
    };
    return idOf(await vault('POST', '/tokens', { card }));
  };
  const customer = async (number = '4242424242424242', over: Record<string, unknown> = {}): Promise<string> =>
    idOf(await api('POST', '/customers', { email: 'mali@example.test', card: await token(number, over) }));
  const charge = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    api(
      'POST',
      '/charges',
      { amount: 43_900, currency: 'thb', return_uri: 'http://shop.test/r', ...body },
      headers,
    );
  return { api, vault, control, token, customer, charge, call };
}

export const idOf = (answer: Answered): string => String(answer.body.id);

/** Returns the field `data` of a response of the control API. */
export const dataOf = <T>(answer: Answered): T => answer.body.data as T;
