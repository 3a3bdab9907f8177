import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { oneTimeTokens, throttles } from '@/server/db/schema';
import { accountOf, codeOf, countCodes, openPaymentLink } from '@/testing/account-caller';
import { logInAs } from '@/testing/callers';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { mailsTo } from '@/testing/providers';
import { createBrowser, createSubscriber, registerUpToPayment } from '@/testing/browser';
import { firstOrAll } from '@/testing/deep';
import { queriesOf } from '@/testing/queries';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' } });
afterEach(async () => {
  await expectInvariants(world);
  await forgetEverybody(world);
  await transaction(world.db, (tx) => tx.delete(throttles));
  await goTo(world, '2026-11-20', '10:00');
});

const OLD = 'correct horse';
const NEW = 'another horse';

type Person = Pick<Awaited<ReturnType<typeof createSubscriber>>, 'browser'>;

const change = ({ browser }: Person, password = NEW, currentPassword: string | undefined = OLD) =>
  accountOf(browser).updatePassword({ currentPassword, password, confirmPassword: password });

async function logIn(email: string, password: string) {
  const browser = createBrowser(world);
  const { status } = await browser.post('/api/login', { email, password });
  return { browser, status };
}

describe('changing the password', () => {
  test.each(
    firstOrAll([
      ['en', 'Your password was changed'],
      ['th', 'เปลี่ยนรหัสผ่านของคุณแล้ว'],
    ]),
  )(
    'in %s makes only the new one log in, ends every other session and sends a mail',
    async (locale, subject) => {
      const person = await createSubscriber(world, { registration: { locale } });
      const { browser: other } = await logIn(person.email, OLD);
      expect(await change(person)).toEqual({});
      expect((await person.browser.get('/api/me')).status).toBe(200);
      expect((await other.get('/api/me')).status).toBe(401);
      expect((await logIn(person.email, OLD)).status).toBe(401);
      expect((await logIn(person.email, NEW)).status).toBe(200);
      await runJobs();
      expect(mailsTo(world, person.email)).toContain(subject);
    },
  );

  test.each([
    ['a new password', (person: Person) => change(person)],
    [
      'a proof by password',
      ({ browser }: Person) => accountOf(browser).updateEmail({ email: 'new@example.test', password: OLD }),
    ],
  ])('%s gives the session a new secret, and the old cookie is invalid', async (_what, prove) => {
    const person = await createSubscriber(world);
    const before = person.browser.cookie();
    await prove(person);
    expect(person.browser.cookie()).not.toBe(before);
    expect((await person.browser.get('/api/me')).status).toBe(200);
    expect((await createBrowser(world).get('/api/me', { cookie: before })).status).toBe(401);
  });

  test('sends a mail each time, also at night', async () => {
    const person = await createSubscriber(world);
    await goTo(world, '2026-11-20', '10:30');
    await change(person);
    await change(person, OLD, NEW);
    await runJobs();
    const told = mailsTo(world, person.email).filter((one) => one === 'Your password was changed');
    expect(told).toHaveLength(2);
    await goTo(world, '2026-11-20', '23:00');
    const { browser } = await logIn(person.email, OLD);
    await change({ browser });
    await runJobs();
    expect(mailsTo(world, person.email).filter((one) => one === 'Your password was changed')).toHaveLength(3);
  });

  test('ends the links that log in or change the e-mail', async () => {
    const person = await createSubscriber(world);
    await accountOf(person.browser).updateEmail({ email: 'thief@example.test', password: OLD });
    await change(person);
    const rows = await world.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.kind, 'email_change'));
    expect(rows).toEqual([]);
  });

  test('to two different ones is PASSWORDS_DIFFER at the field, before any query', async () => {
    const { browser } = await createSubscriber(world);
    await browser.get('/api/me');
    const requested = { currentPassword: OLD, password: NEW, confirmPassword: `${NEW} ` };
    const asked = await queriesOf(world.db, () =>
      expect(accountOf(browser).updatePassword(requested)).rejects.toMatchObject({
        cause: {
          code: 'PASSWORDS_DIFFER',
          details: { fieldErrors: { confirmPassword: ['validation.passwordsMatch'] } },
        },
      }),
    );
    expect(asked).toHaveLength(1);
  });

  test.each([['wrong horse'], [`${OLD} `], [OLD.toUpperCase()]])(
    'with %j as the current one is PASSWORD_INCORRECT and changes nothing',
    async (wrong) => {
      const person = await createSubscriber(world);
      expect(await codeOf(change(person, NEW, wrong))).toBe('PASSWORD_INCORRECT');
      expect((await logIn(person.email, OLD)).status).toBe(200);
    },
  );

  test('without the current one is PASSWORD_INCORRECT', async () => {
    const { browser } = await createSubscriber(world);
    const requested = { password: NEW, confirmPassword: NEW };
    expect(await codeOf(accountOf(browser).updatePassword(requested))).toBe('PASSWORD_INCORRECT');
  });

  test('ten times at once from several devices works once, and the others get PASSWORD_INCORRECT', async () => {
    const person = await createSubscriber(world);
    const devices = await Promise.all(Array.from({ length: 4 }, () => logIn(person.email, OLD)));
    const wishes = devices.map(({ browser }, n) => change({ browser }, `new horse ${n}`));
    const codes = await Promise.all(wishes.map(codeOf));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(codes.filter((code) => code === 'accepted' || code === 'PASSWORD_INCORRECT')).toHaveLength(4);
    const winner = codes.indexOf('accepted');
    expect((await logIn(person.email, `new horse ${winner}`)).status).toBe(200);
    expect((await person.browser.get('/api/me')).status).toBe(401);
  });

  test('makes a concurrent e-mail change with the old password fail', async () => {
    const person = await createSubscriber(world);
    const { browser } = await logIn(person.email, OLD);
    const requested = { email: 'thief@example.test', password: OLD };
    await countCodes([change(person), accountOf(browser).updateEmail(requested)]);
    const live = await world.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.kind, 'email_change'));
    expect(live).toEqual([]);
  });

  test('is NOT_ALLOWED for a registration in progress and PAYMENT_PENDING while a payment link is open', async () => {
    expect(await codeOf(change(await registerUpToPayment(world)))).toBe('NOT_ALLOWED');
    const person = await createSubscriber(world);
    await openPaymentLink(world, person.email);
    expect(await codeOf(change(person))).toBe('PAYMENT_PENDING');
    expect(await codeOf(change({ browser: createBrowser(world) }))).toBe('NOT_LOGGED_IN');
    await forgetEverybody(world);
  });
});

