import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { PASSKEYS_MAX } from '@/domain/passkey';
import type { AddPasskeyInput } from '@/schemas/passkeys';
import { transaction } from '@/server/db';
import { accounts, auditEvents, messages, passkeyChallenges, passkeys, throttles } from '@/server/db/schema';
import { accountOf, codeOf, mailOf, openPaymentLink } from '@/testing/account-caller';
import { createAuthenticator } from '@/testing/authenticator';
import { createBrowser, type Browser } from '@/testing/browser';
import { logInAs, NOBODY, plantPasskey, throughTrpc } from '@/testing/callers';
import { runJobs } from '@/testing/jobs';
import { addPasskey, browserOf, callPasskeys, logInBy, proveBy, requestLogIn } from '@/testing/passkeys';
import { pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { keyOf } from '../../platform/throttle';
import type { CreationOptions, RequestOptions } from '../webauthn/ceremonies';
import { hashPassword } from '../password';
import { findSession } from '../session';
import { addPasskey as storePasskey } from './add';
import { removePasskey, renamePasskey } from './change';

const world = withWorld({ cleanup: 'empty', settings: { THROTTLE_SCALE: '1' } });

const STALE_MS = 11 * 60_000;
const rowsOf = ({ accountId }: Planted) =>
  world.db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(passkeys.createdAt);
const change = ({ accountId }: Planted, columns: Partial<typeof accounts.$inferInsert>) =>
  transaction(world.db, (tx) => tx.update(accounts).set(columns).where(eq(accounts.id, accountId)));
const requestNew = async (browser: Browser) =>
  (await callPasskeys(browser, 'requestNew')).data as CreationOptions;
const requestProof = async (browser: Browser) =>
  (await callPasskeys(browser, 'requestProof')).data as RequestOptions;
const remove = (browser: Browser, passkeyId?: string) => callPasskeys(browser, 'remove', { passkeyId });
const report = (token: string) => throughTrpc(world, NOBODY, ['auth.reportNotMe', 'mutation', { token }]);
const notMeToken = async ({ email }: Planted) =>
  (await mailOf(world, email))?.links.find((link) => link.includes('/not-me#'))?.split('#')[1] ?? '';

async function plantHolder() {
  const person = await plantSubscriber(world);
  await runJobs();
  const browser = await browserOf(world, person);
  const authenticator = createAuthenticator();
  const { code } = await addPasskey(browser, authenticator);
  if (code !== 'ok') throw new Error(`not added: ${code}`);
  await runJobs();
  const [passkey] = await rowsOf(person);
  return { person, browser, authenticator, passkeyId: passkey?.id ?? '' };
}

describe('a passkey cannot be added', () => {
  test('with the challenge of a confirmation, which needs no proof of the identity', async () => {
    const { person, authenticator } = await plantHolder();
    await pass(world, { hours: 24 });
    const thief = await browserOf(world, person, STALE_MS);
    expect((await callPasskeys(thief, 'requestNew')).code).toBe('PROOF_REQUIRED');
    const { challenge } = await requestProof(thief);
    const options = { challenge, rp: { id: 'localhost', name: 'ira' }, user: { id: 'x' } };
    const response = createAuthenticator().create(options as CreationOptions);
    expect((await callPasskeys(thief, 'add', { name: 'Thief', response })).code).toBe('PASSKEY_EXPIRED');
    expect(await rowsOf(person)).toHaveLength(1);
    expect(authenticator.keys).toHaveLength(1);
  });

  test('as the eleventh, also by two challenges that were requested before the tenth', async () => {
    const { person, browser } = await plantHolder();
    for (let n = 2; n < PASSKEYS_MAX; n++) await addPasskey(browser, createAuthenticator());
    const [first, second] = [await requestNew(browser), await requestNew(browser)];
    const add = (options: CreationOptions) =>
      callPasskeys(browser, 'add', { name: 'Last', response: createAuthenticator().create(options) });
    const codes = await Promise.all([add(first), add(second)]);
    expect(codes.map(({ code }) => code).sort()).toEqual(['PASSKEYS_FULL', 'ok']);
    expect(await rowsOf(person)).toHaveLength(PASSKEYS_MAX);
    expect((await callPasskeys(browser, 'requestNew')).code).toBe('PASSKEYS_FULL');
  });

  test('after 600 challenges of the IP address in ten minutes', async () => {
    const person = await plantSubscriber(world);
    const browser = createBrowser(world, { 'x-ira-address': '198.51.100.20' });
    browser.keepSession((await logInAs(world, person)).cookie.split('=')[1] ?? '');
    const key = keyOf({ name: 'passkeyChallenge', subject: '198.51.100.20' });
    const windowEndsAt = new Date(world.now().getTime() + 600_000);
    await transaction(world.db, (tx) => tx.insert(throttles).values({ key, count: 600, windowEndsAt }));
    expect((await callPasskeys(browser, 'requestNew')).code).toBe('THROTTLED');
  });

  test('to two handles of one account by two first requests at once', async () => {
    const person = await plantSubscriber(world);
    const [one, two] = [await browserOf(world, person), await browserOf(world, person)];
    const options = await Promise.all([one, two, one, two].map(requestNew));
    expect(new Set(options.map(({ user }) => user.id)).size).toBe(1);
  });
});

test('a session that ended meanwhile adds, renames and removes no passkey', async () => {
  const { person, browser, passkeyId } = await plantHolder();
  await change(person, { emailVerifiedAt: world.now() });
  const response = createAuthenticator().create(await requestNew(browser));
  const session = await findSession(world.ctx(), browser.cookie().split('=')[1] ?? '');
  if (!session) throw new Error('no session');
  const secret = /(?:^|; )passkey=([^;]+)/.exec(browser.cookies())?.[1] ?? '';
  await browser.post('/api/auth/logout');
  await transaction(world.db, (tx) => tx.execute(`delete from sessions where id = '${session.id}'`));
  const input = { response, name: 'Late' } as AddPasskeyInput;
  for (const call of [
    () => storePasskey(world.ctx(), session, input, secret),
    () => renamePasskey(world.ctx(), session, { passkeyId, name: 'Late' }),
    () => removePasskey(world.ctx(), session, { passkeyId }),
  ])
    expect(await codeOf(call())).toBe('NOT_LOGGED_IN');
  expect((await rowsOf(person)).map(({ name }) => name)).toEqual(['My phone']);
});

test('while an offline payment is pending, no passkey is added, renamed, removed or confirmed', async () => {
  const { person, authenticator, passkeyId } = await plantHolder();
  await change(person, { emailVerifiedAt: world.now() });
  await pass(world, { hours: 24 });
  const browser = await browserOf(world, person);
  const created = createAuthenticator().create(await requestNew(browser));
  const proven = authenticator.get(await requestProof(browser));
  await openPaymentLink(world, person.email);
  for (const [name, input] of [
    ['requestNew', {}],
    ['requestProof', undefined],
    ['add', { name: 'New', response: created }],
    ['prove', { response: proven }],
    ['rename', { passkeyId, name: 'New' }],
    ['remove', { passkeyId }],
  ] as const)
    expect([name, (await callPasskeys(browser, name, input)).code]).toEqual([name, 'PAYMENT_PENDING']);
  expect((await rowsOf(person)).map(({ name }) => name)).toEqual(['My phone']);
});

test('a passkey of another account is neither renamed nor removed', async () => {
  const [mine, theirs] = [await plantHolder(), await plantHolder()];
  const renamed = await callPasskeys(mine.browser, 'rename', { passkeyId: theirs.passkeyId, name: 'Mine' });
  expect(renamed.code).toBe('PASSKEY_NOT_FOUND');
  expect((await remove(mine.browser, theirs.passkeyId)).code).toBe('PASSKEY_NOT_FOUND');
  expect((await rowsOf(theirs.person)).map(({ name }) => name)).toEqual(['My phone']);
});

describe('a log-in', () => {
  test('is requested from any passkey, with user verification', async () => {
    const options = await requestLogIn(createBrowser(world));
    expect(options).toMatchObject({ userVerification: 'required', rpId: 'localhost' });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  test('without the handle of the account is refused', async () => {
    const { authenticator } = await plantHolder();
    const visitor = createBrowser(world);
    const { response, ...rest } = authenticator.get(await requestLogIn(visitor));
    const without = { ...rest, response: { ...response, userHandle: undefined } };
    const answer = await callPasskeys(visitor, 'logIn', { response: without });
    expect(answer.code).toBe('PASSKEY_REFUSED');
  });

  test('with one counter value succeeds once, also at once', async () => {
    const { authenticator } = await plantHolder();
    const visitors = Array.from({ length: 6 }, () => createBrowser(world));
    const responses: object[] = [];
    for (const visitor of visitors)
      responses.push(authenticator.get(await requestLogIn(visitor), { counter: 7 }));
    const codes = await Promise.all(
      visitors.map((visitor, n) => callPasskeys(visitor, 'logIn', { response: responses[n] })),
    );
    expect(codes.filter(({ code }) => code === 'ok')).toHaveLength(1);
  });

  test('with a counter that did not advance is shown to the owner as a failed log-in', async () => {
    const { person, authenticator } = await plantHolder();
    await logInBy(createBrowser(world), authenticator, { counter: 5 });
    await logInBy(createBrowser(world), authenticator, { counter: 5 });
    const failed = await world.db
      .select({ detail: auditEvents.detail })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, person.accountId), eq(auditEvents.what, 'account.log_in_failed')));
    expect(failed).toMatchObject([{ detail: { method: 'passkey' } }]);
  });
});

