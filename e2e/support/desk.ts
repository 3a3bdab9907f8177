import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { StaffRole } from '@/domain/staff';
import { addAuthenticator } from '@/testing/virtual-authenticator';
import { operate } from './operator';
import { expect, waitUntilInteractive } from './test';
import type { Language } from './words';

/** Invites a member of the staff. @returns the link of the invitation, in the language of the test */
export async function invite(
  role: StaffRole,
  { locale }: Language,
): Promise<{ email: string; link: string }> {
  const email = `staff-${randomUUID()}@ira.test`;
  const said = await operate('staff', 'invite', email, '--role', role, '--language', locale, '--json');
  return { email, link: (JSON.parse(said) as { data: { link: string } }).data.link };
}

/** Opens the desk as a new member with a passkey. */
export async function enterDesk(page: Page, role: StaffRole, words: Language): Promise<void> {
  const { t, path } = words;
  await addAuthenticator(page);
  const { link } = await invite(role, words);
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await waitUntilInteractive(page);
  await page.getByLabel(t('desk.join.name')).fill('Nok Desk');
  await page.getByRole('button', { name: t('desk.join.passkey') }).click();
  await expect(page).toHaveURL(path('/desk'));
}
