import { addAuthenticator } from '@/testing/virtual-authenticator';
import { expectAccessible } from './support/accessible';
import { endSession, me, subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { t } from './support/words';

/** The authenticator belongs to the page, which the next test would use again. */
test.afterEach(({ page }) => page.close());

/** Browsers write error statuses to the console. */
test.use({ expectedErrors: /status of (401|403)/ });

test('a subscriber adds, renames and removes a passkey, logs in with it by autofill and by button, and confirms the identity with it', async ({
  page,
  context,
  sandbox,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await addAuthenticator(page);
  const { accountId } = await subscribe(page);

  await page.goto('/account/details');
  await page.getByRole('link', { name: t('details.ways.passkeysAdd'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('details.passkeys.heading') })).toBeVisible();
  await waitUntilInteractive(page);
  const name = page.locator('#add-passkey-name');
  // A headless browser does not name itself.
  await expect(name).toHaveValue('Linux');
  await button(t('details.passkeys.add')).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Linux' });
  await expect(row.getByText(t('details.passkeys.unused'))).toBeVisible();
  await button(t('details.passkeys.add')).click();
  await expect(page.getByText(t('details.passkeys.already'))).toBeVisible();

  await button(t('details.passkeys.renameOf', { name: 'Linux' })).click();
  await row.getByLabel(t('details.passkeys.name'), { exact: true }).fill('My phone');
  await button(t('details.save')).click();
  await expect(page.getByRole('heading', { level: 2, name: 'My phone' })).toBeVisible();
  await expectAccessible(page, 'passkeys-one');

  // The browser offers the passkey at the e-mail field, and the user chooses it.
  await endSession(page, context);
  await page.goto('/login');
  await expect(page).toHaveURL('/account');
  expect((await me(page)).account.id).toBe(accountId);

  // A browser that makes no such offer has the button.
  await page.addInitScript(() => {
    // A blank page has no passkeys.
    if (!window.isSecureContext) return;
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await endSession(page, context);
  await sandbox.moveClock({ by: 'P1D' });
  await page.goto('/login');
  await waitUntilInteractive(page);
  await expect(button(t('auth.passkey.logIn'))).toBeVisible();
  await expectAccessible(page, 'log-in-passkey');
  await button(t('auth.passkey.logIn')).click();
  await expect(page).toHaveURL('/account');

  await sandbox.moveClock({ by: 'PT11M' });
  await page.goto('/account/details/passkeys');
  await waitUntilInteractive(page);
  await button(t('details.passkeys.removeOf', { name: 'My phone' })).click();
  await expectAccessible(page, 'passkeys-remove');
  await button(t('details.passkeys.removeYes')).click();
  await expect(page.getByRole('region', { name: t('details.proof.title') })).toBeFocused();
  await expectAccessible(page, 'passkeys-proof');
  await button(t('details.proof.passkey')).click();
  await expect(page.getByRole('heading', { level: 2, name: t('details.passkeys.none') })).toBeVisible();
});

test('a log-in page whose visitor has no passkey keeps the other ways to log in @deep', async ({ page }) => {
  await addAuthenticator(page);
  await page.goto('/login');
  await waitUntilInteractive(page);
  await page.getByLabel(t('auth.email'), { exact: true }).fill('mali@example.test');
  await page.getByRole('button', { name: t('auth.passkey.logIn') }).click();
  await expect(page.getByText(t('auth.passkey.stopped'))).toBeVisible();
  await expect(page.getByLabel(t('auth.email'), { exact: true })).toHaveValue('mali@example.test');
  await expectAccessible(page, 'log-in-passkey-stopped');

  // A browser without passkeys has no button for them.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.reload();
  await waitUntilInteractive(page);
  await expect(page.getByRole('button', { name: t('auth.submit'), exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('auth.passkey.logIn') })).toHaveCount(0);
});

test.describe('in the browser of the LINE app @deep', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 Line/15.9.0/IAB',
  });

  test('the log-in page has no passkeys, and the account explains why', async ({ page }) => {
    await subscribe(page);
    await page.goto('/account/details/passkeys');
    await expect(page.getByText(t('details.passkeys.unsupported'))).toBeVisible();
    await expectAccessible(page, 'passkeys-unsupported');
    await page.context().clearCookies();
    await page.goto('/login');
    await waitUntilInteractive(page);
    await expect(page.getByRole('link', { name: t('auth.withLink') })).toBeVisible();
    await expect(page.getByRole('button', { name: t('auth.passkey.logIn') })).toHaveCount(0);
  });
});
