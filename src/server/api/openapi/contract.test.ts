import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { TOKEN_DAYS_MAX, TOKEN_SCOPES } from '@/domain/api-token';
import { REFUND_LIMIT_MAX } from '@/domain/staff';
import { accounts } from '@/server/db/schema';
import { movePoints } from '@/server/lifecycle/points';
import { createCardToken } from '@/testing/cards';
import { issueDocuments } from '@/testing/documents';
import { plantPending } from '@/testing/offline';
import { complaintsOf, documentedCalls, type DocumentedCall } from '@/testing/openapi';
import {
  createBrowser,
  createSubscriber,
  registerUpToPayment,
  registration,
  type Browser,
} from '@/testing/browser';
import { programInput } from '@/testing/program-inputs';
import { plantProgram, type Program } from '@/testing/programs';
import { plantOrderLink } from '@/testing/repair-links';
import { payYesterday } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { findRoute } from '../rest/routes';
import { tagOf } from './tags';

/* Tests a client that knows only the OpenAPI document: its requests get the documented responses. */
const world = withWorld({ settings: { VAT_ID: '0105566000001' } });

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const SECOND_CARD = { number: '5555555555554444' };
const calls = documentedCalls();

/** A program whose token may do everything. */
let program: Program;
beforeAll(async () => {
  program = await plantProgram(world, [...TOKEN_SCOPES], {
    refundLimit: REFUND_LIMIT_MAX,
    days: TOKEN_DAYS_MAX,
  });
});
const isForPrograms = (path: string) => path.startsWith('/api/v1/');

/** Returns a caller for an operation, and the caller's ids that replace the ids of the example. */
async function callerOf({ method, path }: DocumentedCall): Promise<{ browser: Browser; own: object }> {
  const who = findRoute(method, path)?.who;
  if (who === 'token')
    return { browser: createBrowser(world), own: await programInput(world, program, path) };
  if (who === 'subscriber') return subscriberFor(path);
  if (who === 'registering') {
    return { browser: (await registerUpToPayment(world)).browser, own: await tokenFor(path) };
  }
  if (who === 'logged_in') return { browser: (await createSubscriber(world)).browser, own: {} };
  return visitorFor(path);
}

const tokenFor = async (path: string) =>
  path.endsWith('card') ? { cardToken: await createCardToken(SECOND_CARD) } : {};

async function visitorFor(path: string): Promise<{ browser: Browser; own: object }> {
  const email = registration().email;
  if (path === '/api/register') return { browser: createBrowser(world), own: { email } };
  if (path === '/api/register/email-auth') {
    return { browser: (await registerUpToPayment(world)).browser, own: { email } };
  }
  if (path.startsWith('/api/payments/')) {
    const { link } = await plantPending(world);
    return { browser: createBrowser(world), own: { token: link.token } };
  }
  const known = await createSubscriber(world);
  if (tagOf(path) === 'links') {
    const token = await plantOrderLink(world, known.email, path.startsWith('/api/fix') ? 'fix' : 'skip');
    return { browser: createBrowser(world), own: { token, ...(await tokenFor(path)) } };
  }
  if (path === '/api/referral-codes/apply') {
    const { body } = await known.browser.post('/api/referral-codes/generate');
    return { browser: createBrowser(world), own: { code: body.data.code } };
  }
  return { browser: createBrowser(world), own: path === '/api/login' ? { email: known.email } : {} };
}

async function subscriberFor(path: string): Promise<{ browser: Browser; own: object }> {
  const { browser, email } = await createSubscriber(world);
  const cards = async () => {
    const { body } = await browser.get('/api/customers/card-expiry-check');
    return (body.data.cards as { cardId: string; isDefault: boolean }[]).map(({ cardId }) => cardId);
  };
  if (path.endsWith('/add-card') || path.endsWith('/convert-card'))
    return { browser, own: await tokenFor(path) };
  if (path === '/api/customers/update-card') return { browser, own: { cardId: (await cards())[0] } };
  if (path === '/api/customers/delete-card') {
    await browser.post('/api/customers/add-card', await tokenFor('card'));
    return { browser, own: { cardId: (await cards())[1] } };
  }
  if (path === '/api/customers/update-email') return { browser, own: { email: registration().email } };
  if (path === '/api/subscriptions/reactivate') {
    await browser.post('/api/subscriptions/cancel', { reason: 'buyWhenNeed' });
  }
  if (path === '/api/orders/now') await payYesterday(world, await idOf(email));
  if (path === '/api/orders/tax-invoice') {
    await issueDocuments(world);
    const { body } = await browser.get('/mycloud/orders');
    return { browser, own: { orderId: (body.data.orders as { orderId: string }[])[0]?.orderId } };
  }
  if (path === '/api/orders/product-rewards') await givePoints(email);
  if (/^\/api\/orders\/(skip|move|box|usual-box|address|usual-address)$/.test(path)) {
    const response = await world.request('GET', '/api/trpc/orders.upcoming', undefined, {
      cookie: browser.cookie(),
    });
    const text = await response.text();
    return { browser, own: { orderId: /"orderId":"(\w+)"/.exec(text)?.[1] } };
  }
  return { browser, own: {} };
}

