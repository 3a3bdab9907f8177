import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, auditEvents, passkeys, sessions } from '@/server/db/schema';
import { accountOf, codeOf, mailOf } from '@/testing/account-caller';
import { createAuthenticator } from '@/testing/authenticator';
import { createBrowser, type Browser } from '@/testing/browser';
import { logInAs, throughTrpc } from '@/testing/callers';
import { runJobs } from '@/testing/jobs';
import { plantIdentity } from '@/testing/line';
import { addPasskey, browserOf, callPasskeys, logInBy, requestLogIn } from '@/testing/passkeys';
import { messageKindsOf, pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { hashPassword } from '../password';

const world = withWorld({ cleanup: 'empty' });

const NOBODY = { cookie: '', account: null };
const rowsOf = ({ accountId }: Planted) =>
  world.db.select().from(passkeys).where(eq(passkeys.accountId, accountId));
const change = ({ accountId }: Planted, columns: Partial<typeof accounts.$inferInsert>) =>
  transaction(world.db, (tx) => tx.update(accounts).set(columns).where(eq(accounts.id, accountId)));
const verify = (person: Planted) => change(person, { emailVerifiedAt: world.now() });
const remove = (browser: Browser, passkeyId?: string) => callPasskeys(browser, 'remove', { passkeyId });
const notMeToken = async ({ email }: Planted) =>
  (await mailOf(world, email))?.links.find((link) => link.includes('/not-me#'))?.split('#')[1] ?? '';
const report = (token: string) => throughTrpc(world, NOBODY, ['auth.reportNotMe', 'mutation', { token }]);

async function plantHolder() {
  const person = await plantSubscriber(world);
  // Jobs of one run send their mails at once. A later mail is the latest only if the earlier ones were sent before.
  await runJobs();
  const browser = await browserOf(world, person);
  const authenticator = createAuthenticator();
  await addPasskey(browser, authenticator);
  await runJobs();
  const [passkey] = await rowsOf(person);
  return { person, browser, authenticator, passkeyId: passkey?.id ?? '' };
}

describe('a passkey is removed', () => {
  test('with proof, ends the sessions that it started on other devices, and the owner is notified', async () => {
    const { person, browser, authenticator, passkeyId } = await plantHolder();
    await verify(person);
    const other = createBrowser(world);
    await logInBy(other, authenticator);
    const old = await browserOf(world, person, 11 * 60_000);
    expect((await remove(old, passkeyId)).code).toBe('PROOF_REQUIRED');
    const foreign = await plantHolder();
    expect((await remove(foreign.browser, passkeyId)).code).toBe('PASSKEY_NOT_FOUND');
    expect((await remove(browser, passkeyId)).data).toMatchObject({ passkeys: [] });
    expect((await remove(browser, passkeyId)).code).toBe('PASSKEY_NOT_FOUND');
    expect((await other.get('/api/me')).status).toBe(401);
    for (const kept of [browser, old]) expect((await kept.get('/api/me')).status).toBe(200);
    expect((await logInBy(createBrowser(world), authenticator)).code).toBe('PASSKEY_REFUSED');
    expect(await messageKindsOf(world, person.accountId)).toContain('passkey_removed');
    const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, person.accountId));
    expect(events.map(({ what }) => what)).toContain('account.passkey_removed');
  });

  test('unless it is the last login method, also when LINE is unlinked at the same time', async () => {
    const { person, browser, passkeyId } = await plantHolder();
    expect((await remove(browser, passkeyId)).code).toBe('LAST_WAY_IN');
    await plantIdentity(world, person.accountId, 'U-own-line');
    const { cookie } = await logInAs(world, person);
    const codes = await Promise.all([
      remove(browser, passkeyId).then(({ code }) => code.replace('ok', 'accepted')),
      codeOf(accountOf({ cookie: () => cookie }).unlinkLine({})),
    ]);
    expect(codes.sort()).toEqual(['LAST_WAY_IN', 'accepted']);
  });

  test('at the same time as a log-in with it leaves no session of that log-in', async () => {
    const { person, browser, authenticator, passkeyId } = await plantHolder();
    await verify(person);
    const visitors = Array.from({ length: 8 }, () => createBrowser(world));
    const responses: object[] = [];
    for (const visitor of visitors) responses.push(authenticator.get(await requestLogIn(visitor)));
    const [removed] = await Promise.all([
      remove(browser, passkeyId),
      ...visitors.map((visitor, n) => callPasskeys(visitor, 'logIn', { response: responses[n] })),
    ]);
    expect(removed.code).toBe('ok');
    for (const visitor of visitors) expect((await visitor.get('/api/me')).status).toBe(401);
  });

  test('twice at once succeeds once', async () => {
    const { person, browser, passkeyId } = await plantHolder();
    await verify(person);
    const codes = await Promise.all([remove(browser, passkeyId), remove(browser, passkeyId)]);
    expect(codes.map(({ code }) => code).sort()).toEqual(['PASSKEY_NOT_FOUND', 'ok']);
  });

  test('by the deletion of its account', async () => {
    const { person, authenticator } = await plantHolder();
    const { cookie } = await logInAs(world, person);
    await accountOf({ cookie: () => cookie }).delete({});
    expect(await rowsOf(person)).toEqual([]);
    const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
    expect(account?.passkeyHandle).toBeNull();
    expect((await logInBy(createBrowser(world), authenticator)).code).toBe('PASSKEY_REFUSED');
  });

  test('when the owner of the mailbox is the first to prove the e-mail, with its sessions', async () => {
    const { person, authenticator } = await plantHolder();
    // Codes made all orders free: the account never paid.
    await transaction(world.db, (tx) =>
      tx.execute(
        `update orders set total = 0, code_discount = box_price + delivery_fee where account_id = '${person.accountId}' and status = 'paid'`,
      ),
    );
    const stranger = createBrowser(world);
    await logInBy(stranger, authenticator);
    await throughTrpc(world, NOBODY, ['auth.requestMagicLink', 'mutation', { email: person.email }]);
    const link = (await mailOf(world, person.email))?.links.find((one) => one.includes('/login/link#'));
    const token = link?.split('#')[1] ?? '';
    expect((await throughTrpc(world, NOBODY, ['auth.useMagicLink', 'mutation', { token }])).code).toBe('ok');
    expect(await rowsOf(person)).toEqual([]);
    expect((await stranger.get('/api/me')).status).toBe(401);
  });
});

