import { lexicographicSortSchema, printSchema } from 'graphql';
import { publicSettings, settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import { processState } from '@/process-state';
import { sessionCookieName } from '../auth/lucia';
import { addDuration } from '../jobs/durations';
import { travel } from '../jobs/time-travel';
import { systemNow } from '../platform/clock';
import { presentContext } from '../platform/context';
import { countWebhook, WEBHOOK_PROVIDERS } from '../platform/counters';
import { renderMetrics } from '../metrics/render-metrics';
import { recordLineEvents } from '../messages/line-events';
import { recordMailEvents } from '../messages/mail-failures';
import { recordParcelEvent } from '../parcels/webhooks';
import { recordOmiseEvent } from '../reconciliation/webhooks';
import { readJson, readText } from './body';
import { apiContext } from './context';
import { answerCreditNote, answerReceipt, answerTaxInvoice } from './document-routes';
import { schema } from './graphql/schema';
import { answerLineCallback, answerLineStart } from './line-routes';
import { buildDocument } from './openapi/document';
import { PAGE_POLICY, renderPage } from './openapi/page';
import { answerPayLink, answerQr, answerRepairQr } from './qr-route';
import { requireReady } from './readiness';
import { compressedResponse, publicResponse } from './rest/public-response';
import { errorResponse, JSON_TYPE, okResponse, withHead, wrongMethodResponse } from './rest/responses';
import { requireOperator, type ApiContext } from './trpc';
import { answerUnsubscribe, redirectToUnsubscribePage } from './unsubscribe-route';

interface SystemRoute {
  method: 'GET' | 'POST';
  answer: (request: Request, ctx: ApiContext) => Promise<Response>;
  /** Redirects a GET on a path that handles POST, for a person who opens the link. */
  visit?: (request: Request) => Response;
  /** Whether the path exists for this request. If false, the response is NOT_FOUND for every method. */
  isThere?: (request: Request) => boolean;
}

const document = () =>
  processState('openApi', () => buildDocument({ ...publicSettings(), sessionCookie: sessionCookieName() }));
const documentText = () => processState('openApiText', () => JSON.stringify(document()));
const schemaText = () =>
  processState('graphqlSchema', () => `${printSchema(lexicographicSortSchema(schema))}\n`);
const pageText = () => processState('apiPage', () => renderPage(document()));

const PAY_PATH = '/api/pay/{token}';
const QR_PATH = '/api/pay/{token}/qr';
const REPAIR_QR_PATH = '/api/fix/{token}/qr';
const MAIL_EVENTS_PATH = '/api/webhooks/mail/{secret}';
const PARCELS_PATH = '/api/webhooks/mycloud/{secret}';
const RECEIPT_PATH = '/api/orders/{orderId}/receipt.pdf';
const TAX_INVOICE_PATH = '/api/orders/{orderId}/tax-invoice.pdf';
const UNSUBSCRIBE_PATH = '/api/unsubscribe/{token}';
const CREDIT_NOTE_PATH = '/api/orders/{orderId}/credit-notes/{number}.pdf';

/** The paths outside the REST table: API documentation, health checks, webhooks, LINE log-in, documents and sandbox. */
export const SYSTEM_ROUTES: Record<string, SystemRoute> = {
  '/api/openapi.json': {
    method: 'GET',
    answer: (request) => publicResponse(request, documentText(), { 'content-type': JSON_TYPE }),
  },
  '/api/docs': {
    method: 'GET',
    answer: (request) =>
      publicResponse(request, pageText(), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': PAGE_POLICY,
      }),
  },
  '/api/graphql/schema.graphql': {
    method: 'GET',
    answer: (request) =>
      publicResponse(request, schemaText(), { 'content-type': 'application/graphql; charset=utf-8' }),
  },
  '/api/health': { method: 'GET', answer: () => Promise.resolve(okResponse({})) },
  '/api/ready': {
    method: 'GET',
    answer: async () => {
      await requireReady(presentContext().db);
      return okResponse({ now: systemNow().toISOString() });
    },
  },
  '/api/metrics': {
    method: 'GET',
    answer: async (request, ctx) => {
      await requireOperator(ctx, 'metrics');
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
      return compressedResponse(request, await renderMetrics(presentContext()), headers);
    },
  },
  '/api/webhooks/omise': {
    method: 'POST',
    answer: async (request) => {
      await recordOmiseEvent(presentContext(), await readText(request), request.headers);
      return okResponse({});
    },
  },
  '/api/webhooks/line': {
    method: 'POST',
    answer: async (request) => {
      await recordLineEvents(presentContext(), await readText(request), request.headers);
      return okResponse({});
    },
  },
  [PARCELS_PATH]: {
    method: 'POST',
    answer: async (request) => {
      const secret = new URL(request.url).pathname.split('/').at(-1) ?? '';
      await recordParcelEvent(presentContext(), await readText(request), secret);
      return okResponse({});
    },
  },
  [MAIL_EVENTS_PATH]: {
    method: 'POST',
    answer: async (request) => {
      const secret = new URL(request.url).pathname.split('/').at(-1) ?? '';
      await recordMailEvents(presentContext(), await readText(request), secret);
      return okResponse({});
    },
  },
  '/api/auth/line/start': { method: 'GET', answer: answerLineStart },
  '/api/auth/line/callback': { method: 'GET', answer: answerLineCallback },
  [PAY_PATH]: { method: 'GET', answer: answerPayLink },
  [QR_PATH]: { method: 'GET', answer: answerQr },
  [REPAIR_QR_PATH]: { method: 'GET', answer: answerRepairQr },
  [RECEIPT_PATH]: { method: 'GET', answer: answerReceipt },
  [TAX_INVOICE_PATH]: { method: 'GET', answer: answerTaxInvoice },
  [CREDIT_NOTE_PATH]: { method: 'GET', answer: answerCreditNote },
  [UNSUBSCRIBE_PATH]: { method: 'POST', answer: answerUnsubscribe, visit: redirectToUnsubscribePage },
  '/api/_control/clock': {
    method: 'POST',
    isThere: (request) =>
      !settings().production && request.headers.get('x-sandbox-token') === settings().SANDBOX_TOKEN,
    answer: async (request) => {
      const { by, to } = await readJson(request);
      const { db, now } = presentContext();
      const target =
        typeof by === 'string' ? addDuration(now, by) : new Date(typeof to === 'string' ? to : NaN);
      if (!target || Number.isNaN(target.getTime())) throw new AppError('INPUT_INVALID');
      return okResponse(await travel(db, target, now, request.signal));
    },
  },
};

