import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, auditEvents, identities, oneTimeTokens, sessions } from '@/server/db/schema';
import { accountOf, codeOf, mailOf } from '@/testing/account-caller';
import { logInAs, throughTrpc } from '@/testing/callers';
import { runJobs } from '@/testing/jobs';
import { createTraveller, MALI, plantIdentity, walkToLine } from '@/testing/line';
import { registration } from '@/testing/browser';
import { goTo, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { hashPassword } from './password';

const world = withWorld({ cleanup: 'empty' });

const NOBODY = { cookie: '', account: null };
const redeem = (token: string) => throughTrpc(world, NOBODY, ['auth.reportNotMe', 'mutation', { token }]);
/** Returns the token of the newest link to a path. Mails of one run arrive in any order. */
const tokenOf = async (email: string, path: string) => {
  await runJobs();
  const links = world.sandbox.mailbox.list(email).flatMap((mail) => mail.links);
  return links.find((link) => link.includes(`${path}#`))?.split('#')[1] ?? '';
};
const report = async (email: string) => redeem(await tokenOf(email, '/not-me'));
const plant = async () => {
  const person = await plantSubscriber(world);
  const passwordHash = await hashPassword('correct horse');
  await transaction(world.db, (tx) =>
    tx
      .update(accounts)
      .set({ passwordHash, emailVerifiedAt: world.now() })
      .where(eq(accounts.id, person.accountId)),
  );
  // Sends the receipt first, so that the last mail is the one under test.
  await runJobs();
  return person;
};
const rowOf = async ({ accountId }: Planted) =>
  (await world.db.select().from(accounts).where(eq(accounts.id, accountId)))[0];
const lineOf = async ({ accountId }: Planted) =>
  (await world.db.select().from(identities).where(eq(identities.accountId, accountId)))[0]?.subject ?? null;

test('a report unlinks the LINE just linked, ends sessions and password, and mails a reset link', async () => {
  const person = await plant();
  const thief = createTraveller(world);
  thief.carry((await logInAs(world, person)).cookie);
  await walkToLine(world, thief, { person: 'nok' }, { intent: 'link' });
  expect(await lineOf(person)).not.toBeNull();
  expect((await report(person.email)).code).toBe('ok');
  expect(await lineOf(person)).toBeNull();
  expect((await rowOf(person))?.passwordHash).toBeNull();
  expect(await world.db.select().from(sessions).where(eq(sessions.userId, person.accountId))).toEqual([]);
  expect((await mailOf(world, person.email))?.links.some((one) => one.includes('/reset-password#'))).toBe(
    true,
  );
});

test('a report links a LINE again that was unlinked', async () => {
  const person = await plant();
  await plantIdentity(world, person.accountId, MALI.subject);
  const { cookie } = await logInAs(world, person);
  await accountOf({ cookie: () => cookie }).unlinkLine({});
  expect(await lineOf(person)).toBeNull();
  expect((await report(person.email)).code).toBe('ok');
  expect(await lineOf(person)).toBe(MALI.subject);
});

test('a report restores the previous e-mail, which no other account could register meanwhile', async () => {
  const person = await plant();
  const { cookie } = await logInAs(world, person);
  await accountOf({ cookie: () => cookie }).updateEmail({
    email: 'thief@example.test',
    password: 'correct horse',
  });
  const token = await tokenOf('thief@example.test', '/account/email');
  await throughTrpc(world, NOBODY, ['account.confirmEmailChange', 'mutation', { token }]);
  expect((await rowOf(person))?.email).toBe('thief@example.test');
  const taken = await createTraveller(world).post('/api/register', {
    ...registration(),
    email: person.email,
  });
  expect(taken.code).toBe('EMAIL_TAKEN');
  expect((await report(person.email)).code).toBe('ok');
  expect(await rowOf(person)).toMatchObject({ email: person.email, passwordHash: null });
  const other = await logInAs(world, person, 20 * 60_000);
  expect(
    await codeOf(accountOf({ cookie: () => other.cookie }).updateEmail({ email: 'x@example.test' })),
  ).toBe('PROOF_REQUIRED');
});

test('a report works once, within seven days, and only for the account it was mailed to', async () => {
  const [person, other] = [await plant(), await plant()];
  const tokens: string[] = [];
  for (const one of [person, other]) {
    const { cookie } = await logInAs(world, one);
    await accountOf({ cookie: () => cookie }).myData({ password: 'correct horse' });
    tokens.push(await tokenOf(one.email, '/not-me'));
  }
  const [own = '', others = ''] = tokens;
  const used = await Promise.all([redeem(own), redeem(own), redeem(own)]);
  expect(used.map(({ code }) => code).sort()).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED', 'ok']);
  expect((await rowOf(person))?.passwordHash).toBeNull();
  expect((await rowOf(other))?.passwordHash).not.toBeNull();
  await goTo(world, '2026-11-27', '10:01');
  expect((await redeem(others)).code).toBe('TOKEN_EXPIRED');
  expect((await rowOf(other))?.passwordHash).not.toBeNull();
});

test('a forged report, or one with a link of another kind, changes nothing and reveals nothing', async () => {
  const person = await plant();
  const { cookie } = await logInAs(world, person);
  await throughTrpc(world, NOBODY, ['auth.requestMagicLink', 'mutation', { email: person.email }]);
  const magicLink = await tokenOf(person.email, '/login/link');
  await accountOf({ cookie: () => cookie }).myData({ password: 'correct horse' });
  const genuine = await tokenOf(person.email, '/not-me');
  const [stored] = await world.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.kind, 'not_me'));
  const altered = `${genuine.slice(0, -1)}${genuine.endsWith('A') ? 'B' : 'A'}`;
  const before = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, person.accountId));
  for (const forged of [altered, magicLink, stored?.tokenHash ?? '', stored?.id ?? '', person.accountId])
    expect(await redeem(forged)).toMatchObject({ code: 'TOKEN_EXPIRED', status: 400 });
  expect((await rowOf(person))?.passwordHash).not.toBeNull();
  expect(await world.db.select().from(auditEvents).where(eq(auditEvents.subject, person.accountId))).toEqual(
    before,
  );
  expect((await redeem(genuine)).code).toBe('ok');
});

