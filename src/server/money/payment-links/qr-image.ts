import { AppError } from '@/domain/errors';
import { processState } from '@/process-state';
import type { Ctx } from '../../platform/context';
import { fetchQrImage, type QrImage } from '../../gateways/omise/qr';
import { findLinkByToken } from './queries';
import { isStillOpen, liveQr } from './pay-page';

/** The maximum number of cached images. An image has some ten kilobytes, at most `CACHED_BYTES_MAX`. */
const CACHED_MAX = 100;
const CACHED_BYTES_MAX = 200_000;

/** Cached images by charge id, oldest first. The image of a charge never changes. */
const qrImages = () => processState('qrImages', () => new Map<string, Promise<QrImage | null>>());

/**
 * Returns the image of a link's live QR code. Every call checks that the code is live; the image is fetched
 * only once.
 * @throws AppError NOT_FOUND without a live code, CHECKOUT_FAILED if the gateway does not return the image
 */
export async function readQrImage(ctx: Ctx, token: string): Promise<QrImage> {
  const found = await findLinkByToken(ctx.db, token);
  const chargeId = found && isStillOpen(found, ctx.now) && liveQr(found, ctx.now) && found.lastQr?.chargeId;
  if (!chargeId) throw new AppError('NOT_FOUND');
  return fetchImageOnce(chargeId);
}

/**
 * Returns the image of a charge's QR code. It is fetched only once.
 * @throws AppError CHECKOUT_FAILED if the gateway does not return the image
 */
export async function fetchImageOnce(chargeId: string): Promise<QrImage> {
  const image = await fetchOnce(chargeId);
  if (!image) throw new AppError('CHECKOUT_FAILED');
  return image;
}

/**
 * Fetches the image of a charge, or returns the cached image. Concurrent calls share one request. After a
 * failed request the next call tries again.
 */
async function fetchOnce(chargeId: string): Promise<QrImage | null> {
  const cached = qrImages();
  const earlier = cached.get(chargeId);
  if (earlier) return earlier;
  const pending = fetchQrImage(chargeId);
  cached.set(chargeId, pending);
  for (const oldest of cached.keys()) {
    if (cached.size <= CACHED_MAX) break;
    cached.delete(oldest);
  }
  const image = await pending;
  if (!image || image.bytes.length > CACHED_BYTES_MAX) cached.delete(chargeId);
  return image;
}
