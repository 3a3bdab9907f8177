import { loginMethodsAnswer } from '@/schemas/answers/log-in';
import { builder, withoutNulls } from './builder';
import { objectFrom } from './from-schema';

const LoginMethodsType = objectFrom('LoginMethods', loginMethodsAnswer, {
  except: ['line', 'lineCanProve', 'freshLogIn'],
  fields: (t) => ({ lineLinked: t.boolean({ resolve: ({ line }) => line !== null }) }),
});

builder.mutationFields((t) => ({
  unlinkLine: t.field({
    nullable: true,
    type: LoginMethodsType,
    description:
      'Takes LINE off the account, as long as another way in remains. Calling it again changes nothing.',
    args: { password: t.arg.string() },
    resolve: (_root, args, { api }) => api.account.unlinkLine(withoutNulls(args)),
  }),
}));
