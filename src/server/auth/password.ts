import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@/domain/errors';
import { weaknessOf } from '@/domain/password';
import { isBreachedPassword } from '../gateways/breached-passwords';
import { createConcurrencyLimit } from '../platform/concurrency-limit';
import { isCommonPassword } from './common-passwords';

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing occupies a processor; one is left for everything else. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** About two seconds of waiting. */
const WAITING_MAX = 100;

const withinLimit = createConcurrencyLimit(AT_ONCE, WAITING_MAX);

/** A hash that no password matches: verifying against it makes an unknown e-mail take as long as a known one. */
const NOBODY = hash('nobody has this password', PARAMETERS);

/**
 * Returns an argon2id hash in PHC format. The password is hashed as typed: no trimming, no normalisation, no
 * truncation.
 * @throws AppError THROTTLED when too many are waiting
 */
export function hashPassword(password: string): Promise<string> {
  return withinLimit(() => hash(password, PARAMETERS));
}

const WEAK = {
  common: 'validation.passwordCommon',
  personal: 'validation.passwordPersonal',
} as const;

/** Returns the words about an account's owner that a password must not consist of. */
export function aboutAccount(account: {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}): string[] {
  return [account.email, account.firstName, account.lastName, account.phone];
}

/**
 * Hashes a new password.
 * @param about words about the owner: e-mail, names, phone
 * @throws AppError INPUT_INVALID for one that is easy to guess, THROTTLED when too many are waiting
 */
export async function hashNewPassword(password: string, about: string[]): Promise<string> {
  const weakness =
    weaknessOf(password, about, isCommonPassword) ?? ((await isBreachedPassword(password)) ? 'common' : null);
  if (weakness) throw new AppError('INPUT_INVALID', { fieldErrors: { password: [WEAK[weakness]] } });
  return hashPassword(password);
}

/**
 * Whether the password matches the hash. Without a hash it does the same work and returns false.
 * @throws AppError THROTTLED when too many are waiting
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await NOBODY);
  const matches = await withinLimit(() => verify(known, password));
  return passwordHash !== null && matches;
}
