import SchemaBuilder from '@pothos/core';
import type { z } from 'zod';
import type { meAnswer } from '@/schemas/answers/account';
import type { createCaller } from '../root';
import type { ApiContext } from '../trpc';

/** The context of resolvers: the procedures and the caller. Resolvers contain no logic. */
export interface GraphqlContext {
  ctx: ApiContext;
  api: ReturnType<typeof createCaller>;
  /** Reads the account header once, for any number of fields. */
  me: () => Promise<z.output<typeof meAnswer>>;
}

export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  Scalars: { JSON: { Input: unknown; Output: unknown } };
}>({ defaultFieldNullability: false });

builder.scalarType('JSON', { description: 'Any JSON.', serialize: (value) => value });

/** Describes the argument `expectedTotal` of every mutation that charges or makes a payment link. */
export const EXPECTED_TOTAL = {
  description: 'Satang that were shown; another total is TOTAL_CHANGED and charges nothing.',
};

/**
 * Returns arguments as a procedure takes them: without nulls, unless null has a meaning. Only the procedure's schema
 * validates them, so that every entry point has the same refusals.
 */
export function withoutNulls(args: object, nullable: readonly string[] = []): never {
  const entries = Object.entries(args) as [string, unknown][];
  const kept = entries.filter(
    ([name, value]) => value !== undefined && (value !== null || nullable.includes(name)),
  );
  return Object.fromEntries(kept) as never;
}
