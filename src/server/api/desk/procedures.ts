import { AppError } from '@/domain/errors';
import { countPersons } from '@/domain/named-persons';
import { isFreshLogIn } from '@/domain/session';
import { mayDo, needsProof, type StaffAction } from '@/domain/staff';
import { OperatorRefusal } from '../../desk/acts/operator';
import { log } from '../../platform/log';
import { actorOf } from '../../login/staff/sessions';
import { recordFailedLogIn, recordRead, recordRefusedRole } from '../../login/staff/desk-records';
import { toAppError } from '../errors';
import { publicProcedure, uncheckedProcedure } from '../trpc';

/** The procedure that anyone can call: log-in and invitations. Records every failed log-in. */
export const openProcedure = publicProcedure
  .meta({ action: null })
  .use(async ({ ctx, path, getRawInput, next }) => {
    const result = await next();
    if (!result.ok) {
      const refusal = { procedure: path, code: toAppError(result.error).code };
      await recordFailedLogIn(ctx, refusal, await getRawInput());
    }
    return result;
  });

/** Restricts a procedure to members of the staff whose role may do the `action` of its meta. */
const guarded = (procedure: typeof publicProcedure) =>
  procedure
    .use(async ({ ctx, path, getRawInput, next, type }) => {
      const result = await next();
      const member = await ctx.staff();
      if (!member) return result;
      if (result.ok) {
        const persons = countPersons([await getRawInput(), result.data]);
        const recording = recordRead(ctx, member.staffId, { procedure: path, persons });
        // A read that cannot be recorded is refused. A mutation is committed, and must not be reported as failed.
        await (type === 'query'
          ? recording
          : recording.catch((error: unknown) => log.error('desk.read_not_recorded', { error })));
        return result;
      }
      const { code, details } = toAppError(result.error);
      if (details.reason === 'staff_role') await recordRefusedRole(ctx, member, { procedure: path, code });
      return result;
    })
    .use(async ({ ctx, meta, next, type }) => {
      const member = await ctx.staff();
      const action = meta?.action;
      if (!member) throw new AppError('NOT_LOGGED_IN');
      if (!action || !mayDo(member.role, action)) throw new AppError('NOT_ALLOWED', { reason: 'staff_role' });
      if (needsProof(action, type) && !isFreshLogIn(member.provenAt, ctx.now))
        throw new AppError('PROOF_REQUIRED');
      const result = await next({ ctx: { ...ctx, member, operator: actorOf(member.staffId) } });
      const cause = result.ok ? null : result.error.cause;
      if (cause instanceof OperatorRefusal) throw new AppError('REFUSED', { text: cause.textIn(ctx.locale) });
      return result;
    });

/**
 * Returns a procedure for members of the staff whose role may do an action. Adds `member` and the `operator` for the
 * audit to the context. Throws NOT_LOGGED_IN without a session of the desk, NOT_ALLOWED for another role, PROOF_REQUIRED
 * for a sensitive act without a fresh proof of identity, REFUSED for a command that the use case refuses. Records answers
 * with data of persons, and calls that the role does not allow.
 */
export const staffProcedure = (action: StaffAction) => guarded(publicProcedure).meta({ action });

/** As `staffProcedure`, for the rows of a file: they may be large, and its numbers are not checked for card numbers. */
export const statementProcedure = (action: StaffAction) =>
  guarded(uncheckedProcedure).meta({ action, bodyMax: 6 * 1024 * 1024 });
