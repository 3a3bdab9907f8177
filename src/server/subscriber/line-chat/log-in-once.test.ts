import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, identities, oneTimeTokens, sessions } from '@/server/db/schema';
import { overhear } from '@/testing/canary';
import { logInAs, NOBODY, throughTrpc } from '@/testing/callers';
import { createTraveller, lineUserId, plantFriend, plantIdentity } from '@/testing/line';
import { onPhone, type as typeIn } from '@/testing/line-chat';
import { pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { dropQueuedMessages, withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });
const DESKTOP = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36' };
const IN_LINE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Line/14.20.0' };
let mali: Planted;
beforeEach(async () => {
  await onPhone(world, 'mali', 'follow');
  mali = await plantSubscriber(world);
  await plantFriend(world, mali.accountId);
  await dropQueuedMessages(world);
});

/** Types a word and returns the path of the button of its answer. */
async function button(word = 'points'): Promise<string> {
  const [answer] = await typeIn(world, 'mali', word);
  const { pathname, search } = new URL(answer?.links[0] ?? '');
  return pathname + search;
}
const opened = async (path: string, headers = DESKTOP, by = createTraveller(world)) =>
  (await by.open(path, headers)).to ?? '';
const secretIn = (address: string) => address.split('#')[1] ?? '';
const call = (name: 'openMagicLink' | 'useMagicLink', token: string) =>
  throughTrpc(world, NOBODY, [`auth.${name}`, 'mutation', { token }]);
const use = async (token: string) => (await call('useMagicLink', token)).code;
const methods = async () => (await world.db.select().from(sessions)).map(({ method }) => method);

test('where LINE has no automatic log-in, a button names the account and logs in once, also for ten taps at once', async () => {
  const lines = overhear();
  await transaction(world.db, (tx) => tx.update(accounts).set({ emailVerifiedAt: null }));
  const to = await opened(await button());
  expect(to).toMatch(/^\/login\/link\?next=%2Faccount%2Frewards%2Fpoints#[\w-]{43}$/);
  const { data } = await call('openMagicLink', secretIn(to));
  expect([JSON.stringify(data), await methods()]).toEqual([expect.stringContaining('"code":""'), []]);
  expect(JSON.stringify(data)).not.toContain(mali.email);
  const taps = await Promise.all(Array.from({ length: 10 }, () => use(secretIn(to))));
  expect(taps.filter((code) => code === 'ok')).toHaveLength(1);
  expect([await methods(), await use(secretIn(to))]).toEqual([['line'], 'TOKEN_EXPIRED']);
  // It proves no e-mail, and it keeps LINE and the password.
  const [account] = await world.db.select().from(accounts);
  expect([account?.emailVerifiedAt, await world.db.$count(identities)]).toEqual([null, 1]);
  const stored = await world.db.select().from(oneTimeTokens);
  expect(JSON.stringify([stored, lines])).not.toContain(secretIn(to));
});

test('in LINE, on a phone and after 15 minutes the same button goes through LINE, and its secret starts no session', async () => {
  const path = await button();
  expect(await opened(path, IN_LINE)).toContain('/oauth2/v2.1/authorize');
  const secret = secretIn(await opened(path));
  const reader = createTraveller(world);
  reader.carry((await logInAs(world, mali)).cookie);
  expect(await opened(path, DESKTOP, reader)).toBe('/account/rewards/points');
  await pass(world, { minutes: 16 });
  expect(await opened(path)).toContain('/oauth2/v2.1/authorize');
  expect([await use(secret), await methods()]).toEqual(['TOKEN_EXPIRED', ['password']]);
});

test('a stolen button is worth nothing after the next answer, a used one, another LINE account or a new e-mail', async () => {
  const former = secretIn(await opened(await button()));
  const present = secretIn(await opened(await button()));
  expect(await use(former)).toBe('TOKEN_EXPIRED');
  await plantIdentity(world, mali.accountId, lineUserId('dao'));
  expect(await use(present)).toBe('TOKEN_EXPIRED');
  await plantIdentity(world, mali.accountId, lineUserId('mali'));
  await transaction(world.db, (tx) =>
    tx.update(accounts).set({ emailNorm: 'new@example.test' }).where(eq(accounts.id, mali.accountId)),
  );
  expect(await use(present)).toBe('TOKEN_EXPIRED');
  expect(await methods()).toEqual([]);
});

test('a LINE user without an account gets no such button, and a page on another site cannot open one', async () => {
  const path = await button();
  const foreign = await opened(path, { ...DESKTOP, 'sec-fetch-site': 'cross-site' } as typeof DESKTOP);
  expect(foreign).not.toContain('#');
  await transaction(world.db, (tx) => tx.delete(identities));
  const [answer] = await typeIn(world, 'mali', 'points');
  expect(answer?.links.join(' ')).not.toContain('once=');
});
