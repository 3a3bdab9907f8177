import { meAnswer } from '@/schemas/answers/account';
import { magicLinkSentAnswer } from '@/schemas/answers/log-in';
import { builder, withoutNulls } from './builder';
import { objectFrom } from './from-schema';

const MagicLinkSentType = objectFrom('MagicLinkSent', magicLinkSentAnswer);
const LoggedInType = objectFrom('LoggedIn', meAnswer);

/**
 * The mutations that set a secret cookie. Their responses are not stored, because a stored response has no cookie.
 */
export const UNREPEATABLE: ReadonlySet<string> = new Set(['requestMagicLink', 'useMagicLink']);

builder.mutationFields((t) => ({
  requestMagicLink: t.field({
    nullable: true,
    type: MagicLinkSentType,
    description: 'Mails a link and a code of six digits, each of which logs in once.',
    args: {
      email: t.arg.string({ required: true }),
      next: t.arg.string({ description: 'A path of ours, to be opened after logging in.' }),
    },
    resolve: (_root, args, { api }) => api.auth.requestMagicLink(withoutNulls(args)),
  }),
  useMagicLink: t.field({
    nullable: true,
    type: LoggedInType,
    description: 'By `token`, which is what follows the # of the link, or by `email` and `code`.',
    args: { token: t.arg.string(), email: t.arg.string(), code: t.arg.string() },
    resolve: (_root, args, { api }) => api.auth.useMagicLink(withoutNulls(args)),
  }),
  requestPasswordReset: t.boolean({
    nullable: true,
    description: 'Mails a link if somebody has this e-mail; the answer is the same if nobody has.',
    args: { email: t.arg.string({ required: true }) },
    resolve: async (_root, args, { api }) => {
      await api.auth.requestPasswordReset(withoutNulls(args));
      return true;
    },
  }),
  resetPassword: t.boolean({
    nullable: true,
    description: 'Ends every session. `token` is what follows the # of the link.',
    args: {
      token: t.arg.string({ required: true }),
      password: t.arg.string({ required: true }),
      confirmPassword: t.arg.string({ required: true }),
    },
    resolve: async (_root, args, { api }) => {
      await api.auth.resetPassword(withoutNulls(args));
      return true;
    },
  }),
}));
