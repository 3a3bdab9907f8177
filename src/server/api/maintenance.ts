import { AppError } from '@/domain/errors';
import { MAINTENANCE_RETRY_SECONDS } from '@/schemas/maintenance';
import { localePath } from '@/locales/paths';
import { presentContext } from '../platform/context';
import { isUnderMaintenance } from '../platform/current-switches';
import { wireError } from './errors';
import { requestedLocale } from './language';
import { textResponse } from './rest/responses';

/** Matches the paths that work during maintenance: the desk, webhooks, health checks, operator, sandbox, settings and docs. */
const OPEN =
  /^\/api\/(webhooks\/.+|_control\/.+|health|ready|metrics|settings|desk\/.+|trpc\/catalogue\.settings|omise\/schedule-payments|openapi\.json|docs)$/;
/** Matches the paths that a browser opens as a page. They redirect, so that the user does not see JSON. */
const BROWSED = /^\/api\/auth\/line\//;

/**
 * Returns the response to a request during maintenance. A page is redirected to the log-in page. Any other request gets
 * the error UNAVAILABLE.
 * @returns null without maintenance, or for a path that works during maintenance
 */
export async function answerDuringMaintenance(request: Request, path: string): Promise<Response | null> {
  if (OPEN.test(path) || !(await isUnderMaintenance(presentContext().db))) return null;
  const locale = requestedLocale(request.headers) ?? 'en';
  const headers = new Headers({ 'retry-after': String(MAINTENANCE_RETRY_SECONDS) });
  if (BROWSED.test(path) || request.headers.get('sec-fetch-dest') === 'document') {
    headers.set('location', localePath(locale, '/login'));
    return textResponse(303, '', headers);
  }
  const refusal = wireError(new AppError('UNAVAILABLE', { reason: 'maintenance' }), locale);
  return textResponse(
    503,
    JSON.stringify({ status: 'error', ...refusal, ...inCallerProtocol(path, refusal) }),
    headers,
  );
}

/** Returns additional fields that give the error in the format of GraphQL or tRPC. Returns {} for REST. */
function inCallerProtocol(path: string, { code, message, reason }: ReturnType<typeof wireError>): object {
  if (path === '/api/graphql') return { errors: [{ message, extensions: { code, reason } }] };
  if (!path.startsWith('/api/trpc/')) return {};
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, appCode: code, reason };
  return { error: { json: { message, code: -32603, data } } };
}
