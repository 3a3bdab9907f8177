import { addAuthenticator } from '@/testing/virtual-authenticator';
import { becomeSubscriber } from './subscriber';
import { visit, type Walk } from './walk';

const LONG_NAMES = ['Malee’s phone that she bought in Chiang Mai last December 25', 'W'.repeat(60)];

/** Logs in with a passkey on a device that has none, and shows the list of passkeys in its states. */
export async function passkeysWalk({ page, at, shoot }: Walk): Promise<void> {
  const { origin, pathname } = new URL(at('/'));
  const device = await addAuthenticator(page);
  await visit(page, at('/login'));
  await page.getByRole('button', { name: /passkey|พาสคีย์/ }).click();
  await page.locator('main [role=alert]').first().waitFor();
  await shoot('log-in-passkey-stopped');

  await becomeSubscriber(page, origin, pathname === '/th' ? 'th' : 'en');
  await visit(page, at('/account/details/passkeys'));
  await shoot('passkeys-none');
  const row = page.locator('main ul > li').filter({ has: page.getByRole('button') });
  for (const [held, name] of LONG_NAMES.entries()) {
    if (held > 0) await device.replace();
    await page.locator('#add-passkey-name').fill(name);
    await page.locator('main form button[type=submit]').click();
    await row.nth(held).waitFor();
  }
  await page.locator('main form button[type=submit]').click();
  await page.locator('main [role=alert]').first().waitFor();
  await shoot('passkeys-already');
  await row.first().getByRole('button').first().click();
  await shoot('passkeys-rename');
  await row.last().getByRole('button').last().click();
  await shoot('passkeys-remove');
}
