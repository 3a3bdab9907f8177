import { randomUUID } from 'node:crypto';
import { LINE_FAULTS, type FaultKind } from '../faults';
import { answerCall, type Answer, type ProviderCall } from '../provider';
import { findRoute } from '../routing';
import type { LineCall } from './call';
import { openConsent, submitConsent, takeCallbackFault } from './consent';
import { DISCOVERY_PATH } from './discovery';
import { answerLinePages } from './pages';
import { answerOf, LineRefusal } from './refusal';
import type { LineService } from './line-service';
import { API_ROUTES, type Route } from './routes';

const ACCESS = '/line/access';
const API = '/line/api';
/** LINE's SDK and OpenID clients drop the path of a base URL, so these paths also work without one. */
const WITHOUT_BASE = /^\/(v2\/bot\/|oauth2\/v2\.1\/)/;
const AUTHORIZE = '/oauth2/v2.1/authorize';
const TOKEN_KINDS: ReadonlySet<FaultKind> = new Set<FaultKind>(LINE_FAULTS.token);
const PUSH_KINDS: ReadonlySet<FaultKind> = new Set<FaultKind>(LINE_FAULTS.push);

const loginErrors = (code: string, message: string) => ({ error: code, error_description: message });

/** Returns the messaging API's error body for a fault with a status. */
const apiErrors = (code: string, message: string) => ({
  message: code === 'too_many_requests' ? 'The API rate limit has been exceeded. Try again later.' : message,
});

/** Parses a form body. If a name occurs several times, the last value is used. */
const formOf = (text: string) => Object.fromEntries(new URLSearchParams(text));

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Adds the header with LINE's request id to every response, also to responses with a fault. */
async function numbered(run: (requestId: string) => Promise<Response>): Promise<Response> {
  const requestId = randomUUID();
  const answer = await run(requestId);
  answer.headers.set('x-line-request-id', requestId);
  return answer;
}

async function refusing(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LineRefusal) return answerOf(error);
    throw error;
  }
}

async function authorize(service: LineService, request: Request, url: URL): Promise<Response> {
  const { line, context } = service;
  const isForm = request.method === 'POST';
  const form = isForm ? formOf(await request.text()) : {};
  const body = { ...form };
  const common = { service: 'line', op: `${request.method} ${AUTHORIZE}`, request, url, params: {} };
  const call: ProviderCall = { ...common, body, errorBody: loginErrors };
  // A fault of the redirect is used when the redirect is created: for the form, or for a decision that a test
  // prepared.
  if (isForm || line.consents.size() > 0) call.magic = () => takeCallbackFault(context.faults);
  return answerCall(call, context, ({ fault }) => {
    const kind = fault?.kind ?? null;
    return isForm
      ? submitConsent(service, url.searchParams, form, kind)
      : openConsent(service, url.searchParams, kind);
  });
}

/** Returns the form fields for the journal. Replaces the authorisation code. */
const shownForm = (form: Record<string, string>) => ('code' in form ? { ...form, code: '[redacted]' } : form);

function magicOf(service: LineService, route: Route, call: ProviderCall): ProviderCall['magic'] {
  const kinds = route.path === '/oauth2/v2.1/token' ? TOKEN_KINDS : PUSH_KINDS;
  if (route.path !== '/oauth2/v2.1/token' && route.path !== '/v2/bot/message/push') return undefined;
  return () => service.context.faults.take(kinds, 'line', [call.op], () => call.body);
}

async function callApi(
  service: LineService,
  request: Request,
  url: URL,
  { path, requestId }: { path: string; requestId: string },
): Promise<Response> {
  const found = findRoute(API_ROUTES, request.method, path);
  const isPicture = request.headers.get('content-type')?.startsWith('image/') === true;
  const bytes = isPicture ? new Uint8Array(await request.arrayBuffer()) : new Uint8Array();
  const text = isPicture ? '' : await request.text();
  const isForm = request.headers.get('content-type')?.includes('x-www-form-urlencoded') === true;
  const form = isForm ? formOf(text) : {};
  const json = isForm || text === '' ? null : jsonOf(text);
  const call: ProviderCall = {
    service: 'line',
    op: `${request.method} ${found?.route.path ?? path}`,
    request,
    url,
    body: json ?? shownForm(form),
    params: found?.params ?? {},
    errorBody: path.startsWith('/oauth2/') ? loginErrors : apiErrors,
  };
  if (found !== null) call.magic = magicOf(service, found.route, call);
  return answerCall(call, service.context, ({ fault }) =>
    refusing(() => {
      if (found === null) return { status: 404, body: { message: 'Not found' } };
      const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
      const lineCall: LineCall = {
        line: service.line,
        messenger: service.messenger,
        form,
        bytes,
        json,
        bearer,
        requestId,
        query: url.searchParams,
        params: call.params,
        headers: request.headers,
        fault: fault?.kind ?? null,
      };
      return found.route.run(lineCall);
    }),
  );
}

/** Returns the path of a URL within LINE's APIs; null if it is not in an API. */
export function apiPathOf(pathname: string): string | null {
  if (pathname.startsWith(`${API}/`)) return pathname.slice(API.length);
  if ([DISCOVERY_PATH, ACCESS + DISCOVERY_PATH].includes(pathname)) return DISCOVERY_PATH;
  return WITHOUT_BASE.test(pathname) ? pathname : null;
}

/** Handles requests to `/line/access/…`, to LINE's APIs and to the pages of LINE. Returns null for an unknown path. */
export async function answerLine(service: LineService, request: Request, url: URL): Promise<Response | null> {
  const path = apiPathOf(url.pathname);
  if (path !== null) return numbered((requestId) => callApi(service, request, url, { path, requestId }));
  if (url.pathname === ACCESS + AUTHORIZE && (request.method === 'GET' || request.method === 'POST')) {
    return numbered(() => authorize(service, request, url));
  }
  return answerLinePages(service, request, url);
}
