import { expectAccessible } from './support/accessible';
import { cardForm, fillCard, GOOD_CARD } from './support/cards';
import { DEMO_PASSWORD } from './support/product';
import { logInByApi, subscribe } from './support/subscribers';
import { waitUntilInteractive, expect, test, heading } from './support/test';
import type { Page } from '@playwright/test';
import { path, t } from './support/words';

const SECOND_CARD = { ...GOOD_CARD, number: '5555 5555 5555 4444', name: 'MALI SECOND' };

const cardOf = (page: Page, digits: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: digits }) });

async function openAddCard(page: Page): Promise<void> {
  await page.goto(path('/account/cards'));
  await page.getByRole('link', { name: t('cards.add'), exact: true }).click();
  await expect(heading(page, t('cards.adding.title'))).toBeVisible();
}

async function addCard(page: Page, card = SECOND_CARD): Promise<void> {
  await openAddCard(page);
  await fillCard(page, card);
  await page.getByRole('button', { name: t('cards.adding.save') }).click();
}

const done = (page: Page) => expect(heading(page, t('cards.adding.savedTitle'))).toBeVisible();

test.describe('saved cards', () => {
  test.use({ expectedErrors: /status of (402|404|409)/ });

  test('are added, selected, corrected, removed and replaced @thai @everywhere', async ({
    page,
    sandbox,
  }) => {
    const { accountId } = await subscribe(page);
    await page.goto(path('/account/cards'));
    await waitUntilInteractive(page);
    const first = cardOf(page, '4242');
    await expect(first).toContainText(t('cards.default'));
    await expect(first).toContainText('12/40');

    const remove = (digits: string) =>
      cardOf(page, digits).getByRole('button', { name: new RegExp(`^${t('cards.remove')}:`) });
    await expect(remove('4242')).toHaveCount(0);
    await expect(first.getByRole('link', { name: t('cards.replace') })).toBeVisible();
    await openAddCard(page);
    await fillCard(page, SECOND_CARD);
    await page.getByLabel(t('cards.adding.makeDefault')).uncheck();
    await expectAccessible(page, 'cards-add');
    await page.getByRole('button', { name: t('cards.adding.save') }).dblclick();
    await done(page);
    await expectAccessible(page, 'cards-added');
    await page.getByRole('link', { name: t('cards.adding.toCards') }).click();
    const second = cardOf(page, '4444');
    await expect(second).toBeVisible();
    await expect(second.getByText(t('cards.default'), { exact: true })).toBeHidden();
    await waitUntilInteractive(page);
    await second.getByRole('button', { name: new RegExp(`^${t('cards.makeDefault')}:`) }).click();
    await expect(second.getByText(t('cards.default'), { exact: true })).toBeVisible();
    await expect(first.getByText(t('cards.default'), { exact: true })).toBeHidden();

    await second.getByRole('button', { name: new RegExp(`^${t('cards.edit')}:`) }).click();
    await expect(second.getByRole('button', { name: t('cards.editing.save') })).toBeDisabled();
    await second.getByLabel(t('cards.editing.expiry')).fill('soon');
    await second.getByRole('button', { name: t('cards.editing.save') }).click();
    await expect(second.getByRole('link', { name: t('validation.expiry') })).toBeVisible();
    await expectAccessible(page, 'cards-editing-refused');
    await second.getByLabel(t('cards.editing.expiry')).fill('01/20');
    await expect(second.getByRole('link', { name: t('validation.expiryPast') })).toBeVisible();
    await second.getByLabel(t('cards.editing.expiry')).fill('๐๙/๓๕');
    await second.getByLabel(t('cards.editing.name')).fill('MALI SUKSAN');
    await second.getByRole('button', { name: t('cards.editing.save') }).click();
    await expect(second.getByText(t('cards.expires', { expiry: '09/35' }))).toBeVisible();
    await expect(second).toContainText('MALI SUKSAN');

    await remove('4242').click();
    await expectAccessible(page, 'cards-removing');
    await first.getByRole('button', { name: t('cards.removing.yes') }).click();
    await expect(first).toBeHidden();
    await second.getByRole('link', { name: t('cards.replace') }).click();
    await expect(page.getByText(t('cards.adding.replaces', { card: 'Mastercard 4444' }))).toBeVisible();
    await fillCard(page, GOOD_CARD);
    await page.getByRole('button', { name: t('cards.adding.save') }).click();
    await done(page);
    await page.getByRole('link', { name: t('cards.adding.toCards') }).click();
    await expect(first).toContainText(t('cards.default'));
    await expect(second).toHaveCount(0);
    expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
  });

  test('that expire too early show which payment will fail @deep', async ({ page }) => {
    const { dates } = await subscribe(page);
    const [year = '', month = ''] = dates[0].split('-');
    // A card is valid until the end of its month.
    const missed = dates.find((date) => !date.startsWith(`${year}-${month}`));
    await page.goto('/account/cards');
    await waitUntilInteractive(page);
    const card = cardOf(page, '4242');
    await card.getByRole('button', { name: new RegExp(`^${t('cards.edit')}:`) }).click();
    await card.getByLabel(t('cards.editing.expiry')).fill(`${month}/${year.slice(2)}`);
    await card.getByRole('button', { name: t('cards.editing.save') }).click();
    await expect(card.locator(`time[datetime="${missed}"]`)).toBeVisible();
    await expectAccessible(page, 'cards-nearly-expired');
  });

  test('that are rejected or incomplete change nothing and show the error @deep', async ({ page }) => {
    await subscribe(page);
    await openAddCard(page);
    await cardForm(page).name.fill('MALI SUKSAN');
    await cardForm(page).expiry.pressSequentially('0120');
    await page.getByRole('button', { name: t('cards.adding.save') }).click();
    const incomplete = page.getByRole('alert').filter({ hasText: t('register.payment.cardIncomplete') });
    await expect(incomplete).toBeInViewport();
    for (const field of [cardForm(page).number, cardForm(page).expiry])
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'cards-add-incomplete');
    // The gateway refuses an unknown token.
    await page.route('**/api/trpc/payments.addCard*', (route) =>
      route.continue({
        postData: route
          .request()
          .postData()
          ?.replace(/tokn_\w+/, 'tokn_unheard_of'),
      }),
    );
    await fillCard(page, SECOND_CARD);
    await page.getByRole('button', { name: t('cards.adding.save') }).click();
    await expect(page.getByRole('alert').filter({ hasText: t('cards.adding.declined') })).toBeInViewport();
    await expectAccessible(page, 'cards-add-declined');
    await page.unroute('**/api/trpc/payments.addCard*');
    await addCard(page, GOOD_CARD);
    await expect(page.getByRole('alert').filter({ hasText: t('errors.CARD_DUPLICATE') })).toBeInViewport();
  });

  test('that were removed in another tab cannot be selected @deep', async ({ page, context }) => {
    await subscribe(page);
    await addCard(page);
    await done(page);
    await page.goto('/account/cards');
    await waitUntilInteractive(page);
    const other = await context.newPage();
    await other.goto('/account/cards');
    await waitUntilInteractive(other);
    await cardOf(other, '4242')
      .getByRole('button', { name: new RegExp(`^${t('cards.remove')}:`) })
      .click();
    await other.getByRole('button', { name: t('cards.removing.yes') }).click();
    await expect(cardOf(other, '4242')).toBeHidden();
    await cardOf(page, '4242')
      .getByRole('button', { name: new RegExp(`^${t('cards.makeDefault')}:`) })
      .click();
    await expect(page.getByRole('alert').filter({ hasText: t('errors.CARD_NOT_FOUND') })).toBeVisible();
    await expect(cardOf(page, '4242')).toBeHidden();
  });
});

test('a stopped subscription offers its card, another card and PromptPay', async ({ page }) => {
  await logInByApi(page, { email: 'inactive@demo.test', password: DEMO_PASSWORD });
  const amount = '฿312.75';
  const label = t('account.notice.tryCard', { card: 'Visa •••• 1111', amount });
  const tryAgain = page.getByRole('button', { name: label });
  await page.goto('/account/cards');
  await expect(tryAgain).toBeVisible();
  // The list doesn't offer the same payment again.
  await expect(page.getByRole('button', { name: amount })).toHaveCount(1);
  await page.goto('/account');
  await waitUntilInteractive(page);
  await expect(page.getByRole('link', { name: t('account.notice.otherCard') })).toHaveAttribute(
    'href',
    '/account/cards/add',
  );
  await expect(page.getByRole('button', { name: t('account.notice.byPromptPay') })).toBeVisible();
  await expectAccessible(page, 'account-stopped');
  await tryAgain.dblclick();
  await expect(page.getByText(t('payments.outcome.paid'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('account.next.title'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
