/** The longer side of a picture that is sent, in pixels. */
const SIDE_MAX = 1600;
const QUALITY = 0.85;
const FILE_MAX_BYTES = 30 * 1024 * 1024;

type Refused = { why: 'unreadable' | 'failed'; message?: string };

/**
 * Sends the picture of a slip as a smaller JPEG, with the text of its QR code if this browser can read it.
 * @returns null after it was taken, or why not; `message`: the server's own words
 */
export async function sendSlip(token: string, file: File): Promise<Refused | null> {
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
