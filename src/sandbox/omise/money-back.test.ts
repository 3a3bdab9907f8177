import { describe, expect, test } from 'vitest';
import { dataOf, idOf, openWorld } from '../test-world';
import { billPayload, crc16 } from './promptpay';

type Wire = Record<string, unknown>;

const promptpay = (world: ReturnType<typeof openWorld>, over: Wire = {}) =>
  world.charge({ source: { type: 'promptpay' }, metadata: { orderId: 'o1' }, ...over });

describe('a PromptPay charge', () => {
  test('has a QR code behind a link that is valid for a minute', async () => {
    const world = openWorld();
    const { body } = await promptpay(world);
    expect(body).toMatchObject({
      status: 'pending',
      fee: 724,
      fee_vat: 51,
      net: 43_125,
      card: null,
      authorize_uri: null,
      expires_at: '2026-11-21T02:00:00Z',
      source: { type: 'promptpay', flow: 'offline', charge_status: 'pending' },
    });
    const { image } = (body.source as Wire).scannable_code as { image: Wire };
    const uri = String(image.download_uri);
    const link = await world.sandbox.fetch(uri);
    expect(link.status).toBe(302);
    const target = link.headers.get('location') ?? '';
    const svg = await (await world.sandbox.fetch(target)).text();
    expect(svg).toContain('<svg');
    expect(svg).toContain('TEST');
    world.pass(61_000);
    expect((await world.sandbox.fetch(target)).status).toBe(403);
    expect((await world.sandbox.fetch(uri)).status).toBe(302);
  });

  test('has a payload in the published format, with a biller that does not exist', () => {
    expect(crc16('123456789')).toBe('29B1');
    expect(billPayload('099999999999990', '111222333444', 4390_00)).toMatch(
      /^00020101021230550016A0000006770101120115099999999999990021211122233344453037645802TH54074390\.006304[0-9A-F]{4}$/,
    );
  });

  test('is successful and sends a webhook when paid', async () => {
    const world = openWorld();
    const id = idOf(await promptpay(world));
    const page = await (await world.sandbox.fetch(`http://sandbox.test/omise/pay/${id}`)).text();
    expect(page).toContain('฿439.00');
    await world.control('POST', `/omise/charges/${id}`, { action: 'pay' });
    expect((await world.api('GET', `/charges/${id}`)).body).toMatchObject({
      status: 'successful',
      paid: true,
    });
    await world.sandbox.settled();
    expect(world.received.at(-1)?.event).toMatchObject({
      key: 'charge.complete',
      data: { id, status: 'successful' },
    });
  });

  test('expires by itself if unpaid, and may still be paid after that', async () => {
    const world = openWorld();
    const id = idOf(await promptpay(world, { expires_at: '2026-11-20T02:30:00Z' }));
    const { next } = await world.sandbox.advanceTo(new Date('2026-11-20T02:29:59Z'));
    expect(next?.toISOString()).toBe('2026-11-20T02:30:00.000Z');
    expect(await world.sandbox.advanceTo(new Date('2026-11-20T02:31:00Z'))).toEqual({ fired: 1, next: null });
    const expired = (await world.api('GET', `/charges/${id}`)).body;
    expect(expired).toMatchObject({ status: 'expired', expired: true, expired_at: '2026-11-20T02:30:00Z' });
    await world.sandbox.settled();
    expect(world.received.map((one) => one.event.key)).toEqual([
      'charge.create',
      'charge.expire',
      'charge.complete',
    ]);
    await world.control('POST', `/omise/charges/${id}`, { action: 'pay' });
    expect((await world.api('GET', `/charges/${id}`)).body.status).toBe('successful');
  });

  test('cannot be expired by the shop, nor be open longer than a day', async () => {
    const world = openWorld();
    const id = idOf(await promptpay(world));
    expect((await world.api('POST', `/charges/${id}/expire`)).body.code).toBe('failed_expire');
    const tooLong = await promptpay(world, { expires_at: '2026-11-22T02:00:00Z' });
    expect(tooLong).toMatchObject({ status: 400, body: { code: 'invalid_charge' } });
  });

  test('can be marked as paid or failed once, in test mode', async () => {
    const world = openWorld();
    const paid = idOf(await promptpay(world));
    const failed = idOf(await promptpay(world));
    expect((await world.api('POST', `/charges/${paid}/mark_as_paid`)).body.status).toBe('successful');
    expect((await world.api('POST', `/charges/${failed}/mark_as_failed`)).body.status).toBe('failed');
    expect((await world.api('POST', `/charges/${failed}/mark_as_paid`)).status).toBe(400);
  });

  test('uses its source once, with the same amount', async () => {
    const world = openWorld();
    const source = idOf(
      await world.api('POST', '/sources', { type: 'promptpay', amount: 43_900, currency: 'thb' }),
    );
    expect((await world.charge({ source, amount: 50_000 })).body.code).toBe('invalid_charge');
    expect((await world.charge({ source })).body.status).toBe('pending');
    expect((await world.charge({ source })).body.code).toBe('invalid_charge');
    expect((await world.charge({ source: { type: 'truemoney' } })).status).toBe(400);
  });
});

