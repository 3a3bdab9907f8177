import { DEFAULT_LOCALE, isLocale, type Locale } from '@/domain/locale';

const READ_MAX = 200;

/**
 * Returns the language that a caller prefers. Reads the header `x-ira-locale`, which the pages of this site send, or
 * else `Accept-Language`. Returns the default language if the caller accepts no supported language.
 * @returns null for a caller without a preference: no header, or `*` before any supported language
 */
export function requestedLocale(headers: Headers): Locale | null {
  return preferredLocale(headers.get('x-ira-locale') ?? headers.get('accept-language'));
}

/** Returns the preferred language of an `Accept-Language` header, as `requestedLocale`. */
export function preferredLocale(header: string | null): Locale | null {
  if (header === null || header.trim() === '') return null;
  const wishes = header
    .slice(0, READ_MAX)
    .split(',')
    .map(toPreference)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const first = wishes.find(({ language }) => language === '*' || isLocale(language))?.language;
  if (first === '*') return null;
  return first !== undefined && isLocale(first) ? first : DEFAULT_LOCALE;
}

/** Parses one entry of `Accept-Language`: `th-TH;q=0.8` is the language th with weight 0.8 (RFC 9110, 12.5.4). */
function toPreference(part: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = part.trim().split(';');
  const q = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
  return {
    language: tag.trim().split('-')[0]?.toLowerCase() ?? '',
    weight: q === undefined ? 1 : Number(q.slice(2)),
  };
}
