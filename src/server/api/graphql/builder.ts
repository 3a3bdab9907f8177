import SchemaBuilder from '@pothos/core';
import type { z } from 'zod';
import type { meAnswer } from '@/schemas/answers/account';
import type { createCaller } from '../root';
import type { ApiContext } from '../trpc';

/** What resolvers have: the procedures, and who is asking. They hold no logic of their own. */
export interface GraphqlContext {
  ctx: ApiContext;
  api: ReturnType<typeof createCaller>;
  /** The account's head, asked for once however many fields show a part of it. */
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
 * Arguments as a procedure takes them: what is null is left out, unless null means something. The procedure's schema
 * judges the rest, so that every door refuses the same in the same words.
 */
export function given(args: object, nullable: readonly string[] = []): never {
  const entries = Object.entries(args) as [string, unknown][];
  const kept = entries.filter(
    ([name, value]) => value !== undefined && (value !== null || nullable.includes(name)),
  );
  return Object.fromEntries(kept) as never;
}
