import { AppError } from '@/domain/errors';
import type { Ctx } from '../platform/context';
import { fetchQrImage, type QrImage } from '../gateways/omise/qr';
import { findLinkByToken } from './cases';
import { isStillOpen, liveQr } from './pay-page';

/** A picture is some ten kilobytes; all that are kept are twenty megabytes at most. */
const KEPT_MAX = 100;
const KEPT_BYTES_MAX = 200_000;

/** Pictures of this process by charge, the longest kept first. A charge's picture never changes. */
const kept = new Map<string, Promise<QrImage | null>>();

/**
 * The picture of a link's live QR code. Whether it may be shown is judged each time; the gateway is asked for it once.
 * @throws AppError NOT_FOUND where no code is live, CHECKOUT_FAILED when the gateway does not give it
 */
export async function drawQr(ctx: Ctx, token: string): Promise<QrImage> {
  const found = await findLinkByToken(ctx.db, token);
  const chargeId = found && isStillOpen(found, ctx.now) && liveQr(found, ctx.now) && found.lastQr?.chargeId;
  if (!chargeId) throw new AppError('NOT_FOUND');
  const image = await pictureOf(chargeId);
  if (!image) throw new AppError('CHECKOUT_FAILED');
  return image;
}

/** Whoever comes while it is being fetched waits for the same one; what could not be fetched is tried again. */
async function pictureOf(chargeId: string): Promise<QrImage | null> {
  const earlier = kept.get(chargeId);
  if (earlier) return earlier;
  const picture = fetchQrImage(chargeId);
  kept.set(chargeId, picture);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(oldest);
  }
  const image = await picture;
  if (!image || image.bytes.length > KEPT_BYTES_MAX) kept.delete(chargeId);
  return image;
}
