import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible';
import { fillCard, GOOD_CARD, type Card } from './support/cards';
import { isDeep } from './support/environment';
import { expectFitsLargeFont } from './support/narrow';
import { expectUnbrokenAtBoth } from './support/public-page';
import { logIn, me } from './support/subscribers';
import { fillDelivery, fillDetails, fillPlan, newPerson, next, payButton } from './support/registration';
import { expect, heading, test } from './support/test';
import { locale, path, speak, t } from './support/words';

/**
 * Records all requests of the browser. The returned `expectKept` checks that the card data was sent, but
 * never to the site's own origin.
 */
function tapCard(page: Page, card: Card) {
  const digits = card.number.replaceAll(' ', '');
  const secret = new RegExp(`${digits}|${card.number}|(?<![0-9a-zA-Z])${card.code}(?![0-9a-zA-Z])`);
  const sentTo: string[] = [];
  page.context().on('request', (request) => {
    const said = `${decodeURIComponent(request.url())} ${request.postData() ?? ''}`;
    if (secret.test(said)) sentTo.push(new URL(request.url()).origin);
  });
  return {
    expectKept: (gateway: string) => expect([...new Set(sentTo)]).toEqual([new URL(gateway).origin]),
  };
}

test('a visitor registers, pays, sees the next three orders, logs out and in again @everywhere @thai', async ({
  page,
  sandbox,
}) => {
  // The language of most subscribers. Other tests register in English.
  if (!isDeep) speak('th');
  const person = newPerson();
  const tap = tapCard(page, GOOD_CARD);
  const visit = async (name: string) => {
    await expectAccessible(page, name);
    await expectFitsLargeFont(page, name);
    if (locale() === 'th') await expectUnbrokenAtBoth(page, name);
  };

  await page.goto(path('/register'));
  await fillPlan(page);
  await visit('plan');
  await next(page, 'details').click();
  await expect(heading(page, t('register.details.heading'))).toBeFocused();
  await fillDetails(page, person);
  await visit('details');
  await next(page, 'delivery').click();
  await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
  await fillDelivery(page, person);
  await visit('delivery');
  await next(page, 'payment').click();
  await expect(heading(page, t('register.payment.heading'))).toBeFocused();
  await fillCard(page, GOOD_CARD);
  await visit('payment');
  await payButton(page).click();
  await expect(heading(page, t('register.confirmation.paidHeading'))).toBeFocused();
  const order = page.getByRole('region', { name: t('register.summary.title') });
  await expect(order).toContainText(person.address);
  await expect(order).toContainText(/#\d{5}/);
  await expect(order.getByRole('listitem')).toHaveCount(3);
  const receipt = await order.getByRole('link').getAttribute('href');
  expect((await page.request.get(receipt ?? '')).headers()['content-type']).toBe('application/pdf');
  await visit('confirmation');
  tap.expectKept(sandbox.url);
  expect((await me(page)).subscription?.status).toBe('active');
  await sandbox.mail(person.email);

  await page.getByRole('link', { name: t('register.confirmation.toAccount') }).click();
  await expect(page).toHaveURL(path('/account'));
  const upcoming = page.locator('[data-ahead] > li');
  await expect(upcoming.nth(2)).toBeVisible();
  await expect(page.getByRole('list', { name: t('account.calendar.past') })).toContainText('฿424.50');

  await page.getByRole('link', { name: t('account.nav.account'), exact: true }).click();
  await page.getByRole('button', { name: t('common.logOut') }).click();
  await expect(page.getByText(t('auth.loggedOut'))).toBeVisible();
  expect((await page.request.get('/api/me')).status()).toBe(401);

  await logIn(page, person);
  await expect(page).toHaveURL(path('/account'));
  await expect(upcoming.nth(2)).toBeVisible();
});
