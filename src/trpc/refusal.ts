import type { TRPCClientError } from '@trpc/client';
import type { z } from 'zod';
import type { ErrorCode } from '@/domain/error-kinds';
import type { refusalAnswer } from '@/schemas/answers/site';
import type { AppRouter } from '@/server/api/root';

/**
 * The error of a failed call. `code` is null if the call did not reach the server or its response was
 * unreadable.
 */
export interface Refusal {
  code: ErrorCode | null;
  reason: string | null;
  /** The message in the language of the page; null if the response has none. */
  message: string | null;
  fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** The data of the error. With the code STALE: the current state. */
  data: unknown;
  /** The delay before a retry in seconds; null if the response has none. */
  retryAfterSeconds: number | null;
}

/** Converts the error of a tRPC hook, of a tRPC call or of `request` to a refusal. */
export function refusalOf(error: unknown): Refusal {
  if (isRestRefusal(error)) {
    const { code, reason = null, message, fieldErrors = {}, data } = error;
    return { code, reason, message, fieldErrors, data, retryAfterSeconds: null };
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

/**
 * Whether this is an error of the tRPC client. It compares the name, because importing the class would add
 * the package of the client to the first load.
 */
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
