import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { productFile } from '@/product-files';

/** The number of hash functions of the Bloom filter. Must match scripts/data/common-passwords.mjs, which writes the file. */
const HASHES = 14;

let filter: Buffer | undefined;

/**
 * Whether a password is one of the 110,000 most common passwords of eight characters or more. Also true for about four
 * of 100,000 uncommon passwords, because the list is a Bloom filter.
 * @param password in lower case
 */
export function isCommonPassword(password: string): boolean {
  filter ??= readFileSync(productFile('src/server/login/common-passwords.bin'));
  const digest = createHash('sha256').update(password).digest();
  const [first, second] = [digest.readBigUInt64BE(0), digest.readBigUInt64BE(8)];
  for (let n = 0n; n < HASHES; n++) {
    const bit = Number((first + n * second) % BigInt(filter.length * 8));
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}
