import jpeg from 'jpeg-js';
import QRCode from 'qrcode';
import { crc16 } from '../omise/promptpay';

/** A transfer as a bank tells SlipOK. */
export interface SlipFacts {
  ref: string;
  /** `2026-11-20` and `09:00:00`, in Bangkok. */
  date: string;
  time: string;
  /** Satang. */
  amount: number;
  receiver: { name: string; account: string };
}

const SENDING_BANK = '014';
const [WIDTH, HEIGHT, MARGIN] = [360, 500, 60];

/** Returns a number of a bank's transfer for an id of the sandbox. */
export const refOf = (id: string): string =>
  id
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .slice(-25)
    .padStart(12, '0')
    .toUpperCase();

const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** Returns the text of the small QR code of a slip. */
export function slipText(ref: string): string {
  const covered = `${field('00', field('00', '000001') + field('01', SENDING_BANK) + field('02', ref))}${field('51', 'TH')}9104`;
  return covered + crc16(covered);
}

/** Draws the slip of a transfer: a coloured head, and its QR code. */
export function slipPicture(ref: string): Buffer {
  const { modules } = QRCode.create(slipText(ref), { errorCorrectionLevel: 'M' });
  const data = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
  const scale = Math.floor((WIDTH - 2 * MARGIN) / modules.size);
  const top = HEIGHT - MARGIN - scale * modules.size;
  const paint = (x: number, y: number, colour: readonly number[]) => data.set(colour, (y * WIDTH + x) * 4);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const [column, row] = [Math.floor((x - MARGIN) / scale), Math.floor((y - top) / scale)];
      const isIn = column >= 0 && row >= 0 && column < modules.size && row < modules.size;
      if (y < 80) paint(x, y, [78, 46, 127, 255]);
      else if (isIn && modules.get(row, column)) paint(x, y, [0, 0, 0, 255]);
    }
  return jpeg.encode({ width: WIDTH, height: HEIGHT, data }, 80).data;
}
