import { answer } from '../call';
import { passkeysAnswer } from '@/schemas/answers/passkeys';
import { nothingInput } from '@/schemas/auth';
import { proofInput } from '@/schemas/account';
import { addPasskeyInput, assertionInput, removePasskeyInput, renamePasskeyInput } from '@/schemas/passkeys';
import { getMe } from '../../subscriber/account/me';
import { newLinkSecret } from '../../login/one-time-tokens';
import { addPasskey, requestNewPasskey } from '../../login/passkeys/add';
import { removePasskey, renamePasskey } from '../../login/passkeys/change';
import {
  logInWithPasskey,
  proveWithPasskey,
  requestPasskeyLogIn,
  requestPasskeyProof,
} from '../../login/passkeys/log-in';
import { listPasskeys } from '../../login/passkeys/records';
import { accountProcedure, accountProcedureNamed, procedureNamed, router, type ApiContext } from '../trpc';
import { renewAfter } from './renew-after';
import { PASSKEY_ID, newPasskey, passkeyAssertion } from './examples';

/** Returns the secret of this browser, to which challenges are bound. Sets its cookie again. */
function keepBrowserSecret(ctx: ApiContext): string {
  const secret = ctx.cookie('passkey') ?? newLinkSecret();
  ctx.giveCookie('passkey', secret);
  return secret;
}

const entrantOf = (ctx: ApiContext) => ({
  ...ctx.caller,
  browserSecret: ctx.cookie('passkey'),
  earlier: ctx.secret,
});

const sessionProcedure = accountProcedureNamed('PASSKEY_FAILED');

export const passkeysRouter = router({
  list: accountProcedure.meta({ who: 'logged_in' }).query(({ ctx }) => listPasskeys(ctx, ctx.known)),
  requestLogIn: procedureNamed('LOGIN_FAILED')
    .meta({ who: 'anyone' })
    .input(nothingInput)
    .mutation(({ ctx }) => requestPasskeyLogIn(ctx, ctx.caller, keepBrowserSecret(ctx))),
  logIn: procedureNamed('LOGIN_FAILED')
    .meta({ who: 'anyone', example: { input: passkeyAssertion } })
    .input(assertionInput)
    .mutation(async ({ ctx, input }) => {
      const secret = await logInWithPasskey(ctx, input, entrantOf(ctx));
      await ctx.giveSession(secret);
      return getMe(ctx, secret);
    }),
  requestProof: sessionProcedure
    .meta({ who: 'subscriber' })
    .input(nothingInput)
    .mutation(({ ctx }) => requestPasskeyProof(ctx, ctx.known, ctx.caller, keepBrowserSecret(ctx))),
  prove: sessionProcedure
    .meta({ who: 'subscriber', example: { input: passkeyAssertion } })
    .input(assertionInput)
    .mutation(async ({ ctx, input }) => {
      await ctx.giveSession(await proveWithPasskey(ctx, ctx.known, input, entrantOf(ctx)));
      return {};
    }),
  requestNew: sessionProcedure
    .meta({ who: 'subscriber' })
    .input(proofInput)
    .mutation(({ ctx, input }) => {
      const caller = { ...ctx.caller, browserSecret: keepBrowserSecret(ctx) };
      return renewAfter(ctx, input, requestNewPasskey(ctx, ctx.known, input, caller));
    }),
  add: sessionProcedure
    .meta({ who: 'subscriber', example: { input: newPasskey } })
    .input(addPasskeyInput)
    .mutation(({ ctx, input }) => addPasskey(ctx, ctx.known, input, ctx.cookie('passkey'))),
  rename: sessionProcedure
    .meta({
      who: 'subscriber',
      graphql: { mutation: 'renamePasskey', description: 'Gives a passkey another name.' },
      example: { input: { passkeyId: PASSKEY_ID, name: 'My phone' } },
    })
    .input(renamePasskeyInput)
    .output(answer(passkeysAnswer))
    .mutation(({ ctx, input }) => renamePasskey(ctx, ctx.known, input)),
  remove: sessionProcedure
    .meta({
      who: 'subscriber',
      graphql: {
        mutation: 'removePasskey',
        description:
          'Removes a passkey, as long as another way in remains. Ends the other sessions that it started.',
      },
      example: { input: { passkeyId: PASSKEY_ID } },
    })
    .input(removePasskeyInput)
    .output(answer(passkeysAnswer))
    .mutation(({ ctx, input }) => renewAfter(ctx, input, removePasskey(ctx, ctx.known, input))),
});
