import { describe, expect, test } from 'vitest';
import { dataOf, idOf, openWorld } from '../test-world';

type Wire = Record<string, unknown>;

const GOOD = [
  '4242424242424242',
  '4111111111111111',
  '5555555555554444',
  '5454545454545454',
  '3530111333300000',
  '3566111111111113',
  '378282246310005',
  '6447032400000000001',
  '36021042000004',
  '6250947000000006',
];

const FAILING: [string, string[]][] = [
  ['insufficient_fund', ['4111111111140011', '5555551111110011', '3530111111190011', '6250947000000014']],
  ['stolen_or_lost_card', ['4111111111130012', '5555551111100012', '3530111111180012', '6250947000000022']],
  ['failed_processing', ['4111111111120013', '5555551111190013', '3530111111170013', '377138160000009']],
  ['failed_processing', ['6447032400001111005', '36021042111108', '6250947000000030']],
  ['payment_rejected', ['4111111111110014', '5555551111180014', '3530111111160014']],
  ['failed_fraud_check', ['4111111111190016', '5555551111160016', '3530111111140016']],
  ['invalid_account_number', ['4111111111180017', '5555551111150017', '3530111111130017']],
  ['invalid_security_code', ['4111111111160001', '5555551111130001', '3530111111110001']],
  ['payment_rejected', ['4111111111150002', '5555551111120002', '3530111111100002']],
];

describe('an official test number', () => {
  test.each(GOOD)('is charged: %s', async (number) => {
    const { charge, token } = openWorld();
    const { status, body } = await charge({ card: await token(number) });
    expect([status, body.status, body.paid, body.failure_code]).toEqual([200, 'successful', true, null]);
  });

  test.each(FAILING.flatMap(([code, numbers]) => numbers.map((number) => [number, code])))(
    'fails only at the charge: %s with %s',
    async (number, code) => {
      const { charge, token } = openWorld();
      const { status, body } = await charge({ card: await token(number) });
      expect([status, body.status, body.paid, body.failure_code]).toEqual([200, 'failed', false, code]);
      expect(body.failure_message).toEqual(expect.any(String));
    },
  );

  test('waits for 3-D Secure and fails after the approval: 4111111111140003', async () => {
    const { charge, control, token } = openWorld();
    const made = await charge({ card: await token('4111111111140003') });
    expect(made.body).toMatchObject({ status: 'pending', failure_code: null });
    const { body } = await control('POST', `/omise/charges/${idOf(made)}`, { action: 'approve' });
    expect(body.data).toMatchObject({ status: 'failed', failureCode: 'payment_rejected' });
  });
});

describe('a charge', () => {
  test('has fee, VAT and net of the paid amount', async () => {
    const { charge, customer } = openWorld();
    const { body } = await charge({
      customer: await customer(),
      amount: 100_000,
      metadata: { orderId: 'o1' },
    });
    expect(body).toMatchObject({
      object: 'charge',
      amount: 100_000,
      currency: 'THB',
      fee: 3650,
      fee_vat: 256,
      net: 96_094,
      metadata: { orderId: 'o1' },
      authorized: true,
      refundable: true,
      livemode: false,
      authorize_uri: null,
      created_at: '2026-11-20T02:00:00Z',
      paid_at: '2026-11-20T02:00:00Z',
    });
    expect(body.id).toMatch(/^chrg_test_[0-9a-z]{19}$/);
  });

  test.each([
    ['no amount', { amount: undefined }, 400, 'invalid_amount'],
    ['no currency', { currency: undefined }, 400, 'invalid_charge'],
    ['nothing to pay with', {}, 404, 'not_found'],
    ['less than ฿20', { amount: 1999, card: 'x' }, 400, 'invalid_amount'],
    ['more than ฿150,000', { amount: 15_000_001, card: 'x' }, 400, 'invalid_amount'],
    ['a capture at a later time', { capture: false, card: 'x' }, 400, 'invalid_charge'],
    ['a customer nobody knows', { customer: 'cust_test_x' }, 404, 'not_found'],
  ])('with %s is rejected', async (_what, body, status, code) => {
    const { charge } = openWorld();
    expect(await charge(body)).toMatchObject({ status, body: { object: 'error', code } });
  });

  test('needs a card on the customer, and one of that customer', async () => {
    const { api, charge, customer } = openWorld();
    const bare = idOf(await api('POST', '/customers', { email: 'a@b.co' }));
    expect((await charge({ customer: bare })).body.code).toBe('missing_card');
    const other = (await api('GET', `/customers/${await customer()}`)).body.default_card;
    expect((await charge({ customer: bare, card: other })).status).toBe(404);
  });

  test('keeps its card after the card is deleted', async () => {
    const { api, charge, customer } = openWorld();
    const id = await customer();
    const made = await charge({ customer: id });
    await api('DELETE', `/customers/${id}`);
    expect((await api('GET', `/charges/${idOf(made)}`)).body.card).toMatchObject({ last_digits: '4242' });
  });

  test('of a card whose month has ended fails', async () => {
    const { charge, customer, sandbox } = openWorld();
    const id = await customer('4242424242424242', { name: 'Fake expires next month' });
    expect((await charge({ customer: id })).body.card).toMatchObject({
      expiration_month: 12,
      expiration_year: 2026,
    });
    await sandbox.advanceTo(new Date('2026-12-31T16:59:59Z'));
    expect((await charge({ customer: id })).body.status).toBe('successful');
    await sandbox.advanceTo(new Date('2026-12-31T17:00:00Z'));
    expect((await charge({ customer: id })).body.failure_code).toBe('expired_card');
  });

  test('has the format of an older API version on request', async () => {
    const { charge, customer } = openWorld();
    const { body } = await charge({ customer: await customer() }, { 'omise-version': '2017-11-02' });
    expect(body).toMatchObject({ created: '2026-11-20T02:00:00Z', refunded: 0 });
    expect(body).not.toHaveProperty('created_at');
  });
});

