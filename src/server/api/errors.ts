import { TRPCError } from '@trpc/server';
import { ZodError, type core } from 'zod';
import type { ErrorCode, ErrorKind } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import type { RefusalReason } from '@/domain/refusal-reasons';
import type { Locale } from '@/domain/locale';
import { declineKey } from '@/locales/decline-key';
import { isWordKey, translate, type WordKey } from '@/locales/translate';

/** The error that clients receive from every entry point. */
export interface WireError {
  code: ErrorCode;
  message: string;
  reason?: RefusalReason;
  fieldErrors?: Record<string, string[]>;
  data?: unknown;
}

export const HTTP_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  declined: 402,
  method: 405,
  conflict: 409,
  too_large: 413,
  media: 415,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

/**
 * The error codes of an unavailable database, from PostgreSQL (appendix A), postgres.js and Node.js. 53100, 53200 and
 * 53300: it has no disk, memory or free session.
 */
const DATABASE_AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT', 'CONNECTION_DESTROYED'],
  ...['57P01', '57P02', '57P03', '57014', '53100', '53200', '53300'],
  ...['55P03', '3D000', '40001', '40P01', '08006'],
]);

/** Whether a server that is no longer the primary refused to begin a transaction, as a feature that it does not have. */
const isBeginRefused = (error: Error) =>
  'code' in error && error.code === '0A000' && 'query' in error && error.query === 'begin read write';

/** PostgreSQL's error codes for a text that it cannot store. The input schemas reject most of these texts first. */
const TEXT_REFUSED = new Set(['22021', '22P02', '22P05']);

/** The error codes of this API for errors that tRPC itself throws. An unlisted tRPC error becomes INTERNAL. */
const OF_TRPC: Partial<Record<TRPCError['code'], ErrorCode>> = {
  BAD_REQUEST: 'INPUT_INVALID',
  PARSE_ERROR: 'INPUT_INVALID',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  UNSUPPORTED_MEDIA_TYPE: 'NOT_JSON',
  PAYLOAD_TOO_LARGE: 'TOO_LARGE',
};

/** Converts any thrown value to an AppError. Also checks the causes of an error. An unknown error becomes INTERNAL. */
export function toAppError(error: unknown): AppError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof AppError) return at;
    if (at instanceof ZodError) return invalidInput(at);
    const code = (at as { code?: unknown }).code;
    if (typeof code !== 'string') continue;
    if (DATABASE_AWAY.has(code) || isBeginRefused(at)) return new AppError('UNAVAILABLE');
    if (TEXT_REFUSED.has(code)) return new AppError('INPUT_INVALID');
  }
  const known = error instanceof TRPCError ? OF_TRPC[error.code] : undefined;
  return new AppError(known ?? 'INTERNAL');
}

function invalidInput(error: ZodError): AppError {
  const complaints = new Map<string, string[]>();
  for (const issue of error.issues.flatMap(unfold)) {
    const keys = issue.code === 'unrecognized_keys' ? shown(issue.keys) : [undefined];
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].map(String).join('.');
      complaints.set(path, [...(complaints.get(path) ?? []), messageOf(issue)]);
    }
  }
  // `fromEntries` is safe if an attacker names a field `__proto__`: it creates an ordinary field.
  return new AppError('INPUT_INVALID', { fieldErrors: Object.fromEntries(complaints) });
}

const UNKNOWN_KEYS_SHOWN = 10;
const UNKNOWN_KEY_LENGTH = 60;

/** Returns the first ten of some unknown field names, each shortened, so that the error response stays small. */
const shown = (keys: string[]) =>
  keys.slice(0, UNKNOWN_KEYS_SHOWN).map((key) => key.slice(0, UNKNOWN_KEY_LENGTH));

/** Replaces an issue of a zod union by the issues of its branch with the fewest unknown fields. Keeps other issues. */
function unfold(issue: core.$ZodIssue): core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const unknown = (issues: core.$ZodIssue[]) =>
    issues.reduce((sum, one) => sum + (one.code === 'unrecognized_keys' ? one.keys.length : 0), 0);
  const best = [...issue.errors].sort((a, b) => unknown(a) - unknown(b))[0] ?? [];
  return best.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The locale keys of specific validation messages. All other validation issues get a generic message. */
