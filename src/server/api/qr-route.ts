import { readQrImage } from '../links/qr-image';
import { NO_STORE } from './rest/responses';
import type { ApiContext } from './trpc';

/** The Content-Security-Policy of the gateway's image. It prevents scripts in an SVG image. */
const PICTURE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** Handles `GET /api/pay/{token}/qr`: responds with the image of the payment link's open QR code. */
export async function answerQr(request: Request, ctx: ApiContext): Promise<Response> {
  const token = new URL(request.url).pathname.split('/')[3] ?? '';
  const { type, bytes } = await readQrImage(ctx, token);
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
