import type { Locale } from '@/domain/locale';

/**
 * Returns the sentence of a key from flat texts. `count` selects the form of a key with `#one` and `#other`.
 * Returns the key itself if there is no text.
 */
export function sentenceOf(
  words: Readonly<Record<string, string>>,
  locale: Locale,
  key: string,
  count?: unknown,
): string {
  const sentence = words[key];
  if (sentence !== undefined) return sentence;
  const form = new Intl.PluralRules(locale).select(Number(count));
  return words[`${key}#${form}`] ?? words[`${key}#other`] ?? key;
}
