import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, oneTimeTokens } from '@/server/db/schema';
import { accountOf, codeOf, countCodes, mailOf, openPaymentLink } from '@/testing/account-caller';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { mailsTo } from '@/testing/providers';
import { createBrowser, createSubscriber, registerUpToPayment, registration } from '@/testing/browser';
import { firstOrAll } from '@/testing/deep';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld();
afterEach(async () => {
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const PASSWORD = 'correct horse';
const NEW = 'New.Address@example.test';

type Person = Awaited<ReturnType<typeof createSubscriber>>;

const ask = ({ browser }: Pick<Person, 'browser'>, email = NEW, password: string | undefined = PASSWORD) =>
  accountOf(browser).updateEmail({ email, password });

async function logIn(email: string, password = PASSWORD) {
  const browser = createBrowser(world);
  const { status } = await browser.post('/api/login', { email, password });
  return { browser, status };
}

/** Returns the secret of the latest link for a new address, from a queued or sent mail. */
async function secretFor(email = NEW): Promise<string> {
  const [row] = await world.db.execute<{ link: string | null }>(sql`
    select payload ->> 'link' as link from messages where kind = 'email_change_confirm' and to_address = ${email}
    order by created_at desc, id desc limit 1`);
  const link = row && (row.link ?? (await world.latestMail(email))?.links[0]);
  return link?.split('#')[1] ?? '';
}

const open = (secret: string, browser = createBrowser(world)) =>
  accountOf(browser).confirmEmailChange({ token: secret });

describe('requesting another e-mail', () => {
  test.each(
    firstOrAll([
      ['en', 'Please confirm your new email', 'http://localhost:3999/account/email#'],
      ['th', 'กรุณายืนยันอีเมลใหม่ของคุณ', 'http://localhost:3999/th/account/email#'],
    ]),
  )('in %s sends the link to the new address; the old one still logs in', async (locale, subject, link) => {
    const person = await createSubscriber(world, { registration: { locale } });
    expect(await ask(person)).toEqual({ email: NEW, verificationSent: true });
    const mail = await mailOf(world, NEW);
    expect(mail?.subject).toBe(subject);
    expect(mail?.text).toContain(link + (await secretFor()));
    expect(await accountOf(person.browser).profile()).toMatchObject({
      email: person.email,
      pendingEmail: NEW,
    });
    expect((await logIn(person.email)).status).toBe(200);
    expect((await logIn(NEW)).status).toBe(401);
    expect(mailsTo(world, person.email)).not.toContain(subject);
  });

  test("stores only the hash of the link's secret", async () => {
    const person = await createSubscriber(world);
    await ask(person);
    const secret = await secretFor();
    const rows = await world.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.kind, 'email_change'));
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test.each([
    ['a wrong password', 'wrong horse'],
    ['an almost right password', `${PASSWORD} `],
    ['no password, right after a log-in', undefined],
  ])('with %s is PASSWORD_INCORRECT and creates no link', async (_what, password) => {
    const { browser } = await createSubscriber(world);
    expect(await codeOf(accountOf(browser).updateEmail({ email: NEW, password }))).toBe('PASSWORD_INCORRECT');
    expect(await secretFor()).toBe('');
  });

  test('for a used e-mail, in any case, is EMAIL_TAKEN, but only with the right password', async () => {
    const other = await registerUpToPayment(world);
    const person = await createSubscriber(world);
    expect(await codeOf(ask(person, other.email.toUpperCase()))).toBe('EMAIL_TAKEN');
    expect(await codeOf(ask(person, other.email, 'wrong horse'))).toBe('PASSWORD_INCORRECT');
  });

  test('for the present e-mail is accepted, sends nothing and ends an older link', async () => {
    const person = await createSubscriber(world);
    await ask(person);
    const secret = await secretFor();
    const answer = await ask(person, person.email.toUpperCase());
    expect(answer).toEqual({ email: person.email, verificationSent: false });
    await runJobs();
    expect(mailsTo(world, person.email)).not.toContain('Please confirm your new email');
    expect(await codeOf(open(secret))).toBe('TOKEN_EXPIRED');
    expect((await accountOf(person.browser).profile()).pendingEmail).toBeNull();
  });

  test('again ends the older link, also with twenty requests at once', async () => {
    const person = await createSubscriber(world);
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.email, person.email)),
    );
    await ask(person);
    const older = await secretFor();
    const wishes = Array.from({ length: 20 }, (_, n) =>
      accountOf(person.browser).updateEmail({ email: `other${n}@example.test` }),
    );
    expect(await countCodes(wishes)).toEqual({ accepted: 20 });
    expect(await codeOf(open(older))).toBe('TOKEN_EXPIRED');
    const live = await world.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.kind, 'email_change'));
    expect(live).toHaveLength(1);
  });

  test('is NOT_ALLOWED for a registration in progress and PAYMENT_PENDING while a payment link is open', async () => {
    const registering = await registerUpToPayment(world);
    expect(await codeOf(ask(registering))).toBe('NOT_ALLOWED');
    const person = await createSubscriber(world);
    await openPaymentLink(world, person.email);
    expect(await codeOf(ask(person))).toBe('PAYMENT_PENDING');
    expect(await codeOf(ask({ browser: createBrowser(world) }))).toBe('NOT_LOGGED_IN');
    await forgetEverybody(world);
  });
});

