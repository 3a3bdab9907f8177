import type { z } from 'zod';
import type { Answer, CallMeta } from './call';
import { appRouter, createCaller } from './root';
import { createServerCaller, serverRouter } from './server/root';
import type { ApiContext } from './trpc';

/** A procedure as data: REST, GraphQL, the API documentation and the tests are made of it. */
export interface Call {
  /** Router and procedure, such as `orders.skip`. */
  name: string;
  type: 'query' | 'mutation';
  meta: CallMeta;
  input: z.ZodType | null;
  output: z.ZodType | null;
  run: (ctx: ApiContext, input: unknown) => Promise<unknown>;
}

interface Definition {
  type: Call['type'];
  meta?: CallMeta;
  inputs: z.ZodType[];
  output?: Answer<z.ZodType>;
}

type Run = (input: unknown) => Promise<unknown>;

type Caller = (ctx: ApiContext) => unknown;

function toCall(callerOf: Caller, [name, procedure]: [string, unknown]): Call {
  const { type, meta = {}, inputs, output } = (procedure as { _def: Definition })._def;
  const [router = '', call = ''] = name.split('.');
  const run = (ctx: ApiContext, input: unknown) =>
    (callerOf(ctx) as Record<string, Record<string, Run>>)[router]![call]!(input);
  return { name, type, meta, input: inputs[0] ?? null, output: output?.schema ?? null, run };
}

/** All procedures of the product, in the order of `root.ts`, and those for programs with a token. */
export const CALLS: readonly Call[] = [
  ...Object.entries(appRouter._def.procedures).map((one) => toCall(createCaller, one)),
  ...Object.entries(serverRouter._def.procedures).map((one) => toCall(createServerCaller, one)),
];
