import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@/domain/errors';

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes a processor whole; one is left for everything else. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** Some two seconds' worth; whoever comes then is sent away before anything is hashed. */
const WAITING_MAX = 100;

let hashing = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing < AT_ONCE) hashing += 1;
  else if (waiting.length >= WAITING_MAX) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else hashing -= 1;
  }
}

/** A hash of no one's password: verifying against it makes an unknown e-mail take as long as a known one. */
const NOBODY = hash('nobody has this password', PARAMETERS);

/**
 * An argon2id hash in PHC format. The password is hashed as typed: no trimming, no normalisation, no truncation.
 * @throws AppError UNAVAILABLE when too many are waiting
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/**
 * True when the password is the one hashed. With no hash it does the same work and answers false.
 * @throws AppError UNAVAILABLE when too many are waiting
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await NOBODY);
  const matches = await inTurn(() => verify(known, password));
  return passwordHash !== null && matches;
}
