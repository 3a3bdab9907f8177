import type { ReadPayment } from './shown-payment';

/** Sends the picture of a slip that is chosen, or dropped on its place. */
export function watchSlips(root: HTMLElement, token: string, read: ReadPayment): void {
  root.addEventListener('change', ({ target }) => {
    const place = target instanceof HTMLInputElement && target.closest<HTMLElement>('[data-slip]');
    if (place) void send(place, target.files?.[0]);
  });
  for (const type of ['dragover', 'dragleave', 'drop'] as const)
    root.addEventListener(type, (event) => {
      const label = event.target instanceof Element && event.target.closest<HTMLElement>('[data-slip] label');
      if (!label) return;
      event.preventDefault();
      label.toggleAttribute('data-over', type === 'dragover');
      const place = label.closest<HTMLElement>('[data-slip]');
      if (type === 'drop' && place) void send(place, event.dataTransfer?.files[0]);
    });

  async function send(place: HTMLElement, file: File | undefined): Promise<void> {
    const label = place.querySelector('label');
    const input = label?.querySelector('input');
    const words = label?.querySelector<HTMLElement>('[data-sending]');
    const status = place.querySelector('[role=status]');
    if (!label || !input || !words || !status || !file || input.disabled) return;
    const offer = words.textContent;
    input.disabled = true;
    label.dataset.busy = '';
    words.textContent = words.dataset.sending ?? '';
    status.textContent = '';
    const refused = await sendSlip(token, file);
    input.disabled = false;
    input.value = '';
    delete label.dataset.busy;
    words.textContent = offer;
    if (refused === null) return read(true);
    status.className = 'problem';
    status.textContent = refused.message ?? place.dataset[refused.why] ?? '';
  }
}

/** The longer side of a picture that is sent, in pixels. */
const SIDE_MAX = 1600;
const QUALITY = 0.85;
const FILE_MAX_BYTES = 30 * 1024 * 1024;

type Refused = { why: 'unreadable' | 'failed'; message?: string };

/**
 * Sends the picture of a slip as a smaller JPEG, with the text of its QR code if this browser can read it.
 * @returns null after it was taken, or why not; `message`: the server's own words
 */
async function sendSlip(token: string, file: File): Promise<Refused | null> {
  const picture = file.size > FILE_MAX_BYTES ? null : await drawn(file);
  if (!picture) return { why: 'unreadable' };
  try {
    // Without the reader, the server reads the code.
    const text = await import('./read-qr').then(({ readQr }) => readQr(picture)).catch(() => null);
    const jpeg = await new Promise<Blob | null>((resolve) => {
      picture.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    if (!jpeg) return { why: 'unreadable' };
    const response = await fetch(`/api/pay/${token}/slip`, {
      method: 'POST',
      body: jpeg,
      headers: {
        'content-type': 'image/jpeg',
        'x-ira-locale': document.documentElement.lang,
        ...(text && { 'x-slip-qr': text }),
      },
    });
    if (response.ok) return null;
    const { message } = (await response.json()) as { message?: string };
    return { why: 'failed', ...(message && { message }) };
  } catch {
    return { why: 'failed' };
  }
}

/** Draws a picture smaller. Returns null for a file that this browser cannot show. */
async function drawn(file: File): Promise<HTMLCanvasElement | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!image) return null;
  const factor = Math.min(1, SIDE_MAX / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * factor));
  canvas.height = Math.max(1, Math.round(image.height * factor));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas;
}
