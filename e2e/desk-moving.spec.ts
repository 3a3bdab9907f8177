import { randomUUID } from 'node:crypto';
import { expectAccessible } from './support/accessible';
import { enterDesk, inDays } from './support/desk';
import { expect, test, waitUntilInteractive } from './support/test';
import { path, t } from './support/words';

/** A file of WooCommerce: a row that is right, and one with faults. */
const fileOf = (
  mark: string,
) => `subscription_id,customer_email,billing_first_name,billing_last_name,billing_phone,billing_address_1,billing_city,billing_state,billing_postcode,subscription_status,next_payment_date,billing_period,billing_interval,order_items
${mark},${mark}@example.test,Mali,Suk,0812345678,9 Silom,Bang Rak,TH-10,10500,wc-active,${inDays(20)},month,1,product_id:501|quantity:2
${mark}-2,nobody,Nok,Dee,12,1 Nimman,Mueang,Phuket,50200,wc-active,soon,month,1,product_id:777|quantity:1`;
test('an owner checks, takes over, starts and undoes a file of another system @thai', async ({ page }) => {
  const mark = `move${randomUUID().slice(0, 8)}`;
  await enterDesk(page, 'owner');
  await page.goto(path('/desk/integrations/imports'));
  await waitUntilInteractive(page);
  await page.getByLabel(t('deskMoving.source'), { exact: true }).fill('woo');
  await page.getByLabel(t('deskMoving.products')).fill('501 = day-pads');
  const buffer = Buffer.from(fileOf(mark));
  const choose = () =>
    page.locator('input[type=file]').setInputFiles({ name: 'woo.csv', mimeType: 'text/csv', buffer });
  const byHand = page.getByLabel(t('deskMoving.byHand'));
  await byHand.check();
  await choose();
  await page.getByLabel(t('deskMoving.field.email')).selectOption('customer_email');
  await expect(page.getByText(`${mark}@example.test · nobody`)).toBeVisible();
  await expectAccessible(page, 'desk-import-columns');
  await byHand.uncheck();
  await choose();
  await expect(page).toHaveURL(new RegExp(`${path('/desk/integrations/imports/')}imp_`));
  await expect(page.getByText(t('deskMoving.fault.box_unknown', { hint: '777' }))).toBeVisible();
  await expectAccessible(page, 'desk-import');
  for (const [work, state] of [
    ['commit', 'imported'],
    ['activate', 'active'],
    ['undo', 'undone'],
  ] as const) {
    const act = page.getByRole('button', { name: t(`deskMoving.act.${work}`), exact: true });
    await act.click();
    await expectAccessible(page, `desk-import-${work}`);
    await act.click();
    await expect(page.getByRole('heading', { name: t(`deskMoving.state.${state}`) })).toBeVisible();
  }
});
