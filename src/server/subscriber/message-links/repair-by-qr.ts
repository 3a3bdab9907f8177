import { and, eq } from 'drizzle-orm';
import type { Satang } from '@/domain/money';
import { isRepairable, repairQrEndsAt } from '@/domain/order-link';
import { openStateOf } from '@/domain/pay-now';
import { totalsOf } from '../../money/charging/expected-total';
import { payNow, type Payment, type Standing } from '../../money/charging/pay-now';
import { insertQrAttempt } from '../../money/charging/qr-attempts';
import { transaction } from '../../db';
import { chargeAttempts } from '../../db/schema';
import { voidQrCodes } from '../../lifecycle/attempts';
import { lockSubscription } from '../../lifecycle/locks';
import type { Ctx } from '../../platform/context';
import { countTogether } from '../../platform/throttle';
import { stateOf, type Repair } from './find-repair';
import { liveRepairQr, requireRepair, viewRepair, type LinkCtx, type RepairView } from './repair-page';

/**
 * Creates a PromptPay QR code for the order of a repair link. The card stays the payment method of later orders. It
 * is not retried while the code can be scanned; afterwards the retry schedule goes on. A code that can be scanned
 * already is shown again. An open 3-D Secure challenge of the order is abandoned.
 * @param options `expectedTotal`: the total that was shown, in satang; `address`: the caller's IP address
 * @returns the order; without a QR code if the order cannot be paid now
 * @throws AppError NOT_FOUND, TOTAL_CHANGED, THROTTLED, CHECKOUT_FAILED if the gateway created no code
 */
export async function repairByQr(
  ctx: LinkCtx,
  token: string,
  { expectedTotal, address }: { expectedTotal?: Satang; address: string },
): Promise<RepairView> {
  const found = await requireRepair(ctx, token);
  const { order } = found;
  await countTogether(ctx.db, [
    { name: 'qrAddress', subject: address },
    { name: 'qrLink', subject: order.id },
  ]);
  if (!isRepairable(stateOf(found))) return viewRepair(ctx, token);
  const { facts } = await payNow(ctx, qrRepair(token, found, expectedTotal));
  if (facts.open === 'live') await holdRetry(ctx, facts.found);
  return viewRepair(ctx, token);
}

type Repairing = Standing & { found: Repair };

function qrRepair(token: string, before: Repair, expectedTotal: Satang | undefined): Payment<Repairing> {
  return {
    accountId: before.order.accountId,
    purpose: 'repair',
    expectedTotal,
    read: async (db, { now, locked }) =>
      qrStanding(locked ? await requireRepair({ db, now }, token) : before, now),
    write: async (tx, now, { facts: { found, open }, step }) => {
      if (step.do !== 'charge') return { result: null };
      if (open === 'elsewhere') await voidQrCodes(tx, now, [found.order.id]);
      const attemptNo = found.attemptsMade + 1;
      const qr = { linkId: null, attemptNo, expiresAt: repairQrEndsAt(now), holdsRetry: true };
      return { qr: await insertQrAttempt(tx, now, found.order, qr) };
    },
  };
}

function qrStanding(found: Repair, now: Date): Repairing {
  const { order, open: attempt } = found;
  const isUncharged = !isRepairable(stateOf(found));
  const isOver = liveRepairQr(found, now) === null;
  const open = openStateOf(attempt, { isSame: false, isOver, isElsewhere: Boolean(attempt?.app) });
  return { means: 'qr', open, attempt, totals: totalsOf(order), isUncharged, found };
}

/** Makes the retries wait for a QR code that the page of a payment link created. */
async function holdRetry({ db }: Ctx, { open, subscription }: Repair): Promise<void> {
  if (!open || open.holdsRetry) return;
  await transaction(db, async (tx) => {
    await lockSubscription(tx, subscription.id);
    await tx
      .update(chargeAttempts)
      .set({ holdsRetry: true })
      .where(and(eq(chargeAttempts.id, open.id), eq(chargeAttempts.status, 'action_required')));
  });
}