describe('a 3-D Secure challenge', () => {
  const secured = async (world: ReturnType<typeof openWorld>, number = '4242424242424242') => {
    const made = await world.charge({ card: await world.token(number, { name: 'fake 3ds' }) });
    expect(made.body).toMatchObject({ status: 'pending', paid: false, authorized: false });
    expect(made.body.authorize_uri).toBe(`http://sandbox.test/omise/3ds/${idOf(made)}`);
    return { id: idOf(made), uri: String(made.body.authorize_uri) };
  };
  const press = (world: ReturnType<typeof openWorld>, uri: string, action: string) =>
    world.sandbox.fetch(uri, { method: 'POST', body: new URLSearchParams({ action }) });

  test('captures the charge and redirects after approval', async () => {
    const world = openWorld();
    const { id, uri } = await secured(world);
    const page = await (await world.sandbox.fetch(uri)).text();
    for (const label of ['Approve', 'Decline', 'Abandon', 'Approve but never return'])
      expect(page).toContain(label);
    const answer = await press(world, uri, 'approve');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://shop.test/r']);
    expect((await world.api('GET', `/charges/${id}`)).body).toMatchObject({
      status: 'successful',
      paid: true,
    });
    await world.sandbox.settled();
    expect(world.received.map((one) => one.event.key)).toEqual(['charge.create', 'charge.complete']);
  });

  test('fails the charge and redirects after a decline', async () => {
    const world = openWorld();
    const { id, uri } = await secured(world);
    expect((await press(world, uri, 'decline')).status).toBe(303);
    expect((await world.api('GET', `/charges/${id}`)).body).toMatchObject({
      status: 'failed',
      failure_code: 'payment_rejected',
    });
  });

  test('leaves the charge pending without a redirect when abandoned', async () => {
    const world = openWorld();
    const { id, uri } = await secured(world);
    expect((await press(world, uri, 'abandon')).status).toBe(200);
    expect((await world.api('GET', `/charges/${id}`)).body.status).toBe('pending');
  });

  test('captures the charge without a redirect when approved without returning', async () => {
    const world = openWorld();
    const { id, uri } = await secured(world);
    expect((await press(world, uri, 'approve-stay')).status).toBe(200);
    expect((await world.api('GET', `/charges/${id}`)).body.status).toBe('successful');
  });

  test('may be followed by a decline of the bank', async () => {
    const world = openWorld();
    const { id, uri } = await secured(world, '4111111111140011');
    await press(world, uri, 'approve');
    expect((await world.api('GET', `/charges/${id}`)).body.failure_code).toBe('insufficient_fund');
  });

  test('rejects a second decision', async () => {
    const world = openWorld();
    const { id, uri } = await secured(world);
    await press(world, uri, 'approve');
    expect((await press(world, uri, 'decline')).status).toBe(409);
    expect((await world.control('POST', `/omise/charges/${id}`, { action: 'decline' })).status).toBe(409);
  });

  test('is required for customer-initiated charges in mode cit, and for all in mode always', async () => {
    const cit = openWorld({ threeDS: 'cit' });
    const customer = await cit.customer();
    expect((await cit.charge({ customer })).body.status).toBe('pending');
    expect((await cit.charge({ customer, transaction_indicator: 'MIT' })).body.status).toBe('successful');
    await cit.control('POST', '/omise/settings', { threeDS: 'always' });
    expect((await cit.charge({ customer, transaction_indicator: 'MIT' })).body.status).toBe('pending');
  });

  test('needs a return address', async () => {
    const { charge, customer } = openWorld({ threeDS: 'always' });
    expect(await charge({ customer: await customer(), return_uri: undefined })).toMatchObject({
      status: 400,
      body: { code: 'invalid_charge' },
    });
  });

  test('can be expired by the app, and expires by itself after seven days', async () => {
    const world = openWorld();
    const first = await secured(world);
    expect((await world.api('POST', `/charges/${first.id}/expire`)).body).toMatchObject({
      status: 'expired',
      expired: true,
    });
    expect((await world.api('POST', `/charges/${first.id}/expire`)).body.code).toBe('failed_expire');
    const second = await secured(world);
    await world.sandbox.advanceTo(new Date('2026-11-27T02:00:00Z'));
    expect((await world.api('GET', `/charges/${second.id}`)).body.status).toBe('expired');
  });

  test('accepts a late approval only on request', async () => {
    const world = openWorld();
    const { id } = await secured(world);
    await world.control('POST', `/omise/charges/${id}`, { action: 'decline' });
    expect((await world.control('POST', `/omise/charges/${id}`, { action: 'approve' })).status).toBe(409);
    const late = await world.control('POST', `/omise/charges/${id}`, { action: 'approve', late: true });
    expect(dataOf<Wire>(late)).toMatchObject({ status: 'successful', failureCode: null });
  });
});

