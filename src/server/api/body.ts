import { holdsCardNumber } from '@/domain/card-number';
import { AppError } from '@/domain/errors';

export const BODY_MAX_BYTES = 64 * 1024;
const DEPTH_MAX = 20;
/** The maximum number of fields and list elements in one body. The largest valid body has about 40. */
const VALUES_MAX = 500;
/** The maximum number of fields and list elements in the text of a body, which may be a batch of ten calls. */
const TEXT_VALUES_MAX = 1_000;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const UTF_8 = /^utf-?8$/i;
const CARD_KEY = /^(number|card_?number|pan|cvc|cvv|cvn|security_?code)$/i;
/**
 * Reads the body of a request as text.
 * @throws AppError TOO_LARGE for more than `max` bytes; INPUT_INVALID when the body is not UTF-8; NOT_JSON when it is
 *   compressed
 */
export async function readText(request: Request, max: number = BODY_MAX_BYTES): Promise<string> {
  const bytes = await readBytes(request, max);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AppError('INPUT_INVALID');
  }
}

/** Reads the body of a request. @throws AppError TOO_LARGE for more than `max` bytes; NOT_JSON when it is compressed */
export async function readBytes(request: Request, max: number): Promise<Buffer> {
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? '')) throw new AppError('NOT_JSON');
  if (Number(request.headers.get('content-length') ?? 0) > max) throw new AppError('TOO_LARGE');
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > max) throw new AppError('TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Removes a byte order mark, which some clients send before JSON (RFC 8259, 8.1). */
export const withoutByteOrderMark = (text: string) => text.replace(/^\uFEFF/, '');

/**
 * Checks the nesting, the number of values and the keys of a JSON text. Must run before the text is parsed: parser,
 * schemas and the search for card data do work for every value, and a parser keeps only the last of two equal keys.
 * Skips strings, which a bank statement has in megabytes.
 * @throws AppError INPUT_INVALID for more than 20 levels, 1,000 values, or a key that an object has twice
 */
export function requireSoundJson(text: string): void {
  // The keys of each object around the present position; null for a list.
  const around: (Set<string> | null)[] = [];
  let values = 0;
  let isKeyNext = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      if (isKeyNext) requireNewKey(around.at(-1), text.slice(at, end + 1));
      isKeyNext = false;
      at = end;
    } else if (char === '[' || char === '{') {
      around.push(char === '{' ? new Set() : null);
      isKeyNext = char === '{';
    } else if (char === ']' || char === '}') {
      around.pop();
      isKeyNext = false;
    } else if (char === ',') {
      values += 1;
      isKeyNext = around.at(-1) instanceof Set;
    }
    if (around.length > DEPTH_MAX || values > TEXT_VALUES_MAX) throw new AppError('INPUT_INVALID');
  }
}

function requireNewKey(keys: Set<string> | null | undefined, quoted: string): void {
  const key = quoted.includes('\\') ? unescaped(quoted) : quoted;
  if (keys?.has(key)) throw new AppError('INPUT_INVALID');
  keys?.add(key);
}

/** Returns a quoted text without escapes. One that is no JSON stays as it is: the parser refuses it. */
function unescaped(quoted: string): string {
  try {
    return `"${JSON.parse(quoted)}"`;
  } catch {
    return quoted;
  }
}

/** Returns the position of the quote that ends the string at `start`; the length of the text without such a quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Checks that the content type of a request is `application/json` in UTF-8. @throws AppError NOT_JSON */
export function requireJson(request: Request): void {
  const type = request.headers.get('content-type') ?? '';
  if (!JSON_TYPE.test(type) || !UTF_8.test(CHARSET.exec(type)?.[1] ?? 'utf-8'))
    throw new AppError('NOT_JSON');
}

/**
 * Reads the body of a request as a JSON object. Returns an empty object for an empty body.
 * @throws AppError NOT_JSON, TOO_LARGE, INPUT_INVALID; CARD_DATA_REFUSED when the body may contain a card number
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body = await readObject(request);
  refuseCardData(body);
  return body;
}

/**
 * Reads the body of a request as a JSON object without checking for card data. Returns an empty object for an empty
 * body.
 * @throws AppError NOT_JSON, TOO_LARGE, INPUT_INVALID
 */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const text = withoutByteOrderMark(await readText(request));
  if (text === '') return {};
  requireJson(request);
  requireSoundJson(text);
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
 * Checks that an input contains no card data. Users must enter card data in the gateway's own form. This check must run
 * before any other processing.
 * @throws AppError CARD_DATA_REFUSED for card data; INPUT_INVALID for binary values, more than 20 levels or more than
 *   500 values
 */
export function refuseCardData(value: unknown): void {
  inspect(value, 0, { values: 0, seen: new WeakSet() });
}

function inspect(value: unknown, depth: number, found: { values: number; seen: WeakSet<object> }): void {
  // Without a limit one body could cause thousands of validation errors, because a schema reports an error per value.
  if (depth > DEPTH_MAX || (found.values += 1) > VALUES_MAX) throw new AppError('INPUT_INVALID');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    if (holdsCardNumber(String(value))) throw new AppError('CARD_DATA_REFUSED');
    return;
  }
  if (typeof value !== 'object' || value === null || found.seen.has(value)) return;
  // Rejects binary values: reading one with `Object.entries` would create a key for each byte.
  if (ArrayBuffer.isView(value)) throw new AppError('INPUT_INVALID');
  found.seen.add(value);
  for (const [key, inner] of Object.entries(value)) {
    if (CARD_KEY.test(key)) throw new AppError('CARD_DATA_REFUSED');
    inspect(inner, depth + 1, found);
  }
}
