import type { z } from 'zod';
import type { ErrorCode, ErrorKind } from '@/domain/error-kinds';
import type { createCaller } from '../root';

type Api = ReturnType<typeof createCaller>;

/**
 * The callers that may use a path. `anyone`: every caller. `not_subscribed`: callers without a subscription, with or
 * without a session. `logged_in`: callers with a session. `registering`: accounts whose first payment is pending.
 * `subscriber`: all other accounts with a subscription. `operator`: callers with the operator's token.
 */
export type AllowedCaller = 'anyone' | 'not_subscribed' | WithSession | 'operator';
type WithSession = 'logged_in' | 'registering' | 'subscriber';

type Given<I> = I extends z.ZodType ? z.input<I> : undefined;

/** An error code that a path can return. A pair adds an error kind that differs from the usual kind of the code. */
export type Refusal = ErrorCode | readonly [ErrorCode, ErrorKind];

interface Facts {
  who: AllowedCaller;
  /** The one-line description for the API documentation. */
  summary: string;
  /** One or two sentences for the API documentation that the summary does not say. */
  description: string;
  /** The specific errors of this path. Excludes errors that all paths with the same caller and method can return. */
  refusals: readonly Refusal[];
  /** True if the response is the same for every caller. It is then compressed and has an ETag. */
  isPublic?: true;
  /** True if a session changes what the path does, although callers need none. */
  usesSession?: true;
  /** True if the path ignores an `Idempotency-Key`. */
  unkeyed?: true;
  /** True if the response starts a session. A repeat with the same key then also starts a session for the account. */
  beginsSession?: true;
}

/** The row of a REST path: input, response and procedure. Only the procedure's own schema validates the input. */
export interface Row<I extends z.ZodType | null, A extends z.ZodType> extends Facts {
  input: I;
  answer: A;
  call: (api: Api, input: Given<I>) => Promise<z.input<A>>;
}

/** The type of all rows, for code that reads the whole table. */
export interface RestRoute extends Facts {
  input: z.ZodType | null;
  answer: z.ZodType;
  call: (api: Api, input: never) => Promise<unknown>;
}

/** Returns the row unchanged. The type parameters make the compiler check the row's schemas against its procedure. */
export function row<I extends z.ZodType | null, A extends z.ZodType>(given: Row<I, A>): Row<I, A> {
  return given;
}
