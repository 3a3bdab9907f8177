import { randomBytes, randomInt } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a user id: `U` and 32 hex digits. */
export const newUserId = () => `U${randomBytes(16).toString('hex')}`;

/** Creates a random token or code. @param bytes random bytes; 32 bytes give 43 characters */
export const newSecret = (bytes = 32) => randomBytes(bytes).toString('base64url');

/** Creates a message id of 18 digits. */
export const newMessageId = () => `5${String(randomInt(1e8, 1e9))}${String(randomInt(1e7, 1e8))}`;

/** Creates a ULID: 10 characters for the time and 16 random characters. @param ms the time in the ULID */
export function newUlid(ms: number): string {
  let time = '';
  for (let rest = ms, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = CROCKFORD[rest % 32] + time;
  return time + Array.from(randomBytes(16), (byte) => CROCKFORD[byte % 32]).join('');
}
