import { describe, expect, test } from 'vitest';
import { dataOf, idOf, openWorld } from '../test-world';
import { ACCOUNT_FATES, BANK_TYPES } from './linked-accounts';

const RETURN = 'http://shop.test/account/bank/abc';
type World = ReturnType<typeof openWorld>;

const link = (world: World, type: string = 'direct_debit_kbank') =>
  world.api('POST', '/linked_accounts', { type, return_uri: RETURN, metadata: { accountId: 'acc_1' } });
const act = (world: World, id: string, action: string, lastDigits?: string) =>
  world.control('POST', `/omise/linked_accounts/${id}`, { action, lastDigits });
const read = async (world: World, id: string) => (await world.api('GET', `/linked_accounts/${id}`)).body;

/** Links an account and attaches it to a new customer. */
async function linked(world: World, lastDigits?: string) {
  const id = idOf(await link(world));
  await act(world, id, 'approve', lastDigits);
  const customer = idOf(await world.api('POST', '/customers', { description: 'acc_1' }));
  await world.api('PATCH', `/customers/${customer}`, { linked_account: id });
  return { id, charge: { customer, linked_account: id, return_uri: undefined } };
}

describe('a linked bank account', () => {
  test.each(BANK_TYPES)('of %s waits for its registration at the bank', async (type) => {
    const world = openWorld();
    const { body } = await link(world, type);
    expect(body).toMatchObject({
      object: 'linked_account',
      type,
      status: 'pending',
      registration_uri: `http://sandbox.test/omise/link/${String(body.id)}`,
      return_uri: RETURN,
      last_digits: null,
      failure_code: null,
      registered_at: null,
    });
    expect(Date.parse(String(body.expires_at)) - Date.parse(String(body.created_at))).toBe(86_400_000);
  });

  test.each([
    ['approve', { status: 'successful', last_digits: '0011' }, RETURN],
    ['reject', { status: 'failed', failure_code: 'registration_rejected' }, RETURN],
    ['wrong_account', { status: 'failed', failure_code: 'invalid_account' }, RETURN],
    ['abandon', { status: 'pending', last_digits: null }, null],
    ['approve-stay', { status: 'successful', last_digits: '0011' }, null],
  ])('answers the button %s of its page', async (action, state, location) => {
    const world = openWorld();
    const id = idOf(await link(world));
    const address = `http://sandbox.test/omise/link/${id}`;
    expect(await (await world.sandbox.fetch(address)).text()).toContain('KBank');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `action=${action}&lastDigits=0011`;
    const pressed = await world.sandbox.fetch(address, { method: 'POST', headers, body });
    expect(pressed.headers.get('location')).toBe(location);
    expect(await read(world, id)).toMatchObject(state);
  });

  test('that is abandoned expires after a day', async () => {
    const world = openWorld();
    const id = idOf(await link(world));
    world.pass(86_400_000);
    await world.sandbox.advanceTo(new Date(Date.parse('2026-11-21T02:00:01Z')));
    expect(await read(world, id)).toMatchObject({ status: 'expired' });
    expect((await act(world, id, 'approve')).status).toBe(400);
  });

  test('sends no event, unless it is asked to', async () => {
    const world = openWorld();
    await act(world, idOf(await link(world)), 'approve');
    expect(world.received).toEqual([]);
    await world.control('POST', '/omise/settings', { linkEvents: true });
    await act(world, idOf(await link(world)), 'approve');
    await world.sandbox.settled();
    expect(world.received.map(({ event }) => event.key)).toEqual([
      'linked_account.create',
      'linked_account.complete',
    ]);
  });

  test('is attached once registered, and to one customer only', async () => {
    const world = openWorld();
    const pending = idOf(await link(world));
    const { id, charge } = await linked(world);
    const attach = (customer: string, account: string) =>
      world.api('PATCH', `/customers/${customer}`, { linked_account: account });
    expect((await attach(charge.customer, pending)).status).toBe(400);
    expect((await attach(charge.customer, id)).status).toBe(200);
    expect((await attach(await world.customer(), id)).status).toBe(400);
    expect((await world.charge({ ...charge, customer: await world.customer() })).status).toBe(404);
  });

  test('of a bank that is switched off is neither listed nor linked', async () => {
    const world = openWorld();
    await world.control('POST', '/omise/settings', { appsOff: ['direct_debit_ktb'] });
    const { payment_methods: methods } = (await world.api('GET', '/capability')).body;
    expect(methods).toContainEqual(expect.objectContaining({ name: 'direct_debit_bay' }));
    expect(methods).not.toContainEqual(expect.objectContaining({ name: 'direct_debit_ktb' }));
    expect((await link(world, 'direct_debit_ktb')).body.message).toBe('Type is not supported');
  });
});

describe('a charge of a bank account', () => {
  test.each(Object.entries(ACCOUNT_FATES))('ending %s is final at once: %s', async (digits, fate) => {
    const world = openWorld();
    const { charge } = await linked(world, digits);
    expect((await world.charge(charge)).body).toMatchObject({
      status: fate === null ? 'successful' : 'failed',
      failure_code: fate,
      card: null,
      source: null,
      linked_account: { last_digits: digits },
      refundable: false,
    });
  });

  test.each([
    ['1234', 'successful'],
    ['0011', 'failed'],
  ])('ending %s is pending until its event, if the bank answers later: %s', async (digits, status) => {
    const world = openWorld();
    await world.control('POST', '/omise/settings', { bankAnswersLater: true });
    const { charge } = await linked(world, digits);
    const { body } = await world.charge(charge);
    expect(body).toMatchObject({ status: 'pending', authorize_uri: null });
    world.pass(60_000);
    await world.sandbox.advanceTo(new Date(Date.parse('2026-11-20T02:01:01Z')));
    await world.sandbox.settled();
    expect(world.received.at(-1)?.event).toMatchObject({ key: 'charge.complete', data: { status } });
  });

  test('cannot be refunded', async () => {
    const world = openWorld();
    const { charge } = await linked(world);
    const id = idOf(await world.charge(charge));
    expect((await world.api('POST', `/charges/${id}/refunds`, { amount: 100 })).body.code).toBe(
      'failed_refund',
    );
  });

  test('fails after the bank has deleted the account, and is refused after the merchant has', async () => {
    const world = openWorld();
    const { id, charge } = await linked(world);
    await act(world, id, 'delete');
    expect((await world.charge(charge)).body).toMatchObject({ failure_code: 'invalid_account' });
    const other = await linked(world);
    expect((await world.api('DELETE', `/linked_accounts/${other.id}`)).body.status).toBe('deleted');
    expect((await world.charge(other.charge)).status).toBe(404);
    const { data } = { data: dataOf<{ id: string }[]>(await world.control('GET', '/omise/linked_accounts')) };
    expect(data.map((account) => account.id)).toEqual([id, other.id]);
  });

  test('is refused after its customer is deleted', async () => {
    const world = openWorld();
    const { id, charge } = await linked(world);
    await world.api('DELETE', `/customers/${charge.customer}`);
    expect(await read(world, id)).toMatchObject({ status: 'deleted' });
    expect((await world.charge(charge)).status).toBe(404);
  });
});
