import { lexicographicSortSchema, printSchema } from 'graphql';
import { publicSettings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import { processState } from '@/process-state';
import { sessionCookieName } from '../login/lucia';
import { countWebhook, WEBHOOK_PROVIDERS } from '../platform/counters';
import { apiContext } from './context';
import { schema } from './graphql/schema';
import { CLIENT_FILE, packClient } from './client/package';
import { GET_CLIENT, GET_GRAPHQL_SCHEMA, GET_OPENAPI } from './openapi/description-operations';
import { buildDocument } from './openapi/document';
import { PAGE_POLICY, renderPage } from './openapi/page';
import { publicResponse } from './rest/public-response';
import { errorResponse, JSON_TYPE, withHead, wrongMethodResponse } from './rest/responses';
import { SYSTEM_CALLS } from './system/calls';
import type { SystemCall, SystemCalls } from './system/system-call';

const document = () =>
  processState('openApi', () => buildDocument({ ...publicSettings(), sessionCookie: sessionCookieName() }));
const documentText = () => processState('openApiText', () => JSON.stringify(document()));
const schemaText = () =>
  processState('graphqlSchema', () => `${printSchema(lexicographicSortSchema(schema))}\n`);
const clientPackage = () => processState('clientPackage', () => packClient(document(), schema));
const pageText = () => processState('apiPage', () => renderPage(document()));

/** The paths without a procedure, with the API documentation. */
export const SYSTEM_ROUTES: SystemCalls = {
  ...SYSTEM_CALLS,
  '/api/openapi.json': {
    method: 'GET',
    who: 'anyone',
    operation: GET_OPENAPI,
    answer: (request) => publicResponse(request, documentText(), { 'content-type': JSON_TYPE }),
  },
  '/api/docs': {
    method: 'GET',
    who: 'anyone',
    operation: null,
    answer: (request) =>
      publicResponse(request, pageText(), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': PAGE_POLICY,
      }),
  },
  '/api/graphql/schema.graphql': {
    method: 'GET',
    who: 'anyone',
    operation: GET_GRAPHQL_SCHEMA,
    answer: (request) =>
      publicResponse(request, schemaText(), { 'content-type': 'application/graphql; charset=utf-8' }),
  },
  '/api/client.tgz': {
    method: 'GET',
    who: 'anyone',
    operation: GET_CLIENT,
    answer: (request) =>
      publicResponse(request, clientPackage(), {
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="${CLIENT_FILE}"`,
      }),
  },
};

const PATTERNS = Object.keys(SYSTEM_ROUTES)
  .filter((path) => path.includes('{'))
  .map((path) => ({
    path,
    shape: new RegExp(`^${path.replaceAll('.', '[.]').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Returns the key of a path in `SYSTEM_ROUTES`. The key has no secrets or order ids, so it is safe to log. */
function patternOf(path: string): string {
  return PATTERNS.find(({ shape }) => shape.test(path))?.path ?? path;
}

/** Counts a webhook request in the metrics, by provider and result. Ignores other paths. */
function countIfWebhook(pattern: string, status: number): void {
  const provider = WEBHOOK_PROVIDERS.find((one) => pattern.startsWith(`/api/webhooks/${one}`));
  if (provider) countWebhook(provider, status < 400 ? 'stored' : status < 500 ? 'refused' : 'failed');
}

/** Handles a path of `SYSTEM_ROUTES`. Returns null for any other path. */
export async function handleSystem(request: Request, path: string): Promise<Response | null> {
  const pattern = patternOf(path);
  const route = SYSTEM_ROUTES[pattern];
  if (!route) return null;
  const response = await answerRoute(request, route, pattern);
  countIfWebhook(pattern, response.status);
  return response;
}

async function answerRoute(request: Request, route: SystemCall, pattern: string): Promise<Response> {
  const ctx = apiContext(request.headers, request.method);
  try {
    if (route.isThere?.(request) === false) throw new AppError('NOT_FOUND');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (method === 'GET' && route.visit) return route.visit(request);
    if (method !== route.method) return await wrongMethodResponse(ctx, pattern, withHead([route.method]));
    return await route.answer(request, ctx);
  } catch (error) {
    return errorResponse(error, ctx, pattern);
  }
}
