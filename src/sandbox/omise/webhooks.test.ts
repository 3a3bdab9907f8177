import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dataOf, idOf, openWorld } from '../test-world';
import { sign } from './webhook-post';

type Wire = Record<string, unknown>;
type World = ReturnType<typeof openWorld>;

const fault = (world: World, kind: string, over: Wire = {}) =>
  world.control('POST', '/faults', { service: 'omise', op: '*', kind, times: 1, ...over });

const keys = (world: World) => world.received.map((one) => one.event.key);
const chargeKeys = (world: World) => keys(world).filter((key) => key.startsWith('charge.'));

/** Creates a pending QR charge and waits until its `charge.create` is delivered. */
async function pendingQr(world: World): Promise<string> {
  const id = idOf(await world.charge({ source: { type: 'promptpay' } }));
  await world.sandbox.settled();
  return id;
}

const pay = (world: World, id: string) => world.control('POST', `/omise/charges/${id}`, { action: 'pay' });

/** Checks a signature as the gateway's documentation describes. */
function isGenuine({ headers, body }: World['received'][number], secrets: string[], now: number): boolean {
  const timestamp = headers.get('omise-signature-timestamp') ?? '';
  const given = (headers.get('omise-signature') ?? '').split(',');
  const wanted = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(`${timestamp}.${body}`).digest('hex'),
  );
  return Math.abs(now / 1000 - Number(timestamp)) <= 300 && given.some((one) => wanted.includes(one));
}

describe('a signature', () => {
  test('matches the published vector', () => {
    const body = '{"object":"event","key":"charge.complete"}';
    expect(sign('c29mdC1jb3R0b24td2ViaG9vay1zZWNyZXQtMDAwMDAx', '1767225600', body)).toBe(
      '9a9be989717fc916a7040b2672171aa620a1809fdef7d41453cd768776ec5448',
    );
  });

  test.each([
    ['none', true],
    ['double_signature', true],
    ['bad_signature', false],
    ['old_timestamp', false],
    ['tampered_body', false],
  ])('with fault %s is genuine: %s', async (kind, genuine) => {
    const world = openWorld();
    const id = await pendingQr(world);
    if (kind !== 'none') await fault(world, kind);
    await pay(world, id);
    await world.sandbox.settled();
    const last = world.received.at(-1);
    expect(last && isGenuine(last, world.settings.omiseWebhookSecrets, world.sandbox.clock.ms())).toBe(
      genuine,
    );
  });

  test('is made with both secrets during a rotation', async () => {
    const secrets = [Buffer.from('one').toString('base64'), Buffer.from('two').toString('base64')];
    const world = openWorld({ omiseWebhookSecrets: secrets });
    await pendingQr(world);
    const [first] = world.received;
    for (const secret of secrets)
      expect(first && isGenuine(first, [secret], world.sandbox.clock.ms())).toBe(true);
  });
});

describe('a webhook of the gateway', () => {
  test('is one event with the charge for an immediate success', async () => {
    const world = openWorld();
    const made = await world.charge({ customer: await world.customer(), metadata: { attemptId: 'a1' } });
    await world.sandbox.settled();
    expect(keys(world)).toEqual(['customer.create', 'charge.create']);
    expect(world.received[1]?.event).toMatchObject({
      object: 'event',
      livemode: false,
      webhook_deliveries: [],
      data: { object: 'charge', id: idOf(made), status: 'successful', metadata: { attemptId: 'a1' } },
    });
  });

  test('does not delay the response', async () => {
    const world = openWorld();
    let answered = false;
    world.receiver.onReceive = () => expect(answered).toBe(true);
    await world.charge({ card: await world.token('4242424242424242') });
    answered = true;
    await world.sandbox.settled();
    expect(world.received).toHaveLength(1);
  });

  test('arrives before the response for FAKE WEBHOOK FIRST', async () => {
    const world = openWorld();
    await world.charge({ card: await world.token('4242424242424242', { name: 'Fake Webhook First' }) });
    expect(keys(world)).toEqual(['charge.create']);
  });

  test('can be read again with its deliveries', async () => {
    const world = openWorld();
    world.receiver.status = 503;
    const id = await pendingQr(world);
    const eventId = world.received[0]?.event.id ?? '';
    const { body } = await world.api('GET', `/events/${eventId}`);
    expect(body).toMatchObject({
      object: 'event',
      key: 'charge.create',
      data: { id },
      webhook_deliveries: [{ object: 'webhook_delivery', status: 503, error: 'answered 503' }],
    });
    expect((await world.api('GET', `/charges/${id}/events`)).body).toMatchObject({ total: 1 });
    expect((await world.api('GET', '/events?order=reverse_chronological&limit=1')).body).toMatchObject({
      data: [{ id: eventId }],
    });
    expect((await world.api('GET', '/events/evnt_test_x')).status).toBe(404);
  });

  test('records an unreachable shop without affecting the charge', async () => {
    const world = openWorld();
    world.receiver.onReceive = () => {
      throw new TypeError('fetch failed');
    };
    const id = await pendingQr(world);
    expect((await world.api('GET', `/charges/${id}/events`)).body).toMatchObject({
      data: [{ webhook_deliveries: [{ status: 0, error: 'fetch failed' }] }],
    });
  });

  test('has the account’s version, whatever version the caller requests', async () => {
    const world = openWorld({ omiseAccountVersion: '2017-11-02' });
    await pendingQr(world);
    expect(world.received[0]?.event).toMatchObject({ key: 'charge.create', data: { refunded: 0 } });
    expect(world.received[0]?.event).not.toHaveProperty('created_at');
  });
});

