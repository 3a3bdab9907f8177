import { describe, expect, test } from 'vitest';
import { fits, namesOp } from './faults';
import { dataOf, idOf, openWorld } from './test-world';

type Wire = Record<string, unknown>;
type World = ReturnType<typeof openWorld>;

const fault = (world: World, kind: string, over: Wire = {}) =>
  world.control('POST', '/faults', { service: 'omise', op: 'POST /charges', kind, times: 1, ...over });

const count = (world: World) => world.sandbox.gateway.charges.size();
const pay = async (world: World, signal?: AbortSignal) =>
  world.sandbox.fetch('http://sandbox.test/omise/api/charges', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${world.settings.omiseSecretKey}:`)}` },
    body: JSON.stringify({ amount: 43_900, currency: 'thb', card: await world.token('4242424242424242') }),
    signal,
  });

describe('a fault of a call', () => {
  test('delays the response: latency', async () => {
    const world = openWorld();
    await fault(world, 'latency', { args: { ms: 40 } });
    const started = performance.now();
    expect((await pay(world)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(35);
  });

  test('neither responds nor does the work: timeout_before', async () => {
    const world = openWorld();
    await fault(world, 'timeout_before');
    await expect(pay(world, AbortSignal.timeout(500))).rejects.toThrow('timeout');
    expect(count(world)).toBe(0);
  });

  test('does the work without a response: timeout_after', async () => {
    const world = openWorld();
    await fault(world, 'timeout_after');
    await expect(pay(world, AbortSignal.timeout(500))).rejects.toThrow('timeout');
    expect(count(world)).toBe(1);
    await world.sandbox.settled();
    expect(world.received).toHaveLength(1);
  });

  test('releases a blocked call when the sandbox closes', async () => {
    const world = openWorld();
    await fault(world, 'timeout_before');
    const held = pay(world);
    setTimeout(() => world.sandbox.close(), 20);
    await expect(held).rejects.toThrow('fetch failed');
  });

  test('breaks the connection before or after the work: reset', async () => {
    const world = openWorld();
    await fault(world, 'reset');
    await expect(pay(world)).rejects.toThrow('fetch failed');
    expect(count(world)).toBe(0);
    await fault(world, 'reset', { args: { after: true } });
    await expect(pay(world)).rejects.toThrow('fetch failed');
    expect(count(world)).toBe(1);
  });

  test.each([429, 500, 503])(
    'returns the gateway’s error object without doing the work: status %i',
    async (status) => {
      const world = openWorld();
      await fault(world, 'status', { args: { status } });
      const answer = await pay(world);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ object: 'error', code: expect.any(String) as string });
      expect(count(world)).toBe(0);
    },
  );

  test('returns a proxy’s page: html_502', async () => {
    const world = openWorld();
    await fault(world, 'html_502');
    const answer = await pay(world);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(await answer.text()).toContain('<html>');
  });

  test('does the work and truncates the response: bad_json', async () => {
    const world = openWorld();
    await fault(world, 'bad_json');
    const answer = await pay(world);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(count(world)).toBe(1);
  });

  test('returns a charge without its last change: stale_read', async () => {
    const world = openWorld();
    const id = idOf(await world.charge({ source: { type: 'promptpay' } }));
    await world.control('POST', `/omise/charges/${id}`, { action: 'pay' });
    await fault(world, 'stale_read', { op: 'GET /charges/{id}' });
    expect((await world.api('GET', `/charges/${id}`)).body.status).toBe('pending');
    expect((await world.api('GET', `/charges/${id}`)).body.status).toBe('successful');
  });

  test('hides a new charge: stale_read', async () => {
    const world = openWorld();
    const id = idOf(await world.charge({ card: await world.token('4242424242424242') }));
    await fault(world, 'stale_read', { op: 'GET /charges/:id' });
    await fault(world, 'stale_read', { op: 'GET /charges' });
    expect((await world.api('GET', `/charges/${id}`)).status).toBe(404);
    expect((await world.api('GET', '/charges')).body.data).toEqual([]);
    expect((await world.api('GET', '/charges')).body.data).toHaveLength(1);
  });

  test.each([
    ['extra_fields', { unheard_of: 'surprise' }],
    ['unknown_status', { status: 'mystery' }],
    ['unknown_failure_code', { failure_code: 'mystery' }],
    ['amount_mismatch', { amount: 44_000 }],
  ])('changes the content of a response: %s', async (kind, said) => {
    const world = openWorld();
    await fault(world, kind);
    expect(await (await pay(world)).json()).toMatchObject(said);
  });

  test('omits null fields by missing_optional, and adds one by authorize_uri_on_success', async () => {
    const world = openWorld();
    await fault(world, 'missing_optional');
    expect(await (await pay(world)).json()).not.toHaveProperty('failure_code');
    await fault(world, 'authorize_uri_on_success');
    const body = (await (await pay(world)).json()) as Wire;
    expect([body.status, typeof body.authorize_uri]).toEqual(['successful', 'string']);
  });

  test('hides the customer: customer_vanished', async () => {
    const world = openWorld();
    await fault(world, 'customer_vanished');
    expect((await pay(world)).status).toBe(404);
  });

  test('can be requested by a header', async () => {
    const world = openWorld();
    const made = await world.charge({ source: { type: 'promptpay' } }, { 'x-fake-fault': 'status' });
    expect(made.status).toBe(500);
  });
});

