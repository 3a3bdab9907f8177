import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { expectAccessible } from './support/accessible';
import { invite } from './support/desk';
import { addAuthenticator } from '@/testing/virtual-authenticator';
import { subscribe } from './support/subscribers';
import { waitUntilInteractive, expect, test } from './support/test';
import { t } from './support/words';

/** Browsers write error statuses to the console. */
test.use({ expectedErrors: /status of (400|401|403)/ });

test('a data export needs the password ten minutes after the log-in, and its mail allows securing the account', async ({
  page,
  sandbox,
}) => {
  const person = await subscribe(page);
  await sandbox.moveClock({ by: 'PT11M' });
  await page.goto('/account/details');
  await waitUntilInteractive(page);
  await page.getByRole('button', { name: t('details.data.download') }).click();
  await expect(page.getByRole('region', { name: t('details.proof.title') })).toBeFocused();
  const password = page.locator('#proof-password');
  const confirm = page.getByRole('button', { name: t('details.proof.confirm'), exact: true });
  await password.fill('not the password');
  await confirm.click();
  await expect(page.locator('#proof-password-error')).toHaveText(t('details.proof.wrong'));
  await expectAccessible(page, 'proof-refused');
  await password.fill(person.password);
  const downloaded = page.waitForEvent('download');
  await confirm.click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe('ira-my-data.json');
  const text = readFileSync(await file.path(), 'utf8');
  expect(JSON.parse(text)).toBeTruthy();
  for (const mine of [person.email, person.address, '0812345678', 'day-pads']) expect(text).toContain(mine);
  expect(text).not.toContain('argon2');

  const mail = await sandbox.mail(person.email, new RegExp(t('emails.dataExported.subject')));
  const link = mail.links.find((url) => url.includes('/not-me#')) ?? '';
  for (const heading of ['done', 'expired'] as const) {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page).toHaveURL('/not-me');
    await expect(page.getByRole('heading', { level: 1, name: t('auth.notMe.title') })).toBeVisible();
    if (heading === 'done') await expectAccessible(page, 'not-me');
    await page.getByRole('button', { name: t('auth.notMe.submit'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: t(`auth.notMe.${heading}`) })).toBeFocused();
    await expect(page.getByRole('banner').getByRole('link', { name: t('common.logIn') })).toBeVisible();
    await expectAccessible(page, `not-me-${heading}`);
  }
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('a sensitive act ten minutes after the log-in to the desk asks for the passkey, and goes on with what was typed @deep', async ({
  page,
  sandbox,
}) => {
  await addAuthenticator(page);
  const { link } = await invite('owner');
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await waitUntilInteractive(page);
  await page.getByLabel(t('desk.join.name')).fill('Nok Desk');
  await page.getByRole('button', { name: t('desk.join.passkey') }).click();
  await expect(page).toHaveURL('/desk');
  await sandbox.moveClock({ by: 'PT11M' });
  await page.goto('/desk/team');
  await waitUntilInteractive(page);
  const email = `typed-${randomUUID()}@ira.test`;
  const field = page.getByLabel(t('deskTeam.email'), { exact: true });
  const send = page.getByRole('button', { name: t('deskTeam.send') });
  const dialog = page.getByRole('dialog', { name: t('desk.proof.title') });
  await field.fill(email);
  await send.click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'desk-proof');
  await dialog.getByRole('button', { name: t('desk.keep') }).click();
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue(email);
  await send.click();
  await dialog.getByRole('button', { name: t('desk.proof.passkey') }).click();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible();
  await page.getByRole('banner').getByTitle(t('desk.sessions.title')).click();
  await expect(page.getByRole('heading', { level: 1, name: t('desk.sessions.title') })).toBeVisible();
  // The passkey belongs to the page, which the next test would use again.
  await page.close();
});