const PATTERNS: [RegExp, string][] = [
  [/^\/api\/pay\/[\w-]+$/, PAY_PATH],
  [/^\/api\/pay\/[\w-]+\/qr$/, QR_PATH],
  [/^\/api\/fix\/[\w-]+\/qr$/, REPAIR_QR_PATH],
  [/^\/api\/webhooks\/mail\/[^/]+$/, MAIL_EVENTS_PATH],
  [/^\/api\/webhooks\/mycloud\/[^/]+$/, PARCELS_PATH],
  [/^\/api\/unsubscribe\/[^/]+$/, UNSUBSCRIBE_PATH],
  [/^\/api\/orders\/[^/]+\/receipt\.pdf$/, RECEIPT_PATH],
  [/^\/api\/orders\/[^/]+\/tax-invoice\.pdf$/, TAX_INVOICE_PATH],
  [/^\/api\/orders\/[^/]+\/credit-notes\/[^/]+\.pdf$/, CREDIT_NOTE_PATH],
];

/** Returns the key of a path in `SYSTEM_ROUTES`. The key has no secrets or order ids, so it is safe to log. */
function patternOf(path: string): string {
  return PATTERNS.find(([shape]) => shape.test(path))?.[1] ?? path;
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

async function answerRoute(request: Request, route: SystemRoute, pattern: string): Promise<Response> {
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