describe('opening the link for another e-mail', () => {
  test.each(
    firstOrAll([
      ['en', 'Your email was changed'],
      ['th', 'เปลี่ยนอีเมลของคุณแล้ว'],
    ]),
  )(
    'in %s verifies the new e-mail, which logs in from now on, and notifies the old address',
    async (locale, subject) => {
      const person = await createSubscriber(world, { registration: { locale } });
      await ask(person);
      expect(await open(await secretFor())).toEqual({ email: NEW });
      await runJobs();
      expect(mailsTo(world, person.email)).toContain(subject);
      expect(mailsTo(world, NEW)).not.toContain(subject);
      const fresh = await logIn(NEW.toLowerCase());
      expect(fresh.status).toBe(200);
      expect((await logIn(person.email)).status).toBe(401);
      expect(await accountOf(fresh.browser).profile()).toMatchObject({
        email: NEW,
        emailVerified: true,
        pendingEmail: null,
      });
      expect(
        (await createBrowser(world).post('/api/register', registration({ email: person.email }))).status,
      ).toBe(200);
    },
  );

  test('ends every other session and keeps that of the opening browser', async () => {
    const person = await createSubscriber(world);
    const { browser: other } = await logIn(person.email);
    await ask(person);
    await open(await secretFor(), other);
    expect((await other.get('/api/me')).status).toBe(200);
    expect((await person.browser.get('/api/me')).status).toBe(401);
  });

  test("without a session, or in another account's, ends all sessions of its account only", async () => {
    const [person, stranger] = [await createSubscriber(world), await createSubscriber(world)];
    await ask(person);
    await open(await secretFor(), stranger.browser);
    expect((await person.browser.get('/api/me')).status).toBe(401);
    expect((await stranger.browser.get('/api/me')).body.data.account).toMatchObject({
      email: stranger.email,
    });
  });

  test('ends every other link mailed before', async () => {
    const person = await createSubscriber(world);
    await ask(person);
    await transaction(world.db, (tx) =>
      tx.execute(sql`insert into one_time_tokens (id, kind, account_id, token_hash, created_at, expires_at)
        select 'tok_' || other, other, account_id, other, created_at, expires_at from one_time_tokens,
          unnest(array['magic_link', 'password_reset']) other where kind = 'email_change'`),
    );
    await open(await secretFor());
    const rows = await world.db.select().from(oneTimeTokens);
    expect(rows.filter((row) => row.usedAt === null)).toEqual([]);
  });

  test('twenty times at once works once; unknown, used and old links are TOKEN_EXPIRED', async () => {
    const person = await createSubscriber(world);
    await ask(person);
    const secret = await secretFor();
    const codes = await countCodes(Array.from({ length: 20 }, () => open(secret)));
    expect(codes).toEqual({ accepted: 1, TOKEN_EXPIRED: 19 });
    await runJobs();
    expect(mailsTo(world, person.email).filter((one) => one === 'Your email was changed')).toHaveLength(1);
    expect(await codeOf(open('x'))).toBe('TOKEN_EXPIRED');
  });

  test.each([
    [-1, 'accepted'],
    [0, 'TOKEN_EXPIRED'],
  ])('48 hours and %i seconds after the request is %s', async (seconds, code) => {
    const person = await createSubscriber(world);
    await goTo(world, '2026-11-20', '12:00');
    const again = await logIn(person.email);
    const asked = world.now();
    await ask(again);
    await runJobs();
    await world.setNow(new Date(asked.getTime() + 48 * 3_600_000 + seconds * 1000));
    expect(await codeOf(open(await secretFor()))).toBe(code);
    await runJobs();
  });

  test('for an e-mail registered meanwhile is EMAIL_TAKEN and changes nothing', async () => {
    const person = await createSubscriber(world);
    await ask(person);
    await createBrowser(world).post('/api/register', registration({ email: NEW.toLowerCase() }));
    expect(await codeOf(open(await secretFor()))).toBe('EMAIL_TAKEN');
    expect((await person.browser.get('/api/me')).body.data.account).toMatchObject({ email: person.email });
  });

  test('by two accounts for one e-mail at once works for one, and the other gets EMAIL_TAKEN', async () => {
    const [one, two] = [await createSubscriber(world), await createSubscriber(world)];
    await ask(one);
    const first = await secretFor();
    await pass(world, { seconds: 1 });
    await ask(two);
    const second = await secretFor();
    expect(await countCodes([open(first), open(second)])).toEqual({ accepted: 1, EMAIL_TAKEN: 1 });
  });
});
