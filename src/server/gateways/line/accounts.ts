import { settings } from '@/settings/settings';
import { log } from '../../platform/log';
import { withEachCredential } from '../credentials';
import { readJson } from '../http';

const TOKEN_TIMEOUT_MS = 10_000;
const FRIENDSHIP_TIMEOUT_MS = 3_000;

/**
 * Exchanges an authorisation code for tokens. Does not retry, because a code works only once.
 * See https://developers.line.biz/en/reference/line-login/#issue-access-token (`POST /oauth2/v2.1/token`).
 * @returns the JSON body of LINE's response
 * @throws Error for a refusal, a time-out, or a response that is not a JSON object
 */
export async function exchangeLineCode(
  asked: { code: string; codeVerifier: string; redirectUri: string },
  timeoutMs = TOKEN_TIMEOUT_MS,
): Promise<object> {
  const { LINE_API_URL, LINE_LOGIN_CHANNEL_ID, LINE_LOGIN_CHANNEL_SECRET } = settings();
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await withEachCredential(LINE_LOGIN_CHANNEL_SECRET, (secret) =>
    fetch(`${LINE_API_URL}/oauth2/v2.1/token`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: asked.code,
        redirect_uri: asked.redirectUri,
        client_id: LINE_LOGIN_CHANNEL_ID,
        client_secret: secret,
        code_verifier: asked.codeVerifier,
      }),
      signal,
      redirect: 'error',
    }),
  );
  const text = await response.text();
  const requestId = response.headers.get('x-line-request-id') ?? undefined;
  log.info('line.code_exchanged', { status: response.status, requestId });
  if (response.status !== 200) throw new Error(`LINE refused the code with ${response.status}`);
  const body = readJson(text);
  if (typeof body !== 'object' || body === null) throw new Error('LINE answered no object');
  return body;
}

/**
 * Whether a user is a friend of the LINE official account (`GET /friendship/v1/status`); null without a valid response.
 * Never throws, because a log-in succeeds without this value.
 */
export async function readLineFriendship(accessToken: string): Promise<boolean | null> {
  try {
    const response = await fetch(`${settings().LINE_API_URL}/friendship/v1/status`, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(FRIENDSHIP_TIMEOUT_MS),
      redirect: 'error',
    });
    const body = (await response.json()) as { friendFlag?: unknown } | null;
    return response.status === 200 && typeof body?.friendFlag === 'boolean' ? body.friendFlag : null;
  } catch {
    return null;
  }
}
