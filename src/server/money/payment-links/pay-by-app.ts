import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { platformOf, type PayApp } from '@/domain/pay-app';
import { payUrlFor } from '../../lifecycle/payment-links';
import type { Ctx } from '../../platform/context';
import { countThrottled } from '../../platform/throttle';
import { payNow } from '../charging/pay-now';
import { chargeOfLink } from './next-qr';
import { forgetListedMeans, offeredApps } from './offered-means';
import { isStillOpen, liveApp, viewPayLink, type PayLink } from './pay-page';
import { findLinkByToken } from './queries';

/**
 * Starts the payment of a link in a banking app or a wallet. Ends what waits in another app, and voids an open QR code.
 * The same app is answered with the payment that waits there.
 * @param request `locale`: the language of the page that the app returns to; `address`: the caller's IP address, for the rate limit; `device`: the `User-Agent` header
 * @returns the link; `app` is null if the link can't be paid, or the app is not offered any more
 * @throws AppError NOT_FOUND, THROTTLED, CHECKOUT_FAILED if the gateway created no charge; the caller may try again
 */
export async function payByApp(
  ctx: Ctx,
  token: string,
  request: { app: PayApp; locale: Locale; address: string; device: string | null },
): Promise<PayLink> {
  await countThrottled(ctx.db, 'qrAddress', request.address);
  const found = await findLinkByToken(ctx.db, token);
  if (!found) throw new AppError('NOT_FOUND');
  const { link } = found;
  const isWaitingThere = liveApp(found, ctx.now)?.name === request.app;
  const isOffered = (await offeredApps(ctx.now, link.amount)).includes(request.app);
  if (!isStillOpen(found, ctx.now) || isWaitingThere || !isOffered) return viewPayLink(ctx, token);
  await countThrottled(ctx.db, 'qrLink', link.id);
  const returnUri = payUrlFor(request.locale, token);
  await payNow(
    ctx,
    chargeOfLink(found, { name: request.app, platform: platformOf(request.device), returnUri }),
  );
  const after = await viewPayLink(ctx, token);
  if (after.status === 'fail') forgetListedMeans();
  return after;
}
