import { beforeAll, expect, test, vi } from 'vitest';
import { DELIVERY, GOOD_CARD, registration } from '@/testing/browser';
import { overhear } from '@/testing/canary';
import { createCardToken } from '@/testing/cards';
import { runJobs } from '@/testing/jobs';
import { serveFront } from '@/testing/serve-front';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ settings: { LOG_LEVEL: 'info' } });
const { port } = serveFront(world, () => Promise.reject(new Error('a page that fails')));
let lines: string[];
beforeAll(() => {
  lines = overhear();
});

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port()}${path}`, {
    method,
    headers: { connection: 'close', 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  await response.text();
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { status: response.status, cookie, trace: response.headers.get('x-trace-id') ?? '' };
}

/** Does some work. @returns the traces of the gateway calls and of the log lines meanwhile */
async function tracesOf(work: () => Promise<unknown>) {
  const spy = vi.spyOn(world.sandbox, 'fetch');
  const from = lines.length;
  await work();
  const headers = spy.mock.calls.map(([request]) =>
    typeof request === 'object' && 'headers' in request ? request.headers.get('traceparent') : null,
  );
  spy.mockRestore();
  const logged = lines.slice(from).map((line) => JSON.parse(line) as { event: string; traceId?: string });
  return {
    called: new Set(headers.filter((header) => header !== null).map((header) => header.split('-')[1])),
    logged: new Set(logged.filter(({ event }) => event === 'gateway.called').map(({ traceId }) => traceId)),
  };
}

async function register() {
  const { cookie } = await call('POST', '/api/register', registration());
  await call('POST', '/api/register/delivery', DELIVERY, { cookie });
  const cardToken = await createCardToken(GOOD_CARD);
  return { cookie, pay: () => call('POST', '/api/register/payment/card', { cardToken }, { cookie }) };
}

test('one trace leads from a response to its log lines and its calls of the gateway', async () => {
  const { pay } = await register();
  let trace = '';
  const { called, logged } = await tracesOf(async () => ({ trace } = await pay()));
  expect(trace).toMatch(/^[0-9a-f]{32}$/);
  expect({ called, logged }).toEqual({ called: new Set([trace]), logged: new Set([trace]) });
});

test('a job continues the trace of the request that queued it', async () => {
  const { cookie, pay } = await register();
  const paid = await pay();
  expect(paid.status).toBe(200);
  await world.sandbox.settled();
  await runJobs();
  const erased = await call(
    'POST',
    '/api/trpc/account.delete',
    { json: { password: 'correct horse' } },
    { cookie },
  );
  expect(erased.status).toBe(200);
  const { called, logged } = await tracesOf(runJobs);
  expect({ called, logged }).toEqual({ called: new Set([erased.trace]), logged: new Set([erased.trace]) });
});

test('a caller cannot choose the trace, and two requests have different ones', async () => {
  const chosen = '4242424242424242'.repeat(2);
  const headers = { traceparent: `00-${chosen}-0123456789abcdef-01`, 'x-trace-id': chosen };
  const first = await call('GET', '/api/settings', undefined, headers);
  const second = await call('GET', '/api/settings', undefined, headers);
  expect(first.trace).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([chosen, first.trace, second.trace]).size).toBe(3);
});
