import { loginMethodsAnswer } from '@/schemas/answers/log-in';
import { passkeyAnswer, passkeysAnswer } from '@/schemas/answers/passkeys';
import { objectFrom } from './from-schema';

objectFrom('LoginMethods', loginMethodsAnswer, {
  except: ['line', 'lineCanProve', 'passkeyCanProve', 'freshLogIn'],
  fields: (t) => ({ lineLinked: t.boolean({ resolve: ({ line }) => line !== null }) }),
});

export const PasskeyType = objectFrom('Passkey', passkeyAnswer);
objectFrom('Passkeys', passkeysAnswer);
