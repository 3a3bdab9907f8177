import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@/domain/errors';
import { weaknessOf } from '@/domain/password';
import { normalisePassword } from '@/domain/text';
import { isBreachedPassword } from '../gateways/breached-passwords';
import { createConcurrencyLimit } from '../platform/concurrency-limit';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { productFile } from '@/product-files';

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The maximum number of concurrent hashes. Each hash uses one processor core, and one core stays free. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** The maximum number of waiting hashes. A full queue takes about two seconds. */
const WAITING_MAX = 100;

const withinLimit = createConcurrencyLimit(AT_ONCE, WAITING_MAX);

/** The hash that replaces the missing hash of an account without a password, so that each response takes equally long. */
const NOBODY = hash('nobody has this password', PARAMETERS);

/**
 * Returns the argon2id hash of a password in PHC format. Hashes its normal form (`normalisePassword`), without trimming
 * or truncating it.
 * @throws AppError THROTTLED when the queue of hashes is full
 */
export function hashPassword(password: string): Promise<string> {
  return withinLimit(() => hash(normalisePassword(password), PARAMETERS));
}

const WEAK = {
  common: 'validation.passwordCommon',
  personal: 'validation.passwordPersonal',
} as const;

/** Returns the owner's e-mail, names and phone number. A password must not consist of these values. */
export function aboutAccount(account: {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}): string[] {
  return [account.email, account.firstName, account.lastName, account.phone];
}

/**
 * Returns the hash of a new password after checking that it is not easy to guess.
 * @param about the owner's e-mail, names and phone number, as `aboutAccount` returns them
 * @throws AppError INPUT_INVALID for a common, breached or personal password; THROTTLED when the queue is full
 */
export async function hashNewPassword(password: string, about: string[]): Promise<string> {
  const weakness =
    weaknessOf(password, about, isCommonPassword) ??
    ((await isBreachedPassword(normalisePassword(password))) ? 'common' : null);
  if (weakness) throw new AppError('INPUT_INVALID', { fieldErrors: { password: [WEAK[weakness]] } });
  return hashPassword(password);
}

/**
 * Whether a password matches a hash. If the hash is null, returns false after the same time.
 * @throws AppError THROTTLED when the queue of hashes is full
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return (await matchPassword(passwordHash, password)) !== null;
}

/**
 * Compares a password with a hash, in its normal form and as typed: a hash of an earlier time is of the password as
 * typed. The number of hashes depends on the password alone, unless it matches.
 * @returns `typed` if only the password as typed matches; null if neither form matches, or the hash is null
 * @throws AppError THROTTLED when the queue of hashes is full
 */
export async function matchPassword(
  passwordHash: string | null,
  password: string,
): Promise<'normal' | 'typed' | null> {
  const known = passwordHash ?? (await NOBODY);
  const normal = normalisePassword(password);
  const matches = (text: string) => withinLimit(() => verify(known, text));
  if (await matches(normal)) return passwordHash === null ? null : 'normal';
  return normal !== password && (await matches(password)) && passwordHash !== null ? 'typed' : null;
}

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
