import { z } from 'zod';
import { moment } from './parts';

export const passkeyAnswer = z
  .strictObject({
    passkeyId: z.string(),
    name: z.string(),
    synced: z
      .boolean()
      .describe('Whether the authenticator copies the passkey to other devices of its user.'),
    createdAt: moment,
    lastUsedAt: moment.nullable().describe('Null if the passkey was never used.'),
  })
  .meta({ id: 'Passkey' });

export const passkeysAnswer = z.strictObject({
  passkeys: z.array(passkeyAnswer),
  max: z.int().describe('The largest number of passkeys of an account.'),
});
