import SchemaBuilder from '@pothos/core';
import type { z } from 'zod';
import type { meAnswer } from '@/schemas/answers/account';
import type { createCaller } from '../root';
import type { ApiContext } from '../trpc';

/** The context of resolvers. Resolvers contain no logic: they call the procedures in `api`. */
export interface GraphqlContext {
  ctx: ApiContext;
  api: ReturnType<typeof createCaller>;
  /** Returns account, subscription, pending payment and points of the caller. Runs one query per request. */
  me: () => Promise<z.output<typeof meAnswer>>;
}

export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  Scalars: { JSON: { Input: unknown; Output: unknown } };
}>({ defaultFieldNullability: false });

builder.scalarType('JSON', { description: 'Any JSON.', serialize: (value) => value });

/** The description of the argument `expectedTotal` of every mutation that charges or creates a payment link. */
export const EXPECTED_TOTAL = {
  description: 'Satang that were shown; another total is TOTAL_CHANGED and charges nothing.',
};

/** The description of the argument `expectedTotal` of every mutation that changes the price of an order. */
export const SHOWN_TOTAL = {
  description:
    'Satang that were shown for the order that the change names, else for the next order; another total is TOTAL_CHANGED and changes nothing.',
};

/** The description of the argument `preview` of every mutation that can show its result first. */
export const PREVIEW = { description: 'Answers what would be and writes nothing.' };

/** The description of the argument `version` of every mutation of a subscription that another change can overtake. */
export const VERSION = { description: 'Of the subscription the caller looked at; another one is STALE.' };

/**
 * Returns the arguments of a field without null and undefined, as procedures expect them. Only the procedure's schema
 * validates them, so that every entry point returns the same errors.
 * @param nullable the names of arguments whose null is not removed, because it has a meaning
 */
export function withoutNulls(args: object, nullable: readonly string[] = []): never {
  const entries = Object.entries(args) as [string, unknown][];
  const kept = entries.filter(
    ([name, value]) => value !== undefined && (value !== null || nullable.includes(name)),
  );
  return Object.fromEntries(kept) as never;
}
