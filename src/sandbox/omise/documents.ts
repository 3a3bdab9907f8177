import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Gateway } from './gateway';
import { slipSvg } from './promptpay';
import { errorObject } from './refusal';

const LIFE_MS = 60_000;

const notFound = () =>
  new Response(JSON.stringify(errorObject('not_found', 'the document was not found')), {
    status: 404,
    headers: { 'content-type': 'application/json' },
  });

const signature = (gateway: Gateway, chargeId: string, until: string) =>
  createHmac('sha256', gateway.settings.secretKey).update(`${chargeId} ${until}`).digest('hex');

function isGood(gateway: Gateway, chargeId: string, until: string, given: string): boolean {
  const wanted = Buffer.from(signature(gateway, chargeId, until));
  const got = Buffer.from(given);
  return wanted.length === got.length && timingSafeEqual(wanted, got) && Number(until) > gateway.clock.ms();
}

/**
 * Handles requests for QR codes, which need no API key. A download link redirects to a file URL that is valid
 * for a minute. Returns null for any other URL.
 */
export function answerDocument(gateway: Gateway, request: Request, url: URL): Response | null {
  if (request.method !== 'GET') return null;
  const link = /^\/omise\/api\/charges\/([^/]+)\/documents\/([^/]+)\/downloads\/[^/]+$/.exec(url.pathname);
  const file = /^\/omise\/files\/([^/]+)\.svg$/.exec(url.pathname);
  if (link === null && file === null) return null;
  const charge = gateway.charges.get(link?.[1] ?? file?.[1] ?? '');
  if (charge?.source == null) return notFound();
  if (link !== null) {
    if (link[2] !== charge.source.documentId) return notFound();
    const until = String(gateway.clock.ms() + LIFE_MS);
    const query = `until=${until}&signature=${signature(gateway, charge.id, until)}`;
    const location = `${gateway.bases.pages}/files/${charge.id}.svg?${query}`;
    return new Response(null, { status: 302, headers: { location } });
  }
  const until = url.searchParams.get('until') ?? '';
  if (!isGood(gateway, charge.id, until, url.searchParams.get('signature') ?? '')) {
    return new Response('the link has expired', { status: 403, headers: { 'content-type': 'text/plain' } });
  }
  return new Response(slipSvg(charge), {
    headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'no-store' },
  });
}