test('a report from the oldest mail restores the first e-mail and ends the links sent to later addresses', async () => {
  const person = await plant();
  const { cookie } = await logInAs(world, person);
  const thief = () => accountOf({ cookie: () => cookie });
  await thief().updatePassword({
    currentPassword: 'correct horse',
    password: 'battery staple',
    confirmPassword: 'battery staple',
  });
  const oldest = await tokenOf(person.email, '/not-me');
  for (const [n, email] of ['one@example.test', 'two@example.test'].entries()) {
    await goTo(world, '2026-11-20', `10:0${n + 1}`);
    await thief().updateEmail({ email, password: 'battery staple' });
    await thief().confirmEmailChange({ token: await tokenOf(email, '/account/email') });
  }
  const ofThief = await tokenOf('one@example.test', '/not-me');
  expect((await redeem(oldest)).code).toBe('ok');
  expect(await rowOf(person)).toMatchObject({ email: person.email, passwordHash: null });
  expect((await redeem(ofThief)).code).toBe('TOKEN_EXPIRED');
  expect((await rowOf(person))?.email).toBe(person.email);
});

test('a reset asks about a LINE linked in the last 30 days, and about no other', async () => {
  const person = await plant();
  const reset = async () => {
    await throughTrpc(world, NOBODY, ['auth.requestPasswordReset', 'mutation', { email: person.email }]);
    const requested = {
      token: await tokenOf(person.email, '/reset-password'),
      password: 'battery staple',
      confirmPassword: 'battery staple',
    };
    return (await throughTrpc(world, NOBODY, ['auth.resetPassword', 'mutation', requested])).data;
  };
  expect(await reset()).toEqual({ newLine: null });
  await goTo(world, '2026-11-20', '11:00');
  const traveller = createTraveller(world);
  traveller.carry((await logInAs(world, person)).cookie);
  await walkToLine(world, traveller, { person: 'nok' }, { intent: 'link' });
  await runJobs();
  expect(await reset()).not.toEqual({ newLine: null });
  const { cookie } = await logInAs(world, person);
  expect((await accountOf({ cookie: () => cookie }).loginMethods()).line).toMatchObject({ isNew: true });
  await goTo(world, '2026-12-21', '10:00');
  expect(await reset()).toEqual({ newLine: null });
});
