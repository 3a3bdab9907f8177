import { addDays, type Day } from '@/domain/day';
import { deadlineText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { GOOD_CARD } from './support/cards';
import { AMOUNT, expectQr, expectStatus, pendingWindow, scanQr } from './support/offline';
import { logIn, subscribe } from './support/people';
import { expect, test } from './support/test';
import { english, thai } from './support/words';

test('a link that nobody pays ends with its third day, and a new one makes the subscription active again', async ({
  page,
  sandbox,
}) => {
  const { t } = english;
  const person = await subscribe(page, english, 'late');
  await page.request.post('/api/subscriptions/convert-offline', { data: {} });
  const due = person.dates[1] as Day;

  await sandbox.moveClock({ to: `${due}T08:00:00+07:00` });
  await page.goto('/account');
  await logIn(page, english, person);
  await expect(pendingWindow(page, english)).toContainText(t('payments.link.early'));
  await expectAccessible(page, 'pending-window-early');

  await sandbox.moveClock({ to: `${due}T09:30:00+07:00` });
  const mail = await sandbox.mail(
    person.email,
    new RegExp(t('emails.paymentLink.subject', { total: AMOUNT }).slice(0, 12)),
  );
  const until = deadlineText(`${addDays(due, 3)}T17:00:00Z`, 'en');
  const link = mail.links.find((address) => address.includes('/pay/')) ?? '';
  await page.goto(link);
  await expect(page.getByText(t('payments.pay.until', { until }))).toBeVisible();
  await expectQr(page, english);

  await sandbox.moveClock({ to: `${addDays(due, 4)}T00:30:00+07:00` });
  await expect(page.getByRole('heading', { name: t('payments.pay.expiredTitle') })).toBeVisible();
  await expectAccessible(page, 'pay-expired');
  await page.getByRole('link', { name: t('payments.pay.logIn') }).click();
  await logIn(page, english, person);
  await expect(page).toHaveURL('/account');
  await expectStatus(page, 'inactive');
  await page.reload();
  await expect(page.getByText(t('account.notice.expiredTitle'))).toBeVisible();
  await expectAccessible(page, 'link-expired');
  await page.getByRole('button', { name: t('payments.link.ask') }).click();
  await expect(page).toHaveURL(/\/pay\//);
  expect(page.url()).not.toBe(link);
  await expectQr(page, english);
  await scanQr(person.accountId);
  await expect(page.getByRole('heading', { name: t('payments.pay.successTitle') })).toBeVisible();
  await expectStatus(page, 'active');
});

test('an order that the card does not pay is paid another way, and the card stays', async ({
  page,
  sandbox,
}) => {
  const words = thai;
  const { t, path } = words;
  const person = await subscribe(page, words, 'other-way', { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
  await sandbox.moveClock({ to: `${person.dates[1]}T09:30:00+07:00` });
  await page.goto(path('/account/cards'));
  await logIn(page, words, person);
  await expect(page.getByText(t('cards.owed.title', { amount: AMOUNT }))).toBeVisible();
  await page.getByRole('button', { name: t('payments.link.another') }).click();
  await expect(page).toHaveURL(new RegExp(path('/pay/')));
  await expectQr(page, words);
  await scanQr(person.accountId);
  await expect(page.getByRole('heading', { name: t('payments.pay.successTitle') })).toBeVisible();
  await page.goto(path('/account/cards'));
  await expect(page.getByRole('region', { name: t('payments.method.now') })).toContainText(
    t('payments.method.cardText'),
  );
});

test('somebody who comes back without a card pays by the link that it leads to', async ({
  page,
  sandbox,
}) => {
  const { t } = english;
  const person = await subscribe(page, english, 'comes-back');
  await page.request.post('/api/subscriptions/convert-offline', { data: {} });
  await page.request.post('/api/subscriptions/cancel', { data: { reason: 'other' } });
  await sandbox.moveClock({ by: 'P2D' });
  await page.goto('/account/subscription/reactivate');
  await logIn(page, english, person);
  await page.getByRole('button', { name: t('subscription.reactivate.submitLink') }).click();
  await expect(page).toHaveURL(/\/pay\//);
  await expectQr(page, english);
  await page.goto('/account');
  await expect(pendingWindow(page, english)).toContainText(AMOUNT);
  await expect(page.getByText(t('account.next.waitingTitle'))).toBeVisible();
  await scanQr(person.accountId);
  await expect(pendingWindow(page, english)).toBeHidden();
  await expect(page.getByRole('region', { name: t('account.upcoming.title') })).toBeVisible();
});