describe('the calls that a fault affects', () => {
  test('are as many as configured', async () => {
    const world = openWorld();
    await fault(world, 'status', { times: 2 });
    const statuses = [await pay(world), await pay(world), await pay(world)].map((answer) => answer.status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  test('are those that match, until it is cleared', async () => {
    const world = openWorld();
    await fault(world, 'status', { times: 'always', match: { metadata: { orderId: 'o1' } } });
    const charge = (orderId: string) =>
      world.charge({ source: { type: 'promptpay' }, metadata: { orderId } }).then((answer) => answer.status);
    expect([await charge('o2'), await charge('o1'), await charge('o1')]).toEqual([200, 500, 500]);
    await world.control('DELETE', '/faults');
    expect(await charge('o1')).toBe(200);
  });

  test('match by patterns of methods and paths', () => {
    expect(namesOp('GET /charges/{id}', 'GET /charges/{id}')).toBe(true);
    expect(namesOp('GET /charges/:id', 'GET /charges/{id}')).toBe(true);
    expect(namesOp('* /charges', 'POST /charges')).toBe(true);
    expect(namesOp('GET /charges', 'POST /charges')).toBe(false);
    expect(namesOp('POST /charges', 'POST /charges/{id}')).toBe(false);
  });

  test('match by nested or dotted fields, with numbers or digits as text', () => {
    const facts = { amount: '43900', metadata: { orderId: 'o1' } };
    expect(fits({ amount: 43_900, 'metadata.orderId': 'o1' }, facts)).toBe(true);
    expect(fits({ metadata: { orderId: 'o1' } }, facts)).toBe(true);
    expect(fits({ metadata: { orderId: 'o2' } }, facts)).toBe(false);
    expect(fits({ nothing: undefined, gone: 'x' }, facts)).toBe(false);
  });

  test.each([
    [{ kind: 'latency' }],
    [{ service: 'omise', kind: 'explosion' }],
    [{ service: 'omise', kind: 'status', times: 0 }],
    [{ service: 'omise', kind: 'status', match: 'x' }],
  ])('are rejected for an invalid fault: %j', async (body) => {
    const { control } = openWorld();
    expect(await control('POST', '/faults', body)).toMatchObject({ status: 400, body: { status: 'error' } });
  });
});

describe('a magic card holder name', () => {
  const charge = async (world: World, name: string) =>
    world.charge({ card: await world.token('4242424242424242', { name }) });

  test('returns 500 and does nothing: FAKE 500', async () => {
    const world = openWorld();
    expect((await charge(world, 'fake 500')).status).toBe(500);
    expect(count(world)).toBe(0);
  });

  test('takes n seconds: FAKE SLOW n', async () => {
    const world = openWorld();
    const started = performance.now();
    expect((await charge(world, 'FAKE SLOW 0.05')).body.status).toBe('successful');
    expect(performance.now() - started).toBeGreaterThan(45);
  });

  test.each([
    ['FAKE TIMEOUT AFTER', 1],
    ['FAKE TIMEOUT BEFORE', 0],
  ])('breaks the connection: %s leaves %i charge', async (name, charges) => {
    const world = openWorld();
    const held = charge(world, name);
    setTimeout(() => world.sandbox.close(), 20);
    await expect(held).rejects.toThrow('fetch failed');
    expect(count(world)).toBe(charges);
  });
});

describe('the journal', () => {
  test('has every request and response, without card numbers, codes or keys', async () => {
    const world = openWorld();
    await world.charge({ customer: await world.customer(), description: 'paid with 4242 4242 4242 4242' });
    await world.sandbox.settled();
    const entries = dataOf<Wire[]>(await world.control('GET', '/journal?service=omise'));
    expect(entries.map((entry) => [entry.op, entry.status])).toEqual([
      ['POST /tokens', 200],
      ['POST /customers', 200],
      ['POST /charges', 200],
      ['webhook customer.create', 200],
      ['webhook charge.create', 200],
    ]);
    expect(entries[2]).toMatchObject({ service: 'omise', response: { status: 'successful' } });
    const text = JSON.stringify(entries);
    expect(text).not.toMatch(/4242 ?4242 ?4242 ?4242|"123"|skey_|Basic /);
  });

  test('marks a call without a response', async () => {
    const world = openWorld();
    await fault(world, 'reset');
    await pay(world).catch(() => null);
    const entries = dataOf<Wire[]>(await world.control('GET', '/journal?since=2026-11-20T02:00:00Z'));
    expect(entries.at(-1)).toMatchObject({
      op: 'POST /charges',
      status: null,
      response: null,
      fault: 'reset',
    });
    expect(dataOf(await world.control('GET', '/journal?since=2026-11-20T02:00:01Z'))).toEqual([]);
    expect((await world.control('GET', '/journal?since=never')).status).toBe(400);
  });
});
