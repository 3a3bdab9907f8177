import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client, OAuth2Tokens } from 'arctic';
import { settings } from '@/env';
import type { Locale } from '@/domain/locale';
import { emailField } from '@/schemas/fields';
import { exchangeLineCode, readLineFriendship } from '../gateways/line/accounts';
import { verifyLineIdToken } from './line-id-token';

const SCOPES = ['profile', 'openid', 'email'];
const NAME_MAX = 100;

/** The profile of a LINE user. */
export interface LineProfile {
  /** LINE's id of the user, the same for both of our channels. */
  subject: string;
  displayName: string | null;
  /** Is no proof of the e-mail. */
  email: string | null;
  /** Whether the user is a friend of the official account; null when LINE did not return it. */
  friend: boolean | null;
}

/** The values that must match when the user returns. */
export interface LineSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

function redirectUri(): string {
  return `${settings().SITE_URL}/api/auth/line/callback`;
}

/**
 * Builds the address of LINE's consent page. This is the only file that imports arctic: its `Line` class has fixed
 * endpoints and no nonce, `bot_prompt` or time-out, so the general client creates the PKCE address and reads the
 * tokens.
 * @param again LINE's automatic log-in failed, so LINE has to show its log-in form
 */
export function buildConsentUrl(requested: { locale: Locale; again: boolean }): {
  url: string;
  secrets: LineSecrets;
} {
  const { LINE_ACCESS_URL, LINE_LOGIN_CHANNEL_ID } = settings();
  const secrets = { state: generateState(), nonce: generateState(), codeVerifier: generateCodeVerifier() };
  const client = new OAuth2Client(LINE_LOGIN_CHANNEL_ID, null, redirectUri());
  const url = client.createAuthorizationURLWithPKCE(
    `${LINE_ACCESS_URL}/oauth2/v2.1/authorize`,
    secrets.state,
    CodeChallengeMethod.S256,
    secrets.codeVerifier,
    SCOPES,
  );
  url.searchParams.set('nonce', secrets.nonce);
  url.searchParams.set('bot_prompt', 'normal');
  url.searchParams.set('ui_locales', requested.locale === 'th' ? 'th-TH' : 'en-US');
  if (requested.again) url.searchParams.set('disable_auto_login', 'true');
  return { url: url.href, secrets };
}

/**
 * Exchanges a code for the profile of the user. The tokens are not kept.
 * @throws Error when LINE refuses, cannot be reached in time, or its id token is not for this log-in
 */
export async function readLineProfile(
  now: Date,
  came: { code: string; nonce: string; codeVerifier: string },
  timeoutMs?: number,
): Promise<LineProfile> {
  const { code, codeVerifier, nonce } = came;
  const asked = { code, codeVerifier, redirectUri: redirectUri() };
  const tokens = new OAuth2Tokens(await exchangeLineCode(asked, timeoutMs));
  const { LINE_LOGIN_CHANNEL_ID, LINE_LOGIN_CHANNEL_SECRET } = settings();
  const expected = {
    channelId: LINE_LOGIN_CHANNEL_ID,
    channelSecrets: LINE_LOGIN_CHANNEL_SECRET,
    nonce,
    now,
  };
  const claims = verifyLineIdToken(tokens.idToken(), expected);
  return {
    subject: claims.sub,
    displayName: nameIn(claims.name),
    email: emailField.safeParse(claims.email).data ?? null,
    friend: await readLineFriendship(tokens.accessToken()),
  };
}

function nameIn(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const name = [...claim.replace(/\p{Cc}+/gu, ' ').trim()].slice(0, NAME_MAX).join('');
  return name === '' ? null : name;
}
