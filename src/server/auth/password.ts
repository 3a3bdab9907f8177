import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@/domain/errors';
import { weaknessOf } from '@/domain/password';
import { isBreachedPassword } from '../gateways/breached-passwords';
import { createConcurrencyLimit } from '../platform/concurrency-limit';
import { isCommonPassword } from './common-passwords';

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The maximum of concurrent hashes. Each occupies one processor, and one processor stays free for other work. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** The maximum length of the queue, which takes about two seconds. */
const WAITING_MAX = 100;

const withinLimit = createConcurrencyLimit(AT_ONCE, WAITING_MAX);

/** The hash to verify against when the account has none, so that the response takes the same time. */
const NOBODY = hash('nobody has this password', PARAMETERS);

/**
 * Returns the argon2id hash of a password in PHC format. Hashes the password as typed, without trimming, normalising or
 * truncating it.
 * @throws AppError THROTTLED when the queue of hashes is full
 */
export function hashPassword(password: string): Promise<string> {
  return withinLimit(() => hash(password, PARAMETERS));
}

const WEAK = {
  common: 'validation.passwordCommon',
  personal: 'validation.passwordPersonal',
} as const;

/** Returns the owner's e-mail, names and phone number, which a password must not consist of. */
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
    weaknessOf(password, about, isCommonPassword) ?? ((await isBreachedPassword(password)) ? 'common' : null);
  if (weakness) throw new AppError('INPUT_INVALID', { fieldErrors: { password: [WEAK[weakness]] } });
  return hashPassword(password);
}

/**
 * Whether the password matches the hash. For null it returns false after the same time.
 * @throws AppError THROTTLED when the queue of hashes is full
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await NOBODY);
  const matches = await withinLimit(() => verify(known, password));
  return passwordHash !== null && matches;
}
