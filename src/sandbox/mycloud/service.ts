import { MYCLOUD_FAULTS, type Fault, type FaultKind } from '../faults';
import { answerCall, type Answer, type ProviderCall, type FaultEffect } from '../provider';
import { findRoute } from '../routing';
import { readBody, readOrder } from './body';
import { noticeOf, type FulfilmentService } from './open';
import { answerFulfilmentPages } from './pages';
import { DELIVERY_MODES, SKUS, type ParcelRecord } from './warehouse';
import { itemsWire, orderWire } from './wire';
import { createHmac, timingSafeEqual } from 'node:crypto';

const HOLDS_SECONDS = 8 * 3_600;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest();

/** Creates a JWT (HS256) that is valid for eight hours. */
function makeToken(secret: string, nowMs: number): string {
  const from = Math.floor(nowMs / 1000);
  const text = `${part({ typ: 'JWT', alg: 'HS256' })}.${part({ iat: from, exp: from + HOLDS_SECONDS })}`;
  return `${text}.${signature(text, secret).toString('base64url')}`;
}

/** Whether the token has a valid signature and has not expired. */
function isGood(token: string, secret: string, nowMs: number): boolean {
  const [head = '', claims = '', given = ''] = token.split('.');
  const expected = signature(`${head}.${claims}`, secret);
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return false;
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
  return exp * 1000 > nowMs;
}

const API = '/mycloud/api/v1';
const COUNT = 20;
const COUNT_MAX = 100;

interface FulfilmentCall extends FaultEffect {
  service: FulfilmentService;
  body: Record<string, unknown>;
  params: Record<string, string>;
  query: URLSearchParams;
}

interface Route {
  method: string;
  path: string;
  run: (call: FulfilmentCall) => Answer | Promise<Answer>;
}

const good = (data: unknown): Answer => ({ status: 200, body: { success: true, message: '', data } });

/** Creates an error response. One message is `error_message`, several messages are `error_messages`. */
function refuse(status: number, code: string, messages: string[]): Answer {
  const [one = ''] = messages;
  const said = messages.length === 1 ? { error_message: one } : { error_messages: messages };
  return { status, body: { success: false, error_code: code, ...said } };
}

const errorBody = (code: string, message: string) => ({
  success: false,
  error_code: code.toUpperCase(),
  error_message: message,
});

/** The error code and message of each fault that refuses an order. */
const ASKED: Partial<Record<FaultKind, [code: string, message: string]>> = {
  out_of_stock: ['OUT_OF_STOCK', 'day-pads is out of stock'],
  unknown_sku: ['PRODUCT_NOT_FOUND', 'SKU day-pads not found'],
  unsupported_postcode: ['POSTCODE_NOT_SUPPORTED', 'postcode is not supported'],
};

async function create({ service, body, fault }: FulfilmentCall): Promise<Answer> {
  const { warehouse } = service;
  const { order, wrong } = readOrder(body);
  if (wrong.length > 0) return refuse(400, 'VALIDATION_FAILED', wrong);
  const asked = fault && ASKED[fault.kind];
  if (asked) return refuse(422, asked[0], [asked[1], 'the order was not created']);
  const refused = warehouse.refuse(order);
  if (refused) return refuse(422, refused.code, refused.messages);
  // MyCloud does not detect repeated order numbers: a repeated call creates a second order.
  const parcel = warehouse.create(order);
  if (fault?.kind === 'webhook_before_create_response') {
    await service.webhooks.sendNow([noticeOf(parcel, 'APPROVED')], 'POST /orders');
  }
  return good(orderWire(warehouse, parcel, fault?.kind ?? null, false));
}

function list({ service: { warehouse }, query, fault, stale }: FulfilmentCall): Answer {
  const number = (name: string, otherwise: number) => {
    const value = Number(query.get(name) ?? otherwise);
    return Number.isInteger(value) && value >= 0 ? value : otherwise;
  };
  const offset = number('offset', 0);
  const count = Math.min(number('count', COUNT), COUNT_MAX);
  const newest = [...warehouse.parcels.values()].reverse().slice(offset, offset + count);
  return good(newest.map((parcel) => orderWire(warehouse, parcel, fault?.kind ?? null, stale)));
}

const ofOrder =
  (work: (call: FulfilmentCall, parcel: ParcelRecord) => Answer): Route['run'] =>
  (call) => {
    const parcel = call.service.warehouse.parcels.get(call.params.id ?? '');
    return parcel ? work(call, parcel) : refuse(404, 'ORDER_NOT_FOUND', ['order not found']);
  };

const show = ({ service: { warehouse }, fault, stale }: FulfilmentCall, parcel: ParcelRecord) =>
  good(orderWire(warehouse, parcel, fault?.kind ?? null, stale));

function change(call: FulfilmentCall, parcel: ParcelRecord): Answer {
  const { name, address, postcode, phone_number: phone } = call.body;
  const given = Object.entries({ name, address, postcode, phone }).filter(
    ([, value]) => typeof value === 'string',
  );
  const changed: ParcelRecord = { ...parcel, ...Object.fromEntries(given) };
  call.service.warehouse.parcels.put(changed);
  return show(call, changed);
}

