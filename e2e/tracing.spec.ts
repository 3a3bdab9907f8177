import { expect, test } from './support/test';
import { fillDelivery, fillDetails, fillPlan, newPerson, next } from './support/registration';
import { startTraced } from './support/tracing';
import { english } from './support/words';
import type { Page } from '@playwright/test';

const CANARY = {
  ...newPerson('kanarifugel'),
  firstName: 'Kanarifugel',
  lastName: 'Zwitscherstein',
  phone: '0899999123',
  address: '77 Birdcage Lane',
};
const SECRET = /kanarifugel|zwitscherstein|0?899999123|birdcage|correct horse|s3cr3t/i;

test.use({ expectedErrors: /greet|404 \(Not Found\)/ });

const isLoaded = (page: Page) =>
  page.evaluate(async () => {
    if (document.readyState !== 'complete') await new Promise((go) => window.addEventListener('load', go));
    // After three idle callbacks, all callbacks that were waiting have run.
    for (let n = 0; n < 3; n++) await new Promise((go) => requestIdleCallback(go));
    return '__SENTRY__' in window;
  });

test('error tracing loads nothing without a receiver', async ({ page }) => {
  await page.goto('/');
  expect(await isLoaded(page)).toBe(false);
});

test.describe('error tracing with a receiver', { tag: '@deep' }, () => {
  let traced: Awaited<ReturnType<typeof startTraced>>;
  test.beforeAll(async () => {
    traced = await startTraced();
    await expect.poll(traced.isUp, { timeout: 80_000 }).toBe(true);
  });
  test.afterAll(() => traced.stop());

  test('sends no personal data in errors, traces and recordings, and nothing from payment and secret pages', async ({
    page,
  }) => {
    // The product records one visit in ten. This value makes it record this visit.
    await page.addInitScript(() => (Math.random = () => 0.05));
    await page.goto(`${traced.url}/register?from=s3cr3t#s3cr3t`);
    await expect.poll(() => isLoaded(page)).toBe(true);
    await fillPlan(page, english);
    await next(page, english, 'details').click();
    await fillDetails(page, english, CANARY);
    await page.evaluate(
      ({ firstName, email }) => {
        setTimeout(() => {
          throw new Error(`could not greet ${firstName}`);
        });
        setTimeout(() => {
          throw new TypeError(`can't greet ${email}`);
        });
      },
      { firstName: CANARY.firstName, email: CANARY.email },
    );
    await next(page, english, 'delivery').click();
    await fillDelivery(page, english, CANARY);
    const kinds = () => [...new Set(traced.items.map(({ type }) => type))].sort();
    await expect
      .poll(kinds, { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['event', 'replay_event', 'replay_recording', 'transaction']));
    const recording = traced.items.filter(({ type }) => type === 'replay_recording');
    expect(recording.some(({ text }) => text.includes('"type":2'))).toBe(true);
    await expect.poll(() => traced.items.filter(({ type }) => type === 'event').length).toBe(2);
    expect(traced.everything()).not.toMatch(SECRET);

    await next(page, english, 'payment').click();
    await expect(
      page.getByRole('heading', { level: 1, name: english.t('register.payment.heading') }),
    ).toBeFocused();
    expect(await isLoaded(page)).toBe(false);
    for (const path of ['/login/link', '/reset-password', '/pay/none-such', '/verify-email', '/not-me']) {
      await page.goto(`${traced.url}${path}`, { waitUntil: 'load' });
      expect([path, await isLoaded(page)]).toEqual([path, false]);
    }
    await page.goto(`${traced.url}/`);
    await expect.poll(() => isLoaded(page)).toBe(true);
  });
});