const idOf = async (email: string) =>
  (await world.db.query.accounts.findFirst({ where: eq(accounts.email, email) }))?.id;

const givePoints = (email: string) =>
  transaction(world.db, async (tx) => {
    const [account] = await tx.select().from(accounts).where(eq(accounts.email, email));
    const accountId = account?.id ?? '';
    await movePoints(tx, world.now(), [
      {
        accountId,
        kind: 'earned',
        source: 'given',
        delta: 150,
        orderId: null,
      },
    ]);
  });

const send = (
  { method, path }: DocumentedCall,
  browser: Browser,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  world.request(method, path, method === 'GET' ? undefined : body, {
    cookie: browser.cookie(),
    ...(isForPrograms(path) ? program.headers : world.operator),
    ...headers,
  });

const exampleOf = ({ operation }: DocumentedCall) =>
  operation.requestBody?.content['application/json'].example as object | undefined;

interface ObjectSchema {
  properties?: Record<string, object>;
  required?: string[];
  anyOf?: ObjectSchema[];
}

function shapeOf({ operation }: DocumentedCall): ObjectSchema {
  const schema = operation.requestBody?.content['application/json'].schema as ObjectSchema;
  return schema.anyOf?.[0] ?? schema;
}

async function refusal(response: Response) {
  const body = (await response.json()) as { code: string; fieldErrors?: Record<string, string[]> };
  return { ...body, status: response.status };
}

/** Checks that a refusal has a documented status and a body that matches the documented schema. */
function expectDocumented({ operation }: DocumentedCall, status: number, body: unknown): void {
  const documented = operation.responses[String(status)]?.content['application/json'];
  expect(documented, `status ${status}`).toBeDefined();
  expect(complaintsOf(documented?.schema ?? {}, body)).toEqual([]);
}

describe.each(calls)('$method $path', (call) => {
  test('responds to its own example as documented, without undocumented fields', async () => {
    const { browser, own } = await callerOf(call);
    const response = await send(call, browser, { ...exampleOf(call), ...own });
    const body = (await response.json()) as { data?: unknown };
    expect([response.status, response.status === 200 ? '' : JSON.stringify(body)]).toEqual([200, '']);
    const documented = call.operation.responses['200']?.content['application/json'];
    expect(complaintsOf(documented?.schema ?? {}, body)).toEqual([]);
    const row = findRoute(call.method, call.path);
    expect(row?.answer.safeParse(body.data).error?.issues ?? []).toEqual([]);
  });

  test('refuses every other method and names its own', async () => {
    const own = calls.filter(({ path }) => path === call.path).map(({ method }) => method);
    for (const method of METHODS.filter((one) => !own.includes(one))) {
      const response = await world.request(method, call.path);
      expect([response.status, response.headers.get('allow')]).toEqual([
        405,
        own.join(', ').replace('GET', 'GET, HEAD'),
      ]);
      expectDocumented(call, 405, await response.json());
    }
  });
});

const isForSessions = ({ operation: { security } }: DocumentedCall) =>
  security.length === 1 && security.every((way) => 'session' in way);

test.each(calls.filter(isForSessions))('$method $path is refused without a session', async (call) => {
  const response = await world.request(call.method, call.path, exampleOf(call));
  const body = (await response.json()) as { code: string };
  expect([response.status, body.code]).toEqual([401, 'NOT_LOGGED_IN']);
  expectDocumented(call, 401, body);
});

const written = calls.filter(({ operation }) => operation.requestBody);

describe.each(written)('$method $path', (call) => {
  let browser: Browser;
  beforeAll(async () => {
    ({ browser } = await callerOf(call));
  });

  test.each(Object.keys(shapeOf(call).properties ?? {}))(
    'refuses a wrong type of %s by name',
    async (field) => {
      const body = { ...exampleOf(call), [field]: [[]] };
      const answer = await refusal(await send(call, browser, body));
      expect([answer.status, answer.code]).toEqual([400, 'INPUT_INVALID']);
      expect(Object.keys(answer.fieldErrors ?? {}).join()).toMatch(new RegExp(`^${field}\\b`));
    },
  );

  test('refuses an undocumented field', async () => {
    const answer = await refusal(await send(call, browser, { ...exampleOf(call), isAdmin: true }));
    expect([answer.status, answer.code]).toEqual([400, 'INPUT_INVALID']);
    expect(answer.fieldErrors).toMatchObject({ isAdmin: ['Invalid input'] });
  });

  test('refuses another content type', async () => {
    const response = await send(call, browser, JSON.stringify(exampleOf(call)), {
      'content-type': 'text/plain',
    });
    const body: unknown = await response.json();
    expect([response.status, body]).toMatchObject([415, { code: 'NOT_JSON' }]);
    expectDocumented(call, 415, body);
  });

  test('refuses a page of another site', async () => {
    const response = await send(call, browser, exampleOf(call), { 'sec-fetch-site': 'cross-site' });
    expect(response.status).toBe(403);
    expectDocumented(call, 403, await response.json());
  });
});

/** Returns the required fields of an operation's body; empty if the operation needs no body. */
const requiredOf = (call: DocumentedCall) =>
  call.operation.requestBody?.required ? (shapeOf(call).required ?? []) : [];
const needy = written.filter((call) => requiredOf(call).length > 0);

test('most commands need a body', () => {
  expect(needy.length).toBeGreaterThan(10);
});

test.each(needy)('$method $path refuses a missing body and names every required field', async (call) => {
  const { browser } = await callerOf(call);
  const answer = await refusal(await send(call, browser));
  expect([answer.status, answer.code]).toEqual([400, 'INPUT_INVALID']);
  expect(Object.keys(answer.fieldErrors ?? {})).toEqual(expect.arrayContaining(requiredOf(call)));
  expectDocumented(call, 400, await (await send(call, browser)).json());
});

const isQueried = ({ operation }: DocumentedCall) => operation.parameters?.some((one) => one.in === 'query');
const parametersOf = ({ parameters = [] }: DocumentedCall['operation']) => parameters.map(({ name }) => name);
const queried = calls.filter((call) => call.method === 'GET' && isQueried(call));

test.each(calls.filter((call) => call.method === 'DELETE'))(
  '$method $path accepts in its query what its body accepts',
  async (call) => {
    expect(isQueried(call)).toBe(true);
    const { browser, own } = await callerOf(call);
    const asked = (query: object) => {
      const search = new URLSearchParams(query as Record<string, string>);
      return send({ ...call, path: `${call.path}?${search}` }, browser);
    };
    expect(await refusal(await asked({}))).toMatchObject({ status: 400, code: 'INPUT_INVALID' });
    expect(await refusal(await asked({ ...own, isAdmin: '1' }))).toMatchObject({ status: 400 });
    const answer = await asked(own);
    const documented = call.operation.responses['200']?.content['application/json'];
    expect([answer.status, complaintsOf(documented?.schema ?? {}, await answer.json())]).toEqual([200, []]);
    // The body takes precedence over the query.
    const body = { cardId: 'card_of_nobody' };
    const both = await send({ ...call, path: `${call.path}?cardId=another` }, browser, body);
    expect(await refusal(both)).toMatchObject({ status: 404, code: 'CARD_NOT_FOUND' });
  },
);

describe.each(queried)('$method $path', (call) => {
  test('refuses an unknown query parameter', async () => {
    const { browser } = await createSubscriber(world);
    const { path, operation } = call;
    // A filter of a list is any text.
    const names = isForPrograms(path) ? ['limit', 'cursor', 'from'] : parametersOf(operation);
    for (const query of [...names.map((name) => `${name}=x`), 'isAdmin=1']) {
      const answer = await refusal(await send({ ...call, path: `${path}?${query}` }, browser));
      expect([answer.status, answer.code]).toEqual([400, 'INPUT_INVALID']);
    }
  });
});
