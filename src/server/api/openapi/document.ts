import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { AppError } from '@/domain/errors';
import { refusalAnswer } from '@/schemas/answers/site';
import { HTTP_STATUS, wireError } from '../errors';
import { listRows } from '../rest/routes';
import type { Refusal, RestRoute, Who } from '../rest/row';
import { EXAMPLES } from './examples';

type Document = ReturnType<typeof createDocument>;

const INTRODUCTION = [
  'Calls for other programs. The same use cases answer the site itself and GraphQL (POST /api/graphql).',
  'Success is {"status":"ok","data":…}, a refusal {"status":"error","code":…,"message":…}.',
  'Messages follow Accept-Language (en, th), else the account’s language.',
  'Money is in satang, days are YYYY-MM-DD in Bangkok, moments ISO 8601 in UTC.',
  'Unknown fields are refused; answers may grow new ones.',
].join('\n\n');

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'The same key and body within 24 hours answers the first answer again; another body with it is refused.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
  example: '6f1c9a52-5f0e-4f0c-9a61-2f7e6f0f3b11',
};

const REFUSED_TO: Record<Who, Refusal[]> = {
  anyone: [],
  not_subscribed: ['NOT_ALLOWED'],
  logged_in: ['NOT_LOGGED_IN'],
  registering: ['NOT_LOGGED_IN', 'NOT_ALLOWED'],
  subscriber: ['NOT_LOGGED_IN', 'NOT_ALLOWED'],
  operator: ['NOT_LOGGED_IN'],
};

const WITH_BODY: Refusal[] = ['INPUT_INVALID', 'CARD_DATA_REFUSED', 'NOT_ALLOWED', 'TOO_LARGE', 'NOT_JSON'];
const WITH_KEY: Refusal[] = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_BUSY'];

function refusalsOf(method: string, route: RestRoute): Refusal[] {
  return [
    ...REFUSED_TO[route.who],
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(method === 'GET' && route.input ? (['INPUT_INVALID'] as const) : []),
    ...(method === 'GET' || route.unkeyed ? [] : WITH_KEY),
    ...route.refusals,
    'INTERNAL',
    'UNAVAILABLE',
  ];
}

/** The refusals by status, each with the sentence that people read. */
function refusalResponses(refusals: Refusal[]) {
  const byStatus = new Map<number, AppError[]>();
  for (const refusal of refusals) {
    const error =
      typeof refusal === 'string' ? new AppError(refusal) : new AppError(refusal[0], {}, refusal[1]);
    const status = HTTP_STATUS[error.kind];
    const known = byStatus.get(status) ?? [];
    if (!known.some(({ code }) => code === error.code)) byStatus.set(status, [...known, error]);
  }
  const responses = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, errors]) => {
      const examples = errors.map((error) => [
        error.code,
        { value: { status: 'error', ...wireError(error, 'en') } },
      ]);
      const content = {
        'application/json': { schema: refusalAnswer, examples: Object.fromEntries(examples) as object },
      };
      return [String(status), { description: errors.map(({ code }) => code).join(', '), content }];
    });
  return Object.fromEntries(responses) as ZodOpenApiOperationObject['responses'];
}

function securityOf(who: Who): Record<string, string[]>[] {
  if (who === 'operator') return [{ operator: [] }];
  if (who === 'anyone') return [];
  return who === 'not_subscribed' ? [{}, { session: [] }] : [{ session: [] }];
}

/** `POST /api/orders/skip` → `postOrdersSkip` */
function nameOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api/, '')
    .split(/[/-]/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

function operation(method: string, path: string, route: RestRoute): ZodOpenApiOperationObject {
  const example = EXAMPLES[`${method} ${path}` as keyof typeof EXAMPLES];
  const answer = z.strictObject({ status: z.literal('ok'), data: route.answer });
  const isRead = method === 'GET';
  const { input } = route;
  return {
    operationId: nameOf(method, path),
    summary: route.summary,
    tags: [path.split('/')[path.startsWith('/api/') ? 2 : 1] ?? ''],
    security: securityOf(route.who),
    ...(isRead && input ? { requestParams: { query: input as z.ZodObject } } : {}),
    ...(isRead || route.unkeyed ? {} : { parameters: [IDEMPOTENCY_KEY] }),
    ...(isRead || !input
      ? {}
      : {
          requestBody: {
            required: !input.safeParse(undefined).success,
            content: { 'application/json': { schema: input, example: example.input } },
          },
        }),
    responses: {
      '200': {
        description: 'Done',
        content: { 'application/json': { schema: answer, example: { status: 'ok', data: example.data } } },
      },
      ...refusalResponses(refusalsOf(method, route)),
    },
  };
}

function pathsOf(cloudApiUrl: string): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { method, path, route } of listRows()) {
    paths[path] = {
      ...(path.startsWith('/api/') ? {} : { servers: [{ url: cloudApiUrl }] }),
      ...paths[path],
      [method.toLowerCase()]: operation(method, path, route),
    };
  }
  return paths;
}

/** Where the calls are, and the name of the session's cookie there. */
export interface Place {
  functionsApiUrl: string;
  cloudApiUrl: string;
  sessionCookie: string;
}

/** The OpenAPI 3.1 document of the REST paths, made from the schemas that judge them. */
export function buildDocument({ functionsApiUrl, cloudApiUrl, sessionCookie }: Place): Document {
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'ira', version: '1.0.0', description: INTRODUCTION },
      servers: [{ url: functionsApiUrl }],
      paths: pathsOf(cloudApiUrl),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
          operator: { type: 'http', scheme: 'bearer', description: 'OPERATOR_TOKEN' },
        },
      },
    },
    {
      // What is sent is strict; an answer may grow. A format says what its long pattern would say again.
      override: ({ jsonSchema, io }) => {
        if (io === 'output') delete jsonSchema.additionalProperties;
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      },
    },
  );
}