describe('a confirmation of the identity', () => {
  test('names only passkeys that were added a day ago, and accepts no other passkey', async () => {
    const { person, authenticator } = await plantHolder();
    const stale = async () => browserOf(world, person, STALE_MS);
    expect((await callPasskeys(await stale(), 'requestProof')).code).toBe('PASSKEY_REFUSED');
    await pass(world, { hours: 24 });
    const young = createAuthenticator();
    expect((await addPasskey(await browserOf(world, person), young)).code).toBe('ok');
    const browser = await stale();
    const options = await requestProof(browser);
    const [old, added] = await rowsOf(person);
    expect(options.userVerification).toBe('required');
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([old?.credentialId]);
    expect(added?.credentialId).toBeDefined();
    const response = young.get({ ...options, allowCredentials: [] });
    expect((await callPasskeys(browser, 'prove', { response })).code).toBe('PASSKEY_REFUSED');
    expect((await proveBy(browser, authenticator)).code).toBe('ok');
  });

  test('with the handle of another account is refused', async () => {
    const [own, other] = [await plantHolder(), await plantHolder()];
    await pass(world, { hours: 24 });
    const browser = await browserOf(world, own.person, STALE_MS);
    const handle = other.authenticator.keys[0]?.handle;
    expect((await proveBy(browser, own.authenticator, { handle })).code).toBe('PASSKEY_REFUSED');
  });

  test('is possible for an account with an old and a new passkey, and not with a new one only', async () => {
    const { person, browser } = await plantHolder();
    const methods = async () => (await accountOf(browser).loginMethods()) as { passkeyCanProve: boolean };
    expect(await methods()).toMatchObject({ passkeys: 1, passkeyCanProve: false });
    await pass(world, { hours: 24 });
    const again = await browserOf(world, person);
    await addPasskey(again, createAuthenticator());
    expect(await accountOf(again).loginMethods()).toMatchObject({ passkeys: 2, passkeyCanProve: true });
  });
});

