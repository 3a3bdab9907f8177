import { narrowFaults, smallTargets, spaceOut } from './support/narrow';
import { expectQr, payPath, registerOffline } from './support/offline';
import { fillDelivery, fillDetails, fillPlan, newPerson, next } from './support/registration';
import { call, endSession, subscribe } from './support/subscribers';
import { expect, test } from './support/test';
import { english, thai } from './support/words';
import type { Page } from '@playwright/test';

const PUBLIC = [
  ...['/', '/how-it-works', '/plans', '/products', '/faq', '/privacy', '/terms', '/nowhere'],
  ...['/login', '/login/magic-link', '/forgot-password', '/reset-password', '/verify-email', '/not-me'],
  ...['/unsubscribe', '/maintenance'],
];
const ACCOUNT = [
  ...['', '/orders', '/cards', '/cards/add', '/rewards', '/rewards/points', '/rewards/redeem'],
  ...['', '/personal', '/address', '/email', '/password', '/line', '/sessions', '/delete'].map(
    (page) => `/details${page}`,
  ),
  ...['', '/box', '/frequency', '/payment-day', '/pause', '/cancel'].map((page) => `/subscription${page}`),
].map((page) => `/account${page}`);

test.use({ viewport: { width: 320, height: 640 }, expectedErrors: /status of 404/ });

/** Expects that the screen shows all of its text, and that every control is large enough for a finger. */
async function expectFits(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  expect(await smallTargets(page), `${name}: targets of 44 px`).toEqual([]);
  await spaceOut(page);
  expect(await narrowFaults(page), `${name}: text inside the screen`).toEqual([]);
}

for (const words of [english, thai]) {
  const { t, path, locale } = words;

  test(`every page shows its whole text at 320 px with wide text spacing, and large targets (${locale})`, async ({
    page,
  }) => {
    for (const at of PUBLIC) {
      await page.goto(path(at));
      await expectFits(page, at);
    }
    await subscribe(page, words);
    const { orders } = await call<{ orders: { orderId: string }[] }>(page, '/api/orders/previous');
    const order = `/account/orders/${orders[0]?.orderId}`;
    for (const at of [...ACCOUNT, order]) {
      await page.goto(path(at));
      await expectFits(page, at);
    }
  });

  test(`every step of the registration and the payment page fit 320 px with wide text spacing (${locale})`, async ({
    page,
    context,
  }) => {
    await page.goto(path('/register'));
    await fillPlan(page, words);
    await expectFits(page, 'plan');
    await next(page, words, 'details').click();
    await fillDetails(page, words, newPerson());
    await expectFits(page, 'details');
    await next(page, words, 'delivery').click();
    await fillDelivery(page, words, newPerson());
    await expectFits(page, 'delivery');
    await next(page, words, 'payment').click();
    await expect(page.getByRole('heading', { level: 1, name: t('register.payment.heading') })).toBeVisible();
    await expectFits(page, 'payment');
    await endSession(page, context);
    const { paymentUrl } = await registerOffline(page, words, 'narrow');
    await page.goto(payPath(words, paymentUrl));
    await expectQr(page, words);
    await expectFits(page, 'pay');
  });
}
