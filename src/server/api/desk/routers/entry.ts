import { endSessionInput, nothingInput } from '@/schemas/auth';
import {
  appCodeInput,
  joinWithAppInput,
  joinWithPasskeyInput,
  secretInput,
  staffCodeInput,
  staffLinkInput,
} from '@/schemas/desk';
import { assertionInput } from '@/schemas/passkeys';
import { newLinkSecret } from '../../../login/one-time-tokens';
import { rememberMembersDevice } from '../../../login/staff/devices';
import {
  joinWithApp,
  joinWithPasskey,
  openInvitation,
  requestJoinApp,
  requestJoinPasskey,
} from '../../../login/staff/join';
import { logInWithCode, requestStaffLink } from '../../../login/staff/log-in-by-mail';
import { proveWithCode } from '../../../login/staff/authenticator-app';
import {
  logInStaff,
  proveStaff,
  requestStaffPasskey,
  requestStaffProof,
} from '../../../login/staff/passkeys';
import { endOtherStaffSessions, endStaffSession, listStaffSessions } from '../../../login/staff/sessions';
import { router, type ApiContext } from '../../trpc';
import { openProcedure, staffProcedure } from '../procedures';

/** Returns the secret of this browser, to which challenges are bound. Sets its cookie again. */
function keepBrowserSecret(ctx: ApiContext): string {
  const secret = ctx.cookie('desk-passkey') ?? newLinkSecret();
  ctx.giveCookie('desk-passkey', secret);
  return secret;
}

/** Sets the cookie of a new session. The session that this browser had before ends. */
const begin = async (ctx: ApiContext, secret: string) => {
  await endStaffSession(ctx, ctx.cookie('desk-session'));
  ctx.giveCookie('desk-session', secret);
  const device = await rememberMembersDevice(ctx, ctx.cookie('desk-device'), secret);
  if (device !== null) ctx.giveCookie('desk-device', device);
};
/** Sets the cookie of a session that has a new secret. */
const goOn = (ctx: ApiContext, secret: string) => ctx.giveCookie('desk-session', secret);
const browserOf = (ctx: ApiContext) => ({ ...ctx.caller, browserSecret: ctx.cookie('desk-passkey') });

const ofMember = staffProcedure('desk.read');

/** Ways into the desk and out of it, proofs of identity, and the member's own sessions. */
export const entryRouter = router({
  requestPasskey: openProcedure
    .input(nothingInput)
    .mutation(({ ctx }) => requestStaffPasskey(ctx, ctx.caller, keepBrowserSecret(ctx))),
  logIn: openProcedure
    .input(assertionInput)
    .mutation(async ({ ctx, input }) => begin(ctx, await logInStaff(ctx, input, browserOf(ctx)))),
  requestLink: openProcedure
    .input(staffLinkInput)
    .mutation(({ ctx, input }) =>
      requestStaffLink(ctx, input.email, { ...ctx.caller, deskDevice: ctx.cookie('desk-device') }),
    ),
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
  me: ofMember.query(({ ctx }) => {
    const { staffId, name, email, role, method } = ctx.member;
    return { staffId, name, email, role, method };
  }),
  requestProof: ofMember.input(nothingInput).mutation(({ ctx }) => {
    const caller = { ...ctx.caller, browserSecret: keepBrowserSecret(ctx) };
    return requestStaffProof(ctx, ctx.member, caller);
  }),
  prove: ofMember
    .input(assertionInput)
    .mutation(async ({ ctx, input }) => goOn(ctx, await proveStaff(ctx, ctx.member, input, browserOf(ctx)))),
  proveWithCode: ofMember
    .input(appCodeInput)
    .mutation(async ({ ctx, input }) => goOn(ctx, await proveWithCode(ctx, ctx.member, input.code))),
  sessions: ofMember.query(({ ctx }) => listStaffSessions(ctx, ctx.member)),
  endSession: ofMember
    .input(endSessionInput)
    .mutation(({ ctx, input }) => endOtherStaffSessions(ctx, ctx.member, input.sessionId)),
  endOtherSessions: ofMember
    .input(nothingInput)
    .mutation(({ ctx }) => endOtherStaffSessions(ctx, ctx.member, null)),
  logOut: openProcedure.input(nothingInput).mutation(async ({ ctx }) => {
    await endStaffSession(ctx, ctx.cookie('desk-session'));
    ctx.giveCookie('desk-session', null);
  }),
});
