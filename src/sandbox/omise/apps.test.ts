import { describe, expect, test } from 'vitest';
import { idOf, openWorld } from '../test-world';
import { APP_TYPES, APPS } from './apps';
import { BANK_TYPES } from './linked-accounts';

const RETURN = 'http://shop.test/pay/abc';
type World = ReturnType<typeof openWorld>;
const open = (world: World, type: string, more: object = {}) =>
  world.charge({ source: { type, platform_type: 'IOS' }, return_uri: RETURN, ...more });
const statusOf = async (world: World, id: string) => (await world.api('GET', `/charges/${id}`)).body.status;

describe('a payment in an app', () => {
  test.each(APP_TYPES)('in %s redirects, and expires after its own time', async (type) => {
    const world = openWorld();
    const made = await open(world, type);
    const id = idOf(made);
    expect(made.body).toMatchObject({
      status: 'pending',
      authorize_uri: `http://sandbox.test/omise/app/${id}`,
      return_uri: RETURN,
      source: { type, flow: 'app_redirect', platform_type: 'IOS', scannable_code: null },
    });
    const until = Date.parse(String(made.body.expires_at));
    expect(until - Date.parse(String(made.body.created_at))).toBe(APPS[type].minutes * 60_000);
  });

  test.each([
    ['approve', 'successful', RETURN],
    ['decline', 'failed', RETURN],
    ['abandon', 'pending', null],
    ['approve-stay', 'successful', null],
  ])('answers the button %s of its page', async (action, status, location) => {
    const world = openWorld();
    const id = idOf(await open(world, 'mobile_banking_kbank'));
    const address = `http://sandbox.test/omise/app/${id}`;
    expect(await (await world.sandbox.fetch(address)).text()).toContain('K PLUS');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await world.sandbox.fetch(address, { method: 'POST', headers, body: `action=${action}` });
    expect(pressed.headers.get('location')).toBe(location);
    expect(await statusOf(world, id)).toBe(status);
  });

  test('can be ended by the merchant, unlike a QR code', async () => {
    const world = openWorld();
    const [app, code] = [idOf(await open(world, 'mobile_banking_scb')), idOf(await open(world, 'promptpay'))];
    expect((await world.api('POST', `/charges/${app}/expire`)).body.status).toBe('expired');
    expect((await world.api('POST', `/charges/${code}/expire`)).body.code).toBe('failed_expire');
  });

  test('can be refunded in TrueMoney, and not at a bank', async () => {
    for (const [type, refundable] of [
      ['truemoney_jumpapp', true],
      ['mobile_banking_bbl', false],
    ] as const) {
      const world = openWorld();
      const id = idOf(await open(world, type));
      await world.control('POST', `/omise/charges/${id}`, { action: 'approve' });
      expect((await world.api('GET', `/charges/${id}`)).body.refundable).toBe(refundable);
      const refund = await world.api('POST', `/charges/${id}/refunds`, { amount: 100 });
      expect(refund.status).toBe(refundable ? 200 : 400);
    }
  });

  test('needs an amount within its limits and an address to return to', async () => {
    const world = openWorld();
    expect((await open(world, 'truemoney_jumpapp', { amount: 9_999 })).body.code).toBe('invalid_amount');
    expect((await open(world, 'mobile_banking_bay', { return_uri: undefined })).body.code).toBe(
      'invalid_charge',
    );
  });

  test('that is switched off is not listed and not charged', async () => {
    const world = openWorld();
    const listed = async () =>
      ((await world.api('GET', '/capability')).body.payment_methods as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await listed()).toEqual(['card', 'promptpay', ...APP_TYPES, ...BANK_TYPES]);
    await world.control('POST', '/omise/settings', { appsOff: ['mobile_banking_ktb'] });
    expect(await listed()).not.toContain('mobile_banking_ktb');
    expect((await open(world, 'mobile_banking_ktb')).body.code).toBe('bad_request');
  });
});
