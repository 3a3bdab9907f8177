import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { remark } from './rest-types';

const SCALARS: Record<string, string> = {
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
  JSON: 'unknown',
};

/** Returns the TypeScript type of a GraphQL type. All other scalars are texts. */
function typeOf(type: GraphQLType): string {
  if (isNonNullType(type)) return plainTypeOf(type.ofType);
  return `${plainTypeOf(type)} | null`;
}

function plainTypeOf(type: GraphQLType): string {
  if (isNonNullType(type)) return plainTypeOf(type.ofType);
  if (isListType(type)) return `(${typeOf(type.ofType)})[]`;
  return isScalarType(type) ? (SCALARS[type.name] ?? 'string') : type.name;
}

const inputs = (fields: readonly (GraphQLArgument | GraphQLInputField)[]) =>
  fields.map(
    ({ name, type, description }) =>
      `  ${remark(description)}${name}${isNonNullType(type) ? '' : '?'}: ${typeOf(type)};`,
  );

/** Returns the types of the GraphQL schema, with the arguments of each field that has some. */
export function graphqlTypes(schema: GraphQLSchema): string {
  const named = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return named
    .flatMap((type) => {
      const head = `${remark(type.description)}export`;
      if (isEnumType(type))
        return [
          `${head} type ${type.name} = ${type
            .getValues()
            .map(({ name }) => `'${name}'`)
            .join(' | ')};`,
        ];
      if (isInputObjectType(type))
        return [`${head} interface ${type.name} {\n${inputs(Object.values(type.getFields())).join('\n')}\n}`];
      if (!isObjectType(type)) return [];
      const fields = Object.values(type.getFields());
      const lines = fields.map(
        (field) => `  ${remark(field.description)}${field.name}: ${typeOf(field.type)};`,
      );
      const args = fields
        .filter((field) => field.args.length > 0)
        .map(
          (field) =>
            `export interface ${type.name}${field.name[0]?.toUpperCase()}${field.name.slice(1)}Args {\n${inputs(field.args).join('\n')}\n}`,
        );
      return [`${head} interface ${type.name} {\n${lines.join('\n')}\n}`, ...args];
    })
    .join('\n\n')
    .concat('\n');
}
