import type { z } from 'zod';
import type { ErrorCode, ErrorKind } from '@/domain/errors';
import type { createCaller } from '../root';

type Api = ReturnType<typeof createCaller>;

/**
 * Who may call: anyone; anyone who is no subscriber yet; whoever is logged in; a session whose subscription awaits its
 * first payment; any other account with a subscription; the operator by token.
 */
export type Who = 'anyone' | 'not_subscribed' | 'logged_in' | 'registering' | 'subscriber' | 'operator';

type Given<I> = I extends z.ZodType ? z.input<I> : undefined;

/** A code; with its kind where that is not the code's usual one. */
export type Refusal = ErrorCode | readonly [ErrorCode, ErrorKind];

interface Facts {
  who: Who;
  /** One line for the documentation. */
  summary: string;
  /** What it refuses beyond what every call of its kind does. */
  refusals: readonly Refusal[];
  /** An `Idempotency-Key` means nothing here. */
  unkeyed?: true;
  /** The answer begins a session, so a repeat of it by key begins another one for the same registration. */
  beginsSession?: true;
}

/** A row: a path's input, its answer, and the procedure that answers. The procedure's own schema is the judge. */
export interface Row<I extends z.ZodType | null, A extends z.ZodType> extends Facts {
  input: I;
  answer: A;
  call: (api: Api, input: Given<I>) => Promise<z.input<A>>;
}

/** Any row, for whoever walks the table. */
export interface RestRoute extends Facts {
  input: z.ZodType | null;
  answer: z.ZodType;
  call: (api: Api, input: never) => Promise<unknown>;
}

/** Lets the compiler compare a row's schemas with its procedure. */
export function row<I extends z.ZodType | null, A extends z.ZodType>(given: Row<I, A>): Row<I, A> {
  return given;
}