const TABLE = new Set([
  'validation.password',
  'validation.passwordsMatch',
  'validation.email',
  'validation.invalidEmail',
  'validation.phone',
  'validation.postalCode',
  'validation.discountCode',
  'validation.required',
]);

/** Returns the locale key of an issue's message. `validation.expected|A|B` has the parameters A and B after the key. */
function messageOf({ message }: core.$ZodIssue): string {
  return TABLE.has(message) || message.startsWith('validation.expected|')
    ? message
    : 'validation.invalidInput';
}

function sentence(locale: Locale, message: string): string {
  const [key = '', expected = '', received = ''] = message.split('|');
  return isWordKey(key) ? translate(locale, key, { expected, received }) : message;
}

/** Returns the fields of an error that clients receive, with its messages in the given language. */
export function wireError(error: AppError, locale: Locale): WireError {
  const { reason, fieldErrors, orderId, fieldName, data, text } = error.details;
  return {
    code: error.code,
    message:
      text ??
      translate(locale, sentenceOf(error), {
        orderId: orderId ?? '',
        scope: error.details.scope ?? '',
        when: waitInWords(locale, error.details.retryAfterSeconds ?? 0),
        fieldName: wordFor(locale, fieldName ?? ''),
      }),
    ...(reason === undefined ? {} : { reason }),
    ...(fieldErrors === undefined ? {} : { fieldErrors: inWords(fieldErrors, locale) }),
    ...(data === undefined ? {} : { data }),
  };
}

function waitInWords(locale: Locale, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return translate(locale, 'common.inMinutes', { count: minutes });
  const hours = Math.ceil(minutes / 60);
  return hours < 24
    ? translate(locale, 'common.inHours', { count: hours })
    : translate(locale, 'common.inDays', { count: Math.ceil(hours / 24) });
}

function wordFor(locale: Locale, fieldName: string): string {
  const key = `validation.fields.${fieldName}`;
  return isWordKey(key) ? translate(locale, key) : fieldName;
}

/** The texts of error codes with a reason. All other reasons have the text of their code. */
const REFINED: Partial<Record<string, WordKey>> = {
  'THROTTLED card_attempts': 'common.cardAttemptsLimit',
  'THROTTLED card_declines': 'common.cardDeclinesLimit',
  'UNAVAILABLE maintenance': 'maintenance.refusal',
  'TOKEN_EXPIRED login_link': 'auth.expired',
  'TOKEN_EXPIRED link_used': 'auth.used',
  'NOT_LOGGED_IN webhook_signature': 'common.webhookRefused',
  'NOT_LOGGED_IN operator_token': 'common.operatorToken',
  'NOT_LOGGED_IN api_token': 'common.apiToken',
  'NOT_ALLOWED token_scope': 'common.tokenScope',
  'NOT_ALLOWED foreign_origin': 'common.foreignOrigin',
  'NOT_ALLOWED staff_role': 'desk.notYours',
};

function sentenceOf({ code, details }: AppError): WordKey {
  if (code === 'CARD_DECLINED') return declineKey(details.reason ?? null);
  if (code === 'CONVERT_FAILED' && details.fieldName === 'paymentMethod')
    return 'payments.convertOfflineFailed';
  const refined = REFINED[`${code} ${details.reason ?? ''}`];
  if (refined) return refined;
  const complaints = Object.values(details.fieldErrors ?? {}).flat();
  const onlyMissing = complaints.length > 0 && complaints.every((one) => one === 'validation.required');
  if (code === 'INPUT_INVALID' && onlyMissing) return 'validation.allRequired';
  return `errors.${details.said ?? code}`;
}

function inWords(fieldErrors: Record<string, string[]>, locale: Locale): Record<string, string[]> {
  const entries = Object.entries(fieldErrors);
  return Object.fromEntries(
    entries.map(([path, messages]) => [path, messages.map((message) => sentence(locale, message))]),
  );
}
