import type { Locale } from '@/domain/locale';
import * as en from './en';
import { sentenceOf } from './sentence';
import * as th from './th';
import { flatten, type KeysOf } from './words';

export type WordKey = KeysOf<typeof en>;
export type WordParams = Readonly<Record<string, string | number>>;

const WORDS: Record<Locale, Record<string, string>> = { en: flatten(en), th: flatten(th) };

/**
 * Returns a sentence in one language, for code without a page: API responses, mails, LINE messages. `{name}`
 * is replaced by `params.name`. `params.count` selects the form of a key with `#one` and `#other`.
 */
export function translate(locale: Locale, key: WordKey, params: WordParams = {}): string {
  const sentence = sentenceOf(WORDS[locale], locale, key, params.count);
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}

/** Whether a text is a key of the dictionaries. A message of Zod can be a key or a sentence. */
export function isWordKey(text: string): text is WordKey {
  return Object.hasOwn(WORDS.en, text);
}
