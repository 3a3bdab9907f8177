import superjson from 'superjson';
import { z } from 'zod';
import { AppError } from '@/domain/errors';

/*
 * superjson can write any of JavaScript's values, and reads whatever it is told that a value is: an array of a hundred
 * million bytes is ten letters to send. What our pages send are JSON's own values, and fields left undefined: superjson
 * writes those as null and lists them. Nothing else is read.
 */

const leftOut = z.tuple([z.literal('undefined')]);
/** Of the whole input, or of its fields by their paths. */
const annotations = z.union([leftOut, z.record(z.string(), leftOut)]);

const sentInput = z.strictObject({
  json: z.unknown().optional(),
  meta: z.strictObject({ values: annotations.optional(), v: z.literal(1).optional() }).optional(),
});

/** How inputs and answers are written on the wire: answers as superjson has it, inputs no further than ours need. */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
};

/** Names that superjson will not write, and throws at: a caller may have given them to fields. */
const UNWRITABLE = new Set(['__proto__', 'constructor', 'prototype']);

/** Complaints about fields, without those that can't be named in an answer. */
export function writable<T>(fieldErrors: Record<string, T> | undefined): Record<string, T> | undefined {
  return (
    fieldErrors && Object.fromEntries(Object.entries(fieldErrors).filter(([name]) => !UNWRITABLE.has(name)))
  );
}

/**
 * A procedure's input as our pages send it.
 * @throws AppError INPUT_INVALID for one that is more than JSON and undefined, before any of it is built
 */
export function readInput(sent: unknown): unknown {
  const { success, data } = sentInput.safeParse(sent);
  if (!success) throw new AppError('INPUT_INVALID');
  const { json, meta } = data;
  const whole = { json };
  for (const path of pathsOf(meta?.values)) leaveOut(whole, path);
  return whole.json;
}

function pathsOf(values: z.output<typeof annotations> = {}): string[][] {
  if (Array.isArray(values)) return [['json']];
  return Object.keys(values).map((path) => ['json', ...path.split('.')]);
}

/** Only what stands there as null can have been undefined: nothing is added, least of all to the end of a list. */
function leaveOut(whole: unknown, path: string[]): void {
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce(own, whole);
  if (own(parent, last) !== null) throw new AppError('INPUT_INVALID');
  (parent as Record<string, unknown>)[last] = undefined;
}

function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    throw new AppError('INPUT_INVALID');
  return (value as Record<string, unknown>)[name];
}
