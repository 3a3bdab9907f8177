import type { Page } from '@playwright/test';
import type { Day } from '@/domain/day';
import { dayText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { call, subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { english, journeyLanguages, type Language } from './support/words';

/* Support finds a subscriber and acts for them; the subscriber's own pages show it. */

const nextOrders = async (shop: Page) =>
  (await call<{ orders: { paymentDate: Day; skipped: boolean }[] }>(shop, '/api/orders/upcoming')).orders;

async function search(desk: Page, { t, path }: Language, text: string): Promise<void> {
  await desk.goto(path('/desk/subscribers'));
  await desk.getByLabel(t('deskSubscribers.search.label')).fill(text);
  await desk.getByRole('button', { name: t('deskSubscribers.search.submit') }).click();
}

async function journey(desk: Page, shop: Page, words: Language, size: string): Promise<void> {
  const { t, path, locale } = words;
  const name = (screen: string) => `desk-${screen}-${size}-${locale}`;
  const { email, firstName, lastName } = await subscribe(shop, words);
  const [next] = await nextOrders(shop);
  if (!next) throw new Error('no upcoming order');
  const date = dayText(next.paymentDate, locale);
  await enterDesk(desk, 'support', words);

  await desk.goto(path('/desk/messages'));
  await desk.getByRole('link', { name: t('deskHistory.messages.payment_failed') }).click();
  const example = t('deskMessages.example', { number: '1' });
  await expect(desk.getByRole('heading', { name: example })).toBeVisible();
  await expectAccessible(desk, name('message'));

  await search(desk, words, 'zz-unknown');
  await expect(desk.getByText(t('deskSubscribers.search.none'))).toBeVisible();
  await expectAccessible(desk, name('search-none'));
  await search(desk, words, email);
  await expectAccessible(desk, name('search'));
  await desk.getByRole('link', { name: `${firstName} ${lastName}` }).click();
  await expect(desk.getByRole('heading', { level: 1, name: `${firstName} ${lastName}` })).toBeVisible();

  await desk.getByRole('link', { name: t('deskSubscribers.asSubscriber.open') }).click();
  await expect(desk.getByRole('heading', { name: t('account.calendar.title') })).toBeVisible();
  await desk
    .getByRole('button', { name: new RegExp(`^${t('account.upcoming.skip')}`) })
    .first()
    .click();
  expect((await nextOrders(shop))[0]?.skipped).toBe(false);
  await desk.getByRole('link', { name: t('deskSubscribers.asSubscriber.back') }).click();
  await expect(desk.getByRole('heading', { level: 1, name: `${firstName} ${lastName}` })).toBeVisible();
  await waitUntilInteractive(desk);

  await desk.getByLabel(t('deskSubscribers.notes.label')).fill('Prefers LINE');
  await desk.getByRole('button', { name: t('deskSubscribers.notes.add') }).click();
  await expect(desk.getByText('Prefers LINE', { exact: true })).toBeVisible();

  await desk.getByRole('button', { name: t('deskSubscribers.act.skipOf', { date }) }).click();
  const question = desk.getByRole('group', { name: t('deskSubscribers.act.skipOf', { date }) });
  await question.getByLabel(t('desk.reason')).fill('Is abroad');
  await expectAccessible(desk, name('skip'));
  await question.getByRole('button', { name: t('deskSubscribers.act.skip'), exact: true }).click();
  const unskip = desk.getByRole('button', { name: t('deskSubscribers.act.unskipOf', { date }) });
  await expect(unskip).toBeVisible();
  await expect(desk.getByText('Is abroad', { exact: true })).toBeVisible();
  expect((await nextOrders(shop))[0]?.skipped).toBe(true);

  await desk.getByRole('button', { name: t('deskSubscribers.act.addPoints') }).click();
  const points = desk.getByRole('group', { name: t('deskSubscribers.act.addPoints') });
  await points.getByRole('button', { name: t('deskSubscribers.act.addPoints') }).click();
  await expect(points.getByText(t('validation.missing', { field: t('desk.reason') }))).toBeVisible();
  await expectAccessible(desk, name('points-missing'));
  await points.getByLabel(t('deskSubscribers.act.points'), { exact: true }).fill('50');
  await points.getByLabel(t('desk.reason')).fill('Late parcel');
  await points.getByRole('button', { name: t('deskSubscribers.act.addPoints') }).click();
  await expect(points).toBeHidden();
  await shop.goto(path('/account/rewards/points'));
  await expect(shop.getByText(t('rewards.ledger.apology'))).toBeVisible();
}

for (const words of journeyLanguages)
  test(`support finds a subscriber and acts for them @desktop (${words.locale})`, async ({
    browser,
    page,
  }) => {
    test.slow();
    const desk = await (await browser.newContext()).newPage();
    await journey(desk, page, words, 'wide');
  });

test(
  'support finds a subscriber and acts for them on a phone',
  { tag: '@deep' },
  async ({ browser, page }) => {
    test.slow();
    const desk = await (await browser.newContext()).newPage();
    await journey(desk, page, english, 'phone');
  },
);
