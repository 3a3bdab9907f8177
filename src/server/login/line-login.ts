import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client, OAuth2Tokens } from 'arctic';
import { settings } from '@/settings/settings';
import type { Locale } from '@/domain/locale';
import { normaliseText } from '@/domain/text';
import { emailField } from '@/schemas/fields';
import { exchangeLineCode, readLineFriendship } from '../gateways/line/accounts';
import { verifyLineIdToken } from './line-id-token';

const SCOPES = ['profile', 'openid', 'email'];
const NAME_MAX = 100;

/** The profile of a LINE user. */
export interface LineProfile {
  /** LINE's user id, which is the same in the LINE Login channel and the Messaging API channel. */
  subject: string;
  displayName: string | null;
  /** The unverified e-mail that LINE returned; null when LINE returned no valid e-mail. */
  email: string | null;
  /** Whether the user is a friend of the official account; null when LINE did not return it. */
  friend: boolean | null;
}

/** The secrets of a LINE log-in flow. The callback checks them. */
export interface LineSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

function redirectUri(): string {
  return `${settings().SITE_URL}/api/auth/line/callback`;
}

/**
 * Builds the URL of LINE's consent page with new secrets. Does not use arctic's `Line` class, which has fixed endpoints
 * and supports no nonce, `bot_prompt` or time-out. Only this file imports arctic.
 * @param requested `again`: true makes LINE show its log-in form, for use after LINE's automatic log-in failed
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
 * Exchanges an authorization code for the LINE profile of the user. Does not store the tokens.
 * @throws Error when LINE rejects the code, does not respond in time, or returns an invalid id token
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
  const name = [...normaliseText(claim.replace(/\p{Cc}+/gu, ' '))].slice(0, NAME_MAX).join('');
  return name === '' ? null : name;
}
