import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { operate } from './support/operator';
import { subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { byLanguage, path, t } from './support/words';

test('a subscriber names the account of a refund, and a member transfers it @thai', async ({
  page,
  sandbox,
}) => {
  // The list has the refunds of both languages.
  const amount = byLanguage('10', '11');
  const person = await subscribe(page);
  const [charge] = await sandbox.chargesOf(person.accountId);
  const orderId = charge?.metadata.orderId ?? '';
  const args = { status: 400, code: 'failed_refund' };
  const match = { id: charge?.id };
  await sandbox.fault({
    service: 'omise',
    op: 'POST /charges/{id}/refunds',
    kind: 'status',
    times: 1,
    match,
    args,
  });
  // The command ends with an error, because the refund is left to the staff.
  const said = await operate('refund', orderId, '--amount', amount, '--json').catch(
    (error: { stdout: string }) => error.stdout,
  );
  const { refundId } = (JSON.parse(said) as { data: { refundId: string } }).data;
  await page.goto(path(`/account/refund/${refundId}`));
  await waitUntilInteractive(page);
  await page.getByRole('button', { name: t('refundAccount.submit') }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page, 'refund-account-missing');
  await page.getByLabel(t('refundAccount.bank')).selectOption('004');
  await page.getByLabel(t('refundAccount.number')).fill('001-2-34567-8');
  await page.getByLabel(t('refundAccount.name')).fill('Mali Rakdee');
  await page.getByRole('button', { name: t('refundAccount.submit') }).click();
  await expect(page.getByText(t('refundAccount.given'))).toBeVisible();
  await expectAccessible(page, 'refund-account-given');

  const desk = await page.context().newPage();
  await enterDesk(desk, 'owner');
  await desk.goto(path('/desk/money'));
  await waitUntilInteractive(desk);
  const row = desk
    .getByRole('listitem')
    .filter({ hasText: `฿${amount}.00` })
    .last();
  await row.getByRole('button', { name: t('deskToday.payRefund.open', { amount: `฿${amount}` }) }).click();
  await expect(row.getByText('0012345678')).toBeVisible();
  await expectAccessible(desk, 'desk-refund');
  await row.getByLabel(t('deskToday.payRefund.reference')).fill('KB-77');
  await row.getByRole('button', { name: t('deskToday.confirmRefund') }).click();
  await expect(row).toHaveCount(0);
  await page.goto(path(`/account/refund/${refundId}`));
  await expect(page.getByText(t('refundAccount.paid'))).toBeVisible();
});
