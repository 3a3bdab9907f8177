import type { Page } from '@playwright/test';
import type { Day } from '@/domain/day';
import { dayText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { call, subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { locale, path, t } from './support/words';

/* Support finds a subscriber and acts for them; the subscriber's own pages show it. */

const nextOrders = async (page: Page) =>
  (await call<{ orders: { paymentDate: Day; skipped: boolean }[] }>(page, '/api/orders/upcoming')).orders;

async function search(page: Page, text: string): Promise<void> {
  await page.goto(path('/desk/subscribers'));
  await page.getByLabel(t('deskSubscribers.search.label')).fill(text);
  await page.getByRole('button', { name: t('deskSubscribers.search.submit') }).click();
}

test('support finds a subscriber and acts for them @desktop @thai', async ({ page }) => {
  test.slow();
  const { email, firstName, lastName } = await subscribe(page);
  const [next] = await nextOrders(page);
  if (!next) throw new Error('no upcoming order');
  const date = dayText(next.paymentDate, locale());
  await enterDesk(page, 'support');

  await page.goto(path('/desk/messages'));
  await page.getByRole('link', { name: t('deskHistory.messages.payment_failed') }).click();
  const example = t('deskMessages.example', { number: '1' });
  await expect(page.getByRole('heading', { name: example })).toBeVisible();
  await expectAccessible(page, 'desk-message');

  await search(page, 'zz-unknown');
  await expect(page.getByText(t('deskSubscribers.search.none'))).toBeVisible();
  await expectAccessible(page, 'desk-search-none');
  await search(page, email);
  await expectAccessible(page, 'desk-search');
  await page.getByRole('link', { name: `${firstName} ${lastName}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${firstName} ${lastName}` })).toBeVisible();

  await page.getByRole('link', { name: t('deskSubscribers.asSubscriber.open') }).click();
  await expect(page.getByRole('heading', { name: t('account.calendar.title') })).toBeVisible();
  await page
    .getByRole('button', { name: new RegExp(`^${t('account.upcoming.skip')}`) })
    .first()
    .click();
  expect((await nextOrders(page))[0]?.skipped).toBe(false);
  await page.getByRole('link', { name: t('deskSubscribers.asSubscriber.back') }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${firstName} ${lastName}` })).toBeVisible();
  await waitUntilInteractive(page);

  await page.getByLabel(t('deskSubscribers.notes.label')).fill('Prefers LINE');
  await page.getByRole('button', { name: t('deskSubscribers.notes.add') }).click();
  await expect(page.getByText('Prefers LINE', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: t('deskSubscribers.act.skipOf', { date }) }).click();
  const question = page.getByRole('group', { name: t('deskSubscribers.act.skipOf', { date }) });
  await question.getByLabel(t('desk.reason')).fill('Is abroad');
  await expectAccessible(page, 'desk-skip');
  await question.getByRole('button', { name: t('deskSubscribers.act.skip'), exact: true }).click();
  const unskip = page.getByRole('button', { name: t('deskSubscribers.act.unskipOf', { date }) });
  await expect(unskip).toBeVisible();
  await expect(page.getByText('Is abroad', { exact: true })).toBeVisible();
  expect((await nextOrders(page))[0]?.skipped).toBe(true);

  await page.getByRole('button', { name: t('deskSubscribers.act.addPoints') }).click();
  const points = page.getByRole('group', { name: t('deskSubscribers.act.addPoints') });
  await points.getByRole('button', { name: t('deskSubscribers.act.addPoints') }).click();
  await expect(points.getByText(t('validation.missing', { field: t('desk.reason') }))).toBeVisible();
  await expectAccessible(page, 'desk-points-missing');
  await points.getByLabel(t('deskSubscribers.act.points'), { exact: true }).fill('50');
  await points.getByLabel(t('desk.reason')).fill('Late parcel');
  await points.getByRole('button', { name: t('deskSubscribers.act.addPoints') }).click();
  await expect(points).toBeHidden();
  await page.goto(path('/account/rewards/points'));
  await expect(page.getByText(t('rewards.ledger.apology'))).toBeVisible();
});
