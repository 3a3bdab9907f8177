import { readFileSync } from 'node:fs';
import { expectAccessible } from './support/accessible';
import { logIn, subscribe } from './support/subscribers';
import { waitUntilInteractive, expect, test } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  test(
    `the data export downloads all stored data as one file (${words.locale})`,
    { tag: '@deep' },
    async ({ page }) => {
      const { t, path } = words;
      const person = await subscribe(page, words);
      await page.goto(path('/account/details'));
      await waitUntilInteractive(page);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('details.data.download') }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('ira-my-data.json');
      const text = readFileSync(await download.path(), 'utf8');
      expect(JSON.parse(text)).toBeTruthy();
      for (const mine of [person.email, person.address, '0812345678', 'day-pads'])
        expect(text).toContain(mine);
      expect(text).not.toContain('argon2');
    },
  );
}

test.describe('deleting the account', () => {
  test.use({ expectedErrors: /status of (401|409)/ });

  for (const words of journeyLanguages) {
    test(`explains what is deleted and kept, asks for the password, and confirms (${words.locale})`, async ({
      page,
      sandbox,
    }) => {
      const { t, path, locale } = words;
      const person = await subscribe(page, words);
      await page.goto(path('/account/details'));
      await page.getByRole('link', { name: t('details.data.delete') }).click();
      await expect(
        page.getByRole('heading', { level: 1, name: t('details.deletion.heading') }),
      ).toBeFocused();
      for (const sentence of ['ends1', 'ends2', 'ends3', 'ends4', 'kept1', 'kept2'] as const)
        await expect(page.getByText(t(`details.deletion.${sentence}`))).toBeVisible();
      await page.getByRole('link', { name: t('details.deletion.keep') }).click();
      await expect(page).toHaveURL(path('/account/details'));

      await page.goto(path('/account/details/delete'));
      await waitUntilInteractive(page);
      const submit = page.getByRole('button', { name: t('details.deletion.submit') });
      const password = page.getByLabel(t('details.deletion.password'), { exact: true });
      await submit.click();
      await expect(page.getByRole('alert', { name: t('validation.allRequired') })).toBeFocused();
      await password.fill('not the password');
      await submit.click();
      await expect(page.locator('#delete-password-error')).toHaveText(t('errors.PASSWORD_INCORRECT'));
      await expectAccessible(page, `delete-account-refused-${locale}`);
      await password.fill(person.password);
      await submit.click();
      await expect(page.getByText(t('details.deletion.done'))).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: t('site.hero.title') })).toBeVisible();

      await page.goto(path('/account'));
      await logIn(page, words, person);
      await expect(page.getByRole('alert', { name: t('errors.LOGIN_INCORRECT') })).toBeFocused();
      const charges = await sandbox.chargesOf(person.accountId);
      expect(charges.map(({ status }) => status)).toEqual(['successful']);
    });
  }
});
