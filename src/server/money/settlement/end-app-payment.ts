import type { ChargeOutcome } from '@/domain/settlement';
import { expireCharge, fetchCharge, type GatewayCharge } from '../../gateways/omise/charges';
import type { GatewayAnswer } from '../../gateways/omise/calls';

/** Whether a charge still waits for its payer at the gateway. */
export const isWaiting = ({ kind }: ChargeOutcome): boolean =>
  kind === 'action_required' || kind === 'pending';

/**
 * Reads the charge of a payment in an app, and expires it at the gateway if it still waits for its payer.
 * @returns the charge afterwards; it still waits if the gateway refused to expire it
 */
export async function endAppPayment(chargeId: string): Promise<GatewayAnswer<GatewayCharge>> {
  const charge = await fetchCharge(chargeId);
  if (charge.kind !== 'ok' || !isWaiting(charge.value.outcome)) return charge;
  const ended = await expireCharge(chargeId);
  // The payer may have paid between both calls.
  return ended.kind === 'refused' ? fetchCharge(chargeId) : ended;
}
