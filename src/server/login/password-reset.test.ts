import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, auditEvents, messages, oneTimeTokens, sessions, throttles } from '@/server/db/schema';
import { asking, callAuth, linkMailedTo, loggedIn, type LinkAnswer } from '@/testing/link-requests';
import { mailsTo } from '@/testing/providers';
import { createBrowser, registerUpToPayment } from '@/testing/browser';
import { deepTest } from '@/testing/deep';
import { queriesOf } from '@/testing/queries';
import { goTo, pass, plantRegistration } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { hashPassword } from './password';
import { writeToken } from './one-time-tokens';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' }, cleanup: 'empty' });
beforeEach(() => transaction(world.db, (tx) => tx.delete(throttles)));

const NEW = 'battery staple';
type Headers = Record<string, string>;

const ask = (email: string, headers: Headers = {}) =>
  callAuth(world, 'requestPasswordReset', { email }, headers);
const reset = (token: string, password = NEW, headers: Headers = {}, confirmPassword = password) =>
  callAuth(world, 'resetPassword', { token, password, confirmPassword }, headers);
const logIn = async (email: string, password: string) =>
  (await createBrowser(world).post('/api/login', { email, password })).status;
const from = (address: string) => ({ 'x-ira-address': address });
const many = (count: number, call: (n: number) => Promise<LinkAnswer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));
const counted = (answers: LinkAnswer[]) => {
  const counts: Record<string, number> = {};
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

/** Returns an account that has requested a link, with the mail. */
async function whoAsked() {
  const person = await plantRegistration(world);
  await ask(person.email);
  return { ...person, ...(await linkMailedTo(world, person.email)) };
}

describe('requesting a password reset', () => {
  test.each([
    ['en', 'Set a new password', 'http://localhost:3999/reset-password#'],
    ['th', 'ตั้งรหัสผ่านใหม่', 'http://localhost:3999/th/reset-password#'],
  ] as const)('in %s mails it, whatever the case of the e-mail', async (locale, subject, start) => {
    const { email, accountId } = await plantRegistration(world);
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ locale }).where(eq(accounts.id, accountId)),
    );
    expect(await ask(` ${email.toUpperCase()}`)).toMatchObject({ code: 'ok', data: {}, given: {} });
    const mailed = await linkMailedTo(world, email);
    expect(mailed.subject).toBe(subject);
    expect(mailed.link).toMatch(new RegExp(`^${start}[\\w-]{43}$`));
    const [row] = await world.db.select().from(oneTimeTokens);
    expect(row!.expiresAt.getTime() - row!.createdAt.getTime()).toBe(60 * 60_000);
    expect(JSON.stringify([row, await world.db.select().from(messages)])).not.toContain(mailed.token);
  });

  test('gets the same response after the same statements for an unknown e-mail', async () => {
    const [known, deleted] = [await plantRegistration(world), await plantRegistration(world)];
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ deletedAt: world.now() }).where(eq(accounts.id, deleted.accountId)),
    );
    await ask('warm@example.test');
    const asked = async (email: string) => {
      let answer: LinkAnswer | undefined;
      const statements = await queriesOf(world.db, async () => (answer = await ask(email)));
      return { statements, answer };
    };
    const first = await asked(known.email);
    expect(await asked('nobody@example.test')).toEqual(first);
    expect(await asked(deleted.email)).toEqual(first);
    await linkMailedTo(world, known.email);
    expect(await world.db.select({ to: messages.accountId }).from(messages)).toEqual([
      { to: known.accountId },
    ]);
  });

  test('again ends the earlier link', async () => {
    const first = await whoAsked();
    await pass(world, { seconds: 1 });
    await ask(first.email);
    const second = await linkMailedTo(world, first.email);
    expect((await reset(first.token)).code).toBe('TOKEN_EXPIRED');
    expect((await reset(second.token)).code).toBe('ok');
  });

  test('is refused the seventh time in a day with 429, also for an unknown e-mail', async () => {
    const { email } = await plantRegistration(world);
    const last = async (to: string) => {
      for (let n = 0; n < 6; n++) expect((await ask(to, from(`198.51.100.${n}`))).code).toBe('ok');
      return ask(to, from('198.51.100.9'));
    };
    const [hit, miss] = [await last(email), await last('nobody@example.test')];
    expect([hit.code, hit.status, hit.text]).toEqual(['THROTTLED', 429, miss.text]);
    const elsewhere = { ...from('198.51.100.9'), cookie: 'device=none' };
    expect((await ask(email, elsewhere)).code).toBe('THROTTLED');
  });

  test('with a forged Host header sends a link to the configured site', async () => {
    const { email } = await plantRegistration(world);
    await ask(email, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example;proto=https',
    });
    expect((await linkMailedTo(world, email)).link).toMatch(/^http:\/\/localhost:3999\/reset-password#/);
    const mail = await world.latestMail(email);
    expect(mail!.html + mail!.text).not.toContain('evil.example');
  });
});

