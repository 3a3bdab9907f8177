import { expectAccessible } from './support/accessible';
import { logInByApi, subscribe } from './support/subscribers';
import { waitUntilInteractive, expect, test } from './support/test';
import { path, t } from './support/words';

test.describe('deleting the account', () => {
  test.use({ expectedErrors: /status of (401|409)/ });

  test('explains what is deleted and kept, asks for the password, and confirms @thai', async ({
    page,
    sandbox,
  }) => {
    const person = await subscribe(page);
    await page.goto(path('/account/details'));
    await page.getByRole('link', { name: t('details.data.delete') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('details.deletion.heading') })).toBeFocused();
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
    await expectAccessible(page, 'delete-account-refused');
    await password.fill(person.password);
    await submit.click();
    await expect(page.getByText(t('details.deletion.done'))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: t('site.hero.title') })).toBeVisible();

    await expect(logInByApi(page, person)).rejects.toThrow('LOGIN_INCORRECT');
    const charges = await sandbox.chargesOf(person.accountId);
    expect(charges.map(({ status }) => status)).toEqual(['successful']);
  });
});
