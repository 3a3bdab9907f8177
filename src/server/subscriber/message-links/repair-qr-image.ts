import { AppError } from '@/domain/errors';
import { isRepairable } from '@/domain/order-link';
import type { QrImage } from '../../gateways/omise/qr';
import { fetchImageOnce } from '../../money/payment-links/qr-image';
import type { Ctx } from '../../platform/context';
import { stateOf } from './find-repair';
import { liveRepair, requireRepair } from './repair-page';

/**
 * Returns the image of the QR code that the page of a repair link shows.
 * @throws AppError NOT_FOUND without a code that can be scanned, CHECKOUT_FAILED if the gateway does not return it
 */
export async function readRepairQrImage(ctx: Ctx, token: string): Promise<QrImage> {
  const found = await requireRepair(ctx, token);
  const live = isRepairable(stateOf(found)) ? liveRepair(found, ctx.now) : null;
  if (!live?.chargeId || live.app) throw new AppError('NOT_FOUND');
  return fetchImageOnce(live.chargeId);
}
