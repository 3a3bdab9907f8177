import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { transaction } from '@/server/db';
import type { World } from './world';

/** Returns the LINE user id of a predefined user of the sandbox. */
export const lineUserId = (person: string) => `U${createHash('md5').update(person).digest('hex')}`;
export const MALI = { person: 'mali', subject: lineUserId('mali'), name: 'Mali', email: 'mali@example.test' };

type Query = Record<string, string>;

/** Creates a browser that opens paths and stores cookies. It does not follow redirects. */
export function createTraveller(world: World, jar = new Map<string, string>()) {
  const keep = (response: Response) => {
    for (const given of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const response = await world.request('GET', path, undefined, { cookie: cookies(), ...headers });
    keep(response);
    return { status: response.status, to: response.headers.get('location'), headers: response.headers };
  };
  return {
    jar,
    cookies,
    open,
    /** Stores a cookie, given as `name=value`. */
    carry: (cookie: string) => {
      const at = cookie.indexOf('=');
      jar.set(cookie.slice(0, at), cookie.slice(at + 1));
    },
    start: (query: Query, headers: Record<string, string> = {}) =>
      open(`/api/auth/line/start?${new URLSearchParams(query)}`, headers),
    post: async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      const response = await world.request('POST', path, body, { cookie: cookies(), ...headers });
      keep(response);
      const answer = (await response.json()) as { code?: string; data: Record<string, unknown> };
      return { ...answer, status: response.status, given: response.headers.getSetCookie() };
    },
  };
}

export type Traveller = ReturnType<typeof createTraveller>;

/** Accepts or refuses on LINE's consent page. @returns the path of the callback to which LINE redirects */
export async function consentAt(world: World, address: string, person: string, action = 'allow') {
  const noted = await fetch(`${world.sandboxUrl}/_control/line/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person, action }),
  });
  if (!noted.ok) throw new Error(`the sandbox refused the consent: ${await noted.text()}`);
  const answer = await fetch(address, { redirect: 'manual' });
  const to = answer.headers.get('location');
  if (to === null) throw new Error(`LINE did not send back: ${answer.status}`);
  const url = new URL(to);
  return url.pathname + url.search;
}

/**
 * Starts a log-in with LINE and accepts or refuses on the consent page.
 * @returns the path of the callback, not opened
 */
export async function walkUntilCallback(
  world: World,
  traveller: Traveller,
  { person, action }: { person: string; action?: string },
  query: Query,
): Promise<string> {
  const { to } = await traveller.start(query);
  if (to?.startsWith(world.sandboxUrl) !== true) throw new Error(`not sent to LINE: ${to ?? ''}`);
  return consentAt(world, to, person, action);
}

/**
 * Logs in with LINE: accepts or refuses on the consent page and opens the callback.
 * @returns the URL to which the callback redirects
 */
export async function walkToLine(
  world: World,
  traveller: Traveller,
  consent: { person: string; action?: string },
  query: Query,
): Promise<string> {
  const back = await walkUntilCallback(world, traveller, consent, query);
  const { to } = await traveller.open(back);
  return to ?? '';
}

/** Links a LINE user to an account, with the account's creation time. Replaces the user linked before. */
export async function plantIdentity(world: World, accountId: string, subject: string): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.execute(sql`insert into identities (provider, subject, account_id, display_name, connected_at)
      select 'line', ${subject}, id, 'planted', created_at from accounts where id = ${accountId}
      on conflict (provider, account_id) do update set subject = excluded.subject`),
  );
}

/** Links a LINE user to an account, with the account id as LINE user id. Keeps a user linked before. */
export async function plantOwnLine(world: World, accountId: string): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.execute(sql`insert into identities (provider, subject, account_id, display_name, connected_at)
      select 'line', id, id, 'planted', created_at from accounts where id = ${accountId}
      on conflict (provider, account_id) do nothing`),
  );
}

/** Links a user of the sandbox who has added the official account. @returns the LINE user id */
export async function plantFriend(world: World, accountId: string, person = MALI.person): Promise<string> {
  const subject = lineUserId(person);
  await plantIdentity(world, accountId, subject);
  await setFriendship(world, subject, { friend: true, blocked: false });
  return subject;
}

/** Stores whether a LINE user has added, and whether the user has blocked, the official account. */
export async function setFriendship(
  world: World,
  subject: string,
  { friend, blocked }: { friend: boolean; blocked: boolean },
): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.execute(
      sql`update identities set friend = ${friend}, blocked = ${blocked} where subject = ${subject}`,
    ),
  );
}

/** Returns the messages that a LINE user has received in the sandbox, oldest first. */
export async function lineInbox(world: World, subject: string): Promise<{ text: string; links: string[] }[]> {
  const answer = await fetch(`${world.sandboxUrl}/line/inbox/${subject}.json`);
  return ((await answer.json()) as { data: { text: string; links: string[] }[] }).data;
}