describe('setting a password by a reset link', () => {
  test('replaces the old one, ends every session, starts one here and notifies the owner', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const other = createBrowser(world);
    await other.post('/api/login', { email, password: 'correct horse' });
    await ask(email);
    const { token } = await linkMailedTo(world, email);
    const done = await reset(token, NEW, { cookie: browser.cookie() });
    expect([done.code, done.data]).toEqual(['ok', { newLine: null }]);
    expect(done.given).toMatchObject({ 'signed-in': '1' });
    for (const one of [browser, other]) expect((await one.get('/api/me')).status).toBe(401);
    expect(await world.db.select().from(sessions)).toMatchObject([{ method: 'magic_link' }]);
    const here = await world.request('GET', '/api/me', undefined, loggedIn(done));
    expect(await here.json()).toMatchObject({ data: { account: { email } } });
    expect([await logIn(email, 'correct horse'), await logIn(email, NEW)]).toEqual([401, 200]);
    await linkMailedTo(world, email);
    expect(mailsTo(world, email)).toContain('Your password was changed');
  });

  test('verifies the e-mail, and gives a password to an account without one', async () => {
    const { token, email, accountId } = await whoAsked();
    expect((await reset(token)).code).toBe('ok');
    expect(await logIn(email, NEW)).toBe(200);
    const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
    expect(account?.emailVerifiedAt).not.toBeNull();
    const did = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, accountId));
    expect(did).toContainEqual(expect.objectContaining({ what: 'account.password_reset', actor: accountId }));
  });

  test('ends the session that the browser had of another account', async () => {
    const { token } = await whoAsked();
    const { browser } = await registerUpToPayment(world);
    expect((await reset(token, NEW, { cookie: browser.cookie() })).code).toBe('ok');
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  test('ends every link of every kind', async () => {
    const { token, email, accountId } = await whoAsked();
    const asked = await callAuth(world, 'requestMagicLink', { email });
    const magic = await linkMailedTo(world, email);
    await transaction(world.db, async (tx) => {
      for (const kind of ['verify_email', 'email_change'] as const) {
        await writeToken(tx, world.now(), { kind, accountId, email, hours: 1 });
      }
    });
    await reset(token);
    const left = await world.db.select().from(oneTimeTokens);
    expect(left.map(({ kind, usedAt }) => [kind, usedAt !== null])).toEqual([
      ['password_reset', true],
      ['not_me', false],
    ]);
    const opened = await callAuth(world, 'openMagicLink', { token: magic.token }, asking(asked));
    expect(opened.code).toBe('TOKEN_EXPIRED');
  });

  test('twelve times at once sets one password, and the others get TOKEN_EXPIRED', async () => {
    const { token, email } = await whoAsked();
    const answers = await many(12, (n) => reset(token, `battery staple ${n}`));
    expect(counted(answers)).toEqual({ ok: 1, TOKEN_EXPIRED: 11 });
    const winner = answers.findIndex(({ code }) => code === 'ok');
    expect(await logIn(email, `battery staple ${winner}`)).toBe(200);
    expect((await reset(token)).message).toMatch(/^This link has already been used\./);
    expect(mailsTo(world, email)).toHaveLength(1);
  });

  test.each([
    [{ minutes: 59, seconds: 40 }, 'ok'],
    [{ minutes: 60 }, 'TOKEN_EXPIRED'],
  ])('after %j is %s', async (time, code) => {
    const { token } = await whoAsked();
    await transaction(world.db, (tx) =>
      tx.update(oneTimeTokens).set({ expiresAt: new Date('2026-11-20T11:00:00+07:00') }),
    );
    await goTo(world, '2026-11-20', '10:00');
    await pass(world, time);
    expect((await reset(token)).code).toBe(code);
  });

  test('with two different passwords, or a short one, does not use the link up', async () => {
    const { token } = await whoAsked();
    expect((await reset(token, NEW, {}, 'battery stable')).code).toBe('PASSWORDS_DIFFER');
    expect((await reset(token, 'short')).code).toBe('INPUT_INVALID');
    expect((await reset(token)).code).toBe('ok');
  });

  const changes: [string, Partial<typeof accounts.$inferInsert>][] = [
    ['has another e-mail now', { email: 'new@example.test', emailNorm: 'new@example.test' }],
    ['has been deleted', { deletedAt: new Date('2026-11-20T03:00:00Z') }],
  ];
  test.each(changes)('of an account that %s gets TOKEN_EXPIRED', async (_what, change) => {
    const { token, accountId } = await whoAsked();
    await transaction(world.db, (tx) => tx.update(accounts).set(change).where(eq(accounts.id, accountId)));
    expect((await reset(token)).code).toBe('TOKEN_EXPIRED');
  });

  test('is refused for a link of another kind', async () => {
    const { email } = await plantRegistration(world);
    await callAuth(world, 'requestMagicLink', { email });
    expect((await reset((await linkMailedTo(world, email)).token)).code).toBe('TOKEN_EXPIRED');
  });
});

deepTest('no reset link is read or hashed after three hundred tries from one address', async () => {
  const { token } = await whoAsked();
  const guesses = await many(310, (n) => reset(`${n}${token}`));
  expect(counted(guesses)).toEqual({ TOKEN_EXPIRED: 300, THROTTLED: 10 });
  expect((await reset(token)).code).toBe('THROTTLED');
  expect((await reset(token, NEW, from('198.51.100.3'))).code).toBe('ok');
  // No slot was taken: two hundred waiting hashes would have been refused.
  await expect(hashPassword(NEW)).resolves.toContain('$argon2id$');
});
