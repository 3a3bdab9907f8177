import { describe, expect, test } from 'vitest';
import { idOf, openWorld } from '../test-world';

type Wire = Record<string, unknown>;
const cardIds = (customer: Wire) => ((customer.cards as Wire).data as Wire[]).map((card) => card.id);

describe('a key of the gateway', () => {
  test('is public for the vault and secret for the core', async () => {
    const { call, settings } = openWorld();
    const wrongOnVault = await call(settings.omiseSecretKey, '/omise/vault')('POST', '/tokens', {});
    const wrongOnCore = await call(settings.omisePublicKey, '/omise/api')('GET', '/charges');
    expect([wrongOnVault.status, wrongOnVault.body.code]).toEqual([401, 'authentication_failure']);
    expect(wrongOnVault.body.location).toBe('https://www.omise.co/api-errors#authentication-failure');
    expect([wrongOnCore.status, wrongOnCore.body.code]).toEqual([401, 'authentication_failure']);
  });

  test('is rejected if it is a live key', async () => {
    const { call } = openWorld();
    expect((await call('skey_5live', '/omise/api')('GET', '/charges')).status).toBe(401);
  });

  test('may be public for capability and sources', async () => {
    const { call, settings } = openWorld();
    const open = call(settings.omisePublicKey, '/omise/api');
    const capability = await open('GET', '/capability');
    expect(capability.body.limits).toMatchObject({ charge_amount: { min: 2000, max: 15_000_000 } });
    const source = await open('POST', '/sources', { type: 'promptpay', amount: 5000, currency: 'thb' });
    expect(source.body).toMatchObject({ object: 'source', flow: 'offline', scannable_code: null });
  });

  test('does not open unknown routes, which answer a 404 error object', async () => {
    const { api } = openWorld();
    for (const path of ['/links', '/transfers', '/nonsense']) {
      expect(await api('POST', path, {})).toMatchObject({
        status: 404,
        body: { object: 'error', code: 'not_found' },
      });
    }
  });
});

