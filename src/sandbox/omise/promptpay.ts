import QRCode from 'qrcode';
import type { ChargeRecord } from './records';

/** The id of a biller that does not exist. A QR code with this id cannot be paid with real money. */
const FAKE_BILLER = '099999999999990';
const BILL_PAYMENT_AID = 'A000000677010112';

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** Returns the CRC-16/CCITT-FALSE of a text as upper-case hex. The checksum of `123456789` is 29B1. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Returns the EMVCo payload of a bill payment. The last fields have the order 53-58-54, as in published
 * examples.
 * @param amount satang
 */
export function billPayload(biller: string, ref1: string, amount: number): string {
  const account = field('00', BILL_PAYMENT_AID) + field('01', biller) + field('02', ref1);
  const head = field('00', '01') + field('01', '12') + field('30', account);
  const tail = field('53', '764') + field('58', 'TH') + field('54', (amount / 100).toFixed(2));
  const open = `${head}${tail}6304`;
  return open + crc16(open);
}

/** Returns the payload of a charge's QR code. */
export function payloadOf(charge: ChargeRecord): string {
  const reference = charge.id
    .replace(/[^0-9a-z]/gi, '')
    .slice(-20)
    .toUpperCase();
  return billPayload(FAKE_BILLER, reference, charge.amount);
}

/** Returns the SVG path of a QR code's dark squares. A square is one unit wide, and the margin is four units. */
function squares(text: string): { path: string; size: number } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const path: string[] = [];
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (modules.get(y, x)) path.push(`M${x + 4} ${y + 4}h1v1h-1z`);
    }
  }
  return { path: path.join(''), size: modules.size + 8 };
}

const WIDTH = 740;
const HEIGHT = 1050;
const CODE = 560;

/** Draws the QR code of a charge as an SVG image in portrait format, marked TEST. */
export function slipSvg(charge: ChargeRecord): string {
  const { path, size } = squares(payloadOf(charge));
  const scale = CODE / size;
  const left = (WIDTH - CODE) / 2;
  const middle = `x="${WIDTH / 2}" text-anchor="middle" font-family="system-ui, sans-serif"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="PromptPay QR code, test only">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/><rect width="${WIDTH}" height="130" fill="#113566"/>
<text ${middle} y="84" font-size="46" font-weight="700" fill="#fff">PromptPay (sandbox)</text>
<g transform="translate(${left} 190) scale(${scale})"><path d="${path}" fill="#000"/></g>
<text ${middle} y="840" font-size="56" font-weight="700" fill="#111">฿${(charge.amount / 100).toFixed(2)}</text>
<text ${middle} y="910" font-size="28" fill="#444">No real money can be sent with this code</text>
<g transform="rotate(-24 ${WIDTH / 2} 470)"><text ${middle} y="500" font-size="150" font-weight="800" fill="#96262c" fill-opacity=".2">TEST</text></g>
</svg>`;
}
