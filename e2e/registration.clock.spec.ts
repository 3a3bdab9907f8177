import { fillCard, GOOD_CARD } from './support/cards';
import { registerUpToPayment } from './support/subscribers';
import { fillDelivery, fillDetails, fillPlan, newPerson, next, payButton } from './support/registration';
import { expect, test } from './support/test';
import { english } from './support/words';

test('a charge whose response is lost is read from the gateway, and the page shows it as paid', async ({
  page,
  sandbox,
}) => {
  const { t } = english;
  const { accountId } = await registerUpToPayment(page, english);
  const match = { 'metadata.accountId': accountId };
  await sandbox.fault({ service: 'omise', op: 'charge.create', kind: 'drop', times: 1, match });
  await sandbox.fault({ service: 'omise', op: 'POST /charges', kind: 'timeout_after', times: 1, match });
  await page.goto('/register/payment');
  await fillCard(page, GOOD_CARD);
  await payButton(page, english).click();
  await expect(page.getByRole('heading', { name: t('register.confirmation.pendingHeading') })).toBeVisible();
  await sandbox.moveClock({ by: 'PT1M' });
  await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeVisible();
  expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
});

test.describe('a session that expires during registration', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('leads to log-in and keeps all answers', async ({ page, sandbox }) => {
    const { t } = english;
    const person = newPerson('slow');
    await page.goto('/register');
    await fillPlan(page, english);
    await next(page, english, 'details').click();
    await fillDetails(page, english, person);
    await next(page, english, 'delivery').click();
    await expect(page.getByRole('heading', { level: 1, name: t('register.delivery.heading') })).toBeFocused();
    await sandbox.moveClock({ by: 'PT61M' });
    await fillDelivery(page, english, person);
    await next(page, english, 'payment').click();
    await expect(page.getByText(t('register.sessionOver'))).toBeVisible();
    await expect(page.getByLabel(t('register.details.email'), { exact: true })).toHaveValue(person.email);
  });
});
