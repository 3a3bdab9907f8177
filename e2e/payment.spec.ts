import { expectAccessible } from './support/accessible';
import { cardForm, fillCard, GOOD_CARD, DECLINED_CARD, SECURE_CARD } from './support/cards';
import { call, me, registerUpToPayment, type Registered } from './support/subscribers';
import { payButton } from './support/registration';
import { expect, test } from './support/test';
import { english, journeyLanguages, type Language, thai } from './support/words';
import type { Page } from '@playwright/test';

/** The console message of a declined card, whose status is 402. */
const DECLINED = /status of 402/;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function openPayment(page: Page, words: Language): Promise<Registered> {
  const person = await registerUpToPayment(page, words);
  await page.goto(words.path('/register/payment'));
  return person;
}

async function pay(page: Page, words: Language, card = GOOD_CARD): Promise<void> {
  await fillCard(page, card);
  await payButton(page, words).click();
}

/** Pays with a card that needs 3-D Secure. The bank's page is open afterwards. */
async function payAndGoToBank(page: Page, words: Language): Promise<void> {
  await pay(page, words, SECURE_CARD);
  await expect(heading(page, 'Confirm the payment')).toBeVisible();
}

async function expectPaid(page: Page, { t }: Language): Promise<void> {
  await expect(heading(page, t('register.confirmation.paidHeading'))).toBeVisible();
  expect((await me(page)).subscription?.status).toBe('active');
}

test.describe('a declined card', () => {
  test.use({ expectedErrors: DECLINED });

  for (const words of journeyLanguages) {
    test(`is reported without the bank's details, and another card pays (${words.locale})`, async ({
      page,
      sandbox,
    }) => {
      const { t } = words;
      const { accountId } = await openPayment(page, words);
      await pay(page, words, DECLINED_CARD);
      const refusal = page.getByRole('alert').filter({ hasText: t('payments.outcome.declinedText') });
      await expect(refusal).toContainText(t('declines.declined'));
      await expect(refusal).toBeInViewport();
      await expectAccessible(page, `declined-${words.locale}`);
      expect((await me(page)).subscription?.status).toBe('awaiting_payment');

      await page.reload();
      await expect(page.getByText(t('declines.declined'))).toBeVisible();
      await pay(page, words);
      await expectPaid(page, words);
      expect((await sandbox.chargesOf(accountId)).map(({ status }) => status)).toEqual([
        'failed',
        'successful',
      ]);
    });
  }
});

test(
  'missing card details are reported at their fields, and nothing is charged',
  { tag: '@deep' },
  async ({ page, sandbox }) => {
    const { accountId } = await openPayment(page, english);
    await cardForm(page).name.fill('MALI SUKSAN');
    await cardForm(page).expiry.pressSequentially('0120');
    await payButton(page, english).click();
    await expect(
      page.getByRole('alert').filter({ hasText: english.t('register.payment.cardIncomplete') }),
    ).toBeVisible();
    await expect(cardForm(page).number).toHaveAttribute('aria-invalid', 'true');
    await expect(cardForm(page).expiry).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'card-incomplete');
    expect(await sandbox.chargesOf(accountId)).toEqual([]);
    await pay(page, english);
    await expectPaid(page, english);
  },
);

test(
  'a double click on the pay button makes one charge',
  { tag: '@everywhere' },
  async ({ page, sandbox }) => {
    const { accountId } = await openPayment(page, english);
    await fillCard(page, GOOD_CARD);
    await payButton(page, english).dblclick();
    await expectPaid(page, english);
    expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
  },
);

test.describe('a box that was changed in another tab', { tag: '@deep' }, () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is not charged at a total that was not shown', async ({ page, sandbox }) => {
    const { t } = english;
    const { accountId, email, firstName, lastName, phone } = await openPayment(page, english);
    await fillCard(page, GOOD_CARD);
    const shown = await payButton(page, english).textContent();
    await call(page, '/api/register', {
      plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 6 }] },
      details: { firstName, lastName, phone: phone.replaceAll(' ', '') },
      email,
      locale: english.locale,
      consent: true,
    });
    await payButton(page, english).click();
    const notice = page.getByRole('alert').filter({ hasText: t('common.totalChanged.title') });
    await expect(notice).toBeInViewport();
    await expectAccessible(page, 'total-changed');
    expect(await sandbox.chargesOf(accountId)).toEqual([]);
    await expect(payButton(page, english)).not.toHaveText(shown ?? '');
    const total = await payButton(page, english).textContent();
    if (!(await cardForm(page).number.inputValue())) await fillCard(page, GOOD_CARD);
    await payButton(page, english).click();
    await expectPaid(page, english);
    const [charge] = await sandbox.chargesOf(accountId);
    expect(total).toContain(String((charge?.amount ?? 0) / 100));
  });
});

