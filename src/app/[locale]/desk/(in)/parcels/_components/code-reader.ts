/** The part of the browser's Barcode Detection API that is used here. TypeScript does not know it. */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

export interface CodeReader {
  /** Returns the text of a code in the present picture; null without one. */
  read: (video: HTMLVideoElement) => Promise<string | null>;
  /** Whether it reads the bar codes of couriers, too, not only QR codes. */
  readsBars: boolean;
}

const FORMATS = ['qr_code', 'code_128', 'code_39'];

/** Returns the reader of the browser, which reads bar codes. Where there is none, loads one that reads QR codes. */
export async function loadCodeReader(): Promise<CodeReader> {
  const native = (window as unknown as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
  const known = (await native?.getSupportedFormats()) ?? [];
  const formats = FORMATS.filter((format) => known.includes(format));
  if (native && formats.includes('code_128')) {
    const detector = new native({ formats });
    return { readsBars: true, read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null };
  }
  const { readQr } = await import('@/site/read-qr');
  const canvas = document.createElement('canvas');
  return {
    readsBars: false,
    read: (video) => {
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      canvas.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0);
      return Promise.resolve(readQr(canvas));
    },
  };
}
