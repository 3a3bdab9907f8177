import { TRPCError } from '@trpc/server';
import { ZodError, type core } from 'zod';
import { AppError, type ErrorCode, type ErrorKind } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { isWordKey, translate, type WordKey } from '@/locales/translate';

/** An error as callers see it, whichever door they came through. */
export interface WireError {
  code: ErrorCode;
  message: string;
  reason?: string;
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

const DATABASE_AWAY = new Set(['ECONNREFUSED', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT', 'CONNECTION_DESTROYED', '57P01', '57P03', '53300', '55P03', '57014']);

/** Anything that was thrown, as one of our refusals; what is none of them is INTERNAL. */
export function toAppError(error: unknown): AppError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof AppError) return at;
    if (at instanceof ZodError) return invalidInput(at);
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && DATABASE_AWAY.has(code)) return new AppError('UNAVAILABLE');
  }
  if (error instanceof TRPCError && error.code === 'NOT_FOUND') return new AppError('NOT_FOUND');
  if (error instanceof TRPCError && error.code === 'PARSE_ERROR') return new AppError('INPUT_INVALID');
  if (error instanceof TRPCError && error.code === 'METHOD_NOT_SUPPORTED') return new AppError('METHOD_NOT_ALLOWED');
  if (error instanceof TRPCError && error.code === 'UNSUPPORTED_MEDIA_TYPE') return new AppError('NOT_JSON');
  return new AppError('INTERNAL');
}

function invalidInput(error: ZodError): AppError {
  const fieldErrors: Record<string, string[]> = {};
  for (const issue of error.issues.flatMap(unfold)) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].map(String).join('.');
      (fieldErrors[path] ??= []).push(messageOf(issue));
    }
  }
  return new AppError('INPUT_INVALID', { fieldErrors });
}

/** A union's complaint is that of the branch that came closest. */
function unfold(issue: core.$ZodIssue): core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const best = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
  return best.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] } as core.$ZodIssue));
}

/** A locale key, or the specification's generic words in the form `validation.expected|number|string`. */
function messageOf(issue: core.$ZodIssue): string {
  if (isWordKey(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') {
    const received = kindOf(issue.input);
    if (received === 'undefined') return 'validation.required';
    return `validation.expected|${issue.expected}|${received}`;
  }
  return 'validation.invalidInput';
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

function sentence(locale: Locale, message: string): string {
  const [key = '', expected = '', received = ''] = message.split('|');
  return isWordKey(key) ? translate(locale, key, { expected, received }) : message;
}

/** A refusal in the caller's language. */
export function wireError(error: AppError, locale: Locale): WireError {
  const { reason, fieldErrors, orderId, fieldName, data } = error.details;
  const missingOnly =
    error.code === 'INPUT_INVALID' &&
    fieldErrors !== undefined &&
    Object.values(fieldErrors).flat().every((message) => message === 'validation.required');
  const declineKey = `declines.${reason ?? 'declined'}`;
  let key: WordKey = `errors.${error.code}` as WordKey;
  if (missingOnly) key = 'validation.allRequired';
  if (error.code === 'CARD_DECLINED' && isWordKey(declineKey)) key = declineKey;
  return {
    code: error.code,
    message: translate(locale, key, { orderId: orderId ?? '', fieldName: fieldName ?? '' }),
    ...(reason === undefined ? {} : { reason }),
    ...(fieldErrors === undefined
      ? {}
      : {
          fieldErrors: Object.fromEntries(
            Object.entries(fieldErrors).map(([path, messages]) => [path, messages.map((message) => sentence(locale, message))]),
          ),
        }),
    ...(data === undefined ? {} : { data }),
  };
}
