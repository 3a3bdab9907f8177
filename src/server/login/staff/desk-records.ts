import { and, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { ErrorCode } from '@/domain/error-kinds';
import { networkOf } from '@/domain/throttle';
import { hashSecret } from '../session';
import { transaction } from '../../db';
import { staff, staffLinks } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import type { Caller } from '../../platform/caller';
import type { Ctx } from '../../platform/context';
import { countDeskRefusal, countPersonsRead } from '../../platform/counters';
import { keyedHash } from '../../platform/keyed-hash';
import { byNetwork, countUses } from '../../platform/throttle';
import { actorOf, type StaffSession } from './sessions';

/* What the audit keeps of the answers and refusals of the desk. Every procedure of the desk passes here. */

/** Records that a member was shown data of persons: which procedure, and how many persons. */
export async function recordRead(
  { db, now }: Ctx,
  staffId: string,
  { procedure, persons }: { procedure: string; persons: number },
): Promise<void> {
  if (persons === 0) return;
  countPersonsRead(persons);
  const event = {
    actor: actorOf(staffId),
    subject: staffId,
    what: 'desk.read',
    detail: { procedure, persons },
  };
  await transaction(db, (tx) => writeAudit(tx, now, event));
}

const LOG_IN_FAILURES: ReadonlySet<ErrorCode> = new Set([
  ...(['PASSKEY_REFUSED', 'PASSKEY_EXPIRED', 'LOGIN_CODE_INCORRECT', 'TOKEN_EXPIRED', 'THROTTLED'] as const),
]);

type Refused = Ctx & { caller: Caller };
type Refusal = { procedure: string; code: ErrorCode };

/** Records a failed log-in, with the member whose passkey or link was used, if there is one. */
export async function recordFailedLogIn(ctx: Refused, refusal: Refusal, input: unknown): Promise<void> {
  if (!LOG_IN_FAILURES.has(refusal.code)) return;
  countDeskRefusal('log_in');
  await record(ctx, {
    actor: 'unknown',
    subject: await triedMember(ctx, input),
    what: 'desk.log_in_failed',
    refusal,
  });
}

/** Records a call that the role of a member does not allow. */
export async function recordRefusedRole(
  ctx: Refused,
  { staffId }: StaffSession,
  refusal: Refusal,
): Promise<void> {
  countDeskRefusal('role');
  await record(ctx, { actor: actorOf(staffId), subject: staffId, what: 'desk.role_refused', refusal });
}

async function record(
  { db, now, caller }: Refused,
  { refusal, ...event }: { actor: string; subject: string; what: string; refusal: Refusal },
): Promise<void> {
  const detail = { ...refusal, network: keyedHash('network', networkOf(caller.address)) };
  try {
    await transaction(db, async (tx) => {
      await countUses(tx, [
        ...byNetwork('deskRefusalNetwork', caller),
        { name: 'deskRefusals', subject: event.actor },
      ]);
      await writeAudit(tx, now, { ...event, detail });
    });
  } catch (error) {
    // The counter of the metrics still shows it.
    if (!(error instanceof AppError && error.code === 'THROTTLED')) throw error;
  }
}

/** Returns the id of the member whom a log-in names by a passkey or a link; 'desk' without one. */
async function triedMember({ db, now }: Ctx, input: unknown): Promise<string> {
  const { secret, response } = (input ?? {}) as {
    secret?: unknown;
    response?: { response?: { userHandle?: unknown } };
  };
  const handle = response?.response?.userHandle;
  if (typeof handle === 'string') {
    const [member] = await db
      .select({ id: staff.id })
      .from(staff)
      .where(and(eq(staff.passkeyHandle, handle), isNull(staff.removedAt)));
    return member?.id ?? 'desk';
  }
  if (typeof secret !== 'string') return 'desk';
  const [link] = await db
    .select({ id: staffLinks.staffId })
    .from(staffLinks)
    .where(and(eq(staffLinks.tokenHash, hashSecret(secret)), gt(staffLinks.expiresAt, now)));
  return link?.id ?? 'desk';
}
