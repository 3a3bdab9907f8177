import { startOfDay, type Day } from './day';
import { MINUTE_MS } from './duration';
import type { Satang } from './money';

/** What the small QR code on a transfer slip names: the bank that sent the money, and the bank's number of the transfer. */
export interface SlipQr {
  /** Three digits, or `TMN` for TrueMoney. */
  bank: string;
  ref: string;
}

/**
 * The states of a slip. `stored`: no provider verifies slips, and nothing is claimed. `checking`: the provider has not
 * answered yet. `booked`: the transfer paid the order. `listed`: the staff decides about the transfer. `gateway`: it went
 * to a QR code of the gateway and arrives without a slip. `foreign`: it went to another account. `unknown`: the bank knows
 * no such transfer.
 */
export const SLIP_STATES = [
  ...(['stored', 'checking', 'booked', 'listed', 'gateway', 'foreign', 'unknown'] as const),
] as const;
export type SlipState = (typeof SLIP_STATES)[number];

/** What became of a slip whose sender named no order. `used`: it is of another order. `ask`: the staff decides what it pays. */
export type SlipResult = SlipState | 'used' | 'ask';

/** How long the picture of a slip is stored. */
export const SLIP_PICTURE_DAYS = 90;
export const SLIP_MAX_BYTES = 5 * 1024 * 1024;

const CRC_TAG = '9104';

/** Returns the checksum CRC-16/CCITT-FALSE as four hexadecimal capitals. */
function checksumOf(text: string): string {
  let crc = 0xffff;
  for (const char of text) {
    crc ^= (char.codePointAt(0) ?? 0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Returns the values of a text by their tags, each as tag, length and value; null if the text has another form. */
function tagsOf(text: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    if (!/^\d{4}$/.test(text.slice(at, at + 4)) || value.length < length) return null;
    tags.set(text.slice(at, at + 2), value);
    at += 4 + length;
  }
  return tags;
}

/** Reads the text of a slip's QR code. Returns null for another code. */
export function readSlipQr(text: string): SlipQr | null {
  if (text.length > 200 || !/^[\x21-\x7e]+$/.test(text)) return null;
  const end = text.lastIndexOf(CRC_TAG);
  if (end < 0) return null;
  const [covered, given] = [text.slice(0, end + CRC_TAG.length), text.slice(end + CRC_TAG.length)];
  // Some banks drop the zeros before a checksum.
  if (given === '' || given.toUpperCase().padStart(4, '0') !== checksumOf(covered)) return null;
  const tags = tagsOf(text.slice(0, end));
  const inner = tagsOf(tags?.get('00') ?? '');
  if (!tags || !inner) return null;
  const isBank = inner.get('00') === '000001' && tags.get('51') === 'TH';
  const isTrueMoney = inner.get('00') === '01' && inner.get('01') === '01';
  const [bank, ref] = isBank ? [inner.get('01'), inner.get('02')] : ['TMN', inner.get('03')];
  if (!(isBank || isTrueMoney) || !/^(\d{3}|TMN)$/.test(bank ?? '')) return null;
  return bank && ref && /^[A-Za-z0-9]{8,30}$/.test(ref) ? { bank, ref } : null;
}

/** A transfer as a verification provider reports it. */
export interface VerifiedTransfer {
  amount: Satang;
  paidOn: Day;
  /** `11:10:12`; null if it is not reported. */
  time: string | null;
  /** As masked by the bank: `xxx-x-x1234-x`. Empty if it is not reported. */
  receiverAccount: string;
  receiverName: string;
}

/** The account of the shop, and what the link of the slip asks for. */
export interface SlipTarget {
  accountNumber: string;
  accountName: string;
  createdAt: Date;
}

const GATEWAY_NAMES = /\b(omise|opn)\b|โอมิเซะ/i;
/** The number of digits that a masked account number must show to be compared. */
const VISIBLE_MIN = 3;

/**
 * Returns what a verified transfer is to a link. `fits`: it went to the shop, and not before the link was made; amount and
 * day are compared when it is booked. `doubtful`: the staff decides.
 */
export function slipFit(
  transfer: VerifiedTransfer,
  target: SlipTarget,
): 'fits' | 'doubtful' | 'gateway' | 'foreign' {
  if (GATEWAY_NAMES.test(transfer.receiverName)) return 'gateway';
  const isOurs = isSameAccount(transfer.receiverAccount, target.accountNumber);
  if (isOurs === false) return 'foreign';
  const isNamed = namesMatch(transfer.receiverName, target.accountName);
  const at = transferredAt(transfer);
  // Banks tell a moment in whole seconds or minutes.
  const from = Math.floor(target.createdAt.getTime() / MINUTE_MS) * MINUTE_MS;
  return isOurs && isNamed && at !== null && at.getTime() >= from ? 'fits' : 'doubtful';
}

/** Returns the last moment at which a transfer can have been made; null without a time. */
function transferredAt({ paidOn, time }: VerifiedTransfer): Date | null {
  const [hours = NaN, minutes = NaN, seconds = 59] = (time ?? '').split(':').map(Number);
  const at = startOfDay(paidOn).getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return Number.isNaN(at) ? null : new Date(at);
}

/** Whether a masked number can be an account; null if it shows too few digits to tell. */
function isSameAccount(masked: string, account: string): boolean | null {
  const places = masked.replace(/[^0-9x]/gi, '');
  const digits = account.replace(/\D/g, '');
  if (places.replace(/\D/g, '').length < VISIBLE_MIN) return null;
  if (places.length !== digits.length) return false;
  return [...places].every((place, at) => /x/i.test(place) || place === digits[at]);
}

/** What many names have in common. */
const LEGAL_WORDS = new Set([
  ...['บจก', 'บมจ', 'หจก', 'จำกัด', 'มหาชน', 'นาย', 'นาง', 'นางสาว', 'น', 'ส'],
  ...['mr', 'mrs', 'ms', 'miss', 'co', 'company', 'ltd', 'limited', 'plc', 'public'],
]);
const NAME_MIN = 3;

/** Banks shorten names, so that one has to begin as the whole other, without what many names have in common. */
function namesMatch(shown: string, own: string): boolean {
  const [short = '', long = ''] = [shown, own]
    .map((name) =>
      name
        .normalize('NFKC')
        .toLowerCase()
        .replace(/^\s*บริษัท|จำกัด(?:\s*\(?มหาชน\)?)?\s*$/g, ' ')
        .split(/[^\p{L}\p{M}\p{N}]+/u)
        .filter((word) => !LEGAL_WORDS.has(word))
        .join(''),
    )
    .toSorted((one, other) => one.length - other.length);
  return short.length >= NAME_MIN && long.startsWith(short);
}

const tagged = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** Returns the text of the QR code of a bank's slip. */
export function slipQrText({ bank, ref }: SlipQr): string {
  const inner = tagged('00', '000001') + tagged('01', bank) + tagged('02', ref);
  const covered = tagged('00', inner) + tagged('51', 'TH') + CRC_TAG;
  return covered + checksumOf(covered);
}

const RETRY_MINUTES = [2, 5, 15, 30, 60, 120, 240, 480] as const;

/** Returns when a slip without an answer is verified again; null once the staff has to decide. `checks`: the tries so far. */
export function nextSlipCheck(checks: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[checks - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE_MS);
}
