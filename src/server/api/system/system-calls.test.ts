import { describe, expect, test } from 'vitest';
import { complaintsOf, systemCalls, type DocumentedCall, type DocumentedMedia } from '@/testing/openapi';
import { withWorld } from '@/testing/with-world';
import { SYSTEM_ROUTES } from '../system-routes';

/* Calls every documented operation without a procedure, and compares the response with the OpenAPI document. */
const world = withWorld();

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The paths that the OpenAPI document omits: pages, the URLs in other responses, files of the desk, and the sandbox. */
const NOT_TOLD = [
  ...['GET /api/docs', 'POST /api/unsubscribe/{token}', 'POST /api/_control/clock'],
  ...['GET /api/desk/documents.zip', 'GET /api/desk/journal.csv', 'GET /api/desk/sales-tax.csv'],
];

interface Asked {
  search?: string;
  body?: unknown;
  headers?: Record<string, string>;
  operator?: true;
}

/** The request of each operation and the expected status. */
const ASKED: [name: string, status: number, asked?: Asked][] = [
  ['postGraphql', 200, { body: { query: '{ plans { code } }' } }],
  ['postGraphql', 200, { body: { query: '{ viewer { points } }' } }],
  ['getGraphql', 200, { search: '?query={plans{code}}' }],
  ['getGraphql', 200, { search: '?query={' }],
  ['getGraphql', 400],
  ['getGraphql', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['getGraphqlSchema', 200],
  ['getClient', 200],
  ['getOrdersReceipt', 401],
  ['getOrdersTaxInvoice', 401],
  ['getOrdersCreditNote', 401],
  ['getOrdersDebitNote', 401],
  ['getPay', 404],
  ['getPayQr', 404],
  ['postPaySlip', 404, { body: {} }],
  ['getFixQr', 404],
  ['getCalendar', 404],
  ['postGraphql', 400, { body: { query: '{ plans { code } }', batch: 1 } }],
  ['postGraphql', 403, { body: {}, headers: { 'sec-fetch-site': 'cross-site' } }],
  ['postGraphql', 413, { body: { query: ' '.repeat(70_000) } }],
  ['postGraphql', 415, { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ['getAuthLineStart', 303, { search: '?intent=login' }],
  ['getAuthLineStart', 303, { search: '?intent=register&next=/th/account&locale=th' }],
  ['getAuthLineStart', 204, { headers: { 'sec-fetch-dest': 'image' } }],
  ['getAuthLineStart', 400],
  ['getAuthLineCallback', 303],
  ['getAuthLineCallback', 303, { search: '?state=x&code=y' }],
  ['postWebhooksOmise', 401, { body: {} }],
  ['postWebhooksOmise', 413, { body: 'x'.repeat(70_000) }],
  ['postWebhooksLine', 401, { body: {} }],
  ['postWebhooksMycloud', 401, { body: {} }],
  ['postWebhooksMail', 401, { body: { events: [] } }],
  ['getOpenapiJson', 200],
  ['getHealth', 200],
  ['getReady', 200],
  ['getMetrics', 200, { operator: true }],
  ['getMetrics', 401],
];

const calls = systemCalls();
const callNamed = (name: string) => {
  const call = calls.find(({ operation }) => operation.operationId === name);
  if (!call) throw new Error(`the document has no ${name}`);
  return call;
};

const ask = ({ method, path }: DocumentedCall, { search = '', body, headers, operator }: Asked = {}) =>
  world.request(method, path.replace(/\{\w+\}/g, 'a-guess') + search, body, {
    ...headers,
    ...(operator ? world.operator : {}),
  });

test('the document has every system path except the internal ones listed here', () => {
  const served = Object.entries(SYSTEM_ROUTES).map(([path, { method }]) => `${method} ${path}`);
  const told = calls.map(({ method, path }) => `${method} ${path}`);
  const graphql = ['GET /api/graphql', 'POST /api/graphql'];
  expect([...told, ...NOT_TOLD].sort()).toEqual([...served, ...graphql].sort());
});

test('each documented system path is called here', () => {
  const names = calls.map(({ operation }) => operation.operationId);
  expect([...new Set(ASKED.map(([name]) => name))].sort()).toEqual(names.sort());
});

test.each(ASKED)('%s responds with %i as documented', async (name, status, asked) => {
  const call = callNamed(name);
  const response = await ask(call, asked);
  expect(response.status).toBe(status);
  const documented = call.operation.responses[String(status)];
  expect(documented).toBeDefined();
  const location = response.headers.get('location') ?? '';
  expect(Object.keys(documented?.headers ?? {})).toEqual(location === '' ? [] : ['location']);
  const [type, media] = Object.entries(documented?.content ?? {})[0] ?? [];
  expect(response.headers.get('content-type')?.split(';')[0]).toBe(type);
  const body: unknown =
    type === 'application/json' ? await response.json() : (await response.text()) || undefined;
  expect(complaintsOf(media?.schema ?? {}, body)).toEqual([]);
});

describe.each(calls)('$method $path', (call) => {
  test('documents purpose and response, with examples that match its schemas', () => {
    expect(call.operation.summary).toMatch(/^[A-Z].{5,90}[^.]$/);
    for (const { description, content = {} } of Object.values(call.operation.responses)) {
      expect(description).toBeTruthy();
      for (const { schema, example, examples = {} } of Object.values<DocumentedMedia>(content)) {
        const shown = [example, ...Object.values(examples).map(({ value }) => value)];
        for (const one of shown.filter((value) => value !== undefined))
          expect(complaintsOf(schema, one)).toEqual([]);
      }
    }
    const body = call.operation.requestBody?.content['application/json'];
    expect(body ? complaintsOf(body.schema, body.example) : []).toEqual([]);
  });

  test('refuses every other method and names its own', async () => {
    const own = calls.filter(({ path }) => path === call.path).map(({ method }) => method);
    const allow = own.join(', ').replace('GET', 'GET, HEAD');
    for (const method of METHODS.filter((one) => !own.includes(one))) {
      const response = await ask({ ...call, method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      const { schema = {} } = call.operation.responses['405']?.content['application/json'] ?? {};
      expect(complaintsOf(schema, await response.json())).toEqual([]);
    }
  });
});