describe('a card token', () => {
  test('has the gateway’s fields and neither number nor code', async () => {
    const { vault } = openWorld();
    const card = { name: 'M', number: '4242 4242 4242 4242', expiration_month: 2, expiration_year: 2031 };
    const { status, body } = await vault('POST', '/tokens', { card: { ...card, security_code: '987' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'token',
      livemode: false,
      used: false,
      card: { object: 'card', brand: 'Visa', last_digits: '4242', first_digits: null, expiration_year: 2031 },
    });
    expect(body.id).toMatch(/^tokn_test_[0-9a-z]{19}$/);
    expect(body.created_at).toBe('2026-11-20T02:00:00Z');
    expect(JSON.stringify(body)).not.toMatch(/4242424242424242|987/);
  });

  test('can be created by a form or by JSON', async () => {
    const { sandbox, settings } = openWorld();
    const answer = await sandbox.fetch('http://sandbox.test/omise/vault/tokens', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${settings.omisePublicKey}:`)}` },
      body: new URLSearchParams({
        'card[name]': 'Mali',
        'card[number]': '5555555555554444',
        'card[expiration_month]': '1',
        'card[expiration_year]': '2029',
      }),
    });
    expect(await answer.json()).toMatchObject({ card: { brand: 'MasterCard', expiration_month: 1 } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['a bad check digit', { number: '4242424242424241' }, 'number is invalid'],
    ['a month that ended in Bangkok', { expiration_month: 10, expiration_year: 2026 }, 'past'],
    ['no name', { name: ' ' }, "name can't be blank"],
    ['a brand nobody takes', { number: '9000000000000001' }, 'brand not supported'],
  ])('is rejected for %s', async (_what, over, message) => {
    const { vault } = openWorld();
    const card = {
      name: 'M',
      number: '4242424242424242',
      expiration_month: 12,
      expiration_year: 2030,
      ...over,
    };
    const { status, body } = await vault('POST', '/tokens', { card });
    expect([status, body.code]).toEqual([400, 'invalid_card']);
    expect(body.message).toContain(message);
  });

  test('can expire in the current month', async () => {
    const { vault } = openWorld();
    const card = { name: 'M', number: '4242424242424242', expiration_month: 11, expiration_year: 2026 };
    expect((await vault('POST', '/tokens', { card })).status).toBe(200);
  });

  test('is valid once, for a customer or a charge', async () => {
    const { api, charge, token, vault } = openWorld();
    const id = await token('4242424242424242');
    expect((await api('POST', '/customers', { card: id })).status).toBe(200);
    expect(await charge({ card: id })).toMatchObject({ status: 400, body: { code: 'used_token' } });
    expect((await vault('GET', `/tokens/${id}`)).body.used).toBe(true);
    expect(await charge({ card: 'tokn_test_nothing' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  test('has the same fingerprint for the same number', async () => {
    const { api, customer, token } = openWorld();
    const id = await customer();
    const other = await token('4242424242424242');
    const { body } = await api('PATCH', `/customers/${id}`, { card: other });
    const prints = ((body.cards as Wire).data as Wire[]).map((card) => card.fingerprint);
    expect(prints[0]).toBe(prints[1]);
  });
});

describe('a customer of the gateway', () => {
  test('has the first card as default, also after a second one', async () => {
    const { api, customer, token } = openWorld();
    const id = await customer();
    const first = (await api('GET', `/customers/${id}`)).body;
    const second = (await api('PATCH', `/customers/${id}`, { card: await token('5555555555554444') })).body;
    expect(cardIds(second)).toHaveLength(2);
    expect(second.default_card).toBe(first.default_card);
    const newest = await api('GET', `/customers/${id}/cards?order=reverse_chronological&limit=1`);
    expect(newest.body).toMatchObject({
      object: 'list',
      limit: 1,
      total: 2,
      data: [{ brand: 'MasterCard' }],
    });
  });

  test('can change the default, only to one of its cards', async () => {
    const { api, customer, token } = openWorld();
    const id = await customer();
    const { body } = await api('PATCH', `/customers/${id}`, { card: await token('5555555555554444') });
    const second = cardIds(body)[1];
    expect((await api('PATCH', `/customers/${id}`, { default_card: second })).body.default_card).toBe(second);
    expect((await api('PATCH', `/customers/${id}`, { default_card: 'card_test_x' })).status).toBe(404);
  });

  test('gets the newest card as default after the default is deleted, and none after the last', async () => {
    const { api, customer, token } = openWorld();
    const id = await customer();
    await api('PATCH', `/customers/${id}`, { card: await token('5555555555554444') });
    const { body } = await api('PATCH', `/customers/${id}`, { card: await token('3530111333300000') });
    const [first, second, third] = cardIds(body) as string[];
    const gone = await api('DELETE', `/customers/${id}/cards/${first}`);
    expect(gone.body).toMatchObject({ object: 'card', id: first, deleted: true });
    expect((await api('GET', `/customers/${id}`)).body.default_card).toBe(third);
    await api('DELETE', `/customers/${id}/cards/${third}`);
    await api('DELETE', `/customers/${id}/cards/${second}`);
    expect((await api('GET', `/customers/${id}`)).body.default_card).toBeNull();
    expect((await api('GET', `/customers/${id}/cards/${first}`)).status).toBe(404);
  });

  test('is not found after its deletion, and neither are its cards', async () => {
    const { api, customer } = openWorld();
    const id = await customer();
    const [card] = cardIds((await api('GET', `/customers/${id}`)).body) as string[];
    expect((await api('DELETE', `/customers/${id}`)).body).toMatchObject({ deleted: true, id });
    for (const path of [`/customers/${id}`, `/customers/${id}/cards`, `/customers/${id}/cards/${card}`]) {
      expect(await api('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('can change a card’s expiry, but not into the past', async () => {
    const { api, customer } = openWorld();
    const id = await customer();
    const [card] = cardIds((await api('GET', `/customers/${id}`)).body) as string[];
    const path = `/customers/${id}/cards/${card}`;
    const later = await api('PATCH', path, { expiration_month: 3, expiration_year: 2033 });
    expect(later.body).toMatchObject({ expiration_month: 3, expiration_year: 2033, last_digits: '4242' });
    expect(await api('PATCH', path, { expiration_year: 2020 })).toMatchObject({
      body: { code: 'invalid_card' },
    });
  });

  test('has a hash as metadata and a valid e-mail', async () => {
    const { api } = openWorld();
    expect((await api('POST', '/customers', { metadata: 'x' })).body.message).toBe(
      'Metadata should be a JSON hash',
    );
    expect((await api('POST', '/customers', { email: 'nobody' })).body.message).toBe(
      'email is in invalid format',
    );
    expect(idOf(await api('POST', '/customers', { metadata: { a: 1 } }))).toMatch(/^cust_test_/);
  });
});
