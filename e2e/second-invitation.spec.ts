import { subscribe } from './support/subscribers';
import { fillDelivery, next } from './support/registration';
import { referralCode, registerAsFriend } from './support/rewards';
import { waitUntilInteractive, expect, test } from './support/test';
import { english, journeyLanguages } from './support/words';
import { expectAccessible } from './support/accessible';
import type { Browser } from '@playwright/test';

async function codeOfSomebody(browser: Browser): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await subscribe(page, english);
  const code = await referralCode(page);
  await context.close();
  return code;
}

for (const words of journeyLanguages) {
  const { t, path, locale } = words;

  test(
    `a second invitation keeps the first code, and explains how to change it (${locale})`,
    { tag: '@deep' },
    async ({ page, browser }, { project }) => {
      const first = await codeOfSomebody(browser);
      const second = await codeOfSomebody(browser);
      const friend = await registerAsFriend(page, words, first);
      const main = page.getByRole('main');
      await page.goto(path(`/invite/${second}`));
      await expect(
        page.getByRole('heading', { level: 1, name: t('rewards.landing.secondHeading') }),
      ).toBeVisible();
      await expect(main).toContainText(first);
      await expectAccessible(page, `${project.name}-second-invitation-${locale}`);
      await page.goto(path(`/register?code=${second}`));
      await waitUntilInteractive(page);
      const kept = page.getByRole('status').filter({ hasText: t('validation.gotDiscount') });
      await expect(kept).toContainText(first);

      await page.getByRole('button', { name: t('rewards.code.remove') }).click();
      await expect(kept).toHaveCount(0);
      await page.goto(path(`/invite/${second}`));
      await expect(main).toContainText(second);
      await page.getByRole('link', { name: t('rewards.landing.goOn') }).click();
      await expect(
        page.getByRole('heading', { level: 1, name: t('register.delivery.heading') }),
      ).toBeFocused();
      await waitUntilInteractive(page);
      await fillDelivery(page, words, friend);
      await next(page, words, 'payment').click();
      await expect(kept).toContainText(second);
    },
  );
}
