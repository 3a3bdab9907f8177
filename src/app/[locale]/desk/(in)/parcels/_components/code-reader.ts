import type { CodeReader } from './read-picture';

/** The part of the browser's Barcode Detection API that is used here. TypeScript does not know it. */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

/** No EAN: the code of a product has the form of a number of J&T Express. */
const FORMATS = ['qr_code', 'code_128', 'code_39'];

/**
 * Returns the reader of the browser for QR codes and the bar codes of couriers. Where there is none, as on iPhones, loads
 * one.
 */
export async function loadCodeReader(): Promise<CodeReader> {
  const native = (window as unknown as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
  const known = (await native?.getSupportedFormats()) ?? [];
  if (!native || !FORMATS.every((format) => known.includes(format)))
    return (await import('./read-picture')).pictureReader();
  const detector = new native({ formats: FORMATS });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}
