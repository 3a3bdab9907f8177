import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { throttles } from '@/server/db/schema';
import { runJobs } from '@/testing/jobs';
import { mailsTo } from '@/testing/providers';
import { asking, callAuth, linkMailedTo } from '@/testing/link-requests';
import { createBrowser, createSubscriber, registerUpToPayment, type Browser } from '@/testing/browser';
import { deepTest, firstOrAll } from '@/testing/deep';
import { withWorld } from '@/testing/with-world';
import { findDevice, rememberDevice } from './devices';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' } });
beforeEach(() => transaction(world.db, (tx) => tx.delete(throttles)));

const RIGHT = 'correct horse';
const logIn = (browser: Browser, email: string, password = RIGHT, headers?: Record<string, string>) =>
  browser.post('/api/login', { email, password }, headers);
const statusOf = async (...args: Parameters<typeof logIn>) => (await logIn(...args)).status;

async function lockStrangersOut(email: string): Promise<void> {
  const stranger = createBrowser(world);
  for (let n = 0; n < 10; n++) await logIn(stranger, email, 'wrong horse');
  expect(await statusOf(createBrowser(world), email)).toBe(429);
}

describe('locking an account out by wrong passwords', () => {
  test('does not affect a browser that registered the account, and that browser unlocks no stranger', async () => {
    const { browser, email } = await registerUpToPayment(world);
    browser.forgetSession();
    await lockStrangersOut(email);
    expect(await statusOf(browser, email, 'wrong horse')).toBe(401);
    expect(await statusOf(browser, email)).toBe(200);
    expect(await statusOf(createBrowser(world), email)).toBe(429);
  });

  deepTest(
    'does not affect the browser of four accounts that logged in there, also after log-out',
    async () => {
      const shared = createBrowser(world);
      const people = await Promise.all(Array.from({ length: 5 }, () => registerUpToPayment(world)));
      for (const { email } of people) {
        expect(await statusOf(shared, email)).toBe(200);
        await shared.post('/api/logout');
      }
      for (const { email } of people) await lockStrangersOut(email);
      // The first of the five accounts was removed from the cookie.
      for (const [n, { email }] of people.entries()) {
        expect(await statusOf(shared, email)).toBe(n === 0 ? 429 : 200);
      }
    },
  );
});

describe('a log-in from a new device', () => {
  const told = async (email: string) => {
    await runJobs();
    return mailsTo(world, email).filter((subject) => subject === 'New login to your account').length;
  };

  test('sends one mail per device to the owner, who can undo the log-in from it', async () => {
    const { email, browser } = await createSubscriber(world);
    browser.forgetSession();
    expect(await statusOf(browser, email)).toBe(200);
    expect(await told(email)).toBe(0);
    const other = createBrowser(world, {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile Chrome/130.0',
    });
    for (let n = 0; n < 2; n++) expect(await statusOf(other, email)).toBe(200);
    expect(await told(email)).toBe(1);
    const mail = await world.latestMail(email);
    expect(mail?.text).toContain('Chrome on Android');
    expect(mail?.text).toContain('20 Nov 2026, 10:0');
    const token = mail?.links.find((link) => link.includes('/not-me#'))?.split('#')[1];
    expect((await callAuth(world, 'reportNotMe', { token })).code).toBe('ok');
    expect((await other.get('/api/me')).status).toBe(401);
    expect(await statusOf(other, email)).toBe(401);
  });

  test('sends at most five mails a day, and none to an unverified e-mail', async () => {
    const { email } = await createSubscriber(world);
    for (let n = 0; n < 6; n++) expect(await statusOf(createBrowser(world), email)).toBe(200);
    expect(await told(email)).toBe(5);
    const stranger = await registerUpToPayment(world);
    expect(await statusOf(createBrowser(world), stranger.email)).toBe(200);
    expect(await told(stranger.email)).toBe(0);
  });
});

test('strangers cannot block the right password on a new phone while the mail quotas are used up', async () => {
  const { email } = await createSubscriber(world);
  const from = (address: string) => ({ 'x-ira-address': address });
  const enter = (password: string, address: string) =>
    statusOf(createBrowser(world), email, password, from(address));
  for (let n = 0; n < 40; n++) await enter('wrong horse', `198.51.${n % 10}.7`);
  const request = (n: number) => callAuth(world, 'requestMagicLink', { email }, from(`192.0.${n}.1`));
  for (let n = 0; n < 7; n++) await request(n);
  expect((await request(8)).code).toBe('THROTTLED');
  expect(await enter('wrong horse', '203.0.113.9')).toBe(401);
  expect(await enter(RIGHT, '203.0.113.9')).toBe(200);
  // The guessing network has used up its own attempts.
  for (let n = 0; n < 10; n++) await enter('wrong horse', `198.51.${n}.8`);
  expect(await enter(RIGHT, '198.51.1.9')).toBe(429);
});

