import { randomBytes } from 'node:crypto';
import type { FaultKind } from '../faults';
import { newSecret } from './ids';
import type { Platform } from './platform';
import type { ConsentAction, PersonRecord } from './records';

/** The query parameters of the authorisation page. */
export interface AuthorizeRequest {
  redirectUri: string;
  state: string;
  scope: string[];
  nonce: string | null;
  challenge: string | null;
  botPrompt: boolean;
  prompt: string | null;
  autoLogin: boolean;
  wantsAuthTime: boolean;
}

/**
 * The result of reading the query. `stranger`: the app is unknown, so there is no redirect. `refused`:
 * redirects with an error.
 */
export type Asked =
  | { kind: 'good'; request: AuthorizeRequest }
  | { kind: 'stranger'; reason: string }
  | { kind: 'refused'; location: string };

const SCOPES = ['profile', 'openid', 'email'];
const FRIENDSHIP_CHANGED = 'friendship_status_changed';

/** Returns the callback URL with added parameters. Keeps the query that the URL already has. */
function callback(redirectUri: string, params: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

/** Whether the redirect URI is the registered callback URL. The queries may differ. */
function isRegistered(redirectUri: string, callbackUrl: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const given = new URL(redirectUri);
  const known = new URL(callbackUrl);
  const isPlain = given.username === '' && given.password === '' && given.hash === '';
  return isPlain && given.origin === known.origin && given.pathname === known.pathname;
}

function problemOf(query: URLSearchParams): [error: string, description: string] | null {
  const scope = (query.get('scope') ?? '').split(' ').filter(Boolean);
  const challenge = query.get('code_challenge');
  if (query.get('response_type') !== 'code')
    return ['UNSUPPORTED_RESPONSE_TYPE', 'response_type must be code'];
  if (!query.get('state')) return ['INVALID_REQUEST', 'state is missing'];
  if (scope.length === 0) return ['INVALID_SCOPE', 'scope is missing'];
  if (scope.some((one) => !SCOPES.includes(one))) return ['INVALID_SCOPE', 'scope is not known'];
  if (scope.includes('email') && !scope.includes('openid')) return ['INVALID_SCOPE', 'email needs openid'];
  if (challenge !== null && !/^[\w-]{43}$/.test(challenge)) {
    return ['INVALID_REQUEST', 'code_challenge must be 43 letters of base64url'];
  }
  if (
    (challenge !== null || query.has('code_challenge_method')) &&
    query.get('code_challenge_method') !== 'S256'
  ) {
    return ['INVALID_REQUEST', 'code_challenge_method must be S256'];
  }
  return null;
}

/** Reads and validates the query of the authorisation page, as LINE does. */
export function readAuthorize(line: Platform, query: URLSearchParams): Asked {
  const { loginChannelId, callbackUrl } = line.settings;
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== loginChannelId) {
    return { kind: 'stranger', reason: 'Invalid client_id value' };
  }
  if (!isRegistered(redirectUri, callbackUrl)) {
    return {
      kind: 'stranger',
      reason: `Invalid redirect_uri value. Check if it is registered in a LINE developers site: ${callbackUrl}`,
    };
  }
  const problem = problemOf(query);
  if (problem !== null) {
    const [error, description] = problem;
    const state = query.get('state');
    const params = { error, error_description: description, ...(state ? { state } : {}) };
    return { kind: 'refused', location: callback(redirectUri, params) };
  }
  return {
    kind: 'good',
    request: {
      redirectUri,
      state: query.get('state') ?? '',
      scope: (query.get('scope') ?? '').split(' ').filter(Boolean),
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      botPrompt: query.has('bot_prompt'),
      prompt: query.get('prompt'),
      autoLogin: query.get('disable_auto_login') !== 'true',
      wantsAuthTime: query.has('max_age'),
    },
  };
}

const ERRORS: Partial<Record<ConsentAction, [error: string, description: string]>> = {
  cancel: ['ACCESS_DENIED', 'The resource owner denied the request.'],
  server_error: ['SERVER_ERROR', 'The authorization server encountered an unexpected condition.'],
  login_required: ['LOGIN_REQUIRED', 'The user is not logged in.'],
};

function refusalParams(
  action: ConsentAction,
  state: string,
  fault: FaultKind | null,
): Record<string, string> | null {
  const entry = ERRORS[action];
  if (entry === undefined) return null;
  const [error, description] = entry;
  return {
    error: fault === 'callback_lowercase_error' ? error.toLowerCase() : error,
    error_description: description,
    ...(fault === 'error_without_state' ? {} : { state }),
  };
}

/** Issues an authorisation code for the user. */
function issueCode(line: Platform, request: AuthorizeRequest, person: PersonRecord): string {
  const id = newSecret(15);
  line.codes.put({
    id,
    personId: person.id,
    redirectUri: request.redirectUri,
    challenge: request.challenge,
    nonce: request.nonce,
    scope: request.scope,
    wantsAuthTime: request.wantsAuthTime,
    createdAt: line.clock.ms(),
  });
  return id;
}

/**
 * Returns the URL to which the browser is redirected after the user's decision.
 * @param fault the content fault of the redirect, or null
 * @param becameFriend whether the user has just added the official account
 */
export function wayBack(
  line: Platform,
  request: AuthorizeRequest,
  answer: { person: PersonRecord; action: ConsentAction; becameFriend: boolean },
  fault: FaultKind | null,
): string {
  const { person, action, becameFriend } = answer;
  const extra: Record<string, string> =
    fault === 'extra_query_params' ? { liffClientId: '1650000000-abcdefgh', unheard_of: 'surprise' } : {};
  const refused = refusalParams(action, request.state, fault);
  if (refused !== null) return callback(request.redirectUri, { ...refused, ...extra });
  if (action === 'auto_login_failure') {
    // Simulates another browser's redirect: both state and code are unknown to the app.
    const foreign = { code: newSecret(15), state: randomBytes(16).toString('hex') };
    return callback(request.redirectUri, { ...foreign, ...extra });
  }
  return callback(request.redirectUri, {
    code: issueCode(line, request, person),
    state: request.state,
    ...(request.botPrompt ? { [FRIENDSHIP_CHANGED]: String(becameFriend) } : {}),
    ...extra,
  });
}
