import decode from 'qr/decode.js';

/** Returns the text of the QR code of a picture; null if it cannot be read in this browser. */
export function readQr(canvas: HTMLCanvasElement): string | null {
  try {
    const { width, height } = canvas;
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    const text = data ? decode({ width, height, data }, { timeLimit: 1000 }) : '';
    // A header takes no other characters.
    return /^[\x21-\x7e]{1,200}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}