describe('a webhook fault', () => {
  test('delivers before the response: before_response', async () => {
    const world = openWorld();
    await fault(world, 'before_response', { op: 'POST /charges' });
    await world.charge({ source: { type: 'promptpay' } });
    expect(keys(world)).toEqual(['charge.create']);
  });

  test('delivers an event three times, or as often as requested: duplicate', async () => {
    const world = openWorld();
    const id = await pendingQr(world);
    await fault(world, 'duplicate', { op: 'charge.complete' });
    await pay(world, id);
    await world.sandbox.settled();
    const sent = world.received.filter((one) => one.event.key === 'charge.complete');
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((one) => one.event.id)).size).toBe(1);
  });

  test('delivers nothing: drop', async () => {
    const world = openWorld();
    await fault(world, 'drop', { match: { key: 'charge.complete' } });
    await pay(world, await pendingQr(world));
    await world.sandbox.settled();
    expect(keys(world)).toEqual(['charge.create']);
  });

  test('delivers the earlier event after the later one: out_of_order', async () => {
    const world = openWorld();
    await fault(world, 'out_of_order');
    await pay(world, await pendingQr(world));
    await world.sandbox.settled();
    expect(keys(world)).toEqual(['charge.complete', 'charge.create']);
  });

  test('delivers at its time: delay', async () => {
    const world = openWorld();
    await fault(world, 'delay', { args: { ms: 60_000 } });
    await world.charge({ card: await world.token('4242424242424242') });
    await world.sandbox.settled();
    expect(keys(world)).toEqual([]);
    const ran = await world.sandbox.advanceTo(new Date('2026-11-20T02:01:00Z'));
    expect([ran.fired, keys(world)]).toEqual([1, ['charge.create']]);
  });

  test('holds webhooks until they are flushed in the requested order: delay without a time', async () => {
    const world = openWorld();
    await fault(world, 'delay', { times: 2 });
    await pay(world, await pendingQr(world));
    await world.sandbox.settled();
    expect(keys(world)).toEqual([]);
    const answer = await world.control('POST', '/webhooks/flush', { order: 'reverse', duplicate: true });
    expect(dataOf(answer)).toEqual({ delivered: 4, dropped: 0 });
    expect(keys(world)).toEqual(['charge.complete', 'charge.complete', 'charge.create', 'charge.create']);
  });

  test('can be flushed with duplicates', async () => {
    const world = openWorld();
    await fault(world, 'delay', { times: 'always' });
    await pay(world, await pendingQr(world));
    const answer = await world.control('POST', '/webhooks/flush', { duplicate: ['charge.complete'] });
    expect(dataOf(answer)).toEqual({ delivered: 3, dropped: 0 });
    expect(keys(world)).toEqual(['charge.create', 'charge.complete', 'charge.complete']);
  });

  test('can be flushed with drops', async () => {
    const world = openWorld();
    await fault(world, 'delay', { times: 'always' });
    await pay(world, await pendingQr(world));
    const answer = await world.control('POST', '/webhooks/flush', { drop: ['charge.complete'] });
    expect([dataOf(answer), keys(world)]).toEqual([{ delivered: 1, dropped: 1 }, ['charge.create']]);
  });

  test('changes the content: unknown_event and wrong_livemode', async () => {
    const world = openWorld();
    await fault(world, 'unknown_event');
    await fault(world, 'wrong_livemode');
    await pay(world, await pendingQr(world));
    await world.sandbox.settled();
    expect(world.received.map((one) => one.event)).toMatchObject([
      { key: 'mystery.happen' },
      { key: 'charge.complete', livemode: true, data: { livemode: true } },
    ]);
  });

  test('for one order does not affect the others', async () => {
    const world = openWorld();
    const card = await world.customer();
    await fault(world, 'drop', { match: { 'metadata.orderId': 'o1' } });
    for (const orderId of ['o2', 'o1']) await world.charge({ customer: card, metadata: { orderId } });
    await world.sandbox.settled();
    expect(chargeKeys(world)).toHaveLength(1);
    expect(world.received.at(-1)?.event.data.metadata).toEqual({ orderId: 'o2' });
  });
});
