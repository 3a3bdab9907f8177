import type { TRPCClientError } from '@trpc/client';
import type { z } from 'zod';
import type { ErrorCode } from '@/domain/errors';
import type { refusalAnswer } from '@/schemas/answers/site';
import type { AppRouter } from '@/server/api/root';

/** The error of a failed call; `code` is null if the call did not arrive or its response was unreadable. */
export interface Refusal {
  code: ErrorCode | null;
  reason: string | null;
  /** In the reader's language. */
  message: string | null;
  fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** The data of the error; with STALE, the current state. */
  data: unknown;
  /** The delay before a retry, if the response has one. */
  retryAfterSeconds: number | null;
}

/** Converts any error of a tRPC hook or call, or of an HTTP client. */
export function refusalOf(error: unknown): Refusal {
  if (isRestRefusal(error)) {
    const { code, reason = null, message, fieldErrors = {}, data } = error;
    return { code: code as ErrorCode, reason, message, fieldErrors, data, retryAfterSeconds: null };
  }
  if (isTrpcError(error)) {
    const data = error.data as Partial<WireRefusal> | null | undefined;
    if (data?.appCode) {
      return {
        code: data.appCode,
        reason: data.reason ?? null,
        message: error.message,
        fieldErrors: data.fieldErrors ?? {},
        data: data.data,
        retryAfterSeconds: retryAfterOf(error.meta?.response),
      };
    }
  }
  return {
    code: null,
    reason: null,
    message: null,
    fieldErrors: {},
    data: undefined,
    retryAfterSeconds: null,
  };
}

/** Compares the name: importing the class would bring the package of the client into the first load. */
function isTrpcError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof Error && error.name === 'TRPCClientError';
}

/** Whether this is the parsed error response that `request` throws. */
function isRestRefusal(error: unknown): error is z.output<typeof refusalAnswer> {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 'error';
}

function retryAfterOf(response: unknown): number | null {
  const seconds = response instanceof Response ? Number(response.headers.get('retry-after')) : 0;
  return seconds > 0 ? seconds : null;
}

interface WireRefusal {
  appCode: ErrorCode;
  reason: string | null;
  fieldErrors: Record<string, string[]> | null;
  data: unknown;
}
