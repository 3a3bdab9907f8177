import { eq } from 'drizzle-orm';
import type { Ctx } from '../context';
import { chargeAttempts } from '../db/schema';
import type { GatewayCharge } from '../gateways/omise';
import { settleAttempt, type Settled } from './settlement';
import { recordForeignMoney } from './settlement-money';

/**
 * Settles a charge as the gateway shows it, however we came to see it. Money of a charge that nothing of ours asked
 * for is recorded and left to the operator; that of an attempt that is gone is recorded and given back.
 * @returns what stands afterwards, or null when no attempt of ours is behind it
 */
export async function settleGatewayCharge(ctx: Ctx, charge: GatewayCharge): Promise<Settled | null> {
  const { chargeId, outcome } = charge;
  const attemptId = charge.attemptId ?? (await attemptOfCharge(ctx, chargeId));
  if (attemptId) return settleAttempt(ctx, attemptId, outcome);
  if (outcome.kind === 'succeeded') await recordForeignMoney(ctx, outcome);
  return null;
}

async function attemptOfCharge({ db }: Ctx, chargeId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.chargeId, chargeId));
  return row?.id ?? null;
}
