import { expect, test } from 'vitest';
import { z } from 'zod';
import { subscriber, throughTrpc } from '@/testing/callers';
import { withWorld } from '@/testing/with-world';
import { appRouter } from './root';

const world = withWorld();

/** The maximum of PostgreSQL's integer. */
const INTEGER_MAX = 2 ** 31 - 1;

/** The numbers that no query contains. The code compares them with stored values or checks them (`checkBox`). */
const NEVER_ASKED_OF_THE_DATABASE = new Set(['version', 'quantity', 'expectedTotal']);

interface Schema {
  type?: string;
  maximum?: number;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** Returns the names of the numbers in a schema that can exceed `INTEGER_MAX`. */
function unbounded(schema: Schema, name: string): string[] {
  if (schema.enum ?? schema.const) return [];
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  if (isNumber && (schema.maximum ?? Infinity) > INTEGER_MAX) return [name];
  const inner = Object.entries(schema.properties ?? {}).map(([key, one]) => [key, one] as const);
  const parts = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])];
  return [...inner, ...parts.map((one) => [name, one] as const)].flatMap(([key, one]) => unbounded(one, key));
}

const inputs = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) =>
  (procedure as unknown as { _def: { inputs: z.ZodType[] } })._def.inputs.map((input) => ({ path, input })),
);

test("no number in an input may exceed the database's maximum", () => {
  const found = inputs.flatMap(({ path, input }) =>
    (['input', 'output'] as const).flatMap((io) =>
      unbounded(z.toJSONSchema(input, { io, unrepresentable: 'any' }) as Schema, '').map((name) => ({
        path,
        name,
      })),
    ),
  );
  expect(found.filter(({ name }) => !NEVER_ASKED_OF_THE_DATABASE.has(name))).toEqual([]);
  // The search must find all three names, or else it misses numbers.
  expect(new Set(found.map(({ name }) => name))).toEqual(NEVER_ASKED_OF_THE_DATABASE);
});

test.each([
  ['rewards.seeMilestone', 'mutation', 'milestone'],
  ['rewards.ledger', 'query', 'page'],
  ['orders.previous', 'query', 'page'],
] as const)('%s with a number beyond every limit is 400', async (name, kind, field) => {
  const person = await subscriber(world);
  for (const number of [Number.MAX_SAFE_INTEGER, 1e15, 1e300, 2 ** 31, 0, -1, 0.5]) {
    const { status, code } = await throughTrpc(world, person, [name, kind, { [field]: number }]);
    expect([number, status, code]).toEqual([number, 400, 'INPUT_INVALID']);
  }
  expect((await throughTrpc(world, person, [name, kind, { [field]: 1 }])).code).toBe('ok');
});
