import { settings } from '@/settings/settings';
import type { Locale } from '@/domain/locale';
import { keyedHash, keyedHashes } from '../../platform/keyed-hash';
import { siteUrl } from '../../platform/site-url';

const PURPOSE = 'unsubscribe';

/**
 * Returns the links of an optional mail that stop such mails without a log-in. They never expire, and they
 * allow nothing else.
 * @returns `page`: a page with a button; `oneClick`: the URL for the mail client (RFC 8058)
 */
export function unsubscribeLinks(accountId: string, locale: Locale): { page: string; oneClick: string } {
  const token = `${accountId}.${keyedHash(PURPOSE, accountId)}`;
  return {
    page: siteUrl(locale, `/unsubscribe#${token}`),
    oneClick: `${settings().SITE_URL}/api/unsubscribe/${token}`,
  };
}

/** Returns the account of an unsubscribe token; null if the signature is not ours. */
export function accountOfUnsubscribeToken(token: string): string | null {
  const [accountId = '', signature = ''] = token.split('.');
  return keyedHashes(PURPOSE, accountId).includes(signature) ? accountId : null;
}
