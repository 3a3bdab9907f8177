import type { Locale } from '@/domain/locale';
import { countText } from '@/locales/desk-format';
import type { Translate } from '@/locales/typed';

/** Returns a count with its share of a group: '40 % (12)'. Without the share if the size of the group is hidden. */
export function shareText(t: Translate, locale: Locale, count: number, size: number | null): string {
  const text = countText(count, locale);
  if (size === null) return text;
  return t('deskNumbers.share', { share: size === 0 ? 0 : Math.round((count / size) * 100), count: text });
}
