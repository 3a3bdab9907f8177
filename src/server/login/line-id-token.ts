import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const ISSUER = 'https://access.line.me';
const SKEW_SECONDS = 60;

/**
 * The claims in LINE's id token for a web log-in (https://developers.line.biz/en/docs/line-login/verify-id-token/).
 * Ignores unknown claims, because LINE may add claims at any time.
 */
const claimsShape = z.object({
  iss: z.string(),
  sub: z.string().regex(/^\S{1,255}$/),
  aud: z.string(),
  exp: z.number(),
  iat: z.number().optional(),
  nonce: z.string(),
  name: z.unknown().optional(),
  email: z.unknown().optional(),
});

export type LineClaims = z.output<typeof claimsShape>;

/** The values that an id token must match. */
export interface Expected {
  channelId: string;
  /** The channel's present and earlier secrets. The token must be signed with any of these secrets. */
  channelSecrets: readonly string[];
  nonce: string;
  now: Date;
}

/**
 * Verifies an id token and returns its claims. Checks the HS256 signature, issuer, channel, nonce and expiry. LINE's
 * clock may differ by 60 seconds.
 * @throws Error for an invalid token
 */
export function verifyLineIdToken(token: string, expected: Expected): LineClaims {
  const parts = token.split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3) throw new Error('an id token has three parts');
  const { alg } = z.object({ alg: z.string() }).parse(readPart(header));
  if (alg !== 'HS256') throw new Error('the id token is not signed with HS256');
  const given = Buffer.from(signature, 'base64url');
  const isSignedWith = (secret: string) => {
    const wanted = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  if (!expected.channelSecrets.some(isSignedWith)) throw new Error('the id token is not signed by LINE');
  const claims = claimsShape.parse(readPart(payload));
  const seconds = expected.now.getTime() / 1000;
  if (claims.iss !== ISSUER) throw new Error('the id token has another issuer');
  if (claims.aud !== expected.channelId) throw new Error('the id token is for another channel');
  if (claims.nonce !== expected.nonce) throw new Error('the id token has another nonce');
  if (claims.exp + SKEW_SECONDS <= seconds) throw new Error('the id token is over');
  if ((claims.iat ?? 0) - SKEW_SECONDS > seconds) throw new Error('the id token is from the future');
  return claims;
}

function readPart(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}
