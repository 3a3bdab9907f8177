import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { readSandboxSettings } from '../../../src/settings/sandbox';
import { isOnThisMachine, PROVIDER_URLS, providerUrls } from '../../../src/settings/providers';
import { createSandbox } from '../../../src/sandbox/server';
import { createHttp, listen } from '../../../src/sandbox/transport';
import { Refusal } from '../../start/terminal.mjs';
import { createRecorder, type Target } from './calls';
import { callGateway } from './omise';
import type { Response } from './shapes';

export type Env = Record<string, string | undefined>;
export const PROVIDERS = ['omise', 'line', 'mycloud'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The settings with which the real provider is called. */
const REQUIRED: Record<Provider, readonly string[]> = {
  omise: ['OMISE_PUBLIC_KEY', 'OMISE_SECRET_KEY'],
  line: ['LINE_LOGIN_CHANNEL_SECRET', 'LINE_MESSAGING_ACCESS_TOKEN', 'LINE_FRIEND'],
  mycloud: ['MYCLOUD_API_KEY', 'MYCLOUD_SECRET_KEY', 'MYCLOUD_SKU'],
};

/** Requires the settings of test accounts. @throws Refusal with the names of the missing settings by provider */
export function requireAccounts(env: Env, wanted: readonly Provider[]): void {
  const missing = wanted.flatMap((provider) => {
    const names = REQUIRED[provider].filter((name) => !env[name]);
    return names.length > 0 ? [`  ${provider}: ${names.join(', ')}`] : [];
  });
  if (missing.length > 0)
    throw new Refusal(['No provider was called. Set the values of test accounts:', ...missing].join('\n'));
}

/** The calls of a provider, at the account of the environment. */
export interface Account {
  host: string;
  call: () => Promise<Response[]>;
}

/** Returns the URLs of providers that an environment sets. */
const given = (env: Env) =>
  Object.fromEntries(PROVIDER_URLS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));

const first = (value: string | undefined) => value?.split(',')[0] ?? '';

/**
 * Returns the accounts of an environment as the product would use them.
 * @throws Refusal if a key is a live key: the calls charge cards and send parcels
 */
export function accountsOf(env: Env): Record<Provider, Account> {
  const urls = { ...providerUrls(env), ...given(env) };
  for (const name of ['OMISE_SECRET_KEY', 'OMISE_PUBLIC_KEY'])
    if (env[name] && !first(env[name]).includes('key_test_'))
      throw new Refusal(`${name} is a live key. Set the key of a test account. No provider was called.`);
  const at = (url: string) => ({ url, isSandbox: isOnThisMachine(url) });
  const account = (url: string, call: Account['call']): Account => ({
    host: new URL(url).host,
    call,
  });
  const keys = readSandboxSettings({ ...env, SITE_URL: undefined });
  return {
    omise: account(urls.OMISE_API_URL, () =>
      callGateway({
        ...at(urls.OMISE_API_URL),
        vaultUrl: urls.OMISE_VAULT_URL,
        publicKey: keys.omisePublicKey,
        secretKey: keys.omiseSecretKey,
      }),
    ),
    line: account(urls.LINE_API_URL, () =>
      callLine({
        ...at(urls.LINE_API_URL),
        accessToken: keys.lineMessagingAccessToken,
        friend: env.LINE_FRIEND ?? '',
      }),
    ),
    mycloud: account(urls.MYCLOUD_API_URL, () =>
      callFulfilment({
        ...at(urls.MYCLOUD_API_URL),
        apiKey: keys.myCloudApiKey,
        secretKey: keys.myCloudSecretKey,
        deliveryMode: Number(env.MYCLOUD_DELIVERY_MODE ?? 3),
        sku: env.MYCLOUD_SKU ?? 'day-pads',
      }),
    ),
  };
}

