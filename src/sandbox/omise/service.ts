import type { Fault } from '../faults';
import {
  answerCall,
  type Answer,
  type ProviderCall,
  type ProviderContext,
  type FaultEffect,
} from '../provider';
import { findRoute, type Found } from '../routing';
import { text } from './input';
import { answerDocument } from './documents';
import { parseBody } from './form-body';
import type { Gateway } from './gateway';
import type { Behaviour } from './records';
import { errorObject, Refusal, refusalAnswer } from './refusal';
import { API_ROUTES, VAULT_ROUTES, type Key, type Route } from './routes';
import { CURRENT_VERSION, inVersion } from './version';
import type { Webhooks } from '../webhooks';
import type { EventRecord } from './records';

export interface OmiseService {
  gateway: Gateway;
  webhooks: Webhooks<EventRecord>;
  context: ProviderContext;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, omise-version',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-max-age': '600',
};

const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

function isAuthorised(gateway: Gateway, given: string | null, key: Key): boolean {
  const isSecret = given === basic(gateway.settings.secretKey);
  const isPublic = given === basic(gateway.settings.publicKey);
  return key === 'any' ? isSecret || isPublic : key === 'secret' ? isSecret : isPublic;
}

/** Returns the behaviour of the card that pays. Returns null if there is no card or the charge will be refused. */
function payingCard(gateway: Gateway, body: Record<string, unknown>): Behaviour | null {
  const customer = gateway.customers.get(text(body, 'customer') ?? '');
  const cardId = text(body, 'card');
  if (text(body, 'linked_account') !== null) return null;
  if (customer === undefined) {
    const token = gateway.tokens.get(cardId ?? '');
    return token === undefined || token.used ? null : token.card.behaviour;
  }
  const wanted = cardId ?? customer.defaultCard;
  return customer.cards.find((card) => card.id === wanted)?.behaviour ?? null;
}

/** Returns the fault that a card's special holder name causes, or null. */
function magicFault(behaviour: Behaviour): Fault | null {
  const fault = { id: 'magic', service: 'omise', op: 'POST /charges', times: 1, match: {} };
  switch (behaviour.magic) {
    case 'slow':
      return { ...fault, kind: 'latency', args: { ms: behaviour.slowSeconds * 1000 } };
    case 'timeout_after':
      return { ...fault, kind: 'timeout_after', args: {} };
    case 'timeout_before':
      return { ...fault, kind: 'timeout_before', args: {} };
    case 'status_500':
      return { ...fault, kind: 'status', args: { status: 500 } };
    case '3ds':
    case '3ds_cit':
    case 'expires_next_month':
    case 'renewal_declines':
    case 'webhook_first':
    case null:
      return null;
  }
}

/** Applies a content fault to a response. Only changes charges. */
function distort(body: unknown, kind: Fault['kind'] | null, gateway: Gateway): unknown {
  if (typeof body !== 'object' || body === null || (body as { object?: unknown }).object !== 'charge')
    return body;
  const charge = body as Record<string, unknown>;
  if (kind === 'unknown_status') return { ...charge, status: 'mystery', paid: false };
  if (kind === 'unknown_failure_code') {
    return { ...charge, status: 'failed', paid: false, failure_code: 'mystery', failure_message: 'mystery' };
  }
  if (kind === 'amount_mismatch') return { ...charge, amount: Number(charge.amount) + 100 };
  if (kind === 'authorize_uri_on_success') {
    return { ...charge, authorize_uri: `${gateway.bases.pages}/3ds/${String(charge.id)}` };
  }
  return body;
}

async function work(
  omise: OmiseService,
  found: Found<Route>,
  call: ProviderCall,
  effect: FaultEffect,
): Promise<Answer> {
  const { gateway, webhooks } = omise;
  const first = call.op === 'POST /charges' && payingCard(gateway, call.body)?.magic === 'webhook_first';
  const kind = effect.fault?.kind ?? null;
  try {
    if (kind === 'customer_vanished') throw new Refusal(404, 'not_found', 'customer was not found');
    const routeCall = { gateway, body: call.body, query: call.url.searchParams, params: call.params };
    const body = found.route.run({ ...routeCall, stale: effect.stale });
    await webhooks.send(gateway.takeEvents(), call.op, first);
    return { status: 200, body: distort(body, kind, gateway) };
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    throw error;
  }
}

function versioned(answer: Answer, request: Request): Answer {
  const version = request.headers.get('omise-version') ?? CURRENT_VERSION;
  return version >= CURRENT_VERSION ? answer : { ...answer, body: inVersion(answer.body, version) };
}

/** Handles a call of the API or the vault. `path` is relative to the base URL. */
async function call(omise: OmiseService, request: Request, url: URL, host: 'api' | 'vault', path: string) {
  const found = findRoute(host === 'api' ? API_ROUTES : VAULT_ROUTES, request.method, path);
  const body = parseBody(await request.text(), request.headers.get('content-type'));
  const provided: ProviderCall = {
    service: 'omise',
    op: found ? `${request.method} ${found.route.path}` : `${request.method} ${path}`,
    request,
    url,
    body: body ?? {},
    params: found?.params ?? {},
    errorBody: errorObject,
  };
  if (found?.route.path === '/charges' && request.method === 'POST') {
    provided.magic = () => {
      const behaviour = payingCard(omise.gateway, provided.body);
      return behaviour === null ? null : magicFault(behaviour);
    };
  }
  return answerCall(provided, omise.context, async (effect) => {
    const authorisation = request.headers.get('authorization');
    const key = found?.route.key ?? (host === 'api' ? 'any' : 'public');
    if (!isAuthorised(omise.gateway, authorisation, key)) {
      return refusalAnswer(new Refusal(401, 'authentication_failure', 'authentication failed'));
    }
    if (found === null)
      return refusalAnswer(new Refusal(404, 'not_found', 'the requested path was not found'));
    if (body === null) return refusalAnswer(new Refusal(400, 'bad_request', 'the body could not be read'));
    return versioned(await work(omise, found, provided, effect), request);
  });
}

/** Handles requests to `/omise/api/…` and `/omise/vault/…`. Returns null for any other path. */
export async function answerGateway(
  omise: OmiseService,
  request: Request,
  url: URL,
): Promise<Response | null> {
  const host = url.pathname.startsWith('/omise/api/')
    ? 'api'
    : url.pathname.startsWith('/omise/vault/')
      ? 'vault'
      : null;
  if (host === null) return null;
  const document = answerDocument(omise.gateway, request, url);
  if (document !== null) return document;
  if (host === 'api') return call(omise, request, url, host, url.pathname.slice('/omise/api'.length));
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  const answer = await call(omise, request, url, host, url.pathname.slice('/omise/vault'.length));
  for (const [name, value] of Object.entries(CORS)) answer.headers.set(name, value);
  return answer;
}
