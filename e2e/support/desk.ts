import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import type { StaffRole } from '@/domain/staff';
import { readRun } from '../../scripts/start/run-file.mjs';
import { operate } from './operator';
import { productUnderTest } from './product';
import { sandbox } from './sandbox';
import { test } from './test';
import { locale } from './words';

/** Invites a member of the staff. @returns the link of the invitation, in the language of the test */
export async function invite(role: StaffRole): Promise<{ email: string; link: string }> {
  const email = `staff-${randomUUID()}@ira.test`;
  const said = await operate('staff', 'invite', email, '--role', role, '--language', locale(), '--json');
  return { email, link: (JSON.parse(said) as { data: { link: string } }).data.link };
}

/** Inserts a member of the staff with a session. @returns the secret of the session's cookie */
async function plantMember(role: StaffRole): Promise<string> {
  const url = readRun(productUnderTest().dataDir)?.env.DATABASE_URL ?? '';
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const id = `stf_${randomBytes(12).toString('hex')}`;
  const email = `${id}@ira.test`;
  const secret = randomBytes(32).toString('base64url');
  const session = createHash('sha256').update(secret).digest('hex');
  const now = await sandbox.now();
  try {
    await sql`insert into staff (id, email, email_norm, name, role, locale, passkey_handle, invited_at, joined_at)
      values (${id}, ${email}, ${email}, 'Nok Desk', ${role}, ${locale()}, ${id}, ${now}, ${now})`;
    await sql`insert into staff_sessions (id, staff_id, method, created_at, proven_at, seen_at)
      values (${session}, ${id}, 'passkey', ${now}, ${now}, ${now})`;
  } finally {
    await sql.end();
  }
  return secret;
}

/** Logs in a new member of the staff, without a page. */
export async function enterDesk(page: Page, role: StaffRole): Promise<void> {
  const { baseURL: url = '' } = test.info().project.use;
  const value = await plantMember(role);
  await page.context().addCookies([{ name: 'desk-session', value, url }]);
}

/** Returns the day in Bangkok after this number of days. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);
