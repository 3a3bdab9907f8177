import { expectAccessible } from './support/accessible';
import { GOOD_CARD, tapCard } from './support/cards';
import { expectFitsLargeFont } from './support/narrow';
import { logIn, me } from './support/subscribers';
import { newPerson, registerThroughPayment } from './support/registration';
import { expect, test } from './support/test';
import { english, thai, type Language } from './support/words';
import type { Page } from '@playwright/test';
import type { sandbox as Sandbox } from './support/sandbox';

interface Journey {
  page: Page;
  sandbox: typeof Sandbox;
  words: Language;
  /** Prefix of the names of this journey's screenshots. */
  walk: string;
  /** The screens that are not checked here, because another journey checks them. */
  seen?: string[];
}

/** Registers, pays, opens the account page, logs out and logs in again. */
async function registerAndComeBack({ page, sandbox, words, walk, seen = [] }: Journey): Promise<void> {
  const { t, path } = words;
  const person = newPerson();
  const tap = tapCard(page, GOOD_CARD);
  const visit = async (name: string) => {
    if (seen.includes(name)) return;
    await expectAccessible(page, `${walk}-${name}`);
    await expectFitsLargeFont(page, `${walk}-${name}`);
  };

  await registerThroughPayment(page, words, { person, visit });
  await expect(
    page.getByRole('heading', { level: 1, name: t('register.confirmation.paidHeading') }),
  ).toBeFocused();
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

  await logIn(page, words, person);
  await expect(page).toHaveURL(path('/account'));
  await expect(upcoming.nth(2)).toBeVisible();
}

test(
  'a visitor registers, pays, sees the next three orders, logs out and in again',
  { tag: '@deep' },
  async ({ page, sandbox }) => {
    await registerAndComeBack({ page, sandbox, words: english, walk: 'phone-en' });
  },
);

test('a visitor registers, pays and logs in again in Thai', async ({ page, sandbox }) => {
  await registerAndComeBack({ page, sandbox, words: thai, walk: 'phone-th' });
});

test(
  'a visitor registers, pays and logs in again on a desktop',
  { tag: '@deep' },
  async ({ page, sandbox }) => {
    await registerAndComeBack({
      page,
      sandbox,
      words: english,
      walk: 'desktop-en',
      seen: ['details', 'delivery'],
    });
  },
);
