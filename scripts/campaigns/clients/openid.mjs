// An OpenID client: discovery, PKCE, state, nonce, id token and refresh against the sandbox's LINE Login.
import * as oidc from 'openid-client';
import { checkEqual, checkTrue, place } from './place.mjs';

const { channelId, loginSecret } = place.line;
const ISSUER = 'https://access.line.me';
/** Sends the requests for LINE to the sandbox; its endpoints are there already. */
const toSandbox = (url, options) => fetch(String(url).replace(ISSUER, place.sandbox), options);

const metadata = { client_secret: loginSecret, id_token_signed_response_alg: 'HS256' };
const config = await oidc.discovery(
  new URL(ISSUER),
  channelId,
  metadata,
  oidc.ClientSecretPost(loginSecret),
  {
    [oidc.customFetch]: toSandbox,
    execute: [oidc.allowInsecureRequests],
  },
);
const server = config.serverMetadata();
checkEqual('the issuer', server.issuer, ISSUER);
checkTrue('PKCE with S256', server.supportsPKCE());

const certs = await (await fetch(server.jwks_uri)).json();
checkEqual(
  'the keys',
  certs.keys.map(({ kty, alg }) => [kty, alg]),
  [['EC', 'ES256']],
);

const redirectUri = `${place.site}/api/auth/line/callback`;
async function authorize(action) {
  const control = await fetch(`${place.sandbox}/_control/line/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person: 'mali', action }),
  });
  checkTrue('the consent is prepared', control.ok);
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const answer = await fetch(url, { redirect: 'manual' });
  return { back: new URL(answer.headers.get('location')), verifier, state, nonce };
}

const { back, verifier, state, nonce } = await authorize('allow');
checkTrue('the callback', back.href.startsWith(redirectUri));
const checks = {
  pkceCodeVerifier: verifier,
  expectedState: state,
  expectedNonce: nonce,
  idTokenExpected: true,
};
const tokens = await oidc.authorizationCodeGrant(config, back, checks);
const claims = tokens.claims();
checkEqual('the audience', claims.aud, channelId);
checkEqual('the name', claims.name, 'Mali');
checkTrue('an e-mail', claims.email.includes('@'));
checkEqual('the type of the token', tokens.token_type.toLowerCase(), 'bearer');

const user = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
checkEqual('the user info', user.sub, claims.sub);
const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token);
checkTrue('a new access token', renewed.access_token !== tokens.access_token);
// LINE's revocation takes `access_token`, not the `token` of RFC 7009.
const form = { client_id: channelId, client_secret: loginSecret, access_token: renewed.access_token };
const revoked = await fetch(server.revocation_endpoint, { method: 'POST', body: new URLSearchParams(form) });
checkEqual('the revocation', revoked.status, 200);
const ended = await oidc.fetchUserInfo(config, renewed.access_token, claims.sub).catch((error) => error);
checkTrue('a revoked token is refused', ended instanceof Error);

const failing = async (title, change) => {
  const next = await authorize('allow');
  const wrong = {
    pkceCodeVerifier: next.verifier,
    expectedState: next.state,
    expectedNonce: next.nonce,
    ...change,
  };
  const failed = await oidc.authorizationCodeGrant(config, next.back, wrong).catch((error) => error);
  checkTrue(title, failed instanceof Error);
};
await failing('a wrong state', { expectedState: 'other' });
await failing('a wrong nonce', { expectedNonce: 'other' });
await failing('a wrong code verifier', { pkceCodeVerifier: oidc.randomPKCECodeVerifier() });
const denied = await authorize('cancel');
checkEqual('a refused consent', denied.back.searchParams.get('error'), 'ACCESS_DENIED');
