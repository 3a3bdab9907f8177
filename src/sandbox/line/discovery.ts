import { generateKeyPairSync } from 'node:crypto';
import type { Answer } from '../provider';
import { ISSUER } from './id-token';
import type { Platform } from './platform';

/** The path of the OpenID configuration (OpenID Connect Discovery 1.0, section 4). */
export const DISCOVERY_PATH = '/.well-known/openid-configuration';

/**
 * Handles `GET /.well-known/openid-configuration`. The issuer is LINE's, as in the id tokens. The endpoints are
 * those of the sandbox.
 */
export function answerDiscovery({ base }: Platform): Answer {
  const endpoint = (path: string) => `${base}/api/oauth2/v2.1/${path}`;
  return {
    status: 200,
    body: {
      issuer: ISSUER,
      authorization_endpoint: `${base}/access/oauth2/v2.1/authorize`,
      token_endpoint: endpoint('token'),
      revocation_endpoint: endpoint('revoke'),
      userinfo_endpoint: endpoint('userinfo'),
      jwks_uri: endpoint('certs'),
      scopes_supported: ['openid', 'profile', 'email'],
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    },
  };
}

let certificate: object | undefined;

/**
 * Handles `GET /oauth2/v2.1/certs`: the key with which LINE signs the id tokens of apps. The id tokens of web
 * logins are signed with the channel secret instead, so no token of the sandbox has this key.
 */
export function answerCerts(): Answer {
  certificate ??= {
    ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
    kid: 'sandbox',
    use: 'sig',
    alg: 'ES256',
  };
  return { status: 200, body: { keys: [certificate] } };
}
