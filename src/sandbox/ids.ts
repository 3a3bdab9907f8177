import { randomBytes } from 'node:crypto';

/** Returns a new object id with a prefix, such as `chrg_test_5xk…` for `chrg`. */
export type IdSource = (prefix: string) => string;

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 19;
const POOL_BYTES = 4096;

/**
 * Creates a generator of random ids in the card gateway's format: prefix, `_test_` and 19 characters of
 * `[0-9a-z]`.
 */
export function createIds(): IdSource {
  let pool = randomBytes(POOL_BYTES);
  let used = 0;
  return (prefix) => {
    if (used + LENGTH > POOL_BYTES) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    let id = `${prefix}_test_`;
    for (let i = 0; i < LENGTH; i++) id += ALPHABET[(pool[used++] ?? 0) % ALPHABET.length];
    return id;
  };
}