describe('the lists of refunds, disputes and transactions', () => {
  test('have the dates of their own objects, not of the charge, and hide the last change in a stale read', async () => {
    const world = openWorld();
    const id = idOf(await world.charge({ customer: await world.customer() }));
    world.pass(40 * 86_400_000);
    await world.api('POST', `/charges/${id}/refunds`, { amount: 10_000 });
    await world.control('POST', `/omise/charges/${id}`, { action: 'dispute', status: 'won' });
    const from = '?from=2026-12-20T00:00:00Z';
    const listed = async (path: string) => (await world.api('GET', `${path}${from}`)).body.data;
    expect(await listed('/charges')).toEqual([]);
    expect(await listed('/refunds')).toMatchObject([{ charge: id, amount: 10_000 }]);
    const [dispute] = (await listed('/disputes')) as Wire[];
    expect(dispute).toMatchObject({ charge: id, status: 'won' });
    expect((await world.api('GET', `/disputes/${String(dispute?.id)}`)).body).toEqual(dispute);
    expect(
      ((await listed('/transactions')) as Wire[]).map(({ key, origin }) => [key, String(origin).slice(0, 4)]),
    ).toEqual([
      ['refund.created.debit', 'rfnd'],
      ['dispute.started.debit', 'dspt'],
      ['dispute.won.credit', 'dspt'],
    ]);
    await world.control('POST', '/faults', { service: 'omise', op: 'GET /disputes', kind: 'stale_read' });
    expect(await listed('/disputes')).toEqual([]);
    expect((await world.api('GET', '/disputes/dspt_test_no')).status).toBe(404);
  });
});

describe('a refund', () => {
  test('returns a part and the rest, never more, and is missing in a stale read', async () => {
    const world = openWorld();
    const id = idOf(await world.charge({ customer: await world.customer() }));
    const first = await world.api('POST', `/charges/${id}/refunds`, {
      amount: 10_000,
      metadata: { why: 'late' },
    });
    expect(first.body).toMatchObject({ object: 'refund', status: 'closed', amount: 10_000, charge: id });
    expect((await world.api('GET', `/charges/${id}`)).body).toMatchObject({
      refunded_amount: 10_000,
      refundable: true,
    });
    expect(await world.api('POST', `/charges/${id}/refunds`, { amount: 33_901 })).toMatchObject({
      status: 400,
      body: { code: 'failed_refund' },
    });
    await world.api('POST', `/charges/${id}/refunds`, { amount: 33_900 });
    expect((await world.api('GET', `/charges/${id}`)).body).toMatchObject({
      status: 'successful',
      refunded_amount: 43_900,
      refundable: false,
    });
    const list = `/charges/${id}/refunds`;
    await world.control('POST', '/faults', {
      service: 'omise',
      op: 'GET /charges/{id}/refunds',
      kind: 'stale_read',
    });
    expect((await world.api('GET', list)).body).toMatchObject({ total: 1, data: [{ amount: 10_000 }] });
    expect((await world.api('GET', list)).body).toMatchObject({ total: 2 });
    await world.sandbox.settled();
    expect(world.received.at(-1)?.event).toMatchObject({
      key: 'refund.create',
      data: { object: 'refund', charge: id },
    });
  });

  test('needs a paid charge', async () => {
    const world = openWorld();
    const id = idOf(await world.charge({ card: await world.token('4111111111140011') }));
    expect((await world.api('POST', `/charges/${id}/refunds`, { amount: 100 })).body.code).toBe(
      'failed_refund',
    );
  });

  test('of PromptPay needs a contract that allows it', async () => {
    const world = openWorld();
    await world.control('POST', '/omise/settings', { promptpayRefundable: false });
    const id = idOf(await promptpay(world));
    await world.control('POST', `/omise/charges/${id}`, { action: 'pay' });
    expect((await world.api('GET', `/charges/${id}`)).body.refundable).toBe(false);
    expect((await world.api('POST', `/charges/${id}/refunds`, { amount: 100 })).body.code).toBe(
      'failed_refund',
    );
  });
});

