import { AppError } from '@/domain/errors';

export const BODY_MAX_BYTES = 64 * 1024;
const DEPTH_MAX = 20;
const CARD_KEY = /^(number|card_?number|pan|cvc|cvv|security_?code)$/i;
const DIGIT_RUN = /(?:\d[ -]?){13,19}/g;

/**
 * Reads a body as text, bounded.
 * @throws AppError TOO_LARGE
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
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Reads a JSON object; no body at all is an empty one.
 * @throws AppError NOT_JSON, TOO_LARGE, INPUT_INVALID, CARD_DATA_REFUSED when it holds what looks like a card
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (text === '') return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError('NOT_JSON');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError('INPUT_INVALID');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('INPUT_INVALID');
  refuseCardData(body, 0);
  return body as Record<string, unknown>;
}

/** Card numbers belong in the gateway's own form; here they are refused before anybody looks at them. */
export function refuseCardData(value: unknown, depth: number): void {
  if (depth > DEPTH_MAX) throw new AppError('INPUT_INVALID');
  if (typeof value === 'string' || typeof value === 'number') {
    for (const run of String(value).match(DIGIT_RUN) ?? []) if (passesLuhn(run)) throw new AppError('CARD_DATA_REFUSED');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (CARD_KEY.test(key)) throw new AppError('CARD_DATA_REFUSED');
    refuseCardData(inner, depth + 1);
  }
}

/** ISO/IEC 7812 check digit over 13 to 19 digits. */
function passesLuhn(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
