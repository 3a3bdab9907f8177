import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { waitUntilInteractive } from './test';
import { byLanguage, t } from './words';

/** Returns details for a registration, with a new e-mail address. */
export function newPerson(name = 'mali') {
  return {
    email: `${name}-${randomUUID().slice(0, 8)}@example.test`,
    password: 'correct horse battery',
    firstName: 'Mali',
    lastName: 'Suksan',
    phone: '081 234 5678',
    address: '1 Soi Sukhumvit 26',
    postalCode: '10110',
  };
}

export type Person = ReturnType<typeof newPerson>;

/** Returns the button that opens the next step. */
export function next(page: Page, step: 'details' | 'delivery' | 'payment') {
  return page.getByRole('button', { name: t('register.next', { name: t(`register.steps.${step}`) }) });
}

/** Completes step 1: the Regular plan and one more pack, monthly on the 31st. */
export async function fillPlan(page: Page): Promise<void> {
  await waitUntilInteractive(page);
  const product = byLanguage('Day pads', 'ผ้าอนามัยกลางวัน');
  await page
    .getByRole('group', { name: t('box.plans') })
    .getByRole('button', { name: byLanguage('Regular', 'ปกติ') })
    .click();
  await page.getByRole('button', { name: t('box.add', { product }), exact: true }).click();
  await page
    .getByRole('group', { name: t('register.plan.frequency') })
    .getByText(t('common.perMonths1'))
    .click();
  await page
    .getByRole('group', { name: t('register.plan.paymentDay') })
    .getByText('31', { exact: true })
    .click();
}

/** Fills in step 2, the personal details. */
export async function fillDetails(page: Page, person: Person): Promise<void> {
  await page.getByLabel(t('register.details.firstName'), { exact: true }).fill(person.firstName);
  await page.getByLabel(t('register.details.lastName'), { exact: true }).fill(person.lastName);
  await page.getByLabel(t('register.details.phone')).fill(person.phone);
  await page.getByLabel(t('register.details.ageGroup')).selectOption('25-34');
  await page.getByLabel(t('register.details.email'), { exact: true }).fill(person.email);
  await page.getByLabel(t('register.details.password'), { exact: true }).fill(person.password);
  await page.getByLabel(t('register.details.consent')).check();
  await page.getByLabel(t('register.details.chargingConsent')).check();
}

/** Fills in step 3. Typing the postal code loads the list of sub-districts, of which this selects one. */
export async function fillDelivery(page: Page, person: Person): Promise<void> {
  await page.getByLabel(t('register.delivery.postalCode')).fill(person.postalCode);
  await page.getByLabel(t('register.delivery.area')).selectOption({ index: 1 });
  await page.getByLabel(t('register.delivery.address')).fill(person.address);
}

/** Returns the button that pays. Its label contains the amount. */
export function payButton(page: Page) {
  return page.getByRole('button', {
    name: new RegExp(`^${t('register.payment.pay', { amount: '฿' })}[\\d,.]+$`),
  });
}
