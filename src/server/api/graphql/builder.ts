import SchemaBuilder from '@pothos/core';
import type { z } from 'zod';
import type { Day } from '@/domain/day';
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
  Scalars: {
    JSON: { Input: unknown; Output: unknown };
    Day: { Input: Day; Output: Day };
    Moment: { Input: string; Output: string };
  };
}>({ defaultFieldNullability: false });

builder.scalarType('JSON', { description: 'Any JSON.', serialize: (value) => value });
// Only answers have these. Arguments stay a String, so that no caller breaks.
builder.scalarType('Day', { description: 'A day in Bangkok: `2026-12-31`.', serialize: (day) => day });
builder.scalarType('Moment', {
  description: 'An instant in UTC, ISO 8601: `2026-12-31T02:00:00.000Z`.',
  serialize: (moment) => moment,
});

/**
 * Returns the arguments of a field without null and undefined, as procedures expect them. Only the procedure's schema
 * validates them, so that every entry point returns the same errors.
 * @param nullable the names of arguments whose null is not removed, because it has a meaning
 */
export function withoutNulls(args: object, nullable: readonly string[] = []): object {
  const entries = Object.entries(args) as [string, unknown][];
  const kept = entries.filter(
    ([name, value]) => value !== undefined && (value !== null || nullable.includes(name)),
  );
  return Object.fromEntries(kept);
}
