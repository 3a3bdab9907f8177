import { loginMethodsAnswer } from '@/schemas/answers/log-in';
import { passkeyAnswer, passkeysAnswer } from '@/schemas/answers/passkeys';
import { builder, withoutNulls } from './builder';
import { objectFrom } from './from-schema';

const LoginMethodsType = objectFrom('LoginMethods', loginMethodsAnswer, {
  except: ['line', 'lineCanProve', 'passkeyCanProve', 'freshLogIn'],
  fields: (t) => ({ lineLinked: t.boolean({ resolve: ({ line }) => line !== null }) }),
});

export const PasskeyType = objectFrom('Passkey', passkeyAnswer);
const PasskeysType = objectFrom('Passkeys', passkeysAnswer);

builder.mutationFields((t) => ({
  unlinkLine: t.field({
    nullable: true,
    type: LoginMethodsType,
    description:
      'Takes LINE off the account, as long as another way in remains. Calling it again changes nothing.',
    args: { password: t.arg.string() },
    resolve: (_root, args, { api }) => api.account.unlinkLine(withoutNulls(args)),
  }),
  renamePasskey: t.field({
    nullable: true,
    type: PasskeysType,
    description: 'Gives a passkey another name.',
    args: { passkeyId: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
    resolve: (_root, args, { api }) => api.passkeys.rename(args),
  }),
  removePasskey: t.field({
    nullable: true,
    type: PasskeysType,
    description:
      'Removes a passkey, as long as another way in remains. Ends the other sessions that it started.',
    args: { passkeyId: t.arg.id({ required: true }), password: t.arg.string() },
    resolve: (_root, args, { api }) => api.passkeys.remove(withoutNulls(args)),
  }),
}));