describe('guessing the current password', () => {
  test('is blocked after ten failures by any command from anywhere, also for the right password', async () => {
    const person = await createSubscriber(world);
    const guesses = Array.from({ length: 10 }, (_, n) => {
      const account = accountOf(person.browser, { 'x-ira-address': `198.51.100.${n}` });
      if (n % 2 === 0) return account.updateEmail({ email: 'x@example.test', password: 'wrong' });
      return account.delete({ password: 'wrong' });
    });
    expect(await countCodes(guesses)).toEqual({ PASSWORD_INCORRECT: 10 });
    expect(await codeOf(change(person))).toBe('THROTTLED');
    expect((await logIn(person.email, OLD)).status).toBe(200);
    await pass(world, { minutes: 10 });
    expect(await codeOf(change(person))).toBe('accepted');
  });

  test('is reset by a success', async () => {
    const person = await createSubscriber(world);
    for (let n = 0; n < 9; n++) await codeOf(change(person, NEW, 'wrong horse'));
    await change(person);
    for (let n = 0; n < 9; n++) {
      expect(await codeOf(change(person, OLD, 'wrong horse'))).toBe('PASSWORD_INCORRECT');
    }
  });
});

describe('an account without a password', () => {
  const requested = { password: NEW, confirmPassword: NEW };

  test('sets its first one within ten minutes of a log-in', async () => {
    const person = await plantSubscriber(world);
    const session = await logInAs(world, person, 10 * 60_000 - 1_000, 'line');
    expect(await accountOf({ cookie: () => session.cookie }).updatePassword(requested)).toEqual({});
    expect((await logIn(person.email, NEW)).status).toBe(200);
  });

  test('gets PROOF_REQUIRED later, whatever is sent as the current one', async () => {
    const { cookie } = await logInAs(world, await plantSubscriber(world), 10 * 60_000, 'line');
    const account = accountOf({ cookie: () => cookie });
    for (const currentPassword of [undefined, 'nobody has this password']) {
      expect(await codeOf(account.updatePassword({ ...requested, currentPassword }))).toBe('PROOF_REQUIRED');
    }
    expect((await account.profile()).hasPassword).toBe(false);
  });
});
