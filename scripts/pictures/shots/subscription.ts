import type { Page } from '@playwright/test';
import { sheetPath } from '@/locales/sheet-path';
import { becomeSubscriber } from './subscriber';
import { visit, type Walk } from './walk';

/** Shows the subscription of a new subscriber: every change, the cancellation and the reactivation. */
export async function subscriptionWalk(walk: Walk): Promise<void> {
  const { page, at } = walk;
  const { origin, pathname } = new URL(at('/'));
  await becomeSubscriber(page, origin, pathname === '/th' ? 'th' : 'en');
  await skips(walk);
  await changes(walk);
  await leaves(walk);
  await returns(walk);
}

async function skips({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/account'));
  await page.locator('[data-hero] button').first().click();
  await page.locator('[data-hero=quiet]').waitFor();
  await shoot('account-skipped');
}

async function changes({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at(sheetPath('contents')));
  await shoot('contents');
  await page.locator('[aria-pressed]').nth(2).click();
  await previewed(page);
  await shoot('contents-chosen');
  await visit(page, at(`${sheetPath('rhythm')}&every=3`));
  await previewed(page);
  await shoot('rhythm-frequency');
  await visit(page, at(sheetPath('rhythm')));
  await page.locator('input[name=paymentDay]').nth(14).check({ force: true });
  await previewed(page);
  await shoot('rhythm-day');
  const other = await page.context().newPage();
  await visit(other, at(sheetPath('rhythm')));
  await other.locator('input[name=paymentDay]').nth(19).check({ force: true });
  await confirm(other).click();
  await other.waitForURL(/account$/);
  await other.close();
  await confirm(page).click();
  await page.locator('dialog [data-tone=waiting]').waitFor();
  await shoot('rhythm-stale');
  await visit(page, at(sheetPath('pause')));
  await previewed(page);
  await shoot('pause');
}

const previewed = (page: Page) => page.locator('[data-change=shown][aria-busy=false]').waitFor();
const confirm = (page: Page) => page.locator('dialog button[class*=wide]').first();

async function leaves({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at(sheetPath('cancel')));
  await shoot('cancel');
  await confirm(page).click();
  await page.locator('#reason-error').waitFor();
  await shoot('cancel-missing');
  await page.locator('input[name=reason]').first().check();
  await page.locator('textarea').fill('ขอบคุณมาก Thank you.');
  await confirm(page).click();
  await page.locator('form').waitFor({ state: 'detached' });
  await shoot('cancelled');
  for (const [name, path] of [
    ['account-cancelled', '/account'],
    ['contents-cancelled', sheetPath('contents')],
  ] as const) {
    await visit(page, at(path));
    await shoot(name);
  }
}

async function returns({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at(sheetPath('restart')));
  await shoot('reactivate-now');
  await page.locator('input[name=when]').nth(1).check();
  await confirm(page).click();
  await page.locator('dialog .problem').first().waitFor();
  await shoot('reactivate-date-missing');
  await page.locator('#reactivate-date').check({ force: true });
  await page.locator('#reactivate-consent').check();
  await shoot('reactivate-later');
  await confirm(page).click();
  await page.waitForURL(/account$/);
  await visit(page, at('/account'));
  await shoot('account-too-late-to-skip');
}
