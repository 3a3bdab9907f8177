import { normaliseIdentifier } from './text';

/** Thai baht in whole satang: ฿1 = 100. */
export type Satang = number;

/** The smallest charge that the card gateway accepts (Omise, Thailand: ฿20). */
export const MIN_CHARGE_SATANG = 2000;

/** Divides two whole numbers and rounds half up. */
export function roundHalfUpDiv(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

/**
 * Formats satang as baht with two decimals: 43900 → '439.00'. The text has no baht sign and no separators. A
 * negative amount keeps its minus sign.
 */
export function bahtText(satang: Satang): string {
  const whole = Math.abs(satang);
  const baht = `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
  return satang < 0 ? `-${baht}` : baht;
}

/**
 * Parses an amount in baht such as `375.25`, `1,234.50` or `฿500`.
 * @returns the amount in satang; null for a malformed text
 */
export function satangOf(text: string): number | null {
  const plain = normaliseIdentifier(text).replace(/^฿\s*/, '');
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return null;
  const [whole = '0', part = ''] = plain.replaceAll(',', '').split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
