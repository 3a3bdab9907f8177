import type { QrImage } from '../gateways/omise/qr';
import { nextQr } from '../money/payment-links/next-qr';
import { showPayLink } from '../money/payment-links/pay-page';
import { readQrImage } from '../money/payment-links/qr-image';
import { readRepairQrImage } from '../subscriber/message-links/repair-qr-image';
import { NO_STORE, okResponse } from './rest/responses';
import type { ApiContext } from './trpc';

/** The Content-Security-Policy of the gateway's image. It prevents scripts in an SVG image. */
const PICTURE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** Handles `GET /api/pay/{token}`: responds with the payment link as its page shows it. */
export async function answerPayLink(request: Request, ctx: ApiContext): Promise<Response> {
  return okResponse(await showPayLink(ctx, tokenOf(request)));
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
