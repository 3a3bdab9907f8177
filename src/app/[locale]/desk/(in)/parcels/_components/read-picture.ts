// The files of the three readers: the index of the package holds all of them.
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer';
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader';
import Code39Reader from '@zxing/library/esm/core/oned/Code39Reader';
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource';

/** Returns the text of a code in the present picture; null without one. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

/**
 * Returns a reader without the browser's Barcode Detection API. It reads bars that lie in the picture, and in every other
 * picture those that stand.
 */
export function pictureReader(): CodeReader {
  const readers = [new QRCodeReader(), new Code128Reader(), new Code39Reader()];
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  let isTurned = false;
  return (video) => {
    if (!context) return Promise.resolve(null);
    isTurned = !isTurned;
    const picture = new BinaryBitmap(new HybridBinarizer(greyOf(context, video, isTurned)));
    for (const reader of readers)
      try {
        return Promise.resolve(reader.decode(picture).getText());
      } catch {
        // The package throws where it finds no code.
      }
    return Promise.resolve(null);
  };
}

/** Returns the brightness of each dot of the present picture, turned by a quarter if asked. */
function greyOf(context: CanvasRenderingContext2D, video: HTMLVideoElement, isTurned: boolean) {
  const { videoWidth, videoHeight } = video;
  const [width, height] = isTurned ? [videoHeight, videoWidth] : [videoWidth, videoHeight];
  Object.assign(context.canvas, { width, height });
  if (isTurned) context.setTransform(0, 1, -1, 0, width, 0);
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 4;
    grey[at] = ((data[from] ?? 0) + 2 * (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) / 4;
  }
  return new RGBLuminanceSource(grey, width, height);
}
