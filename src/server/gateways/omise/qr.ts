import { z } from 'zod';
import { settings } from '@/env';
import { ask } from './calls';

const TIMEOUT_MS = 10_000;
const SIZE_MAX = 1_000_000;
const HOPS_MAX = 3;
const TYPES = ['image/svg+xml', 'image/png'] as const;

export interface QrImage {
  type: (typeof TYPES)[number];
  bytes: Uint8Array<ArrayBuffer>;
}

const shape = z.object({
  source: z.object({ scannable_code: z.object({ image: z.object({ download_uri: z.url() }) }) }),
});

/**
 * Reads the QR code image of a PromptPay charge (https://docs.omise.co/promptpay). Never throws. Does not store the
 * image's URL, which redirects to a URL that expires after a minute.
 * @returns null if the gateway is unavailable or has no image
 */
export async function fetchQrImage(chargeId: string): Promise<QrImage | null> {
  const charge = await ask(shape, 'GET', `/charges/${encodeURIComponent(chargeId)}`);
  if (charge.kind !== 'ok') return null;
  try {
    return await download(charge.value.source.scannable_code.image.download_uri);
  } catch {
    return null;
  }
}

async function download(address: string): Promise<QrImage | null> {
  let url = new URL(address);
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    if (!isTrusted(url)) return null;
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const next = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && next) {
      url = new URL(next, url);
      continue;
    }
    const type = TYPES.find((one) => response.headers.get('content-type')?.startsWith(one));
    if (!response.ok || !type) return null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.length > 0 && bytes.length <= SIZE_MAX ? { type, bytes } : null;
  }
  return null;
}

/** Whether a URL may be fetched: it uses HTTPS, or has the origin of the configured gateway (the sandbox). */
function isTrusted(url: URL): boolean {
  return url.protocol === 'https:' || url.origin === new URL(settings().OMISE_API_URL).origin;
}
