import type { Page } from '@playwright/test';
import { sheetPath } from '@/locales/sheet-path';
import { fillCard, GOOD_CARD } from './support/cards';
import { enterDesk } from './support/desk';
import { holdScripts } from './support/hold-scripts';
import { expectQr, payPath, registerOffline, scanQr } from './support/offline';
import { fillDelivery, fillDetails, fillPlan, newPerson, next, payButton } from './support/registration';
import { call, newCaller, subscribe } from './support/subscribers';
import { previewed, sheetOf } from './support/subscription';
import { expect, test, waitUntilInteractive, heading } from './support/test';
import { translatePage } from './support/translate';
import { byLanguage, path, t } from './support/words';

/* What a browser's translation does to the page: see 'translatePage'. '/fix' is in payment-repair.clock.spec.ts. */
/**
 * Opens a page, and translates it when React has hydrated all of it, also header and footer. A text that is replaced while
 * React hydrates makes it render the page anew.
 */
async function openTranslated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilInteractive(page, 'main');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('body :is(h1, h2, p, li, label, button, a)')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps$')),
    ),
  );
  await translatePage(page);
}

test('a translated registration reports missing fields and is paid @thai @deep', async ({ page }) => {
  for (const at of ['/', '/products', '/how-it-works', '/faq', '/plans']) {
    await page.goto(path(at));
    await translatePage(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await openTranslated(page, path('/login'));
  await page.getByRole('button', { name: t('auth.submit'), exact: true }).click();
  await expect(page.getByRole('alert', { name: t('validation.allRequired') })).toBeVisible();
  const person = newPerson('translated');
  await openTranslated(page, path('/register'));
  await fillPlan(page);
  await next(page, 'details').click();
  await expect(heading(page, t('register.details.heading'))).toBeFocused();
  await next(page, 'delivery').click();
  const missing = page.getByRole('alert', { name: t('validation.allRequired') });
  await expect(missing.getByRole('link')).not.toHaveCount(0);
  await fillDetails(page, person);
  await next(page, 'delivery').click();
  await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
  await fillDelivery(page, person);
  await next(page, 'payment').click();
  await expect(heading(page, t('register.payment.heading'))).toBeFocused();
  await fillCard(page, GOOD_CARD);
  await payButton(page).click();
  await expect(heading(page, t('register.confirmation.paidHeading'))).toBeVisible();
});

test('a translated account shows the state after each command @thai @deep', async ({ page }) => {
  await subscribe(page);
  const isSkipped = async () =>
    (await call<{ orders: { skipped: boolean }[] }>(page, '/api/orders/upcoming')).orders[0]?.skipped;
  await openTranslated(page, path('/account'));
  const entries = page.locator('[data-ahead] > li');
  const word = (name: 'skip' | 'unskip') =>
    entries.first().getByRole('button', { name: t(`account.upcoming.${name}`) });
  await word('skip').click();
  await expect(word('unskip')).toBeVisible();
  expect(await isSkipped()).toBe(true);
  await word('unskip').click();
  await expect(word('skip')).toBeVisible();
  await expect(entries.first()).not.toContainText(t('account.upcoming.skipped'));
  expect(await isSkipped()).toBe(false);

  await openTranslated(page, path(sheetPath('contents')));
  await page
    .getByRole('button', {
      name: t('box.add', { product: byLanguage('Day pads', 'ผ้าอนามัยกลางวัน') }),
      exact: true,
    })
    .click();
  await previewed(page);
  await expect(sheetOf(page)).toContainText('฿487.00');
  await page
    .getByRole('group', { name: t('box.plans') })
    .getByRole('button', { name: byLanguage('Heavy', 'มามาก') })
    .click();
  await previewed(page);
  await page.getByRole('button', { name: t('subscription.box.submit') }).click();
  await expect(page).toHaveURL(path('/account'));
  await expect(page.getByRole('main')).toContainText('฿543.75');

  await openTranslated(page, path(sheetPath('rhythm')));
  await sheetOf(page).getByText(t('common.perMonths3')).first().click();
  await previewed(page);
  await sheetOf(page).getByText(t('common.perMonths1')).first().click();
  await openTranslated(page, path(sheetPath('pause')));
  await sheetOf(page).getByRole('radio').last().check();
  await openTranslated(page, path('/account/details/personal'));
  await page.getByLabel(t('register.details.firstName'), { exact: true }).fill('');
  await page.getByRole('button', { name: t('details.save') }).click();
  await expect(page.getByRole('alert', { name: t('validation.allRequired') })).toBeVisible();
  for (const at of ['/account/cards', '/account/rewards', '/account/details', sheetPath('cancel')])
    await openTranslated(page, path(at));
});

test.describe('a page that is translated before React has hydrated it', () => {
  // React finds another document than the server rendered, and renders it anew.
  test.use({ expectedErrors: /error #418/ });

  test('keeps what was typed @deep', async ({ page }) => {
    await subscribe(page);
    const release = await holdScripts(page);
    await page.goto('/account/details/personal', { waitUntil: 'commit' });
    const name = page.getByLabel(t('register.details.firstName'), { exact: true });
    await name.fill('Malee');
    await translatePage(page);
    release();
    await waitUntilInteractive(page, 'main form');
    await expect(page.getByRole('button', { name: t('details.save') })).toBeEnabled();
    await expect(name).toHaveValue('Malee');
  });
});

test('a translated pay page shows the QR code and that it was paid @deep', async ({ page }) => {
  const { accountId, paymentUrl } = await registerOffline(page);
  await page.goto(payPath(paymentUrl));
  await expectQr(page);
  await translatePage(page);
  await scanQr(accountId);
  await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeFocused();
});

test('a translated desk finds a subscriber and keeps a note @deep', async ({ page }) => {
  const { accountId } = await subscribe(await newCaller());
  await enterDesk(page, 'owner');
  await openTranslated(page, '/desk');
  await openTranslated(page, `/desk/subscribers/${accountId}`);
  await page.getByLabel(t('deskSubscribers.notes.label')).fill('Called about the box');
  await page.getByRole('button', { name: t('deskSubscribers.notes.add') }).click();
  await expect(page.getByText('Called about the box').first()).toBeVisible();
});
