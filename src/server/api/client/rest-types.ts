/** The parts of JSON Schema that the OpenAPI document uses. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: readonly { in: string; name: string; required?: boolean; schema?: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Content }>;
}

interface Document {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas?: Record<string, Schema> };
}

const METHODS = ['get', 'post', 'delete'];
const PLACES = ['query', 'header', 'path', 'cookie'];

const quoted = (name: string) => (/^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name));
/** Returns a description as a comment before a type. */
export const remark = (text?: string | null) => (text ? `/** ${text.replaceAll('*/', '* /')} */ ` : '');
const joined = (types: readonly string[], by: string) => [...new Set(types)].join(by);

/** Returns the TypeScript type of a schema. */
function typeOf(schema: Schema): string {
  const union = schema.anyOf ?? schema.oneOf;
  if (schema.$ref) return `components['schemas']['${schema.$ref.split('/').at(-1)}']`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (union) return joined(union.map(typeOf), ' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  return joined(
    [schema.type ?? 'unknown'].flat().map((type) => basicType(type, schema)),
    ' | ',
  );
}

function basicType(type: string, schema: Schema): string {
  if (type === 'array') return schema.items ? `(${typeOf(schema.items)})[]` : 'unknown[]';
  if (type === 'object') return objectType(schema);
  return type === 'integer' ? 'number' : type;
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${remark(field.description)}${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`,
  );
  if (fields.length > 0) return `{ ${fields.join(' ')} }`;
  if (additionalProperties === false) return 'Record<string, never>';
  const isTyped = typeof additionalProperties === 'object';
  return `Record<string, ${isTyped ? typeOf(additionalProperties) : 'unknown'}>`;
}

const contentType = (content: Content) =>
  `{ ${Object.entries(content)
    .map(([media, { schema }]) => `${JSON.stringify(media)}: ${schema ? typeOf(schema) : 'unknown'};`)
    .join(' ')} }`;

function parametersType(parameters: Operation['parameters'] = []): string {
  const groups = PLACES.map((place) => {
    const own = parameters.filter((one) => one.in === place);
    if (own.length === 0) return `${place}?: never;`;
    const fields = own.map(
      ({ name, required, schema }) =>
        `${quoted(name)}${required ? '' : '?'}: ${schema ? typeOf(schema) : 'string'};`,
    );
    return `${place}${own.some(({ required }) => required) ? '' : '?'}: { ${fields.join(' ')} };`;
  });
  return `{ ${groups.join(' ')} }`;
}

function operationType({ parameters, requestBody, responses }: Operation): string {
  const body = requestBody
    ? `requestBody${requestBody.required ? '' : '?'}: { content: ${contentType(requestBody.content)} };`
    : 'requestBody?: never;';
  const answers = Object.entries(responses).map(
    ([status, { content }]) =>
      `${status}: { headers: { [name: string]: unknown }; content${content ? `: ${contentType(content)}` : '?: never'}; };`,
  );
  return `{\n    parameters: ${parametersType(parameters)};\n    ${body}\n    responses: {\n      ${answers.join('\n      ')}\n    };\n  }`;
}

function operationsOf({ paths }: Document): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      path,
      method,
      operation: item[method] as Operation,
    })),
  );
}

/** Returns the types of the REST paths, as `openapi-fetch` reads them. */
export function restTypes(document: Document): string {
  const operations = operationsOf(document);
  const paths = Object.keys(document.paths).map((path) => {
    const own = operations.filter((one) => one.path === path);
    const methods = own.map(
      ({ method, operation }) =>
        `    ${remark(operation.summary)}${method}: operations['${operation.operationId}'];`,
    );
    return `  '${path}': {\n    parameters: ${parametersType()};\n${methods.join('\n')}\n  };`;
  });
  const schemas = Object.entries(document.components.schemas ?? {}).map(
    ([name, schema]) => `    ${remark(schema.description)}${name}: ${typeOf(schema)};`,
  );
  const types = operations.map(
    ({ operation }) =>
      `  ${remark(operation.description)}${operation.operationId}: ${operationType(operation)};`,
  );
  return [
    `export interface paths {\n${paths.join('\n')}\n}`,
    `export interface components {\n  schemas: {\n${schemas.join('\n')}\n  };\n}`,
    `export interface operations {\n${types.join('\n')}\n}\n`,
  ].join('\n\n');
}

/** Returns the paths whose writes take an `Idempotency-Key`. */
export function keyedPaths(document: Document): string[] {
  const keyed = operationsOf(document).filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
  );
  return [...new Set(keyed.map(({ path }) => path))];
}
