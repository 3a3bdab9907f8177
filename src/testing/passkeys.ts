import superjson from 'superjson';
import type { CreationOptions, RequestOptions } from '@/server/login/webauthn/ceremonies';
import type { Authenticator, Oddity } from './authenticator';
import { createBrowser, type Browser } from './browser';
import { logInAs } from './callers';
import type { Planted } from './subscribers';
import type { World } from './world';

interface Outcome {
  /** 'ok', or the code of the refusal. */
  code: string;
  status: number;
  data: unknown;
}

/** Calls a procedure of passkeys with the cookies of a browser. */
export async function callPasskeys(browser: Browser, name: string, input?: unknown): Promise<Outcome> {
  const { status, body } = await browser.post(`/api/trpc/passkeys.${name}`, superjson.serialize(input));
  const { result, error } = body as unknown as {
    result?: { data: { json: unknown } };
    error?: { json: { data: { appCode: string } } };
  };
  return { code: error?.json.data.appCode ?? 'ok', status, data: result?.data.json };
}

/** Returns a browser with a session of the account. @param agoMs the age of the session in ms */
export async function browserOf(world: World, account: Planted, agoMs = 0): Promise<Browser> {
  const browser = createBrowser(world);
  const { cookie } = await logInAs(world, account, agoMs);
  browser.keepSession(cookie.split('=')[1] ?? '');
  return browser;
}

/** Adds a passkey of the authenticator to the account of the browser's session. */
export async function addPasskey(
  browser: Browser,
  authenticator: Authenticator,
  { odd, ...given }: { odd?: Oddity; name?: string; password?: string } = {},
): Promise<Outcome> {
  const { name = 'My phone', ...proof } = given;
  const requested = await callPasskeys(browser, 'requestNew', proof);
  if (requested.code !== 'ok') return requested;
  const response = authenticator.create(requested.data as CreationOptions, odd);
  return callPasskeys(browser, 'add', { name, response });
}

/** Logs in with a passkey of the authenticator. */
export async function logInBy(
  browser: Browser,
  authenticator: Authenticator,
  odd?: Oddity,
): Promise<Outcome> {
  const options = await requestLogIn(browser);
  return callPasskeys(browser, 'logIn', { response: authenticator.get(options, odd) });
}

export async function requestLogIn(browser: Browser): Promise<RequestOptions> {
  return (await callPasskeys(browser, 'requestLogIn')).data as RequestOptions;
}

/** Confirms the identity of the browser's session with a passkey of the authenticator. */
export async function proveBy(
  browser: Browser,
  authenticator: Authenticator,
  odd?: Oddity,
): Promise<Outcome> {
  const requested = await callPasskeys(browser, 'requestProof');
  if (requested.code !== 'ok') return requested;
  const response = authenticator.get(requested.data as RequestOptions, odd);
  return callPasskeys(browser, 'prove', { response });
}
