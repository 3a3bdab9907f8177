import { endSessionInput } from '@/schemas/auth';
import {
  changeRoleInput,
  createTokenInput,
  inviteStaffInput,
  logInput,
  refundLimitInput,
  staffIdInput,
  tokenIdInput,
} from '@/schemas/desk';
import { createToken, listTokens, revokeToken, takeOverToken } from '../../../login/staff/api-tokens';
import {
  changeRole,
  inviteAgain,
  inviteStaff,
  removeStaff,
  setRefundLimit,
} from '../../../login/staff/members';
import { endMemberSession } from '../../../login/staff/sessions';
import { exportLog, readLog } from '../../../desk/reads/log';
import { readTeam } from '../../../desk/reads/team';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

/** Members of the staff, and tokens of other programs. */
export const teamRouter = router({
  members: staffProcedure('staff.manage').query(({ ctx }) => readTeam(ctx, ctx.member)),
  endSession: staffProcedure('staff.manage')
    .input(endSessionInput)
    .mutation(({ ctx, input }) => endMemberSession(ctx, ctx.member, input.sessionId)),
  // The link is in the mail only: the inviting owner must not be able to accept it.
  invite: staffProcedure('staff.manage')
    .input(inviteStaffInput)
    .mutation(async ({ ctx, input }) => (await inviteStaff(ctx, ctx.operator, input)).member),
  inviteAgain: staffProcedure('staff.manage')
    .input(staffIdInput)
    .mutation(async ({ ctx, input }) => (await inviteAgain(ctx, ctx.operator, input)).member),
  changeRole: staffProcedure('staff.manage')
    .input(changeRoleInput)
    .mutation(({ ctx, input }) => changeRole(ctx, ctx.operator, input)),
  setRefundLimit: staffProcedure('staff.manage')
    .input(refundLimitInput)
    .mutation(({ ctx, input }) => setRefundLimit(ctx, ctx.operator, input)),
  log: staffProcedure('staff.manage')
    .input(logInput)
    .query(({ ctx, input }) => readLog(ctx, input)),
  exportLog: staffProcedure('staff.manage')
    .input(logInput)
    .query(({ ctx, input }) => exportLog(ctx, input)),
  remove: staffProcedure('staff.manage')
    .input(staffIdInput)
    .mutation(({ ctx, input }) => removeStaff(ctx, ctx.operator, input.staffId)),
  tokens: staffProcedure('tokens.manage').query(({ ctx }) => listTokens(ctx)),
  createToken: staffProcedure('tokens.manage')
    .input(createTokenInput)
    .mutation(({ ctx, input }) => createToken(ctx, ctx.member.staffId, input)),
  revokeToken: staffProcedure('tokens.manage')
    .input(tokenIdInput)
    .mutation(({ ctx, input }) => revokeToken(ctx, ctx.member.staffId, input.tokenId)),
  takeOverToken: staffProcedure('tokens.manage')
    .input(tokenIdInput)
    .mutation(({ ctx, input }) => takeOverToken(ctx, ctx.member.staffId, input.tokenId)),
});
