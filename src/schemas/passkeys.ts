import './messages';
import { z } from 'zod';
import { PASSKEY_NAME_MAX } from '@/domain/passkey';
import { idField, knownPasswordField, name, optional, textField } from './fields';

/** Binary data of WebAuthn in base64url. A response with an attestation has about 1 kB. */
const binary = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'validation.invalidInput')
    .max(max);

const credential = {
  id: binary(1400),
  rawId: binary(1400),
  type: z.literal('public-key'),
  // Results of extensions are ignored: the options request none.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** The response of a browser that created a passkey (WebAuthn `RegistrationResponseJSON`). Other fields are ignored. */
const creationField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(4000),
    attestationObject: binary(8000),
    transports: optional(z.array(textField.max(40)).max(10)),
  }),
});

/** The response of a browser that signed with a passkey (WebAuthn `AuthenticationResponseJSON`). */
const assertionField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(4000),
    authenticatorData: binary(4000),
    signature: binary(4000),
    userHandle: optional(binary(100)),
  }),
});

export const assertionInput = z.strictObject({ response: assertionField });
export type AssertionInput = z.output<typeof assertionInput>;

/** The name by which the subscriber recognises a passkey. */
const passkeyNameField = name(PASSKEY_NAME_MAX);

export const addPasskeyInput = z.strictObject({ response: creationField, name: passkeyNameField });
export type AddPasskeyInput = z.output<typeof addPasskeyInput>;

export const passkeyNameInput = z.strictObject({ name: passkeyNameField });
export const renamePasskeyInput = z.strictObject({ passkeyId: idField, name: passkeyNameField });
export const removePasskeyInput = z.strictObject({
  passkeyId: idField,
  password: optional(knownPasswordField),
});
