import type { QrImage } from '../gateways/omise/qr';
import { nextQr } from '../money/payment-links/next-qr';
import { SLIP_MAX_BYTES } from '@/domain/slip';
import { AppError } from '@/domain/errors';
import { countThrottled } from '../platform/throttle';
import { findLinkByToken } from '../money/payment-links/queries';
import { receiveSlip } from '../money/payment-links/receive-slip';
import { showPayLink } from '../money/payment-links/pay-page';
import { readQrImage } from '../money/payment-links/qr-image';
import { readRepairQrImage } from '../subscriber/message-links/repair-qr-image';
import { readBytes } from './body';
import { NO_STORE, okResponse } from './rest/responses';
import type { ApiContext } from './trpc';

/** The Content-Security-Policy of the gateway's image. It prevents scripts in an SVG image. */
const PICTURE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** Handles `GET /api/pay/{token}`: responds with the payment link as its page shows it. */
export async function answerPayLink(request: Request, ctx: ApiContext): Promise<Response> {
  return okResponse(await showPayLink(ctx, tokenOf(request)));
}

/** Handles `POST /api/pay/{token}/slip`: takes the picture of a transfer slip. Responds with the state of the slip. */
export async function answerSlip(request: Request, ctx: ApiContext): Promise<Response> {
  await countThrottled(ctx.db, 'slipAddress', ctx.caller.address);
  const found = await findLinkByToken(ctx.db, tokenOf(request));
  if (!found) throw new AppError('NOT_FOUND');
  await countThrottled(ctx.db, 'slipLink', found.link.id);
  const picture = await readBytes(request, SLIP_MAX_BYTES);
  const qr = request.headers.get('x-slip-qr');
  return okResponse({ state: await receiveSlip(ctx, found, { picture, qr }) });
}

/**
 * Handles `GET /api/pay/{token}/qr`: responds with the image of the payment link's open QR code. For a program it creates
 * the code first; a page has created it before it shows the image.
 */
export async function answerQr(request: Request, ctx: ApiContext): Promise<Response> {
  const token = tokenOf(request);
  if (ctx.isIntendedGet) await nextQr(ctx, token, ctx.caller.address);
  return toResponse(await readQrImage(ctx, token));
}

/** Handles `GET /api/fix/{token}/qr`: responds with the image of the QR code on the page of a repair link. */
export async function answerRepairQr(request: Request, ctx: ApiContext): Promise<Response> {
  return toResponse(await readRepairQrImage(ctx, tokenOf(request)));
}

const tokenOf = (request: Request) => new URL(request.url).pathname.split('/')[3] ?? '';

function toResponse({ type, bytes }: QrImage): Response {
  const name = type === 'image/png' ? 'promptpay.png' : 'promptpay.svg';
  return new Response(bytes, {
    headers: {
      ...NO_STORE,
      'content-type': type,
      'content-length': String(bytes.length),
      'content-security-policy': PICTURE_POLICY,
      'content-disposition': `inline; filename="${name}"`,
    },
  });
}
