import { z } from 'zod';
import { version } from '../../../../package.json';
import { TOKEN_SCOPES } from '@/domain/api-token';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Refusal, Who } from '../call';
import { listRoutes, type RestRoute } from '../rest/routes';
import { SYSTEM_CALLS } from '../system/calls';
import { GET_CLIENT, GET_GRAPHQL_SCHEMA, GET_OPENAPI } from './description-operations';
import { GRAPHQL_PATHS } from './graphql-paths';
import { IDEMPOTENCY_KEY, refusalResponses, WITH_BODY, WITH_KEY } from './refusals';
import { tagOf, TAGS } from './tags';

type Document = ReturnType<typeof createDocument>;

const INTRODUCTION = [
  'Calls for other programs. The same use cases answer the site itself and GraphQL.',
  'Success is {"status":"ok","data":…}, a refusal {"status":"error","code":…,"message":…}.',
  'Messages follow Accept-Language (en, th), else the account’s language.',
  'Money is in satang, days are YYYY-MM-DD in Bangkok, moments ISO 8601 in UTC.',
  'Unknown fields are refused; answers may grow new ones.',
  'An Idempotency-Key belongs to the session. Before a session exists it belongs to the path and the body, and a repeat of /api/register with the same key starts the session of the same registration again.',
].join('\n\n');

const OPERATOR = `OPERATOR_TOKEN, or an API token of the desk with the scope billing or metrics. A token without the scope gets 403, an unknown one 401.`;
const TOKEN = `An API token of the desk with the scope that the call names: ${TOKEN_SCOPES.join(', ')}. A token without the scope gets 403, an unknown or ended one 401.`;

const REFUSED_TO: Record<Who, Refusal[]> = {
  anyone: [],
  link: [],
  not_subscribed: ['NOT_ALLOWED'],
  logged_in: ['NOT_LOGGED_IN'],
  registering: ['NOT_LOGGED_IN', 'NOT_ALLOWED'],
  subscriber: ['NOT_LOGGED_IN', 'NOT_ALLOWED'],
  operator: ['NOT_LOGGED_IN', 'NOT_ALLOWED'],
  token: ['NOT_LOGGED_IN', 'NOT_ALLOWED', 'THROTTLED'],
};

function refusalsOf(method: string, route: RestRoute): Refusal[] {
  return [
    ...REFUSED_TO[route.who],
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(method === 'GET' ? (['INPUT_INVALID'] as const) : []),
    ...(method === 'GET' || route.unkeyed ? [] : WITH_KEY),
    ...route.refusals,
    'METHOD_NOT_ALLOWED',
    'INTERNAL',
    'UNAVAILABLE',
  ];
}

function securityOf({ who, scope, usesSession }: RestRoute): Record<string, string[]>[] {
  if (who === 'operator') return [{ operator: [] }];
  if (scope) return [{ token: [scope] }];
  if (usesSession || who === 'not_subscribed') return [{}, { session: [] }];
  return who === 'anyone' || who === 'link' ? [] : [{ session: [] }];
}

/** Returns the operation id of a method and path: `POST /api/orders/skip` becomes `postOrdersSkip`. */
function nameOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v1/, '/server')
    .replace(/^\/api/, '')
    .split(/[/-]/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

function operation(method: string, path: string, route: RestRoute): ZodOpenApiOperationObject {
  const answer = z.strictObject({ status: z.literal('ok'), data: route.answer });
  const isRead = method === 'GET';
  const { input, example } = route;
  // A DELETE may have its input in the query instead of a body.
  const query = isRead ? input : method === 'DELETE' ? (input as z.ZodObject).partial() : null;
  return {
    operationId: nameOf(method, path),
    summary: route.summary,
    description: route.scope ? `${route.description} Scope: \`${route.scope}\`.`.trim() : route.description,
    tags: [tagOf(path)],
    security: securityOf(route),
    ...(query ? { requestParams: { query: query as z.ZodObject } } : {}),
    ...(isRead || route.unkeyed ? {} : { parameters: [IDEMPOTENCY_KEY] }),
    ...(isRead || !input
      ? {}
      : {
          requestBody: {
            required: method !== 'DELETE' && !input.safeParse(undefined).success,
            content: { 'application/json': { schema: input, example: example?.input } },
          },
        }),
    responses: {
      '200': {
        description: 'Done',
        content: { 'application/json': { schema: answer, example: { status: 'ok', data: example?.data } } },
      },
      ...refusalResponses(refusalsOf(method, route)),
    },
  };
}

function pathsOf(cloudApiUrl: string): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {
    '/api/openapi.json': { get: GET_OPENAPI },
    '/api/graphql/schema.graphql': { get: GET_GRAPHQL_SCHEMA },
    '/api/client.tgz': { get: GET_CLIENT },
    ...GRAPHQL_PATHS,
  };
  for (const [path, { method, operation: told }] of Object.entries(SYSTEM_CALLS))
    if (told) paths[path] = { [method.toLowerCase()]: told };
  for (const { method, path, route } of listRoutes()) {
    paths[path] = {
      ...(path.startsWith('/api/') ? {} : { servers: [{ url: cloudApiUrl }] }),
      ...paths[path],
      [method.toLowerCase()]: operation(method, path, route),
    };
  }
  return paths;
}

/** The settings that appear in the document: the site, the base URLs of the paths, and the name of the session cookie. */
export interface Place {
  websiteUrl: string;
  functionsApiUrl: string;
  cloudApiUrl: string;
  sessionCookie: string;
}

/** Returns the OpenAPI 3.1 document of the REST paths, built from the schemas that validate them. */
export function buildDocument({ websiteUrl, functionsApiUrl, cloudApiUrl, sessionCookie }: Place): Document {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'ira',
        version,
        description: INTRODUCTION,
        contact: { name: 'ira', url: websiteUrl },
      },
      servers: [{ url: functionsApiUrl }],
      tags: TAGS,
      paths: pathsOf(cloudApiUrl),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
          operator: { type: 'http', scheme: 'bearer', description: OPERATOR },
          token: { type: 'http', scheme: 'bearer', description: TOKEN },
        },
      },
    },
    {
      // Inputs reject unknown fields. Responses may get new fields later. A format replaces its long pattern.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      },
    },
  );
}
