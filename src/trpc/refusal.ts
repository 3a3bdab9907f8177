import { TRPCClientError } from '@trpc/client';
import type { z } from 'zod';
import type { ErrorCode } from '@/domain/errors';
import type { refusalAnswer } from '@/schemas/answers/site';

/** What a failed call says: null code when it never reached us or came back unreadable. */
export interface Refusal {
  code: ErrorCode | null;
  reason: string | null;
  /** Already in the reader's language. */
  message: string | null;
  fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** What the refusal brings along: with STALE, how things stand now. */
  data: unknown;
  /** How long to wait before trying again, if it says so. */
  retryAfterSeconds: number | null;
}

/** Reads any error that a tRPC hook or call, or a call of an HTTP client, can throw. */
export function refusalOf(error: unknown): Refusal {
  if (isRestRefusal(error)) {
    const { code, reason = null, message, fieldErrors = {}, data } = error;
    return { code: code as ErrorCode, reason, message, fieldErrors, data, retryAfterSeconds: null };
  }
  if (error instanceof TRPCClientError) {
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

/** Whether this is the parsed refusal that `request` throws. */
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