describe('a renewal', () => {
  test('is declined for FAKE RENEWAL DECLINES, whose customer-initiated charge succeeds', async () => {
    const { charge, customer } = openWorld();
    const id = await customer('4242424242424242', { name: 'FAKE RENEWAL DECLINES' });
    expect((await charge({ customer: id, transaction_indicator: 'CIT' })).body.status).toBe('successful');
    expect((await charge({ customer: id, transaction_indicator: 'MIT' })).body.failure_code).toBe(
      'insufficient_fund',
    );
  });
});

describe('a list of charges', () => {
  test('is paged in both directions with a total', async () => {
    const world = openWorld();
    const customer = await world.customer();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.push(idOf(await world.charge({ customer, description: `order-${i}` })));
      world.pass(60_000);
    }
    const page = async (query: string) => (await world.api('GET', `/charges?${query}`)).body;
    const idsOf = (body: Wire) => (body.data as Wire[]).map((one) => one.id);
    expect(idsOf(await page('limit=2'))).toEqual(ids.slice(0, 2));
    expect(idsOf(await page('limit=2&offset=4'))).toEqual(ids.slice(4));
    expect(idsOf(await page('order=reverse_chronological&limit=2&offset=1'))).toEqual([ids[3], ids[2]]);
    const ranged = await page('from=2026-11-20T02:01:00Z&to=2026-11-20T02:03:00Z&limit=100');
    expect(idsOf(ranged)).toEqual(ids.slice(1, 4));
    expect(ranged).toMatchObject({ object: 'list', total: 3, limit: 100, offset: 0, order: 'chronological' });
    expect((await page('limit=500')).limit).toBe(100);
    expect(idsOf(await page('offset=9'))).toEqual([]);
  });

  test('is searched by words of the description and by baht', async () => {
    const { api, charge, customer } = openWorld();
    const id = await customer();
    const made = await charge({ customer: id, amount: 59_000, description: 'order-7 att-1' });
    await charge({ customer: id, amount: 43_900, description: 'order-8' });
    const found = await api('GET', '/search?scope=charge&query=att-1&filters[amount]=590.00');
    expect(found.body).toMatchObject({ object: 'search', total: 1, data: [{ id: idOf(made) }] });
    expect((await api('GET', '/search?scope=charge&query=att-1&filters[amount]=439')).body.total).toBe(0);
  });
});
