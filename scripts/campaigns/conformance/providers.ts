import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { readSandboxSettings } from '../../../src/settings/sandbox';
import { isOnThisMachine, PROVIDER_URLS, providerUrls } from '../../../src/settings/providers';
import { createSandbox } from '../../../src/sandbox/server';
import { createHttp, listen } from '../../../src/sandbox/transport';
import { callLine } from './line';
import { callFulfilment } from './mycloud';
import { callGateway } from './omise';
import type { Response } from './shapes';

export type Env = Record<string, string | undefined>;
export const PROVIDERS = ['omise', 'line', 'mycloud'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The calls of a provider, at the account of the environment. `host`: null for the sandbox. */
export interface Account {
  host: string | null;
  call: () => Promise<Response[]>;
}

/** Returns the URLs of providers that an environment sets. */
const given = (env: Env) =>
  Object.fromEntries(PROVIDER_URLS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));

const first = (value: string | undefined) => value?.split(',')[0] ?? '';

/**
 * Returns the accounts of an environment as the product would use them.
 * @throws Error if a key is a live key: the calls charge cards and send parcels
 */
export function accountsOf(env: Env): Record<Provider, Account> {
  const urls = { ...providerUrls(env), ...given(env) };
  for (const name of ['OMISE_SECRET_KEY', 'OMISE_PUBLIC_KEY'])
    if (env[name] && !first(env[name]).includes('key_test_'))
      throw new Error(`${name} is a live key. Set the keys of a test account.`);
  const at = (url: string) => ({ url, isSandbox: isOnThisMachine(url) });
  const account = (url: string, call: Account['call']): Account => ({
    host: isOnThisMachine(url) ? null : new URL(url).host,
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
        friend: env.LINE_FRIEND ?? null,
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
