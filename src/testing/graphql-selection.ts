import { getNamedType, isLeafType, isObjectType, type GraphQLField, type GraphQLNamedType } from 'graphql';
import { schema } from '@/server/api/graphql/schema';

/**
 * Builds a selection of all fields of a type. For a connection: only its nodes, or with `first` also the
 * edges and the page information.
 */
function selectionOf(type: GraphQLNamedType, first?: string): string {
  if (isLeafType(type) || !isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  const isConnection = type.name.endsWith('Connection') && first === undefined;
  const wanted = isConnection ? fields.filter(({ name }) => name === 'nodes') : fields;
  return ` { ${wanted.map((field) => fieldOf(field, first)).join(' ')} }`;
}

function fieldOf({ name, type, args }: GraphQLField<unknown, unknown>, first?: string): string {
  const isSliced = first !== undefined && args.some((arg) => arg.name === 'first');
  return name + (isSliced ? `(first: ${first})` : '') + selectionOf(getNamedType(type), first);
}

/** Builds a query or mutation with one root field, all of its fields, and a variable for each given argument. */
export function wholeOperation(kind: 'query' | 'mutation', name: string, given: object): string {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[name];
  if (!field) throw new Error(`no ${kind} ${name}`);
  const args = field.args.filter((arg) => arg.name in given);
  const variables = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const call = name + (passed && `(${passed})`) + selectionOf(getNamedType(field.type));
  return `${kind}${variables && ` (${variables})`} { ${call} }`;
}

function fieldsOfViewer() {
  const viewer = getNamedType(schema.getQueryType()?.getFields().viewer?.type);
  if (!isObjectType(viewer)) throw new Error('no viewer');
  return viewer.getFields();
}

/** Builds a selection of one field of the viewer with all of its fields. @param first the page size of connections */
export function viewerField(name: string, first?: string): string {
  const field = fieldsOfViewer()[name];
  if (!field) throw new Error(`no field ${name}`);
  return fieldOf(field, first);
}

/** Builds a query of one field of the viewer with all of its fields. */
export const wholeOfViewer = (name: string): string => `{ viewer { ${viewerField(name)} } }`;

/** Builds a selection of all fields of the viewer. @param first the page size of connections */
export const wholeViewer = (first: string): string =>
  `viewer { ${Object.values(fieldsOfViewer())
    .map((field) => fieldOf(field, first))
    .join(' ')} }`;
