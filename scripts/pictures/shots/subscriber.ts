import type { Page } from '@playwright/test';
import { freshEmail } from './walk';

export const PASSWORD = 'a short sentence';

async function call<T>(page: Page, path: string, data?: object): Promise<T> {
  const response = data ? await page.request.post(path, { data }) : await page.request.get(path);
  const answer = (await response.json()) as { data: T };
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Registers the page's visitor as a new subscriber through the API. @param base the URL of the product */
export async function becomeSubscriber(page: Page, base: string, locale: string): Promise<void> {
  await begin(page, base, locale);
  await deliverAndPay(page, base);
}

/** Registers the page's visitor up to the payment of the first order. */
export async function registerUpToPayment(page: Page, base: string, locale: string): Promise<void> {
  await begin(page, base, locale);
  await deliver(page, base);
}

/** Registers the page's visitor, who pays offline. @returns the path of the payment link of the first order */
export async function registerOffline(page: Page, base: string, locale: string): Promise<string> {
  await registerUpToPayment(page, base, locale);
  const link = await call<{ paymentUrl: string }>(page, `${base}/api/register/payment/offline`, {});
  return new URL(link.paymentUrl).pathname;
}

/** Registers the page's visitor with a referral code. Uses another phone number and card than `becomeSubscriber`. */
export async function becomeFriend(page: Page, base: string, code: string): Promise<void> {
  await begin(page, base, 'en', { code, phone: '0898765432' });
  await deliverAndPay(page, base, '5555555555554444');
}

interface Friend {
  code?: string;
  phone?: string;
}

async function begin(
  page: Page,
  base: string,
  locale: string,
  { code, phone = '0812345678' }: Friend = {},
): Promise<void> {
  await call(page, `${base}/api/register`, {
    plan: {
      frequency: 1,
      paymentDay: 31,
      items: [
        { productCode: 'day-pads', quantity: 2 },
        { productCode: 'night-pads', quantity: 1 },
      ],
    },
    details: { firstName: 'มาลีรัตน์', lastName: 'สุขสมบูรณ์วัฒนา', phone, ageGroup: '25-34' },
    email: freshEmail(),
    password: PASSWORD,
    locale,
    code,
    consent: true,
  });
}

/** Sets the delivery address and pays the first order by card, after the first two steps of the registration. */
export async function deliverAndPay(page: Page, base: string, card?: string): Promise<void> {
  await deliver(page, base);
  await call(page, `${base}/api/register/payment/card`, { cardToken: await cardToken(page, base, card) });
}

async function deliver(page: Page, base: string): Promise<void> {
  await call(page, `${base}/api/register/delivery`, {
    address: '1 ซอย 2 ถนนสุขุมวิท อาคารยาวมาก ชั้น 12',
    subdistrict: 'Khlong Toei',
    district: 'Khlong Toei',
    province: 'Bangkok',
    postalCode: '10110',
  });
}

async function cardToken(page: Page, base: string, number = '4242424242424242'): Promise<string> {
  const { omiseVaultUrl, omisePublicKey } = await call<Record<string, string>>(page, `${base}/api/settings`);
  const response = await fetch(`${omiseVaultUrl}/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${omisePublicKey}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      card: {
        name: 'MALIRAT SUKSOMBOONWATTANA',
        number,
        expiration_month: 12,
        expiration_year: 2040,
        security_code: '123',
      },
    }),
  });
  return ((await response.json()) as { id: string }).id;
}
