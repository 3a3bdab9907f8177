'use client';

import { createContext, Fragment, useContext, useMemo, type ReactNode } from 'react';
import { DEFAULT_LOCALE, type Locale } from '@/domain/locale';
import { sentenceOf } from './sentence';
import type { Translate } from './typed';

interface Texts {
  locale: Locale;
  words: Readonly<Record<string, string>>;
}

const TextsContext = createContext<Texts>({ locale: DEFAULT_LOCALE, words: {} });

/**
 * Returns the page's translation function, for client components. Its sentences are the same as those of
 * next-international on the server, whose client would be part of every page's first load.
 */
export function useI18n(): Translate {
  const texts = useContext(TextsContext);
  return useMemo(
    () =>
      ((key: string, params: Record<string, ReactNode> = {}) => {
        const sentence = sentenceOf(texts.words, texts.locale, key, params.count);
        return filled(sentence, params);
      }) as Translate,
    [texts],
  );
}

/** Returns a sentence with its values: a text, or texts and elements if a value is an element. */
function filled(sentence: string, params: Record<string, ReactNode>): ReactNode {
  const parts = sentence
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : (params[part] ?? `{${part}}`)));
  if (parts.every((part) => typeof part !== 'object')) return parts.join('');
  return parts.map((part, at) => <Fragment key={at}>{part}</Fragment>);
}

/** Returns the language of the page. */
export function useLocale(): Locale {
  return useContext(TextsContext).locale;
}

interface I18nClientProps extends Texts {
  children: ReactNode;
}

/**
 * Provides the texts that the server selected to client components, so that the bundle contains no
 * dictionary. Adds them to the texts around it.
 */
export function I18nClient({ locale, words, children }: I18nClientProps) {
  const around = useContext(TextsContext).words;
  const texts = useMemo(() => ({ locale, words: { ...around, ...words } }), [locale, words, around]);
  return <TextsContext value={texts}>{children}</TextsContext>;
}
