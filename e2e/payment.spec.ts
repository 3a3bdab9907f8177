import { expectAccessible } from './support/accessible';
import { cardForm, fillCard, GOOD_CARD, DECLINED_CARD, SECURE_CARD } from './support/cards';
import { call, me, registerUpToPayment, type Registered } from './support/subscribers';
import { payButton } from './support/registration';
import { expect, heading, test } from './support/test';
import { locale, path, speak, t } from './support/words';
import type { Page } from '@playwright/test';

/** The console messages of a declined card and of a changed total. */
test.use({ expectedErrors: /status of (402|409)/ });

async function openPayment(page: Page): Promise<Registered> {
  const person = await registerUpToPayment(page);
  await page.goto(path('/register/payment'));
  return person;
}

async function pay(page: Page, card = GOOD_CARD): Promise<void> {
  await fillCard(page, card);
  await payButton(page).click();
}

/** Pays with a card that needs 3-D Secure. The bank's page is open afterwards. */
async function payAndGoToBank(page: Page): Promise<void> {
  await pay(page, SECURE_CARD);
  await expect(heading(page, 'Confirm the payment')).toBeVisible();
}

async function expectPaid(page: Page): Promise<void> {
  await expect(heading(page, t('register.confirmation.paidHeading'))).toBeVisible();
  expect((await me(page)).subscription?.status).toBe('active');
}

test('a declined card is reported without the details of the bank, and a double click charges another card once @everywhere @thai', async ({
  page,
  sandbox,
}) => {
  const seen = new Set<string>();
  await page.exposeFunction('sawHeading', (text: string) => void seen.add(text));
  await page.addInitScript(watchHeading);
  const { accountId } = await openPayment(page);
  await pay(page, DECLINED_CARD);
  const refusal = page.getByRole('alert').filter({ hasText: t('payments.outcome.declinedText') });
  await expect(refusal).toContainText(t('declines.declined'));
  await expect(refusal).toBeInViewport();
  await expectAccessible(page, 'declined');
  expect((await me(page)).subscription?.status).toBe('awaiting_payment');

  await page.reload();
  await expect(page.getByText(t('declines.declined'))).toBeVisible();
  await fillCard(page, GOOD_CARD);
  await payButton(page).dblclick();
  await expectPaid(page);
  expect((await sandbox.chargesOf(accountId)).map(({ status }) => status)).toEqual(['failed', 'successful']);
  // The page after a payment never shows that there is nothing to confirm.
  expect(seen).toContain(t('register.confirmation.paidHeading'));
  expect(seen).not.toContain(t('register.confirmation.nothingHeading'));
});

test('a box that was changed in another tab is not charged at a total that was not shown @deep', async ({
  page,
  sandbox,
}) => {
  const { accountId, email, firstName, lastName, phone } = await openPayment(page);
  await fillCard(page, GOOD_CARD);
  const shown = await payButton(page).textContent();
  await call(page, '/api/register', {
    plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 6 }] },
    details: { firstName, lastName, phone: phone.replaceAll(' ', '') },
    email,
    locale: locale(),
    consent: true,
  });
  await payButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: t('common.totalChanged.title') });
  await expect(notice).toBeInViewport();
  await expectAccessible(page, 'total-changed');
  expect(await sandbox.chargesOf(accountId)).toEqual([]);
  await expect(payButton(page)).not.toHaveText(shown ?? '');
  const total = await payButton(page).textContent();
  if (!(await cardForm(page).number.inputValue())) await fillCard(page, GOOD_CARD);
  await payButton(page).click();
  await expectPaid(page);
  const [charge] = await sandbox.chargesOf(accountId);
  expect(total).toContain(String((charge?.amount ?? 0) / 100));
});

test('a charge whose response is lost is confirmed, not repeated', async ({ page, sandbox }) => {
  const { accountId } = await openPayment(page);
  const match = { 'metadata.accountId': accountId };
  await sandbox.fault({ service: 'omise', op: 'charge.create', kind: 'delay', times: 1, match });
  await sandbox.fault({ service: 'omise', op: 'POST /charges', kind: 'timeout_after', times: 1, match });
  await pay(page);
  await expect(heading(page, t('payments.outcome.checking'))).toBeVisible();
  await expect(page.getByText(t('payments.outcome.checkingText'))).toBeVisible();
  await expectAccessible(page, 'confirmation-unknown');
  await page.goto('/register/payment');
  await expect(page.getByText(t('payments.outcome.checking'))).toBeVisible();
  await expect(payButton(page)).toBeHidden();
  await page.goto('/register/confirmation');

  await sandbox.deliverWebhooks();
  await expectPaid(page);
  expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
});

/** Runs in the page. Reports each heading of the first level, also one that stands for a short time. */
function watchHeading(): void {
  const { sawHeading } = window as unknown as { sawHeading: (text: string) => void };
  let last = '';
  new MutationObserver(() => {
    const text = document.querySelector('h1')?.textContent ?? '';
    if (text !== last) sawHeading((last = text));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

test.describe('a 3-D Secure challenge', () => {
  test('that is declined is reported in the same language, and another card pays @deep', async ({
    page,
    sandbox,
  }) => {
    speak('th');
    const { accountId } = await openPayment(page);
    await payAndGoToBank(page);
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(page.getByText(t('payments.outcome.declinedText'))).toBeVisible();
    await expect(page).toHaveURL(path('/register/confirmation'));
    await expectAccessible(page, 'confirmation-declined');
    await page.getByRole('link', { name: t('register.confirmation.anotherCard') }).click();
    await expect(page.getByText(t('payments.outcome.declinedText'))).toBeVisible();
    await pay(page);
    await expectPaid(page);
    expect((await sandbox.chargesOf(accountId)).map(({ status }) => status)).toEqual([
      'failed',
      'successful',
    ]);
  });

  test('that is abandoned can be reopened and approved', async ({ page, sandbox }) => {
    const { accountId } = await openPayment(page);
    await payAndGoToBank(page);
    const bank = page.url();
    await page.getByRole('button', { name: 'Abandon' }).click();
    await page.goto('/register/confirmation');
    await expect(heading(page, t('payments.outcome.confirm'))).toBeVisible();
    await expectAccessible(page, 'confirmation-pending');
    await page.goto('/register/payment');
    await expect(page.getByText(t('payments.outcome.confirm'))).toBeVisible();
    await expect(cardForm(page).number).toBeVisible();
    await expectAccessible(page, 'payment-action');
    await page.getByRole('link', { name: t('payments.outcome.confirmGo') }).click();
    await expect(page).toHaveURL(bank);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectPaid(page);
    expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
  });
});
