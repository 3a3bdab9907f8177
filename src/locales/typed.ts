import type { ReactElement, ReactNode } from 'react';
import type * as en from './en';
import type { WordKey } from './translate';

/** The sentence at a dotted path, including every plural form. */
type SentenceAt<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? SentenceAt<T[Head], Rest>
    : never
  : T[Extract<keyof T, Path | `${Path}#${'zero' | 'one' | 'other'}`>];

type NamesIn<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The params of a sentence: a value for every `{name}` in it, or no params for a sentence without names. */
type ParamsOf<Key extends WordKey, Value> = [NamesIn<SentenceAt<typeof en, Key>>] extends [never]
  ? []
  : [params: Record<NamesIn<SentenceAt<typeof en, Key>>, Value>];

/**
 * A function that returns a sentence with its values. A value is a text, a number or a single element. Arrays
 * do not work: next-international prints `[object Object]`. It also drops an absent value. Wrap several
 * elements in one fragment.
 */
export interface Translate {
  <Key extends WordKey>(key: Key, ...params: ParamsOf<Key, string | number>): string;
  <Key extends WordKey>(key: Key, ...params: ParamsOf<Key, string | number | ReactElement>): ReactNode;
}
