import { z } from 'zod';
import { settings } from '@/settings/settings';
import { ask } from './calls';

const TIMEOUT_MS = 10_000;
const SIZE_MAX = 1_000_000;
/** A host name with a domain whose last label is no number, so that it is no IP address and no name of a local network. */
const PUBLIC_NAME = /^[a-z\d-]+(\.[a-z\d-]+)*\.(?!internal$|local$|localhost$)[a-z][a-z\d-]+$/;
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

/**
 * Downloads an image of the gateway. Follows the one redirect that the gateway documents, from its own origin to the file,
 * and refuses any other.
 */
async function download(address: string): Promise<QrImage | null> {
  const link = new URL(address);
  if (link.origin !== gatewayOrigin()) return null;
  const answer = await request(link, 'manual');
  const file = answer.headers.get('location');
  if (answer.status < 300 || answer.status >= 400 || file === null) return toImage(answer);
  const target = new URL(file, link);
  return isFileHost(target) ? toImage(await request(target, 'error')) : null;
}

const request = (url: URL, redirect: RequestRedirect) =>
  fetch(url, { redirect, signal: AbortSignal.timeout(TIMEOUT_MS) });

async function toImage(response: Response): Promise<QrImage | null> {
  const type = TYPES.find((one) => response.headers.get('content-type')?.startsWith(one));
  if (!response.ok || !type) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length > 0 && bytes.length <= SIZE_MAX ? { type, bytes } : null;
}

const gatewayOrigin = () => new URL(settings().OMISE_API_URL).origin;

/** Whether the file may be there: at the gateway (the sandbox), or at a public host name by HTTPS. */
function isFileHost({ origin, protocol, hostname, port }: URL): boolean {
  return origin === gatewayOrigin() || (protocol === 'https:' && port === '' && PUBLIC_NAME.test(hostname));
}
