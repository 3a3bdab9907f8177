import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of no one's password: verifying against it makes an unknown e-mail take as long as a known one. */
const NOBODY = hash('nobody has this password', PARAMETERS);

/** An argon2id hash in PHC format. The password is hashed as typed: no trimming, no normalisation, no truncation. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** True when the password is the one hashed. With no hash it does the same work and answers false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), password);
  return passwordHash !== null && matches;
}
