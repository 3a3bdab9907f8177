import { createHmac, timingSafeEqual } from 'node:crypto';

const HOLDS_SECONDS = 8 * 3_600;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest();

/** Creates a JWT (HS256) that is valid for eight hours. */
export function makeToken(secret: string, nowMs: number): string {
  const from = Math.floor(nowMs / 1000);
  const text = `${part({ typ: 'JWT', alg: 'HS256' })}.${part({ iat: from, exp: from + HOLDS_SECONDS })}`;
  return `${text}.${signature(text, secret).toString('base64url')}`;
}

/** Whether the token has a valid signature and has not expired. */
export function isGood(token: string, secret: string, nowMs: number): boolean {
  const [head = '', claims = '', given = ''] = token.split('.');
  const expected = signature(`${head}.${claims}`, secret);
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return false;
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
  return exp * 1000 > nowMs;
}