describe('guessing from a known browser', () => {
  test('is paused after ten failures of its own', async () => {
    const { browser, email } = await registerUpToPayment(world);
    for (let n = 0; n < 10; n++) expect(await statusOf(browser, email, 'wrong horse')).toBe(401);
    expect(await statusOf(browser, email)).toBe(429);
    expect(await statusOf(createBrowser(world), email)).toBe(200);
  });

  test('is reset by a success', async () => {
    const { browser, email } = await registerUpToPayment(world);
    for (let n = 0; n < 9; n++) await logIn(browser, email, 'wrong horse');
    expect(await statusOf(browser, email)).toBe(200);
    expect(await statusOf(browser, email, 'wrong horse')).toBe(401);
  });

  test("counts as a stranger's for every other account", async () => {
    const { browser } = await registerUpToPayment(world);
    const { email } = await registerUpToPayment(world);
    await lockStrangersOut(email);
    expect(await statusOf(browser, email)).toBe(429);
  });

  test("counts as a stranger's if the cookie was set while another account had the e-mail", async () => {
    const { browser: attacker, email } = await registerUpToPayment(world);
    const moved = await attacker.post('/api/register/email-auth', {
      email: `gone-${email}`,
      password: RIGHT,
    });
    expect(moved.status).toBe(200);
    await registerUpToPayment(world, { email });
    await lockStrangersOut(email);
    expect(await statusOf(attacker, email)).toBe(429);
  });

  test.each(
    firstOrAll([
      'x'.repeat(40),
      `${'a'.repeat(22)}.${'b'.repeat(22)}.${'c'.repeat(22)}`,
      Array.from({ length: 8 }, () => `${'a'.repeat(22)}.${'b'.repeat(22)}.${'c'.repeat(22)}`).join('~'),
      '%ff',
    ]),
  )("with the cookie %s counts as a stranger's", async (cookie) => {
    const { email } = await registerUpToPayment(world);
    await lockStrangersOut(email);
    expect(await statusOf(createBrowser(world), email, RIGHT, { cookie: `device=${cookie}` })).toBe(429);
  });
});

describe('device cookies set before the e-mail was verified', () => {
  const requestReset = async (browser: Browser, email: string) =>
    (await callAuth(world, 'requestPasswordReset', { email }, { cookie: browser.cookies() })).code;

  async function collect(count: number) {
    const { email } = await registerUpToPayment(world);
    const collected = Array.from({ length: count }, () => createBrowser(world));
    for (const browser of collected) {
      expect(await statusOf(browser, email)).toBe(200);
      browser.forgetSession();
    }
    return { email, collected };
  }

  /** Logs the owner of the mailbox in by a magic link. */
  async function comeByMail(email: string) {
    const asked = await callAuth(world, 'requestMagicLink', { email });
    const { token } = await linkMailedTo(world, email);
    const entered = await callAuth(world, 'openMagicLink', { token }, asking(asked));
    expect(entered.code).toBe('ok');
    await transaction(world.db, (tx) => tx.delete(throttles));
  }

  deepTest(
    "count as a stranger's once the owner has logged in: ten guesses and six mails in all",
    async () => {
      const { email, collected } = await collect(12);
      await comeByMail(email);
      const guesses: number[] = [];
      for (const browser of collected) guesses.push(await statusOf(browser, email, 'wrong horse'));
      expect(guesses).toEqual([...Array<number>(10).fill(401), 429, 429]);
      const mails: string[] = [];
      for (const browser of collected.slice(0, 7)) mails.push(await requestReset(browser, email));
      expect(mails).toEqual([...Array<string>(6).fill('ok'), 'THROTTLED']);
    },
  );

  test('stay known if the e-mail was verified in their own session', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await runJobs();
    const [welcome] = world.sandbox.mailbox.list(email);
    const token = welcome?.links.find((link) => link.includes('#'))?.split('#')[1];
    expect((await browser.post('/api/register/email-auth', { token })).status).toBe(200);
    browser.forgetSession();
    await lockStrangersOut(email);
    expect(await statusOf(browser, email)).toBe(200);
  });
});

describe('a device cookie', () => {
  const mali = { id: 'acc_mali', emailNorm: 'mali@example.test', emailVerifiedAt: null };
  const suk = { id: 'acc_suk', emailNorm: 'suk@example.test', emailVerifiedAt: null };

  test('identifies its account by e-mail and id without containing either', () => {
    const cookie = rememberDevice(null, mali);
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{22}\.[\w-]{22}$/);
    const device = findDevice(cookie, mali.emailNorm);
    expect([device?.isOf(mali), device?.isOf(suk), device?.isOf(undefined)]).toEqual([true, false, false]);
    expect(findDevice(cookie, suk.emailNorm)).toBeNull();
  });

  test('keeps its nonce at the next log-in, and gets a new one for another account with the same e-mail', () => {
    const cookie = rememberDevice(null, mali);
    expect(rememberDevice(cookie, mali)).toBe(cookie);
    const other = rememberDevice(cookie, { ...suk, emailNorm: mali.emailNorm });
    expect(other.split('~')).toHaveLength(1);
    expect(findDevice(other, mali.emailNorm)?.nonce).not.toBe(findDevice(cookie, mali.emailNorm)?.nonce);
  });

  test('from before its e-mail was verified belongs to another owner', () => {
    const verified = { ...mali, emailVerifiedAt: world.now() };
    const before = findDevice(rememberDevice(null, mali), mali.emailNorm);
    expect([before?.isOf(mali), before?.isOf(verified)]).toEqual([true, false]);
    const after = findDevice(rememberDevice(null, verified), mali.emailNorm);
    expect([after?.isOf(mali), after?.isOf(verified)]).toEqual([false, true]);
  });

  test('cannot be combined from parts of other cookies', () => {
    const [nonce = '', , owner = ''] = rememberDevice(null, mali).split('.');
    const [, email = ''] = rememberDevice(null, suk).split('.');
    for (const made of [`${nonce}.${email}.${owner}`, `${nonce}.${owner}.${owner}`]) {
      for (const { emailNorm } of [mali, suk]) expect(findDevice(made, emailNorm)).toBeNull();
    }
  });
});
