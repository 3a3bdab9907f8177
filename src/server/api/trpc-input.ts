import superjson from 'superjson';
import { z } from 'zod';
import { AppError } from '@/domain/errors';

/* superjson can encode all JavaScript values and creates whatever type it is given: an array of a hundred million bytes takes ten characters. Our pages send JSON values and undefined fields, which superjson writes as null and lists. Everything else is refused. */

const leftOut = z.tuple([z.literal('undefined')]);
/** Of the whole input, or of its fields by their paths. */
const annotations = z.union([leftOut, z.record(z.string(), leftOut)]);

const sentInput = z.strictObject({
  json: z.unknown().optional(),
  meta: z.strictObject({ values: annotations.optional(), v: z.literal(1).optional() }).optional(),
});

/** How inputs and responses are encoded: responses by superjson, inputs only as far as our pages need. */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
};

/** Names at which superjson throws: a caller may have used them for fields. */
const UNWRITABLE = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns field errors without names that cannot be in a response. */
export function writable<T>(fieldErrors: Record<string, T> | undefined): Record<string, T> | undefined {
  return (
    fieldErrors && Object.fromEntries(Object.entries(fieldErrors).filter(([name]) => !UNWRITABLE.has(name)))
  );
}

/**
 * Returns a procedure's input as our pages send it.
 * @throws AppError INPUT_INVALID for anything but JSON and undefined, before any of it is created
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

/** Only an existing null can have been undefined: nothing is added, in particular not to a list. */
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
