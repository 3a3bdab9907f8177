import { nothingInput } from '@/schemas/auth';
import {
  joinWithAppInput,
  joinWithPasskeyInput,
  secretInput,
  staffCodeInput,
  staffLinkInput,
} from '@/schemas/desk';
import { assertionInput } from '@/schemas/passkeys';
import { newLinkSecret } from '../../../auth/one-time-tokens';
import { rememberMembersDevice } from '../../../staff/devices';
import {
  joinWithApp,
  joinWithPasskey,
  openInvitation,
  requestJoinApp,
  requestJoinPasskey,
} from '../../../staff/join';
import { logInWithCode, requestStaffLink } from '../../../staff/log-in-by-mail';
import { logInStaff, requestStaffPasskey } from '../../../staff/passkeys';
import { endStaffSession } from '../../../staff/sessions';
import { router, type ApiContext } from '../../trpc';
import { openProcedure, staffProcedure } from '../procedures';

/** Returns the secret of this browser, to which challenges are bound. Sets its cookie again. */
function keepBrowserSecret(ctx: ApiContext): string {
  const secret = ctx.cookie('desk-passkey') ?? newLinkSecret();
  ctx.giveCookie('desk-passkey', secret);
  return secret;
}

const begin = async (ctx: ApiContext, secret: string) => {
  ctx.giveCookie('desk-session', secret);
  const device = await rememberMembersDevice(ctx, ctx.cookie('desk-device'), secret);
  if (device !== null) ctx.giveCookie('desk-device', device);
  return {};
};
const browserOf = (ctx: ApiContext) => ({ ...ctx.caller, browserSecret: ctx.cookie('desk-passkey') });

/** Ways into the desk, and out of it. */
export const entryRouter = router({
  requestPasskey: openProcedure
    .input(nothingInput)
    .mutation(({ ctx }) => requestStaffPasskey(ctx, ctx.caller, keepBrowserSecret(ctx))),
  logIn: openProcedure
    .input(assertionInput)
    .mutation(async ({ ctx, input }) => begin(ctx, await logInStaff(ctx, input, browserOf(ctx)))),
  requestLink: openProcedure.input(staffLinkInput).mutation(async ({ ctx, input }) => {
    await requestStaffLink(ctx, input.email, { ...ctx.caller, deskDevice: ctx.cookie('desk-device') });
    return {};
  }),
  logInWithCode: openProcedure
    .input(staffCodeInput)
    .mutation(async ({ ctx, input }) => begin(ctx, await logInWithCode(ctx, input, ctx.caller))),
  invitation: openProcedure
    .input(secretInput)
    .mutation(({ ctx, input }) => openInvitation(ctx, input.secret)),
  requestJoinPasskey: openProcedure.input(secretInput).mutation(({ ctx, input }) => {
    const caller = { ...ctx.caller, browserSecret: keepBrowserSecret(ctx) };
    return requestJoinPasskey(ctx, input.secret, caller);
  }),
  joinWithPasskey: openProcedure
    .input(joinWithPasskeyInput)
    .mutation(async ({ ctx, input }) => begin(ctx, await joinWithPasskey(ctx, input, browserOf(ctx)))),
  requestJoinApp: openProcedure
    .input(secretInput)
    .mutation(({ ctx, input }) => requestJoinApp(ctx, input.secret)),
  joinWithApp: openProcedure
    .input(joinWithAppInput)
    .mutation(async ({ ctx, input }) => begin(ctx, await joinWithApp(ctx, input, ctx.caller))),
  me: staffProcedure('desk.read').query(({ ctx }) => {
    const { staffId, name, email, role } = ctx.member;
    return { staffId, name, email, role };
  }),
  logOut: openProcedure.input(nothingInput).mutation(async ({ ctx }) => {
    await endStaffSession(ctx, ctx.cookie('desk-session'));
    ctx.giveCookie('desk-session', null);
    return {};
  }),
});
