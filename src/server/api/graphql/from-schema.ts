import type { FieldMap, OutputType, TypeParam } from '@pothos/core';
import { z } from 'zod';
import { builder } from './builder';

type Types = typeof builder.$inferSchemaTypes;
type FieldBuilder<Shape> = PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>;

type Shape = Record<string, z.ZodType>;
type Described = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>;

interface Options<Schema extends Described> {
  /** The description of the type, if it is not that of the zod schema. */
  description?: string;
  /** The fields of the zod schema that the GraphQL type does not have. */
  except?: readonly (keyof z.output<Schema> & string)[];
  /** The fields that the GraphQL type adds, or defines differently from the zod schema. */
  fields?: (t: FieldBuilder<z.output<Schema>>) => FieldMap;
}

/** The registered GraphQL types. The key is the definition of a zod schema, or the joined values of an enum. */
const types = new Map<unknown, OutputType<Types>>();

/** Registers the GraphQL type that every field with this zod schema gets. */
function nameType(schema: z.core.$ZodType, type: OutputType<Types>): void {
  types.set(schema._zod.def, type);
}

/** Returns the registered GraphQL type of a zod schema. @throws Error if it has none */
export function typeOf(schema: z.ZodType): OutputType<Types> {
  const type = types.get(schema.def);
  if (type === undefined)
    throw new Error('The output of a mutation has no GraphQL type: name one for its schema.');
  return type;
}

/** Returns the registered GraphQL enum with these values. @throws Error if there is none */
export function enumOf(values: readonly string[]): OutputType<Types> {
  const type = types.get(values.join());
  if (type === undefined) throw new Error(`No GraphQL enum has the values ${values.join()}.`);
  return type;
}

/** Creates a GraphQL enum and registers it for every zod enum with the same values. */
export function enumFrom<const Values extends readonly string[]>(name: string, values: Values) {
  const type = builder.enumType(name, { values });
  types.set(values.join(), type);
  return type;
}

/** Returns the fields of an object, or of all members of a union: one that a member does not have is nullable. */
function shapeOf(schema: Described): Shape {
  if (schema instanceof z.ZodObject) return schema.shape;
  const shapes: Shape[] = schema.options.map((member) => member.shape);
  const merged = Object.keys(Object.assign({}, ...shapes) as Shape).map((key): [string, z.ZodType] => {
    const fields = shapes.flatMap((shape) => shape[key] ?? []);
    const values = fields.flatMap((field) => (field instanceof z.ZodLiteral ? [String(field.value)] : []));
    const field = values.length === fields.length ? z.enum(values) : fields[0]!;
    return [key, fields.length < shapes.length ? field.nullable() : field];
  });
  return Object.fromEntries(merged);
}

/**
 * Creates the GraphQL type of a zod object or union, with its fields and descriptions. A field named `id` or `…Id` becomes an
 * ID. An enum that `enumFrom` has not registered becomes a String. The fields are read when the GraphQL schema is
 * built, so types can be created in any order.
 * @throws Error, when the GraphQL schema is built, for a nested object without a GraphQL type
 */
export function objectFrom<Schema extends Described>(
  name: string,
  schema: Schema,
  { description = schema.description, except = [], fields }: Options<Schema> = {},
) {
  const ref = builder.objectRef<z.output<Schema>>(name);
  nameType(schema, ref);
  return ref.implement({
    ...(description === undefined ? {} : { description }),
    fields: (t) => {
      const explicit = fields?.(t) ?? {};
      const derived = Object.entries(shapeOf(schema))
        .filter(([key]) => !(key in explicit) && !except.includes(key as never))
        .map(([key, field]) => [key, fieldFrom(t, key, field)]);
      return { ...Object.fromEntries(derived), ...explicit } as FieldMap;
    },
  });
}

function fieldFrom<Shape>(t: FieldBuilder<Shape>, key: string, schema: z.ZodType) {
  const nullable = schema instanceof z.ZodNullable;
  const inner = (nullable ? schema.unwrap() : schema) as z.ZodType;
  // The description of a registered object belongs to its GraphQL type, not to each field of that type.
  const own = types.has(inner.def) ? undefined : inner.description;
  return t.field({
    type: typeFrom(key, inner as unknown as z.core.$ZodTypes),
    nullable,
    description: nullable ? (schema.description ?? own) : own,
    resolve: (parent) => (parent as Record<string, never>)[key] as never,
  });
}

function typeFrom(key: string, schema: z.core.$ZodTypes): TypeParam<Types> {
  const { def } = schema._zod;
  if (def.type === 'array') return [outputFrom(key, def.element as z.core.$ZodTypes)];
  return outputFrom(key, schema);
}

function outputFrom(key: string, { _zod: { def } }: z.core.$ZodTypes): OutputType<Types> {
  if (def.type === 'string') return textFrom(key, def as { format?: string });
  if (def.type === 'literal') return 'String';
  if (def.type === 'boolean') return 'Boolean';
  if (def.type === 'number') return 'Int';
  if (def.type === 'enum') return types.get(Object.values(def.entries).join()) ?? 'String';
  const type = types.get(def);
  if (type === undefined) throw new Error(`The field ${key} has no GraphQL type: name one for its schema.`);
  return type;
}

function textFrom(key: string, { format }: { format?: string }): OutputType<Types> {
  if (format === 'date') return 'Day';
  if (format === 'datetime') return 'Moment';
  return /^id$|Id$/.test(key) ? 'ID' : 'String';
}
