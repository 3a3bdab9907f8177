import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter } from './root';

/* Sends texts that the database cannot store, and null for omitted fields, in every input field of every procedure. */
type Field = readonly [name: string, schema: z.ZodType];

const CANNOT_BE_KEPT = ['a\u0000b', '\u0000', 'a\ud800', '\udc00b', '\ud83d \ude00'];

/** The fields whose null has a meaning, and the fields that clients send only in a URL, which has no null. */
const NULL_MEANS = ['account.updateDetails.ageGroup', 'registration.start.code', 'rewards.applyCode.code'];

/** The fields with discount codes. The procedure checks them, not the input schema. */
const READ_BY_HAND = ['registration.start.code', 'rewards.applyCode.code'];

const inputs: Field[] = Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) => {
  const { _def } = procedure as unknown as { _def: { inputs: z.ZodType[] } };
  return _def.inputs.map((input): Field => [name, input]);
});

/** Returns all innermost fields of a schema, such as texts and numbers. */
function within([name, schema]: Field): Field[] {
  if (schema instanceof z.ZodObject) return fieldsOf(name, schema).flatMap(within);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => within([name, one as z.ZodType]));
  if (schema instanceof z.ZodArray) return within([name, schema.element as z.ZodType]);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return within([name, schema.unwrap() as z.ZodType]);
  if (schema instanceof z.ZodPipe && !(schema.in instanceof z.ZodString))
    return within([name, schema.in as z.ZodType]);
  return [[name, schema]];
}

const fieldsOf = (name: string, { shape }: z.ZodObject): Field[] =>
  Object.entries(shape).map(([key, field]): Field => [`${name}.${key}`, field as z.ZodType]);

/** Returns every object in a schema, also in unions and optional fields. */
function objectsIn([name, schema]: Field): [string, z.ZodObject][] {
  if (schema instanceof z.ZodObject) return [[name, schema], ...fieldsOf(name, schema).flatMap(objectsIn)];
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((one) => objectsIn([name, one as z.ZodType]));
  if (schema instanceof z.ZodOptional) return objectsIn([name, schema.unwrap() as z.ZodType]);
  return [];
}

const takesText = ([, schema]: Field) =>
  schema instanceof z.ZodString || (schema instanceof z.ZodPipe && schema.in instanceof z.ZodString);
const texts = inputs.flatMap(within).filter(takesText);
const leftOut = inputs
  .flatMap(objectsIn)
  .flatMap(([name, schema]) => fieldsOf(name, schema))
  .filter(([, field]) => field.safeParse(undefined).success);

test('the walk covers every field of the procedures', () => {
  expect(texts.length).toBeGreaterThan(40);
  expect(leftOut.length).toBeGreaterThan(20);
  const names = texts.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'orders.skip.orderId',
      'subscription.cancel.comment',
      'payments.payLink.token',
      'subscription.changeBox.items.productCode',
      'registration.start.details.firstName',
    ]),
  );
});

describe.each(texts.filter(([name]) => !READ_BY_HAND.includes(name)))('%s', (_name, field) => {
  test.each(CANNOT_BE_KEPT)('refuses %j', (text) => {
    expect(field.safeParse(text).success).toBe(false);
  });
});

test.each(leftOut.filter(([name]) => !NULL_MEANS.includes(name) && !name.endsWith('.page')))(
  '%s: null is the same as omitted',
  (_name, field) => {
    expect(field.safeParse(null).data).toEqual(field.safeParse(undefined).data);
    expect(field.safeParse(null).success).toBe(true);
  },
);