test(
  'the page after a payment never shows that there is nothing to confirm',
  { tag: '@deep' },
  async ({ page }) => {
    const seen = new Set<string>();
    await page.exposeFunction('sawHeading', (text: string) => void seen.add(text));
    await page.addInitScript(() => {
      const { sawHeading } = window as unknown as { sawHeading: (text: string) => void };
      let last = '';
      const look = () => {
        const text = document.querySelector('h1')?.textContent ?? '';
        if (text !== last) sawHeading((last = text));
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await openPayment(page, english);
    await pay(page, english);
    await expectPaid(page, english);
    expect(seen).toContain(english.t('register.confirmation.paidHeading'));
    expect(seen).not.toContain(english.t('register.confirmation.nothingHeading'));
  },
);

test('a charge whose response is lost is confirmed, not repeated', async ({ page, sandbox }) => {
  const { t } = english;
  const { accountId } = await openPayment(page, english);
  const match = { 'metadata.accountId': accountId };
  await sandbox.fault({ service: 'omise', op: 'charge.create', kind: 'delay', times: 1, match });
  await sandbox.fault({ service: 'omise', op: 'POST /charges', kind: 'timeout_after', times: 1, match });
  await pay(page, english);
  await expect(heading(page, t('payments.outcome.checking'))).toBeVisible();
  await expect(page.getByText(t('payments.outcome.checkingText'))).toBeVisible();
  await expectAccessible(page, 'confirmation-unknown');
  await page.goto('/register/payment');
  await expect(page.getByText(t('payments.outcome.checking'))).toBeVisible();
  await expect(payButton(page, english)).toBeHidden();
  await page.goto('/register/confirmation');

  await sandbox.deliverWebhooks();
  await expectPaid(page, english);
  expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
});

test.describe('a 3-D Secure challenge', () => {
  test('that is approved returns to the paid box', { tag: '@deep' }, async ({ page, sandbox }) => {
    const { accountId } = await openPayment(page, english);
    await payAndGoToBank(page, english);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectPaid(page, english);
    expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
  });

  test('returns in the same language', { tag: '@deep' }, async ({ page }) => {
    await openPayment(page, thai);
    await payAndGoToBank(page, thai);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectPaid(page, thai);
    await expect(page).toHaveURL(thai.path('/register/confirmation'));
  });

  test('that is declined is reported, and another card pays', { tag: '@deep' }, async ({ page, sandbox }) => {
    const { t } = english;
    const { accountId } = await openPayment(page, english);
    await payAndGoToBank(page, english);
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(page.getByText(t('payments.outcome.declinedText'))).toBeVisible();
    await expectAccessible(page, 'confirmation-declined');
    await page.getByRole('link', { name: t('register.confirmation.anotherCard') }).click();
    await expect(page.getByText(t('payments.outcome.declinedText'))).toBeVisible();
    await pay(page, english);
    await expectPaid(page, english);
    expect((await sandbox.chargesOf(accountId)).map(({ status }) => status)).toEqual([
      'failed',
      'successful',
    ]);
  });

  test('that is abandoned can be reopened and approved', async ({ page, sandbox }) => {
    const { t } = english;
    const { accountId } = await openPayment(page, english);
    await payAndGoToBank(page, english);
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
    await expectPaid(page, english);
    expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
  });

  test(
    'that is abandoned is ended by a payment with another card',
    { tag: '@deep' },
    async ({ page, sandbox }) => {
      const { accountId } = await openPayment(page, english);
      await payAndGoToBank(page, english);
      await page.getByRole('button', { name: 'Abandon' }).click();
      await page.goto('/register/payment');
      await pay(page, english);
      await expectPaid(page, english);
      expect((await sandbox.chargesOf(accountId)).map(({ status }) => status)).toEqual([
        'expired',
        'successful',
      ]);
    },
  );

  test(
    'that is approved without returning is completed by the webhook alone',
    { tag: '@deep' },
    async ({ page, sandbox }) => {
      const { accountId } = await openPayment(page, english);
      await payAndGoToBank(page, english);
      await page.getByRole('button', { name: 'Approve but never return' }).click();
      await expect(page.getByText('the browser never went back')).toBeVisible();
      await expect.poll(async () => (await me(page)).subscription?.status).toBe('active');
      await page.goto('/register/confirmation');
      await expectPaid(page, english);
      expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
    },
  );
});