const product = (warehouse: FulfilmentService['warehouse'], sku: string) => ({
  attributes: { sku, name: sku, quantity: warehouse.stockOf(sku) },
});

const ROUTES: Route[] = [
  { method: 'POST', path: '/orders', run: create },
  { method: 'GET', path: '/orders', run: list },
  { method: 'GET', path: '/orders/{id}', run: ofOrder(show) },
  { method: 'PATCH', path: '/orders/{id}', run: ofOrder(change) },
  {
    method: 'DELETE',
    path: '/orders/{id}',
    run: ofOrder(({ service }, parcel) => {
      service.warehouse.parcels.remove(parcel.id);
      return good(null);
    }),
  },
  {
    method: 'GET',
    path: '/orders/{id}/items',
    run: ofOrder(({ fault }, parcel) => good(itemsWire(parcel, fault?.kind ?? null))),
  },
  {
    method: 'GET',
    path: '/deliverymodes',
    run: () =>
      good(Object.entries(DELIVERY_MODES).map(([id, mode]) => ({ attributes: { id: Number(id), ...mode } }))),
  },
  {
    method: 'GET',
    path: '/products',
    run: ({ service }) => good(SKUS.map((sku) => product(service.warehouse, sku))),
  },
  {
    method: 'GET',
    path: '/products/{sku}',
    run: ({ service, params: { sku = '' } }) =>
      SKUS.includes(sku)
        ? good(product(service.warehouse, sku))
        : refuse(404, 'PRODUCT_NOT_FOUND', [`SKU ${sku} not found`]),
  },
  { method: 'GET', path: '/shops', run: () => good([{ attributes: { id: 1, name: 'ira' } }]) },
  { method: 'GET', path: '/customers', run: () => good([]) },
];

const ITEMS: FaultKind[] = [...MYCLOUD_FAULTS.any];
const KINDS: Record<string, ReadonlySet<FaultKind>> = {
  'POST /orders': new Set<FaultKind>([...MYCLOUD_FAULTS.create, ...ITEMS]),
  'GET /orders': new Set<FaultKind>([...MYCLOUD_FAULTS.list, ...MYCLOUD_FAULTS.read, ...ITEMS]),
  'GET /orders/{id}': new Set<FaultKind>([...MYCLOUD_FAULTS.read, ...ITEMS]),
};
const OTHERS: ReadonlySet<FaultKind> = new Set(ITEMS);

/** MyCloud faults that are other names of common faults. */
const COMMON: Partial<Record<FaultKind, FaultKind>> = {
  create_timeout_after: 'timeout_after',
  list_slow: 'latency',
};

function magicOf(
  { context }: FulfilmentService,
  op: string,
  call: Omit<ProviderCall, 'magic'>,
): () => Fault | null {
  return () => {
    const facts = () => ({ ...call.params, ...call.body });
    const fault = context.faults.take(KINDS[op] ?? OTHERS, 'mycloud', [op], facts);
    return fault && { ...fault, kind: COMMON[fault.kind] ?? fault.kind };
  };
}

function issueToken({ keys, warehouse }: FulfilmentService, body: Record<string, unknown>): Answer {
  if (body.apikey !== keys.apiKey || body.secretkey !== keys.secretKey)
    return refuse(401, 'INVALID_KEY', ['apikey or secretkey is wrong']);
  return { status: 200, body: { success: true, token: makeToken(keys.secretKey, warehouse.clock.ms()) } };
}

async function callApi(service: FulfilmentService, request: Request, url: URL): Promise<Response> {
  const path = url.pathname.slice(API.length);
  const body = await readBody(request);
  if (request.method === 'POST' && path === '/gettoken') {
    const call = { service: 'mycloud', op: 'POST /gettoken', request, url, params: {}, body: {}, errorBody };
    // The journal must not contain keys or the token.
    return answerCall(call, service.context, () => ({
      ...issueToken(service, body),
      noted: '{"token":"[redacted]"}',
    }));
  }
  const found = findRoute(ROUTES, request.method, path);
  const op = `${request.method} ${found?.route.path ?? path}`;
  const params = found?.params ?? {};
  const call = { service: 'mycloud', op, request, url, body, params, errorBody };
  return answerCall({ ...call, magic: magicOf(service, op, call) }, service.context, (effect) => {
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    const isEarly = effect.fault?.kind === 'token_expired_early';
    if (isEarly || !isGood(bearer, service.keys.secretKey, service.warehouse.clock.ms()))
      return refuse(401, 'TOKEN_EXPIRED', ['token is expired']);
    if (found === null) return refuse(404, 'NOT_FOUND', [`nothing at ${path}`]);
    return found.route.run({ ...effect, service, body, params, query: url.searchParams });
  });
}

/** Handles requests to `/mycloud/api/v1/…` and to the pages. Returns null for an unknown path. */
export async function answerFulfilment(
  service: FulfilmentService,
  request: Request,
  url: URL,
): Promise<Response | null> {
  return url.pathname.startsWith(`${API}/`)
    ? callApi(service, request, url)
    : answerFulfilmentPages(service, request, url);
}
