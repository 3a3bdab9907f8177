import { createHmac, createPrivateKey, generateKeyPairSync, sign, timingSafeEqual } from 'node:crypto';
import type { FaultKind } from '../faults';

export const ISSUER = 'https://access.line.me';
/** Seconds for which an id token is valid. */
const LIFE_SECONDS = 3_600;

export interface IdTokenFacts {
  channelId: string;
  channelSecret: string;
  nowMs: number;
  sub: string;
  nonce: string | null;
  authTime: number | null;
  name: string | null;
  picture: string | null;
  email: string | null;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const hs256 = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');

/** Creates a private key that is not in LINE's JWKS, so that its signatures are invalid. */
const newUnknownKey = () =>
  createPrivateKey(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );

function claimsOf(facts: IdTokenFacts, fault: FaultKind | null): Record<string, unknown> {
  const iat = Math.floor(facts.nowMs / 1000) - (fault === 'expired_id_token' ? 2 * LIFE_SECONDS : 0);
  const nonce = fault === 'nonce_mismatch' ? 'nonce-of-someone-else' : facts.nonce;
  return {
    iss: fault === 'wrong_iss' ? 'https://access.line.example' : ISSUER,
    sub: fault === 'sub_changes' ? `U${'f'.repeat(31)}${facts.sub.at(-1)}` : facts.sub,
    aud: fault === 'wrong_aud' ? '1650000001' : facts.channelId,
    exp: iat + LIFE_SECONDS,
    iat,
    ...(facts.authTime === null ? {} : { auth_time: facts.authTime }),
    ...(nonce === null || fault === 'nonce_missing' ? {} : { nonce }),
    amr: ['linesso'],
    ...(facts.name === null ? {} : { name: facts.name }),
    ...(facts.picture === null ? {} : { picture: facts.picture }),
    ...(facts.email === null || fault === 'no_email' ? {} : { email: facts.email }),
  };
}

/** Creates the id token of a web login. @param fault changes the token; null: a valid token */
export function idTokenOf(facts: IdTokenFacts, fault: FaultKind | null): string {
  const claims = encode(claimsOf(facts, fault));
  if (fault === 'alg_none') return `${encode({ typ: 'JWT', alg: 'none' })}.${claims}.`;
  if (fault === 'alg_es256') {
    const text = `${encode({ kid: 'of-nobody', typ: 'JWT', alg: 'ES256' })}.${claims}`;
    const key = { key: newUnknownKey(), dsaEncoding: 'ieee-p1363' as const };
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }
  const text = `${encode({ typ: 'JWT', alg: 'HS256' })}.${claims}`;
  return `${text}.${hs256(text, fault === 'wrong_key' ? 'secret-of-someone-else' : facts.channelSecret)}`;
}

/** Returns the claims of an id token that this channel signed. Returns null for any other token. */
export function readIdToken(token: string, channelSecret: string): Record<string, unknown> | null {
  const [header = '', claims = '', signature = '', rest] = token.split('.');
  if (rest !== undefined) return null;
  const wanted = Buffer.from(hs256(`${header}.${claims}`, channelSecret));
  const given = Buffer.from(signature);
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null;
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>;
}
