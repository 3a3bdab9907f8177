import { saveFile } from '@/components/save-file';

/** The minimum width of the file in pixels, so that a banking app can read the QR code. */
const MIN_WIDTH = 1000;

/** Makes the button of `QrCode` save its picture. Needs no React. */
export function watchQrSaves(signal: AbortSignal): void {
  const listen = ({ target }: MouseEvent) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-save]');
    if (button) void save(button);
  };
  document.addEventListener('click', listen, { signal });
}

async function save(button: HTMLElement): Promise<void> {
  const code = button.closest('[data-qr]');
  const [image, status] = [code?.querySelector('img'), code?.querySelector('[role=status]')];
  const { save: file = '', saved = '', failed = '' } = button.dataset;
  if (!image || !status) return;
  try {
    await image.decode();
    await savePng(image, file);
    status.textContent = saved;
  } catch {
    status.textContent = failed;
  }
}

/**
 * Saves an image of the page as a PNG file with a white background.
 * @throws Error if the browser cannot draw the image
 */
async function savePng(image: HTMLImageElement, file: string): Promise<void> {
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth === 0) throw new Error('the picture has no size');
  const scale = Math.max(1, MIN_WIDTH / naturalWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(naturalWidth * scale);
  canvas.height = Math.round(naturalHeight * scale);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('no picture');
  saveFile(picture, file);
}
