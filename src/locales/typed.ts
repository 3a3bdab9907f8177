import type { ReactElement, ReactNode } from 'react';
import type en from './en';
import type { WordKey } from './translate';

/** The sentence at a dotted path, with every form of a plural. */
type SentenceAt<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? SentenceAt<T[Head], Rest>
    : never
  : T[Extract<keyof T, Path | `${Path}#${'zero' | 'one' | 'other'}`>];

type NamesIn<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A value for every `{name}` of the sentence; none for a sentence without. */
type ParamsOf<Key extends WordKey, Value> = [NamesIn<SentenceAt<typeof en, Key>>] extends [never]
  ? []
  : [params: Record<NamesIn<SentenceAt<typeof en, Key>>, Value>];

/**
 * Fills values into a sentence. Accepts text, numbers and single elements only: next-international prints an array as
 * `[object Object]` and drops an absent value. Wrap several elements in one fragment.
 */
export interface Translate {
  <Key extends WordKey>(key: Key, ...params: ParamsOf<Key, string | number>): string;
  <Key extends WordKey>(key: Key, ...params: ParamsOf<Key, string | number | ReactElement>): ReactNode;
}
