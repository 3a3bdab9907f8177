import { z } from 'zod';
import { buildDocument, type Place } from '@/server/api/openapi/document';

export interface DocumentedMedia {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: { status: string; code: string; message: string } }>;
}

interface DocumentedOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema: object; example?: unknown }[];
  requestBody?: { required: boolean; content: { 'application/json': DocumentedMedia } };
  responses: Record<
    string,
    { description: string; headers?: object; content: { 'application/json': DocumentedMedia } }
  >;
}

/** A call that the OpenAPI document describes. */
export interface DocumentedCall {
  method: string;
  path: string;
  operation: DocumentedOperation;
}

const PLACE: Place = {
  websiteUrl: 'http://localhost:3999',
  functionsApiUrl: 'http://localhost:3999',
  cloudApiUrl: 'http://localhost:3999',
  sessionCookie: 'session',
};

interface DocumentJson {
  openapi: string;
  info: { contact: { url: string } };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, unknown>; securitySchemes: object };
}

let built: DocumentJson | undefined;

/** Returns the OpenAPI document as JSON, with the site URL of the tests. */
export function documentOfTests(): DocumentJson {
  return (built ??= JSON.parse(JSON.stringify(buildDocument(PLACE))) as DocumentJson);
}

const METHODS = ['get', 'post', 'delete', 'put', 'patch', 'head', 'options', 'trace'];

/** Returns the calls of the document that are REST versions of tRPC procedures. */
export const documentedCalls = () => everyCall().filter(({ operation }) => operation.tags[0] !== 'system');

/** Returns the other calls of the document, such as webhooks and health checks. */
export const systemCalls = () => everyCall().filter(({ operation }) => operation.tags[0] === 'system');

function everyCall(): DocumentedCall[] {
  return Object.entries(documentOfTests().paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as DocumentedOperation | undefined;
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}

function resolved(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: string };
  if ($ref !== undefined) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1] ?? '';
    if (!(name in schemas)) throw new Error(`${$ref} leads nowhere`);
    return resolved(schemas[name], schemas);
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, schemas)]));
}

/** Creates a validator of a schema of the OpenAPI document. */
export function judgeOf(schema: object): z.ZodType {
  const { components } = documentOfTests();
  return z.fromJSONSchema(resolved(schema, components.schemas) as Parameters<typeof z.fromJSONSchema>[0]);
}

/** Returns the differences between a value and a schema of the OpenAPI document. */
export function complaintsOf(schema: object, value: unknown): string[] {
  const { error } = judgeOf(schema).safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
