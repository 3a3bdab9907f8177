import type { RouterOutputs } from '@/trpc/outputs';

/** Few visits use a passkey, so that the package is not part of any first load. */
const load = () => import('@simplewebauthn/browser');

type CreationOptions = RouterOutputs['passkeys']['requestNew'];
type RequestOptions = RouterOutputs['passkeys']['requestLogIn'];

/**
 * The reason why a device created no passkey. `already`: it has one for this account. `unable`: it has no screen lock or stores
 * no passkeys. `stopped`: the user or the device stopped, or the time was over.
 */
export type CreationEnd = 'already' | 'unable' | 'stopped';

const ENDS: Record<string, CreationEnd | undefined> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'already',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'unable',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'unable',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'unable',
};

/** Creates a passkey on the user's device. @returns the response for the server, or why there is none */
export async function createPasskey(optionsJSON: CreationOptions) {
  const { startRegistration, WebAuthnError } = await load();
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    return (error instanceof WebAuthnError && ENDS[error.code]) || 'stopped';
  }
}

/** Signs with a passkey that the user chooses in a dialog. @returns null if the user or the device stopped */
export async function signWithPasskey(optionsJSON: RequestOptions) {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON }).catch(() => null);
}

/**
 * Offers passkeys among the suggestions of the e-mail field. A new offer or a dialog ends it.
 * @param request requests the options, only if the browser can make the offer
 * @returns the response once the user chose a passkey; null if the offer ended
 */
export async function offerPasskeys(request: () => Promise<RequestOptions>) {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await load();
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  const optionsJSON = await request();
  return startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => null);
}

/** Ends an offer that the user has not answered. */
export async function endOffer(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}
