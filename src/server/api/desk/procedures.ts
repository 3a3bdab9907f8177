import { AppError } from '@/domain/errors';
import { mayDo, type StaffAction } from '@/domain/staff';
import { actorOf } from '../../staff/sessions';
import { publicProcedure } from '../trpc';

/** The procedure that anyone can call: log-in and invitations. */
export const openProcedure = publicProcedure.meta({ action: null });

/**
 * Returns a procedure for members of the staff whose role may do an action. Adds `member` and the `operator` for the
 * audit to the context. Throws NOT_LOGGED_IN without a session of the desk, NOT_ALLOWED for another role.
 */
export const staffProcedure = (action: StaffAction) =>
  publicProcedure.meta({ action }).use(async ({ ctx, next }) => {
    const member = await ctx.staff();
    if (!member) throw new AppError('NOT_LOGGED_IN');
    if (!mayDo(member.role, action)) throw new AppError('NOT_ALLOWED', { reason: 'staff_role' });
    return next({ ctx: { ...ctx, member, operator: actorOf(member.staffId) } });
  });
