import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client, OAuth2Tokens } from 'arctic';
import { settings } from '@/env';
import type { Locale } from '@/domain/locale';
import { emailField } from '@/schemas/fields';
import { exchangeLineCode, readLineFriendship } from '../gateways/line/accounts';
import { verifyLineIdToken } from './line-id-token';

const SCOPES = ['profile', 'openid', 'email'];
const NAME_MAX = 100;

/** Somebody as LINE knows them. */
export interface LineProfile {
  /** LINE's id of the person, the same for both of our channels. */
  subject: string;
  displayName: string | null;
  /** Proves nothing to us. */
  email: string | null;
  /** Whether our official account is a friend; null when LINE did not say. */
  friend: boolean | null;
}

/** What has to be known again when the person comes back. */
export interface LineSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

function redirectUri(): string {
  return `${settings().SITE_URL}/api/auth/line/callback`;
}

/**
 * The only file that imports arctic. LINE's own class there has both hosts built in and knows no nonce, no
 * `bot_prompt` and no time-out; the general client has what can be shared: the address with PKCE, and the tokens.
 * @param again LINE's app tried to log in by itself and failed: ask the person instead.
 * @returns the address of the consent page.
 */
export function askLine(wish: { locale: Locale; again: boolean }): { url: string; secrets: LineSecrets } {
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
  url.searchParams.set('ui_locales', wish.locale === 'th' ? 'th-TH' : 'en-US');
  if (wish.again) url.searchParams.set('disable_auto_login', 'true');
  return { url: url.href, secrets };
}

/**
 * Who came back with a code. The tokens are used here and dropped.
 * @throws Error when LINE refuses, can't be reached in time, or its id token is not for this log-in
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