describe('a removed passkey', () => {
  test('leaves the session that removes it open, also if the passkey started it', async () => {
    const { person, authenticator, passkeyId } = await plantHolder();
    await change(person, { emailVerifiedAt: world.now() });
    await pass(world, { hours: 24 });
    const [own, other] = [createBrowser(world), createBrowser(world)];
    await logInBy(own, authenticator);
    await logInBy(other, authenticator);
    expect((await remove(own, passkeyId)).code).toBe('ok');
    expect((await own.get('/api/me')).status).toBe(200);
    expect((await other.get('/api/me')).status).toBe(401);
  });

  test('with the password replaces the secret of the session', async () => {
    const { person, passkeyId } = await plantHolder();
    await change(person, { passwordHash: await hashPassword('correct horse') });
    const browser = await browserOf(world, person, STALE_MS);
    const before = browser.cookie();
    const password = 'correct horse';
    expect((await callPasskeys(browser, 'requestNew', { password })).code).toBe('ok');
    const between = browser.cookie();
    expect(between).not.toBe(before);
    expect((await callPasskeys(browser, 'remove', { passkeyId, password })).code).toBe('ok');
    expect(browser.cookie()).not.toBe(between);
  });

  test('of a deleted account leaves no challenge of that account', async () => {
    const { person, browser } = await plantHolder();
    await requestNew(browser);
    const ofPerson = () =>
      world.db.$count(passkeyChallenges, eq(passkeyChallenges.subject, person.accountId));
    expect(await ofPerson()).toBe(1);
    await accountOf(browser).delete({});
    expect(await ofPerson()).toBe(0);
  });
});

