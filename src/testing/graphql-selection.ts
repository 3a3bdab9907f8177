import { getNamedType, isLeafType, isObjectType, type GraphQLNamedType } from 'graphql';
import { schema } from '@/server/api/graphql/schema';

/** Everything that a type has, as a selection; of a connection its nodes. */
function selectionOf(type: GraphQLNamedType): string {
  if (isLeafType(type) || !isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  const isConnection = type.name.endsWith('Connection');
  const wanted = isConnection ? fields.filter(({ name }) => name === 'nodes') : fields;
  return ` { ${wanted.map((field) => field.name + selectionOf(getNamedType(field.type))).join(' ')} }`;
}

/** A root field asked for whole, with a variable for each argument that is given. */
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

/** One field of the viewer, whole. */
export function wholeOfViewer(name: string): string {
  const viewer = getNamedType(schema.getQueryType()?.getFields().viewer?.type);
  if (!isObjectType(viewer)) throw new Error('no viewer');
  const field = viewer.getFields()[name];
  if (!field) throw new Error(`no field ${name}`);
  return `{ viewer { ${name}${selectionOf(getNamedType(field.type))} } }`;
}
