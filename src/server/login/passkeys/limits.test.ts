import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, passkeys, sessions, throttles } from '@/server/db/schema';
import { accountOf, codeOf } from '@/testing/account-caller';
import { createAuthenticator } from '@/testing/authenticator';
import { createBrowser, type Browser } from '@/testing/browser';
import { logInAs } from '@/testing/callers';
import { columnsThatSing, overhear } from '@/testing/canary';
import { asking, callAuth, linkMailedTo } from '@/testing/link-requests';
import { addPasskey, browserOf, callPasskeys, logInBy, proveBy, requestLogIn } from '@/testing/passkeys';
import { pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { keyOf, type Use } from '../../platform/throttle';
import type { RequestOptions } from '../webauthn/ceremonies';

const world = withWorld({ cleanup: 'empty', settings: { LOG_LEVEL: 'trace', THROTTLE_SCALE: '1' } });

let lines: string[] = [];
beforeAll(() => {
  lines = overhear();
});

async function plantHolder() {
  const person = await plantSubscriber(world);
  const browser = await browserOf(world, person);
  const authenticator = createAuthenticator();
  const added = await addPasskey(browser, authenticator);
  if (added.code !== 'ok') throw new Error(`not added: ${added.code}`);
  return { person, browser, authenticator };
}

const sessionsOf = ({ accountId }: Planted) => world.db.$count(sessions, eq(sessions.userId, accountId));
const verify = ({ accountId }: Planted) =>
  transaction(world.db, (tx) =>
    tx.update(accounts).set({ emailVerifiedAt: world.now() }).where(eq(accounts.id, accountId)),
  );
async function countUp(use: Use, count: number): Promise<void> {
  const windowEndsAt = new Date(world.now().getTime() + 10 * 60_000);
  await transaction(world.db, (tx) => tx.insert(throttles).values({ key: keyOf(use), count, windowEndsAt }));
}

const from = (address: string) => createBrowser(world, { 'x-ira-address': address });

describe('the requests of one IP address', () => {
  test('for challenges are refused after 600 in ten minutes, and other addresses go on', async () => {
    await countUp({ name: 'passkeyChallenge', subject: '198.51.100.7' }, 599);
    const browser = from('198.51.100.7');
    expect((await callPasskeys(browser, 'requestLogIn')).code).toBe('ok');
    const refused = await callPasskeys(browser, 'requestLogIn');
    expect([refused.code, refused.status]).toEqual(['THROTTLED', 429]);
    expect((await callPasskeys(from('198.51.100.8'), 'requestLogIn')).code).toBe('ok');
    await pass(world, { minutes: 10 });
    expect((await callPasskeys(browser, 'requestLogIn')).code).toBe('ok');
  });

  test('for log-ins share the limit of passwords, and a refused one leaves its challenge unused', async () => {
    const { authenticator } = await plantHolder();
    const browser = from('198.51.100.9');
    const response = authenticator.get(await requestLogIn(browser));
    await countUp({ name: 'logInAddress', subject: '198.51.100.9' }, 300);
    expect((await callPasskeys(browser, 'logIn', { response })).code).toBe('THROTTLED');
    const moved = { 'x-ira-address': '198.51.100.10' };
    const answer = await browser.post('/api/trpc/passkeys.logIn', { json: { response } }, moved);
    expect(answer.status).toBe(200);
  });
});

describe('an account', () => {
  test('with a cancelled subscription is open to its passkey, as it is to other log-ins', async () => {
    const { person, browser, authenticator } = await plantHolder();
    const cancelled = await browser.post('/api/subscriptions/cancel', { reason: 'other' });
    expect(cancelled.status).toBe(200);
    const visitor = createBrowser(world);
    expect((await logInBy(visitor, authenticator)).data).toMatchObject({
      account: { email: person.email },
      subscription: { status: 'cancelled' },
    });
  });

  test('that is deleted during log-ins with its passkey has no session, and its challenges fail', async () => {
    const { person, authenticator } = await plantHolder();
    const visitors = Array.from({ length: 6 }, () => createBrowser(world));
    const responses: object[] = [];
    for (const visitor of visitors) responses.push(authenticator.get(await requestLogIn(visitor)));
    const late = createBrowser(world);
    const answer = authenticator.get(await requestLogIn(late));
    const { cookie } = await logInAs(world, person);
    const [deleted] = await Promise.all([
      codeOf(accountOf({ cookie: () => cookie }).delete({})),
      ...visitors.map((visitor, n) => callPasskeys(visitor, 'logIn', { response: responses[n] })),
    ]);
    expect(deleted).toBe('accepted');
    for (const visitor of visitors) expect((await visitor.get('/api/me')).status).toBe(401);
    expect(await sessionsOf(person)).toBe(0);
    expect((await callPasskeys(late, 'logIn', { response: answer })).code).toBe('PASSKEY_REFUSED');
  });

  test('without a password is open to a magic link after its last passkey was removed', async () => {
    const { person, browser } = await plantHolder();
    await verify(person);
    const [held] = await world.db
      .select({ passkeyId: passkeys.id })
      .from(passkeys)
      .where(eq(passkeys.accountId, person.accountId));
    expect((await callPasskeys(browser, 'remove', held)).data).toMatchObject({ passkeys: [] });
    const asked = await callAuth(world, 'requestMagicLink', { email: person.email });
    const { token } = await linkMailedTo(world, person.email);
    expect((await callAuth(world, 'useMagicLink', { token }, asking(asked))).code).toBe('ok');
  });
});

describe('a confirmation of the identity', () => {
  const requestProof = async (browser: Browser) =>
    (await callPasskeys(browser, 'requestProof')).data as RequestOptions;

  test('answered in the session of another account, or after the log-out, is refused', async () => {
    const { person, authenticator } = await plantHolder();
    await pass(world, { hours: 24 });
    const browser = await browserOf(world, person, 11 * 60_000);
    const response = authenticator.get(await requestProof(browser));
    const other = await plantSubscriber(world);
    browser.keepSession((await logInAs(world, other)).cookie.split('=')[1] ?? '');
    expect((await callPasskeys(browser, 'prove', { response })).code).toBe('PASSKEY_EXPIRED');
    browser.forgetSession();
    expect((await callPasskeys(browser, 'prove', { response })).code).toBe('NOT_LOGGED_IN');
  });

  test('without user verification, or answered twice, is refused', async () => {
    const { person, authenticator } = await plantHolder();
    await pass(world, { hours: 24 });
    const browser = await browserOf(world, person, 11 * 60_000);
    expect((await proveBy(browser, authenticator, { verified: false })).code).toBe('PASSKEY_REFUSED');
    expect((await callPasskeys(browser, 'requestNew')).code).toBe('PROOF_REQUIRED');
    const response = authenticator.get(await requestProof(browser));
    expect((await callPasskeys(browser, 'prove', { response })).code).toBe('ok');
    expect((await callPasskeys(browser, 'prove', { response })).code).toBe('PASSKEY_EXPIRED');
  });
});

test('the log contains no challenge, key, signature or cookie of good and refused ceremonies', async () => {
  const { person, authenticator } = await plantHolder();
  const visitor = createBrowser(world);
  const options = await requestLogIn(visitor);
  const good = authenticator.get(options);
  expect((await callPasskeys(visitor, 'logIn', { response: good })).code).toBe('ok');
  for (const odd of [{ origin: 'https://ira.example.net' }, { counter: 0 }, { verified: false }])
    expect((await logInBy(visitor, authenticator, odd)).code).toBe('PASSKEY_REFUSED');
  const [held] = await world.db.select().from(passkeys).where(eq(passkeys.accountId, person.accountId));
  const cookies = visitor
    .cookies()
    .split('; ')
    .map((one) => one.split('=')[1] ?? '');
  const { clientDataJSON, authenticatorData, signature } = good.response;
  const secrets = [
    ...cookies.filter((value) => value.length > 8),
    ...[options.challenge, held?.credentialId, held?.publicKey, clientDataJSON, authenticatorData, signature],
  ];
  const text = lines.join('\n');
  expect(text).toContain('webauthn.assertion_refused');
  for (const secret of secrets) expect(text).not.toContain(secret);
  const browserSecret = /(?:^|; )passkey=([^;]+)/.exec(visitor.cookies())?.[1] ?? 'none';
  expect(await columnsThatSing(world, new RegExp(browserSecret))).toEqual([]);
});
