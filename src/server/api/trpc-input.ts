import superjson from 'superjson';
import { z } from 'zod';
import { AppError } from '@/domain/errors';

/* superjson creates every JavaScript type that an input names: ten characters can create an array of a hundred million bytes. Our pages send only JSON values and undefined fields. superjson writes an undefined field as null and lists its path. All other inputs are rejected. */

const leftOut = z.tuple([z.literal('undefined')]);
/** superjson's notes about undefined values: the whole input is undefined, or the fields at the given paths are. */
const annotations = z.union([leftOut, z.record(z.string(), leftOut)]);

const sentInput = z.strictObject({
  json: z.unknown().optional(),
  meta: z.strictObject({ values: annotations.optional(), v: z.literal(1).optional() }).optional(),
});

/** The transformer for tRPC. Encodes responses with superjson. Decodes inputs with `readInput`. */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
};

/** The field names for which superjson throws an error. A caller can send fields with these names. */
const UNWRITABLE = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns field errors without the field names that superjson cannot encode. */
export function writable<T>(fieldErrors: Record<string, T> | undefined): Record<string, T> | undefined {
  return (
    fieldErrors && Object.fromEntries(Object.entries(fieldErrors).filter(([name]) => !UNWRITABLE.has(name)))
  );
}

/**
 * Decodes the input of a procedure.
 * @throws AppError INPUT_INVALID for types other than JSON and undefined, before any value of such a type is created
 */
export function readInput(sent: unknown): unknown {
  const { success, data } = sentInput.safeParse(sent);
  if (!success) throw new AppError('INPUT_INVALID');
  const { json, meta } = data;
  const whole = { json };
  for (const path of pathsOf(meta?.values)) setUndefined(whole, path);
  return whole.json;
}

function pathsOf(values: z.output<typeof annotations> = {}): string[][] {
  if (Array.isArray(values)) return [['json']];
  return Object.keys(values).map((path) => ['json', ...path.split('.')]);
}

/**
 * Replaces the null at a path by undefined, in place. The caller of the API sends the path.
 * @throws AppError INPUT_INVALID if the value at the path is not null: a path must not add fields or list elements
 */
function setUndefined(whole: unknown, path: string[]): void {
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce(ownField, whole);
  if (ownField(parent, last) !== null) throw new AppError('INPUT_INVALID');
  (parent as Record<string, unknown>)[last] = undefined;
}

function ownField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    throw new AppError('INPUT_INVALID');
  return (value as Record<string, unknown>)[name];
}
