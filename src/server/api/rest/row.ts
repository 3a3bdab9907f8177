import type { z } from 'zod';
import type { ErrorCode, ErrorKind } from '@/domain/errors';
import type { createCaller } from '../root';

type Api = ReturnType<typeof createCaller>;

/**
 * Allowed callers: any; any without a subscription; any session; a session whose subscription awaits its first payment;
 * any other account with a subscription; the operator by token.
 */
export type AllowedCaller =
  'anyone' | 'not_subscribed' | 'logged_in' | 'registering' | 'subscriber' | 'operator';

type Given<I> = I extends z.ZodType ? z.input<I> : undefined;

/** An error code, with its kind if it is not the usual one. */
export type Refusal = ErrorCode | readonly [ErrorCode, ErrorKind];

interface Facts {
  who: AllowedCaller;
  /** One line for the documentation. */
  summary: string;
  /** Refusals beyond those of every call of its kind. */
  refusals: readonly Refusal[];
  /** An `Idempotency-Key` is ignored. */
  unkeyed?: true;
  /** The response starts a session, so a repeat by key starts another one for the same registration. */
  beginsSession?: true;
}

/** A row: a path's input, its response and its procedure. Only the procedure's schema validates. */
export interface Row<I extends z.ZodType | null, A extends z.ZodType> extends Facts {
  input: I;
  answer: A;
  call: (api: Api, input: Given<I>) => Promise<z.input<A>>;
}

/** Any row, for code that walks the table. */
export interface RestRoute extends Facts {
  input: z.ZodType | null;
  answer: z.ZodType;
  call: (api: Api, input: never) => Promise<unknown>;
}

/** Lets the compiler compare a row's schemas with its procedure. */
export function row<I extends z.ZodType | null, A extends z.ZodType>(given: Row<I, A>): Row<I, A> {
  return given;
}
