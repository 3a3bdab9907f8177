import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@/domain/errors';
import { weaknessOf } from '@/domain/password';
import { isBreachedPassword } from '../gateways/breached-passwords';
import { createTurns } from '../platform/concurrency-limit';
import { isCommonPassword } from './common-passwords';

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes a processor whole; one is left for everything else. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** Some two seconds' worth of it. */
const WAITING_MAX = 100;

const inTurn = createTurns(AT_ONCE, WAITING_MAX);

/** A hash of no one's password: verifying against it makes an unknown e-mail take as long as a known one. */
const NOBODY = hash('nobody has this password', PARAMETERS);

/**
 * An argon2id hash in PHC format. The password is hashed as typed: no trimming, no normalisation, no truncation.
 * @throws AppError THROTTLED when too many are waiting
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

const WEAK = {
  common: 'validation.passwordCommon',
  personal: 'validation.passwordPersonal',
} as const;

/** Words that describe an account's person. */
export function aboutAccount(account: {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}): string[] {
  return [account.email, account.firstName, account.lastName, account.phone];
}

/**
 * Hashes a password that a person chooses.
 * @param about words that describe the person: e-mail, names, phone.
 * @throws AppError INPUT_INVALID for one that is easy to guess, THROTTLED when too many are waiting
 */
export async function hashNewPassword(password: string, about: string[]): Promise<string> {
  const weakness =
    weaknessOf(password, about, isCommonPassword) ?? ((await isBreachedPassword(password)) ? 'common' : null);
  if (weakness) throw new AppError('INPUT_INVALID', { fieldErrors: { password: [WEAK[weakness]] } });
  return hashPassword(password);
}

/**
 * True when the password is the one hashed. With no hash it does the same work and answers false.
 * @throws AppError THROTTLED when too many are waiting
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await NOBODY);
  const matches = await inTurn(() => verify(known, password));
  return passwordHash !== null && matches;
}
