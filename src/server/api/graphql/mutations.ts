import type { ArgBuilder, ArgumentRef } from '@pothos/core';
import { z } from 'zod';
import type { MutationMeta } from '../call';
import { CALLS, type Call } from '../calls';
import { builder, withoutNulls, type GraphqlContext } from './builder';
import { enumOf, typeOf } from './from-schema';
import { BoxItemInput } from './types';

type Types = typeof builder.$inferSchemaTypes;
type Arguments = ArgBuilder<Types>;

interface JsonSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
}

/** The mutations of all calls, by name. */
const MUTATIONS: ReadonlyMap<string, { call: Call; meta: MutationMeta }> = new Map(
  CALLS.flatMap((call) => {
    const { graphql = [] } = call.meta;
    return [graphql].flat().map((meta: MutationMeta) => [meta.mutation, { call, meta }] as const);
  }),
);

/** Whether the response of a mutation must not be stored. */
export const isUnkept = (mutation: string): boolean => MUTATIONS.get(mutation)?.meta.unkept === true;

/** Returns the members of a union; the schema itself if it is none. */
function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternativesOf);
  return [schema.type].flat().map((type) => ({ ...schema, type }));
}

/** Returns the fields of an input in JSON Schema. A field of a union is required if every member requires it. */
function fieldsOf(input: z.ZodType | null): [name: string, field: JsonSchema, required: boolean][] {
  if (!input) return [];
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const members = alternativesOf(schema);
  const fields = Object.assign({}, ...members.map(({ properties }) => properties)) as Record<
    string,
    JsonSchema
  >;
  return Object.entries(fields).map(([name, field]) => [
    name,
    field,
    members.every(({ required }) => required?.includes(name)),
  ]);
}

const isNull = ({ type }: JsonSchema) => type === 'null';

function argumentType(name: string, field: JsonSchema, enums: MutationMeta['enums'] = []) {
  const [one = {}] = alternativesOf(field).filter((member) => !isNull(member));
  if (enums.includes(name)) return enumOf(one.enum as readonly string[]);
  if (one.type === 'array') return [BoxItemInput];
  if (one.type === 'boolean') return 'Boolean';
  const isNumber = [one.type, typeof one.const, typeof one.enum?.[0]].some(
    (type) => type === 'integer' || type === 'number',
  );
  if (isNumber) return 'Int';
  return /^(order|card|passkey)Id$/.test(name) ? 'ID' : 'String';
}

function argumentsOf(t: Arguments, { input }: Call, { args = {}, enums, fixed = {} }: MutationMeta) {
  const entries = fieldsOf(input)
    .filter(([name]) => !(name in fixed))
    .map(([name, field, required]): [string, ArgumentRef<Types, unknown>] => [
      name,
      t({
        type: argumentType(name, field, enums),
        required: required && !alternativesOf(field).some(isNull),
        description: args[name],
      } as never),
    ]);
  return Object.fromEntries(entries);
}

builder.mutationType({
  description: 'Each may be refused by itself, and is null then; the others are done.',
});

for (const { call, meta } of MUTATIONS.values()) {
  builder.mutationField(meta.mutation, (t) =>
    t.field({
      nullable: true,
      type: meta.type ?? typeOf(call.output!),
      description: meta.description,
      args: argumentsOf(t.arg, call, meta) as never,
      resolve: async (_root: unknown, args: object, { ctx }: GraphqlContext) => {
        const result = await call.run(ctx, { ...withoutNulls(args, meta.nullable), ...meta.fixed });
        return meta.type === 'Boolean' ? true : result;
      },
    } as never),
  );
}
