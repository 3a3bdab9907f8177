/**
 * The type of a dictionary with the same keys and any texts. `th` must have the keys of `en`, so that a
 * missing key does not compile.
 */
export type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };

type Leaf<T, Path extends string> = T extends string
  ? Path
  : { [K in keyof T & string]: Leaf<T[K], Path extends '' ? K : `${Path}.${K}`> }[keyof T & string];

type Unplural<K extends string> = K extends `${infer Head}#${'zero' | 'one' | 'other'}` ? Head : K;

/** All dotted keys of a dictionary, without plural suffixes: 'errors.EMAIL_TAKEN', 'account.points'. */
export type KeysOf<T> = Unplural<Leaf<T, ''>>;

interface Nested {
  readonly [key: string]: string | Nested;
}

/**
 * Returns the texts of a dictionary by their dotted keys, as the contexts of next-international expect them.
 */
export function flatten(words: object, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [key, value] of Object.entries(words as Nested)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') flat[path] = value;
    else Object.assign(flat, flatten(value, path));
  }
  return flat;
}
