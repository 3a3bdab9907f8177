// @ts-check
/* Runs in a thread of its own, because a picture of a stranger can need much time and memory. */
import { parentPort, workerData } from 'node:worker_threads';
import jpeg from 'jpeg-js';
import decodeQR from 'qr/decode.js';

/** The longer side of a stored picture, in pixels. */
const SIDE_MAX = 1600;
const QUALITY = 70;
const LIMITS = {
  maxResolutionInMP: 25,
  maxMemoryUsageInMB: 320,
  tolerantDecoding: true,
  useTArray: /** @type {true} */ (true),
};

/** @param {{ width: number, height: number, data: Uint8Array }} picture */
function textOf(picture) {
  try {
    return decodeQR(
      { ...picture, data: new Uint8ClampedArray(picture.data) },
      { timeLimit: 3000, effort: 10 },
    );
  } catch {
    return null;
  }
}

/** Makes a picture smaller by a whole factor. @param {{ width: number, height: number, data: Uint8Array }} picture */
function smaller(picture) {
  const factor = Math.ceil(Math.max(picture.width, picture.height) / SIDE_MAX);
  if (factor <= 1) return picture;
  const width = Math.floor(picture.width / factor);
  const height = Math.floor(picture.height / factor);
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = (y * factor * picture.width + x * factor) * 4;
      data.set(picture.data.subarray(from, from + 4), (y * width + x) * 4);
    }
  return { width, height, data };
}

const picture = jpeg.decode(workerData, LIMITS);
const small = smaller(picture);
parentPort?.postMessage({ jpeg: jpeg.encode(small, QUALITY).data, text: textOf(picture) ?? textOf(small) });
