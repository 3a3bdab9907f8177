import { createHash } from 'node:crypto';
import type { FaultKind } from '../faults';
import type { Answer } from '../provider';
import { ISSUER, idTokenOf, readIdToken } from './id-token';
import { newSecret } from './ids';
import { pictureOf, type Platform } from './platform';
import type { CodeRecord, PersonRecord, TokenRecord } from './records';
import { apiRefusal, loginRefusal } from './refusal';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CODE_LIFE_MS = 10 * MINUTE_MS;
const ACCESS_LIFE_MS = 30 * DAY_MS;
const REFRESH_LIFE_MS = 90 * DAY_MS;

type Form = Record<string, string>;

/** Checks the id and the secret of the login channel. @throws LineRefusal 401 `invalid_client` */
function checkClient(line: Platform, form: Form): void {
  const { loginChannelId, loginChannelSecret } = line.settings;
  if (form.client_id !== loginChannelId) throw loginRefusal(401, 'invalid_client', 'invalid client_id');
  if (form.client_secret !== loginChannelSecret) {
    throw loginRefusal(401, 'invalid_client', 'invalid client_secret');
  }
}

/** Returns and deletes the authorisation code of a call. The code is used up even if the call is then refused. */
function takeCode(line: Platform, form: Form): CodeRecord {
  const code = line.codes.get(form.code ?? '');
  if (code === undefined) throw loginRefusal(400, 'invalid_grant', 'invalid authorization code');
  line.codes.remove(code.id);
  if (line.clock.ms() - code.createdAt > CODE_LIFE_MS) {
    throw loginRefusal(400, 'invalid_grant', 'authorization code expired');
  }
  if (form.redirect_uri !== code.redirectUri) {
    throw loginRefusal(400, 'invalid_grant', 'redirect_uri does not match');
  }
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url');
  if (code.challenge !== null && challenge !== code.challenge) {
    throw loginRefusal(400, 'invalid_grant', 'invalid code_verifier');
  }
  return code;
}

/** Returns the granted scope as in LINE's responses, which leave out `email`. */
const shownScope = (scope: string[]) => scope.filter((one) => one !== 'email').join(' ');

function issue(line: Platform, personId: string, scope: string[]): TokenRecord {
  const token: TokenRecord = {
    id: newSecret(48),
    refreshToken: newSecret(15),
    personId,
    scope,
    createdAt: line.clock.ms(),
    revoked: false,
    refreshUntil: line.clock.ms() + REFRESH_LIFE_MS,
  };
  line.tokens.put(token);
  return token;
}

const wireOf = (token: TokenRecord) => ({
  access_token: token.id,
  expires_in: ACCESS_LIFE_MS / 1000,
  refresh_token: token.refreshToken,
  scope: shownScope(token.scope),
  token_type: 'Bearer',
});

function idToken(line: Platform, code: CodeRecord, person: PersonRecord, fault: FaultKind | null): string {
  const showsProfile = code.scope.includes('profile');
  return idTokenOf(
    {
      channelId: line.settings.loginChannelId,
      channelSecret: line.settings.loginChannelSecret,
      nowMs: line.clock.ms(),
      sub: person.id,
      nonce: code.nonce,
      authTime: code.wantsAuthTime ? Math.floor(code.createdAt / 1000) : null,
      name: showsProfile ? person.name : null,
      picture: showsProfile ? pictureOf(line, person) : null,
      email: code.scope.includes('email') ? person.email : null,
    },
    fault,
  );
}

function exchange(line: Platform, form: Form, fault: FaultKind | null): Answer {
  for (const name of ['code', 'redirect_uri']) {
    if (!form[name]) throw loginRefusal(400, 'invalid_request', `${name} is missing`);
  }
  const code = takeCode(line, form);
  const person = line.people.get(code.personId);
  if (person === undefined) throw loginRefusal(400, 'invalid_grant', 'invalid authorization code');
  const token = wireOf(issue(line, person.id, code.scope));
  const hasIdToken = code.scope.includes('openid') && fault !== 'no_id_token';
  return {
    status: 200,
    body: hasIdToken ? { ...token, id_token: idToken(line, code, person, fault) } : token,
  };
}

function refresh(line: Platform, form: Form): Answer {
  const old = [...line.tokens.values()].find((one) => one.refreshToken === form.refresh_token);
  if (old === undefined || old.revoked || line.clock.ms() > old.refreshUntil) {
    throw loginRefusal(400, 'invalid_grant', 'invalid refresh token');
  }
  // Replaces only the access token. The refresh token stays valid.
  line.tokens.remove(old.id);
  const token = { ...old, id: newSecret(48), createdAt: line.clock.ms() };
  line.tokens.put(token);
  return { status: 200, body: wireOf(token) };
}

