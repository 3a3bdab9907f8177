import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { accountOf, codeOf } from '@/testing/account-caller';
import { callAuth, linkMailedTo } from '@/testing/link-requests';
import { createBrowser, createSubscriber, registerUpToPayment, registration } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';
import { isCommonPassword } from './password';

const world = withWorld();

const COMMON = 'This password is easy to guess';
const PERSONAL = 'This password contains your name';

test('recognises the most common passwords and hardly any other', () => {
  for (const common of ['password', '12345678', 'password1', 'qwertyuiop', 'iloveyou1', 'liverpool'])
    expect([common, isCommonPassword(common)]).toEqual([common, true]);
  const others = Array.from({ length: 20_000 }, (_, n) => `${n} horses on a hill`);
  expect(others.filter(isCommonPassword).length).toBeLessThan(10);
});

test.each([
  ['password', COMMON],
  ['12345678', COMMON],
  ['Sunshine1!', COMMON],
  ['guessed@example.test', PERSONAL],
  ['malisuk1', PERSONAL],
])('refuses %s at registration and when the registration is corrected', async (password, said) => {
  const browser = createBrowser(world);
  const email = 'guessed@example.test';
  const refused = await browser.post('/api/register', registration({ email, password }));
  expect([refused.status, refused.body.code]).toEqual([400, 'INPUT_INVALID']);
  expect(refused.body.fieldErrors?.password?.[0]).toContain(said);
  const { browser: begun } = await registerUpToPayment(world);
  const requested = { email: password.includes('@') ? password : 'new@example.test', password };
  if (password !== 'malisuk1')
    expect((await begun.post('/api/register/email-auth', requested)).body.code).toBe('INPUT_INVALID');
});

test('refuses an easy password in a change and a reset, and leaves the reset link unused', async () => {
  const { browser, email } = await createSubscriber(world);
  const choose = (password: string) =>
    accountOf(browser).updatePassword({
      currentPassword: 'correct horse',
      password,
      confirmPassword: password,
    });
  for (const easy of ['password', email, '0812345678'])
    expect(await codeOf(choose(easy))).toBe('INPUT_INVALID');
  await callAuth(world, 'requestPasswordReset', { email });
  const { token } = await linkMailedTo(world, email);
  const reset = (password: string) =>
    callAuth(world, 'resetPassword', { token, password, confirmPassword: password });
  expect((await reset(email)).code).toBe('INPUT_INVALID');
  expect((await reset('a better horse')).code).toBe('ok');
});

test('calls a configured breach service with five characters of a hash, and continues without its response', async () => {
  const asked: string[] = [];

  const digest = createHash('sha1').update('battery staple').digest('hex').toUpperCase();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(`0000000000000000000000000000000000A:0\r\n${digest.slice(5)}:3861`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  settings().BREACHED_PASSWORDS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const register = async (password: string) =>
    (await createBrowser(world).post('/api/register', registration({ password }))).status;
  expect([await register('battery staple'), await register('correct horse')]).toEqual([400, 200]);
  expect(asked[0]).toBe(`/range/${digest.slice(0, 5)}`);
  await new Promise((resolve) => server.close(resolve));
  expect(await register('battery staple')).toBe(200);
  settings().BREACHED_PASSWORDS_URL = undefined;
});
