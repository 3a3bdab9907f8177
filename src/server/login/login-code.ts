import { createHmac, hkdfSync } from 'node:crypto';
import { secretsFor } from '../platform/app-secret';
import { isOneOf } from '../platform/equal-secrets';

const CODES = 1_000_000;

interface CodedLink {
  tokenHash: string;
  codeHash: string | null;
}

/**
 * Returns an HMAC with a key that is derived from the application secret. Without this secret, a reader of the database
 * cannot find the six digits by trying all codes.
 */
function hmacOf(appSecret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', 'login code', 32));
  return createHmac('sha256', key).update(text).digest();
}

function digitsOf(appSecret: string, secret: string): string {
  const number = hmacOf(appSecret, `digits ${secret}`).readUIntBE(0, 6) % CODES;
  return String(number).padStart(6, '0');
}

const hashOf = (appSecret: string, tokenHash: string, code: string) =>
  hmacOf(appSecret, `check ${tokenHash} ${code}`).toString('hex');

/** Returns the six-digit code of a new log-in link, and the value to store: an HMAC of link and code, in hex. */
export function newLoginCode(secret: string, tokenHash: string): { code: string; codeHash: string } {
  const [appSecret] = secretsFor('login code');
  const code = digitsOf(appSecret, secret);
  return { code, codeHash: hashOf(appSecret, tokenHash, code) };
}

/** Returns the six-digit code of a log-in link. Computes the code from the link's secret; the code is not stored. */
export function loginCodeOf(secret: string, link: CodedLink): string {
  const codes = secretsFor('login code').map((appSecret) => digitsOf(appSecret, secret));
  return codes.find((code) => isLoginCode(link, code)) ?? codes[0] ?? '';
}

/** Whether the code belongs to the log-in link. */
export function isLoginCode({ tokenHash, codeHash }: CodedLink, code: string): boolean {
  return isOneOf(
    secretsFor('login code').map((appSecret) => hashOf(appSecret, tokenHash, code)),
    codeHash ?? '',
  );
}
