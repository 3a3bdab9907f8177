import { createHash } from 'node:crypto';
import { dataOf, openWorld } from '../test-world';

type World = ReturnType<typeof openWorld>;
type Wire = Record<string, unknown>;

export const CALLBACK = 'http://shop.test/api/auth/line/callback';
export const VERIFIER = 'v'.repeat(43);

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * Returns the URL of LINE's authorisation page as the product builds it.
 * @param over replaced parameters; null removes one
 */
export function authorizeUrl(world: World, over: Record<string, string | null> = {}): string {
  const params = {
    response_type: 'code',
    client_id: world.settings.lineLoginChannelId,
    redirect_uri: CALLBACK,
    state: 'state-1',
    scope: 'profile openid email',
    nonce: 'nonce-1',
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    ...over,
  };
  const query = new URLSearchParams(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  return `http://sandbox.test/line/access/oauth2/v2.1/authorize?${query}`;
}

/** Prepares a decision and opens the authorisation page. Returns the URL of the redirect. */
export async function walk(
  world: World,
  consent: Wire,
  over: Record<string, string | null> = {},
): Promise<URL> {
  await world.control('POST', '/line/consent', consent);
  const answer = await world.sandbox.fetch(authorizeUrl(world, over));
  return new URL(answer.headers.get('location') ?? 'http://nowhere.test/');
}

/** Sends a form to an API of LINE. */
export async function postForm(world: World, path: string, form: Record<string, string>) {
  const answer = await world.sandbox.fetch(`http://sandbox.test/line/api${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Wire,
  };
}

/** Returns the form with which the product exchanges an authorisation code. */
export const exchangeForm = (world: World, code: string, over: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  client_id: world.settings.lineLoginChannelId,
  client_secret: world.settings.lineLoginChannelSecret,
  code_verifier: VERIFIER,
  ...over,
});

/** Logs in a user. Returns the response of the token endpoint. */
export async function login(world: World, person: string, over: Record<string, string | null> = {}) {
  const back = await walk(world, { person, action: 'allow' }, over);
  return postForm(world, '/oauth2/v2.1/token', exchangeForm(world, back.searchParams.get('code') ?? ''));
}

/** Calls an API of LINE with a bearer token. */
export async function bearing(world: World, path: string, token: string, init: RequestInit = {}) {
  const answer = await world.sandbox.fetch(`http://sandbox.test/line/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Wire,
  };
}

const part = (token: string, nth: number): Wire =>
  JSON.parse(Buffer.from(token.split('.')[nth] ?? '', 'base64url').toString('utf8')) as Wire;
export const headerOf = (token: unknown): Wire => part(String(token), 0);
export const claimsOf = (token: unknown): Wire => part(String(token), 1);

export interface ShownPerson {
  userId: string;
  key: string;
  email: string | null;
  friendship: string;
}

/** Returns the current state of a user. @throws Error if no user has this key */
export async function personOf(world: World, key: string): Promise<ShownPerson> {
  const people = dataOf<ShownPerson[]>(await world.control('GET', '/line/people'));
  const found = people.find((one) => one.key === key);
  if (found === undefined) throw new Error(`nobody goes by ${key}`);
  return found;
}
