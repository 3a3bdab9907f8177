import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
import { settings } from '@/settings/settings';
import { CHALLENGE_MINUTES } from '@/domain/passkey';
import { MINUTE_MS } from '@/domain/duration';
import { log } from '../../platform/log';

/* The ceremonies of WebAuthn Level 3. They know no accounts, sessions or cookies: the caller stores challenges and passkeys, and decides who the user is. Only this file imports SimpleWebAuthn. */

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** A public key with the values that its next use is checked against. */
export interface Credential {
  credentialId: string;
  /** COSE key in base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  /** Whether the authenticator copies the passkey to other devices of its user. */
  synced: boolean;
}

type Known = Pick<Credential, 'credentialId' | 'transports'>;

/** ES256, EdDSA and RS256: the algorithms of all common authenticators. */
const ALGORITHMS = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];
const TIMEOUT_MS = CHALLENGE_MINUTES * MINUTE_MS;

/** Returns the site for which passkeys are valid: its host name, and the origin that a browser must report. */
function relyingParty(site: string = settings().SITE_URL): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(site);
  return { rpID: hostname, origin };
}

/**
 * Returns the options with which a browser creates a passkey.
 * @param user `handle`: the random id under which authenticators store the passkeys; `name`: the text that they show
 * @param held the user's passkeys. Their authenticators create no second one
 * @param site the base URL for which the passkey is valid; default: SITE_URL
 */
export function creationOptions(
  user: { handle: string; name: string; displayName: string },
  held: readonly Known[],
  site?: string,
): Promise<CreationOptions> {
  return generateRegistrationOptions({
    rpName: 'ira',
    rpID: relyingParty(site).rpID,
    userID: isoBase64URL.toBuffer(user.handle),
    userName: user.name,
    userDisplayName: user.displayName,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: held.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/**
 * Returns the options with which a browser signs a challenge.
 * @param allowed the passkeys that may sign; empty to let the user choose any passkey of the site
 */
export function requestOptions(allowed: readonly Known[], site?: string): Promise<RequestOptions> {
  return generateAuthenticationOptions({
    rpID: relyingParty(site).rpID,
    allowCredentials: allowed.map(toDescriptor),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  });
}

const toDescriptor = ({ credentialId, transports }: Known) => ({ id: credentialId, transports });

/** Returns the challenge that a response answers; null for a malformed response. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | null {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Verifies the response of a browser that created a passkey.
 * @returns the credential to store; null for an invalid response
 */
export async function verifyCreation(
  response: RegistrationResponseJSON,
  challenge: string,
  site?: string,
): Promise<Credential | null> {
  try {
    requireOwnPage(response.response.clientDataJSON);
    requireNoCertificate(response.response.attestationObject);
    const { rpID, origin } = relyingParty(site);
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: isoBase64URL.fromBuffer(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
    };
  } catch (error) {
    log.info('webauthn.creation_refused', { error });
    return null;
  }
}

/**
 * Verifies the signature of a passkey. Does not compare the counter: the caller compares it under a lock.
 * @returns the counter and the state that the authenticator sent; null for an invalid response
 */
export async function verifyAssertion(
  response: AuthenticationResponseJSON,
  challenge: string,
  { credentialId, publicKey }: Pick<Credential, 'credentialId' | 'publicKey'>,
  site?: string,
): Promise<Pick<Credential, 'counter' | 'synced'> | null> {
  try {
    requireOwnPage(response.response.clientDataJSON);
    const { rpID, origin } = relyingParty(site);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      // With a higher counter, the library would refuse before it has verified the signature.
      credential: { id: credentialId, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
  } catch (error) {
    log.info('webauthn.assertion_refused', { error });
    return null;
  }
}

/** Throws for a ceremony in a frame of another site. The library accepts it when the browser omits the outer site. */
function requireOwnPage(clientDataJSON: string): void {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true)
    throw new Error('another site framed the page');
}

/**
 * Throws for an attestation with a certificate. The options request none, and the library would fetch URLs that the
 * certificate contains.
 */
function requireNoCertificate(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  const isOwnSignature = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isOwnSignature) throw new Error('the attestation has a certificate');
}