/** Handles `POST /oauth2/v2.1/token`. @throws LineRefusal */
export function answerToken(line: Platform, form: Form, fault: FaultKind | null): Answer {
  if (!form.grant_type) throw loginRefusal(400, 'invalid_request', 'grant_type is missing');
  checkClient(line, form);
  if (form.grant_type === 'authorization_code') return exchange(line, form, fault);
  if (form.grant_type === 'refresh_token') return refresh(line, form);
  throw loginRefusal(400, 'unsupported_grant_type', 'grant_type is not supported');
}

const leftOf = (line: Platform, token: TokenRecord) => token.createdAt + ACCESS_LIFE_MS - line.clock.ms();

function goodToken(line: Platform, id: string | null | undefined): TokenRecord | null {
  const token = line.tokens.get(id ?? '');
  return token === undefined || token.revoked || leftOf(line, token) <= 0 ? null : token;
}

/** Handles `GET /oauth2/v2.1/verify?access_token=`. @throws LineRefusal */
export function verifyAccessToken(line: Platform, id: string | null): Answer {
  const token = goodToken(line, id);
  if (token === null) throw loginRefusal(400, 'invalid_request', 'access token expired');
  return {
    status: 200,
    body: {
      scope: shownScope(token.scope),
      client_id: line.settings.loginChannelId,
      expires_in: Math.floor(leftOf(line, token) / 1000),
    },
  };
}

/** Handles `POST /oauth2/v2.1/verify`. Returns the claims of an id token of this channel. @throws LineRefusal */
export function verifyIdToken(line: Platform, form: Form): Answer {
  const claims = readIdToken(form.id_token ?? '', line.settings.loginChannelSecret);
  const refuse = (description: string) => loginRefusal(400, 'invalid_request', description);
  if (claims === null) throw refuse('Invalid IdToken.');
  if (claims.iss !== ISSUER) throw refuse('Invalid IdToken Issuer.');
  if (form.client_id !== line.settings.loginChannelId || claims.aud !== form.client_id) {
    throw refuse('Invalid IdToken Audience.');
  }
  if (Number(claims.exp) * 1000 <= line.clock.ms()) throw refuse('IdToken expired.');
  if (form.nonce !== undefined && claims.nonce !== form.nonce) throw refuse('Invalid IdToken Nonce.');
  if (form.user_id !== undefined && claims.sub !== form.user_id) {
    throw refuse('Invalid IdToken Subject Identifier.');
  }
  return { status: 200, body: claims };
}

/** Handles `POST /oauth2/v2.1/revoke`. Returns 200 without a body, also for an unknown token. @throws LineRefusal */
export function revokeToken(line: Platform, form: Form): Answer {
  checkClient(line, form);
  if (!form.access_token) throw loginRefusal(400, 'invalid_request', 'access_token is missing');
  const token = line.tokens.get(form.access_token);
  if (token !== undefined) line.tokens.put({ ...token, revoked: true });
  return { status: 200, body: '' };
}

/** Returns the user of an access token. @throws LineRefusal 401, or 403 if the token does not have the scope */
function personOfToken(line: Platform, bearer: string | null, scope: string): PersonRecord {
  const token = goodToken(line, bearer);
  const person = line.people.get(token?.personId ?? '');
  if (token === null || person === undefined) throw apiRefusal(401, 'invalid token');
  if (!token.scope.includes(scope)) throw apiRefusal(403, `The ${scope} scope is required`);
  return person;
}

/** Handles `GET /v2/profile`. @throws LineRefusal */
export function answerProfile(line: Platform, bearer: string | null): Answer {
  const person = personOfToken(line, bearer, 'profile');
  const pictureUrl = pictureOf(line, person);
  const picture = pictureUrl === null ? {} : { pictureUrl };
  return { status: 200, body: { userId: person.id, displayName: person.name, ...picture } };
}

/** Handles `GET /friendship/v1/status`. Returns false if the user has blocked the account. @throws LineRefusal */
export function answerFriendship(line: Platform, bearer: string | null): Answer {
  const person = personOfToken(line, bearer, 'profile');
  return { status: 200, body: { friendFlag: person.friendship === 'friend' } };
}

/** Handles `GET /oauth2/v2.1/userinfo`. @throws LineRefusal */
export function answerUserinfo(line: Platform, bearer: string | null): Answer {
  const person = personOfToken(line, bearer, 'openid');
  const picture = pictureOf(line, person);
  const showsProfile = goodToken(line, bearer)?.scope.includes('profile') === true;
  const shown = { name: person.name, ...(picture === null ? {} : { picture }) };
  return { status: 200, body: { sub: person.id, ...(showsProfile ? shown : {}) } };
}
