import { NOT_ME_DAYS, type Undo } from '@/domain/link';
import type { Tx } from '../db';
import type { accounts } from '../db/schema';
import { siteUrl } from '../platform/site-url';
import { writeToken } from './one-time-tokens';

type Owner = Pick<typeof accounts.$inferSelect, 'id' | 'emailNorm' | 'locale'>;

/**
 * Creates the "this was not me" link of a security mail.
 * @param undo the change that the mail reports, with the values to restore
 * @returns the URL of the link
 */
export async function writeNotMeLink(tx: Tx, now: Date, account: Owner, undo: Undo): Promise<string> {
  const { secret } = await writeToken(tx, now, {
    kind: 'not_me',
    accountId: account.id,
    email: account.emailNorm,
    hours: NOT_ME_DAYS * 24,
    undo,
  });
  return siteUrl(account.locale, `/not-me#${secret}`);
}