/** Starts a sandbox of all providers. @returns the environment of a process that uses it, and a function that stops it */
export async function startSandbox(): Promise<{ env: Env; stop: () => void }> {
  let answer = (_: Request) => Promise.resolve(new globalThis.Response(null, { status: 503 }));
  const http = createHttp((request) => answer(request), false);
  await listen(http, 0, '127.0.0.1');
  const publicUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const deliver = () => Promise.resolve(new globalThis.Response(null));
  const sandbox = createSandbox({ settings: readSandboxSettings({}), publicUrl, folder: null, deliver });
  answer = (request) => sandbox.fetch(request);
  const friend = `U${createHash('md5').update('mali').digest('hex')}`;
  const stop = () => {
    http.closeAllConnections();
    http.close();
    sandbox.close();
  };
  return { env: { SANDBOX_URL: publicUrl, LINE_FRIEND: friend }, stop };
}

interface LineTarget extends Target {
  accessToken: string;
  /** The id of a friend who receives the message. */
  friend: string;
}

/** Sends a message to a friend of the official account: the calls of `src/server/gateways/line/push.ts`. */
async function callLine(target: LineTarget): Promise<Response[]> {
  const recorder = createRecorder(target);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const push = (step: string, to: string, key: string, token = target.accessToken, text = 'ira: test') =>
    recorder.call(step, {
      method: 'POST',
      path: '/v2/bot/message/push',
      headers: { ...bearer(token), 'x-line-retry-key': key },
      json: { to, messages: [{ type: 'text', text }] },
    });
  await recorder.call('read the account', {
    method: 'GET',
    path: '/v2/bot/info',
    headers: bearer(target.accessToken),
  });
  const key = randomUUID();
  await push('send a message', target.friend, key);
  await push('send it again with the same key', target.friend, key);
  await push('send an empty message', target.friend, randomUUID(), target.accessToken, '');
  await push('send with a wrong token', target.friend, randomUUID(), 'wrong');
  return recorder.responses;
}

interface FulfilmentTarget extends Target {
  apiKey: string;
  secretKey: string;
  deliveryMode: number;
  /** The product code of a product in the warehouse. */
  sku: string;
}

/** Creates and reads a parcel in a test account: the calls of `src/server/gateways/mycloud`. The parcel stays there. */
async function callFulfilment(target: FulfilmentTarget): Promise<Response[]> {
  const recorder = createRecorder(target);
  const post = (step: string, path: string, json: unknown, headers = {}) =>
    recorder.call(step, { method: 'POST', path, headers, json });
  const keys = { apikey: target.apiKey, secretkey: target.secretKey };
  const got = await post('token', '/gettoken', keys);
  await post('token with a wrong key', '/gettoken', { ...keys, secretkey: 'wrong' });
  const { token } = (got.data ?? got) as { token?: unknown };
  const headers = { authorization: `Bearer ${String(token)}` };
  const parcel = parcelOf(target, `conformance-${Date.now()}`);
  const made = await post('create a parcel', '/orders', parcel, headers);
  await post('create a parcel of the same order', '/orders', parcel, headers);
  const { attributes } = (made.data ?? {}) as { attributes?: { id?: unknown } };
  const read = (step: string, path: string, by = headers) =>
    recorder.call(step, { method: 'GET', path, headers: by });
  await read('read a parcel', `/orders/${String(attributes?.id)}`);
  await read('list parcels', '/orders?offset=0&count=1');
  await read('read an unknown parcel', '/orders/999999999');
  await read('read with a wrong token', '/orders?offset=0&count=1', { authorization: 'Bearer wrong' });
  return recorder.responses;
}

const parcelOf = ({ deliveryMode, sku }: FulfilmentTarget, orderNumber: string) => ({
  order_number: orderNumber,
  delivery_mode_id: deliveryMode,
  status: 'APPROVED',
  total_price: 20,
  name: 'Conformance Test',
  address: '1 Soi 2 Sukhumvit Road',
  postcode: '10110',
  phone_number: '0812345678',
  order_items: [{ product_sku: sku, quantity: 1, price: 20 }],
});