describe('a dispute', () => {
  test('is part of its charge, sends the documented events, and prevents refunds until it is won', async () => {
    const world = openWorld();
    const id = idOf(await world.charge({ customer: await world.customer() }));
    const dispute = (status: string) =>
      world.control('POST', `/omise/charges/${id}`, { action: 'dispute', status });
    for (const status of ['open', 'pending', 'lost']) await dispute(status);
    expect((await world.api('GET', `/charges/${id}`)).body).toMatchObject({
      status: 'successful',
      refundable: false,
      dispute: { object: 'dispute', status: 'lost', amount: 43_900, charge: id },
    });
    await dispute('won');
    expect((await world.api('GET', `/charges/${id}`)).body.refundable).toBe(true);
    await world.control('POST', `/omise/charges/${id}`, { action: 'reverse' });
    expect((await dispute('open')).status).toBe(409);
    await world.sandbox.settled();
    const events = world.received.map(({ event }) => event);
    expect(events.filter(({ key }) => /dispute|reverse/.test(String(key)))).toMatchObject([
      { key: 'dispute.create', data: { status: 'open', charge: id } },
      { key: 'dispute.update', data: { status: 'pending' } },
      { key: 'dispute.close', data: { status: 'lost' } },
      { key: 'dispute.close', data: { status: 'won' } },
      { key: 'charge.reverse', data: { object: 'charge', status: 'reversed' } },
    ]);
  });
});

describe('the control API of the gateway', () => {
  test('lists every charge with amount, status, metadata and refunds', async () => {
    const world = openWorld();
    const customer = await world.customer();
    const id = idOf(await world.charge({ customer, metadata: { attemptId: 'a1' } }));
    await world.control('POST', `/omise/charges/${id}`, { action: 'refund', amount: 500 });
    await promptpay(world);
    const [card, qr] = dataOf<Wire[]>(await world.control('GET', '/omise/charges'));
    expect(card).toMatchObject({
      id,
      amount: 43_900,
      currency: 'THB',
      status: 'successful',
      createdAt: '2026-11-20T02:00:00.000Z',
      paidAt: '2026-11-20T02:00:00.000Z',
      metadata: { attemptId: 'a1' },
      customer,
      source: 'card',
      refunds: [{ amount: 500 }],
    });
    expect(qr).toMatchObject({
      status: 'pending',
      paidAt: null,
      customer: null,
      source: 'promptpay',
      refunds: [],
    });
  });

  test('rejects an unknown action and an unknown charge', async () => {
    const world = openWorld();
    const id = idOf(await promptpay(world));
    expect((await world.control('POST', `/omise/charges/${id}`, { action: 'explode' })).status).toBe(400);
    expect((await world.control('POST', '/omise/charges/chrg_test_x', { action: 'pay' })).status).toBe(404);
  });
});
