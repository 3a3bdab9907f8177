import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../turns';

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

/**
 * True when the password is the one hashed. With no hash it does the same work and answers false.
 * @throws AppError THROTTLED when too many are waiting
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await NOBODY);
  const matches = await inTurn(() => verify(known, password));
  return passwordHash !== null && matches;
}
