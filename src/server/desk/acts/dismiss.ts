import { and, eq } from 'drizzle-orm';
import { transaction, type Tx } from '../../db';
import { auditEvents } from '../../db/schema';
import { resumeParcel } from '../../shop/parcels/contents';
import { withdrawManualRefund } from '../../money/refunds/refund';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import { lockManual } from './refund';
import { findGroup, STUCK_GROUPS, type StuckGroup } from './stuck';

/** The groups whose entries `dismissStuck` ends. A dispute needs a decision. */
export const DISMISSIBLE_GROUPS = STUCK_GROUPS.filter((group) => group !== 'disputes');

/**
 * Ends an entry of the list of `stuck`, after the operator resolved the problem outside this system. A refund to be made
 * by hand is withdrawn: its amount can be refunded again, and the parcel of its order may leave. Any other entry leaves
 * the list and its row stays, until the problem occurs again. An audit event records the operator and the reason.
 * @param entry `groups`: the groups that may contain the id; default: all that can be dismissed. `why`: the reason; not empty
 * @throws OperatorRefusal
 */
export async function dismissStuck(
  ctx: OperatorCtx,
  { id, groups = DISMISSIBLE_GROUPS, why }: { id: string; groups?: readonly StuckGroup[]; why: string },
): Promise<{ id: string }> {
  if (why.trim() === '') throw new OperatorRefusal('whyMissing');
  return transaction(ctx.db, async (tx) => {
    const group = await findGroup(tx, ctx.now, { groups, id });
    if (group === null)
      throw new OperatorRefusal((await wasDismissed(tx, id)) ? 'dismissed' : 'notDismissible', { id });
    if (group === 'manualRefunds') await withdraw(tx, ctx, { refundId: id, why });
    else await auditOperator(tx, ctx, { subject: id, what: 'stuck.dismissed', detail: { group, why } });
    return { id };
  });
}

async function withdraw(
  tx: Tx,
  ctx: OperatorCtx,
  { refundId, why }: { refundId: string; why: string },
): Promise<void> {
  await lockManual(tx, ctx, refundId);
  const withdrawn = await withdrawManualRefund(tx, ctx.now, refundId);
  if (!withdrawn) throw new OperatorRefusal('refundNotManual');
  const { orderId, amount, isKept, reserved } = withdrawn;
  if (isKept && orderId) await resumeParcel(tx, ctx.now, { orderId, reserved });
  const detail = { refundId, orderId, amount, why };
  await auditOperator(tx, ctx, { subject: refundId, what: 'refund.withdrawn', detail });
}

async function wasDismissed(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, id), eq(auditEvents.what, 'stuck.dismissed')));
  return rows.length > 0;
}
