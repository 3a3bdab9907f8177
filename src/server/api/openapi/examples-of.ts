import type { z } from 'zod';

type Given<R> = R extends { input: infer I } ? (I extends z.ZodType ? z.input<I> : undefined) : never;
type Answered<R> = R extends { answer: infer A } ? (A extends z.ZodType ? z.input<A> : never) : never;

/** The type of the examples of a table of REST paths: input and response of each path. */
export type ExamplesOf<Rows> = { [K in keyof Rows]: { input?: Given<Rows[K]>; data: Answered<Rows[K]> } };