describe('a report "this was not me"', () => {
  test('of an added passkey removes it and ends its sessions and the password', async () => {
    const { person, authenticator } = await plantHolder();
    const passwordHash = await hashPassword('correct horse');
    await change(person, { passwordHash });
    const token = await notMeToken(person);
    const thief = createBrowser(world);
    await logInBy(thief, authenticator);
    expect((await report(token)).code).toBe('ok');
    expect(await rowsOf(person)).toEqual([]);
    expect(await world.db.select().from(sessions).where(eq(sessions.userId, person.accountId))).toEqual([]);
    const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
    expect(account?.passwordHash).toBeNull();
    expect((await logInBy(thief, authenticator)).code).toBe('PASSKEY_REFUSED');
  });

  test('of removed passkeys restores all of them, and the download shows no key of them', async () => {
    const { person, authenticator, browser } = await plantHolder();
    await verify(person);
    const second = createAuthenticator();
    await addPasskey(browser, second, { name: 'Laptop' });
    const before = await rowsOf(person);
    await pass(world, { days: 31 });
    await mailOf(world, person.email);
    const thief = await browserOf(world, person);
    await remove(thief, before[0]?.id);
    const token = await notMeToken(person);
    await remove(thief, before[1]?.id);
    const data = JSON.stringify(await accountOf({ cookie: () => thief.cookie() }).myData({}));
    for (const { credentialId, publicKey, name } of before) {
      expect(data).toContain(name);
      expect(data).not.toContain(credentialId);
      expect(data).not.toContain(publicKey);
    }
    expect((await report(token)).code).toBe('ok');
    expect(await rowsOf(person)).toEqual(before);
    for (const held of [authenticator, second])
      expect((await logInBy(createBrowser(world), held)).code).toBe('ok');
  });

  test('does not restore a passkey that was added and removed in the last 30 days', async () => {
    const { person, browser, passkeyId } = await plantHolder();
    await verify(person);
    await mailOf(world, person.email);
    await remove(browser, passkeyId);
    expect((await report(await notMeToken(person))).code).toBe('ok');
    expect(await rowsOf(person)).toEqual([]);
  });
});

test('an account without a password, registered with LINE, adds a passkey and logs in with it', async () => {
  const person = await plantSubscriber(world);
  const { cookie } = await logInAs(world, person, 0, 'line');
  const browser = createBrowser(world);
  browser.keepSession(cookie.split('=')[1] ?? '');
  const authenticator = createAuthenticator({ synced: true });
  expect((await addPasskey(browser, authenticator)).code).toBe('ok');
  expect((await logInBy(createBrowser(world), authenticator)).code).toBe('ok');
});
