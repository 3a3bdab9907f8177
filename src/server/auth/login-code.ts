import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { settings } from '@/env';

const CODES = 1_000_000;

/** Of its own key, so that nobody who reads the tables can find the six digits by trying them all. */
function keyed(text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', settings().APP_SECRET, '', 'login code', 32));
  return createHmac('sha256', key).update(text).digest();
}

/** The six digits that come with a link: whoever has its secret can be shown them again, and they are stored nowhere. */
export function loginCodeOf(secret: string): string {
  const number = keyed(`digits ${secret}`).readUIntBE(0, 6) % CODES;
  return String(number).padStart(6, '0');
}

/** What is stored in place of a code: bound to its link, in hex. */
export function hashLoginCode(tokenHash: string, code: string): string {
  return keyed(`check ${tokenHash} ${code}`).toString('hex');
}

/** Whether these are the digits of that link. */
export function isLoginCode(link: { tokenHash: string; codeHash: string | null }, code: string): boolean {
  const expected = Buffer.from(link.codeHash ?? '', 'hex');
  const given = Buffer.from(hashLoginCode(link.tokenHash, code), 'hex');
  return expected.length === given.length && timingSafeEqual(expected, given);
}
