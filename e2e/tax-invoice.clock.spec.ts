import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible';
import { call, subscribe, type Caller } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { path, speak, t } from './support/words';

/* The seller of this product is registered for VAT. */

/** The most bytes of script (after gzip) that the page loads. */
const SCRIPT_MAX = 175_000;
const TAX_ID = '0107537000521';
const LONG = {
  name: 'บริษัทผู้นำเข้าและจัดจำหน่ายผลิตภัณฑ์อนามัยออร์แกนิกแห่งประเทศไทย จำกัด (มหาชน)',
  address: 'เลขที่ 99/9 อาคารตัวอย่างน้ำค้าง ชั้นที่ 12 ซอยสุขุมวิท 101/1 แขวงบางจาก เขตพระโขนง กรุงเทพมหานคร 10260',
};

interface Listed {
  orders: { orderId: string; receipt: { number: string } | null }[];
}

/** Creates a subscriber. Returns the id of the paid order, once its receipt is issued. */
async function paidOrder(caller: Caller): Promise<string> {
  await subscribe(caller);
  let found = '';
  await expect
    .poll(
      async () => {
        const { orders } = await call<Listed>(caller, '/mycloud/orders');
        found = orders[0]?.orderId ?? '';
        return orders[0]?.receipt;
      },
      { timeout: 90_000 },
    )
    .toBeTruthy();
  return found;
}

const form = (page: Page) => ({
  name: page.getByLabel(t('taxInvoice.name'), { exact: true }),
  address: page.getByLabel(t('taxInvoice.address'), { exact: true }),
  taxId: page.getByLabel(t('taxInvoice.taxId'), { exact: true }),
  branch: page.getByLabel(t('taxInvoice.branch'), { exact: true }),
  submit: page.getByRole('button', { name: t('taxInvoice.submit') }),
});

test('a subscriber requests a tax invoice on the phone', async ({ page }) => {
  const shot = (name: string) => expectAccessible(page, `tax-invoice-360-${name}`);
  const wideShot = async (name: string) => {
    const phone = page.viewportSize()!;
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page, `tax-invoice-1280-${name}`);
    await page.setViewportSize(phone);
  };
  const orderId = await paidOrder(page);
  await page.goto(path(`/account/orders/${orderId}`));
  await page.getByRole('link', { name: t('documents.request') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('taxInvoice.title') })).toBeFocused();
  await waitUntilInteractive(page);
  const { name, address, taxId, branch, submit } = form(page);
  await expect(name).not.toHaveValue('');
  await expect(address).toHaveValue(/10110/);
  await expect(page.getByRole('radio', { name: t('taxInvoice.kinds.headOffice') })).toBeChecked();
  await shot('empty');

  await name.fill('');
  await taxId.fill('0107537000522');
  await page.getByRole('radio', { name: t('taxInvoice.kinds.branch') }).check();
  await submit.click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    t('validation.missing', { field: t('taxInvoice.name') }),
    t('validation.taxId'),
    t('validation.missing', { field: t('taxInvoice.branch') }),
  ]);
  await shot('errors');
  await wideShot('errors');

  await name.fill(LONG.name);
  await address.fill(LONG.address);
  await taxId.fill('0-1075-37000-52-1');
  await branch.fill('00012');
  await shot('long');
  await wideShot('long');
  await submit.click();
  const done = page.getByRole('alert').filter({ hasText: t('taxInvoice.doneTitle') });
  await expect(done).toBeVisible();
  await shot('done');
  const link = page.getByRole('link', { name: /T-\d{4}-\d{6}/ });
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');

  await page.getByRole('link', { name: t('taxInvoice.back') }).click();
  const receipt = page.getByRole('link', { name: /R-\d{4}-\d{6}/ });
  const [number = ''] = /R-\d{4}-\d{6}/.exec(await receipt.innerText()) ?? [];
  await expect(receipt).toHaveText(t('documents.openCancelled', { number }));
  await expect(link).toBeVisible();
  await expect(page.getByRole('link', { name: t('documents.request') })).toHaveCount(0);
  await shot('order');
  await page.goto(path(`/account/orders/${orderId}/tax-invoice`));
  await expect(page.getByText(t('taxInvoice.doneTitle'))).toBeVisible();
});

test.describe(() => {
  // The browser writes the refused request to the console.
  test.use({ expectedErrors: /status of 409/ });
  test('another buyer and an unpaid order are refused with a reason @deep', async ({ page }) => {
    speak('th');
    const orderId = await paidOrder(page);
    await page.goto(path(`/account/orders/${orderId}/tax-invoice`));
    await waitUntilInteractive(page);
    const { name, taxId, submit } = form(page);
    const buyer = {
      name: 'Another buyer',
      address: '1 Silom, Bangkok 10500',
      taxId: TAX_ID,
      branch: '00000',
    };
    await call(page, '/api/orders/tax-invoice', { orderId, ...buyer });
    await name.fill('This buyer');
    await taxId.fill(TAX_ID);
    await submit.click();
    const refused = page.getByRole('alert').filter({ hasText: t('errors.TAX_INVOICE_ISSUED') });
    await expect(refused).toBeVisible();
    await expectAccessible(page, 'tax-invoice-360-refused');

    const { orders } = await call<Listed>(page, '/api/orders/upcoming');
    await page.goto(path(`/account/orders/${orders[0]?.orderId}/tax-invoice`));
    await expect(page.getByText(t('taxInvoice.notPossible'))).toBeVisible();
    await expectAccessible(page, 'tax-invoice-360-not-possible');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page, 'tax-invoice-1280-not-possible');
  });
});

test('the page of a tax invoice loads no more script than other pages @deep', async ({ page }) => {
  const orderId = await paidOrder(page);
  const html = await (await page.request.get(`/account/orders/${orderId}/tax-invoice`)).text();
  const tags = (html.match(/<(?:script|link)\b[^>]*>/g) ?? []).filter((tag) => !/\bnomodule\b/i.test(tag));
  const files = new Set(tags.flatMap((tag) => /"(\/_next\/[^"]+\.js)/.exec(tag)?.[1] ?? []));
  let sum = 0;
  for (const file of files) sum += gzipSync(await (await page.request.get(file)).body()).length;
  expect(sum).toBeGreaterThan(50_000);
  expect(sum).toBeLessThanOrEqual(SCRIPT_MAX);
});
