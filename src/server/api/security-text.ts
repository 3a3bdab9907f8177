import { DEFAULT_LOCALE, LOCALES } from '@/domain/locale';
import { systemNow } from '@/server/platform/clock';
import { publicSettings } from '@/settings/settings';

const DAYS_VALID = 180;

/** Says where to report a security problem (RFC 9116). 404 while the shop has no e-mail address. */
export function securityText(): Response {
  const { websiteUrl, contact } = publicSettings();
  if (contact.email === null) return new Response(null, { status: 404 });
  const midnight = new Date(systemNow().getTime() + DAYS_VALID * 86_400_000).setUTCHours(0, 0, 0, 0);
  const languages = [...LOCALES].sort((a) => (a === DEFAULT_LOCALE ? -1 : 1));
  const lines = [
    `Contact: mailto:${contact.email}`,
    `Expires: ${new Date(midnight).toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${websiteUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
}