describe('the first proof of an e-mail', () => {
  /** Creates an account with a passkey whose orders were all free, so that the e-mail is unproven. */
  async function unproven() {
    const held = await plantHolder();
    const { accountId } = held.person;
    await transaction(world.db, (tx) =>
      tx.execute(
        `update orders set total = 0, code_discount = box_price + delivery_fee where account_id = '${accountId}' and status = 'paid'`,
      ),
    );
    return held;
  }
  const linkOf = async ({ email }: Planted, path: string) =>
    (await mailOf(world, email))?.links.find((one) => one.includes(path))?.split('#')[1] ?? '';
  const removals = ({ accountId }: Planted) =>
    world.db
      .select({ payload: messages.payload })
      .from(messages)
      .where(and(eq(messages.accountId, accountId), eq(messages.kind, 'passkey_removed')));

  test('by a magic link removes the passkeys, and its mail has no link that restores them', async () => {
    const { person } = await unproven();
    await throughTrpc(world, NOBODY, ['auth.requestMagicLink', 'mutation', { email: person.email }]);
    const token = await linkOf(person, '/login/link#');
    expect((await throughTrpc(world, NOBODY, ['auth.useMagicLink', 'mutation', { token }])).code).toBe('ok');
    expect(await removals(person)).toMatchObject([{ payload: { notMeUrl: null } }]);
  });

  test('by a reset of the password removes the passkeys too', async () => {
    const { person } = await unproven();
    await throughTrpc(world, NOBODY, ['auth.requestPasswordReset', 'mutation', { email: person.email }]);
    const token = await linkOf(person, '/reset-password#');
    const input = { token, password: 'battery staple', confirmPassword: 'battery staple' };
    expect((await throughTrpc(world, NOBODY, ['auth.resetPassword', 'mutation', input])).code).toBe('ok');
    expect(await rowsOf(person)).toEqual([]);
    expect(await removals(person)).toHaveLength(1);
  });
});

describe('a report "this was not me"', () => {
  test('removes new passkeys and challenges of its account, and no old passkey and none of another account', async () => {
    const { person } = await plantHolder();
    await pass(world, { days: 31 });
    const other = await plantSubscriber(world);
    await plantPasskey(world, other.accountId);
    const thief = await browserOf(world, person);
    await addPasskey(thief, createAuthenticator(), { name: 'Thief' });
    await requestNew(thief);
    expect((await report(await notMeToken(person))).code).toBe('ok');
    expect((await rowsOf(person)).map(({ name }) => name)).toEqual(['My phone']);
    expect(await rowsOf(other)).toHaveLength(1);
    expect(await world.db.$count(passkeyChallenges, eq(passkeyChallenges.subject, person.accountId))).toBe(0);
  });

  test('restores what was removed since its mail, and not what the owner removed before or another account', async () => {
    const [{ person, browser }, other] = [await plantHolder(), await plantHolder()];
    for (const one of [person, other.person]) await change(one, { emailVerifiedAt: world.now() });
    await addPasskey(browser, createAuthenticator(), { name: 'Laptop' });
    await pass(world, { days: 31 });
    const [phone, laptop] = await rowsOf(person);
    const owner = await browserOf(world, person);
    expect((await remove(owner, laptop?.id)).code).toBe('ok');
    await mailOf(world, person.email);
    await pass(world, { minutes: 1 });
    expect((await remove(owner, phone?.id)).code).toBe('ok');
    const stranger = await browserOf(world, other.person);
    expect((await remove(stranger, other.passkeyId)).code).toBe('ok');
    expect((await report(await notMeToken(person))).code).toBe('ok');
    expect((await rowsOf(person)).map(({ id }) => id)).toEqual([phone?.id]);
  });
});
