import { fillCard, GOOD_CARD } from './support/cards';
import { registerUpToPayment } from './support/subscribers';
import { payButton } from './support/registration';
import { expect, test } from './support/test';
import { english } from './support/words';

test(
  'a charge whose response is lost is read from the gateway, and the page shows it as paid',
  { tag: '@deep' },
  async ({ page, sandbox }) => {
    const { t } = english;
    const { accountId } = await registerUpToPayment(page, english);
    const match = { 'metadata.accountId': accountId };
    await sandbox.fault({ service: 'omise', op: 'charge.create', kind: 'drop', times: 1, match });
    await sandbox.fault({ service: 'omise', op: 'POST /charges', kind: 'timeout_after', times: 1, match });
    await page.goto('/register/payment');
    await fillCard(page, GOOD_CARD);
    await payButton(page, english).click();
    await expect(page.getByRole('heading', { name: t('payments.outcome.checking') })).toBeVisible();
    await sandbox.moveClock({ by: 'PT1M' });
    await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeVisible();
    expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
  },
);
