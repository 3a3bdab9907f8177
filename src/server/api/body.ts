import { AppError } from '@/domain/errors';

export const BODY_MAX_BYTES = 64 * 1024;
const DEPTH_MAX = 20;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const CARD_KEY = /^(number|card_?number|pan|cvc|cvv|cvn|security_?code)$/i;
/** Digits in groups, as people type them; a card number begins and ends with a group. */
const DIGIT_GROUPS = /\d+(?:[\s.\u2010-\u2015-]{1,2}\d+)*/g;
/** 13 to 19 digits that begin as the brands' numbers do (ISO/IEC 7812 ranges of 2024). */
const CARD_NUMBER = /^(?=\d{13,19}$)(?:4|5[1-5]|2[2-7]|3[0-8]|6)/;

/**
 * Reads a body as text, bounded.
 * @throws AppError TOO_LARGE; INPUT_INVALID when it is not UTF-8
 */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX_BYTES) throw new AppError('TOO_LARGE');
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_MAX_BYTES) throw new AppError('TOO_LARGE');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new AppError('INPUT_INVALID');
  }
}

/** @throws AppError NOT_JSON */
export function requireJson(request: Request): void {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) throw new AppError('NOT_JSON');
}

/**
 * Reads a JSON object; no body at all is an empty one.
 * @throws AppError NOT_JSON, TOO_LARGE, INPUT_INVALID, CARD_DATA_REFUSED when it holds what looks like a card
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body = await readObject(request);
  refuseCardData(body);
  return body;
}

/** The same without a look at what it holds. @throws AppError NOT_JSON, TOO_LARGE, INPUT_INVALID */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (text === '') return {};
  requireJson(request);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError('INPUT_INVALID');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('INPUT_INVALID');
  return body as Record<string, unknown>;
}

/**
 * Card numbers belong in the gateway's own form; here they are refused before anybody looks at them.
 * @throws AppError CARD_DATA_REFUSED; INPUT_INVALID for what is nested deeper than any input of ours, and for bare bytes
 */
export function refuseCardData(value: unknown, depth = 0, seen = new WeakSet<object>()): void {
  if (depth > DEPTH_MAX) throw new AppError('INPUT_INVALID');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    if (holdsCardNumber(String(value))) throw new AppError('CARD_DATA_REFUSED');
    return;
  }
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  // Looking into them one by one would make a key of each.
  if (ArrayBuffer.isView(value)) throw new AppError('INPUT_INVALID');
  seen.add(value);
  for (const [key, inner] of Object.entries(value)) {
    if (CARD_KEY.test(key)) throw new AppError('CARD_DATA_REFUSED');
    refuseCardData(inner, depth + 1, seen);
  }
}

function holdsCardNumber(text: string): boolean {
  for (const run of text.match(DIGIT_GROUPS) ?? []) {
    const groups = run.split(/\D+/);
    for (let from = 0; from < groups.length; from++) {
      let digits = '';
      for (let to = from; to < groups.length && digits.length < 19; to++) {
        digits += groups[to] ?? '';
        if (CARD_NUMBER.test(digits) && passesLuhn(digits)) return true;
      }
    }
  }
  return false;
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
