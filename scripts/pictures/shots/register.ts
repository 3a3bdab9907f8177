import type { Page } from '@playwright/test';
import { fillCard, freshEmail, visit, type Walk } from './walk';

/** Shows the four steps of the registration, and every result of the payment in step 4. */
export async function registerWalk(walk: Walk): Promise<void> {
  await planStep(walk);
  await detailsStep(walk);
  await deliveryStep(walk);
  await paymentStep(walk);
  await otherOutcomes(walk);
}

async function planStep({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/register'));
  await shoot('register-1-empty');
  await page.locator('[data-price-bar] button[class*=primary]').click();
  await page.locator('#box-error').waitFor();
  await shoot('register-1-empty-refused', { full: false });
  await page.locator('[aria-pressed]').nth(0).click();
  await page.locator('li button').nth(1).click();
  await shoot('register-1-filled');
  const bar = page.locator('[data-price-bar] [aria-expanded]');
  if (await bar.isVisible()) {
    await bar.click();
    await shoot('register-1-price', { full: false });
    await bar.click();
  }
  for (let packs = 0; packs < 10; packs++) await page.locator('li button').nth(3).click();
  for (let packs = 0; packs < 9; packs++) await page.locator('li button').nth(5).click();
  await shoot('register-1-full');
  await page.locator('[aria-pressed]').nth(0).click();
  await page.locator('input[name=frequency]').nth(1).check({ force: true });
  await page.locator('input[name=paymentDay]').nth(30).check({ force: true });
  await shoot('register-1-rhythm', { full: false });
  await page.locator('[data-price-bar] button[class*=primary]').click();
  await page.waitForURL(/details/);
}

async function detailsStep({ page, shoot }: Walk): Promise<void> {
  await page.locator('#details-firstName').waitFor();
  await shoot('register-2-empty');
  await page.locator('form button[type=submit]').click();
  await page.locator('[role=alert]').first().waitFor();
  await shoot('register-2-refused');
  await page.locator('#details-firstName').fill('มาลีรัตน์');
  await page.locator('#details-lastName').fill('สุขสมบูรณ์วัฒนา');
  await page.locator('#details-phone').fill('+66 81-234 ๕๖๗๘');
  await page.locator('#details-email').fill('active@demo.test');
  await page.locator('#details-password').fill('a short sentence');
  await page.locator('#details-consent').check();
  await page.locator('#details-chargingConsent').check();
  await page.locator('form button[type=submit]').click();
  await page.locator('[role=alert]').first().waitFor();
  await shoot('register-2-email-taken');
  await page.locator('#details-email').fill(freshEmail());
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(/delivery/);
}

async function deliveryStep({ page, shoot }: Walk): Promise<void> {
  await page.locator('#delivery-postalCode').waitFor();
  await shoot('register-3-empty');
  await page.locator('form button[type=submit]').click();
  await page.locator('[role=alert]').first().waitFor();
  await shoot('register-3-refused');
  await page.locator('#delivery-postalCode').fill('99999');
  await page.locator('#delivery-province').waitFor();
  await shoot('register-3-unknown');
  await page.locator('#delivery-postalCode').fill('๑๐๑๑๐');
  await page.locator('#delivery-area').waitFor();
  await page.locator('#delivery-area').selectOption({ index: 1 });
  await page.locator('#delivery-address').fill('1 ซอย 2 ถนนสุขุมวิท อาคารยาวมากเพื่อดูว่าข้อความยาวแสดงอย่างไร ชั้น 12');
  await shoot('register-3-filled');
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(/payment/);
}

async function paymentStep({ page, at, shoot }: Walk): Promise<void> {
  await showCardForm(page);
  await shoot('register-4');
  await page.locator('summary[class*=toggle]').click();
  await page.locator('details input').fill('NOT-A-CODE');
  await page.locator('details button').click();
  await page.locator('details [role=alert]').waitFor();
  await shoot('register-4-code-refused');
  await page.locator('main button[class*=wide]').click();
  await page.locator('main [role=alert]').first().waitFor();
  await shoot('register-4-card-incomplete');
  await fillCard(page, { number: '4111111111140011', name: 'MALI SUK' });
  await page.locator('main button[class*=wide]').click();
  await page.locator('[data-tone=bad] div p').first().waitFor();
  await showCardForm(page);
  await shoot('register-4-declined');
  await fillCard(page, { number: '4242424242424242', name: 'FAKE 3DS' });
  await page.locator('main button[class*=wide]').click();
  await page.waitForURL(/3ds/);
  await page.goBack();
  await page.locator('[data-tone=waiting]').waitFor();
  await showCardForm(page);
  await shoot('register-4-bank-asks');

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await visit(page, at('/register/payment'));
  await shoot('register-2-away');
  await page.context().addCookies(cookies);
}

async function otherOutcomes({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/register/confirmation'));
  await shoot('confirmation-bank-asks');
  await page.locator('main a').first().click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.waitForURL(/confirmation/);
  await page.locator('[data-tone=bad]').waitFor();
  await shoot('confirmation-failed');
  await page.locator('main a').first().click();
  await page.waitForURL(/payment/);
  await showCardForm(page);
  await shoot('register-4-failed');
  await fillCard(page, { number: '4242424242424242', name: 'MALI SUK' });
  await page.locator('main button[class*=wide]').click();
  await page.waitForURL(/confirmation/);
  await page.locator('[data-tone=good]').waitFor();
  await shoot('confirmation-paid');
  await visit(page, at('/account'));
  await shoot('account-first-day');

  await page.context().clearCookies();
  await visit(page, at('/register/confirmation'));
  await shoot('confirmation-nothing');
}

/** Scrolls to the card form. The browser draws a frame of another origin only when it is visible. */
async function showCardForm(page: Page): Promise<void> {
  await page.frameLocator('iframe').locator('#number').waitFor();
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
}
