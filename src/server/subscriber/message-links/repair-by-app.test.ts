import { beforeEach, describe, expect, test } from 'vitest';
import type { PayApp } from '@/domain/pay-app';
import { settings } from '@/settings/settings';
import { forgetListedMeans } from '@/server/money/payment-links/offered-means';
import { runBilling } from '@/server/work/jobs/run';
import { createCardToken } from '@/testing/cards';
import { moneyOf, newestQr, scan } from '@/testing/offline';
import { actOnCharge, countCalls, gatewayCharges, injectFault } from '@/testing/providers';
import { plantFailed, RETRY_DATES, type Failed } from '@/testing/repair-links';
import { attemptsOf, goTo, ordersOf, pass, refusalOf } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { giveUpOrder } from './give-up';
import { repairByCard } from './repair-by-card';
import { repairByApp, repairByQr } from './repair-by-qr';
import { showRepair } from './repair-page';

const world = withWorld({ cleanup: 'check' });
beforeEach(forgetListedMeans);

const ADDRESS = '203.0.113.9';
const TOTAL = 37525;
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';

const byApp = ({ token }: Pick<Failed, 'token'>, app: PayApp = 'kbank', expectedTotal = TOTAL) =>
  repairByApp(world.ctx(), token, { app, expectedTotal, locale: 'th', address: ADDRESS, device: PHONE });
const byQr = ({ token }: Failed) =>
  repairByQr(world.ctx(), token, { expectedTotal: TOTAL, address: ADDRESS });
const show = ({ token }: Failed) => showRepair(world.ctx(), token);
// The first order was paid by card.
const statuses = async ({ accountId }: Failed) =>
  (await attemptsOf(world, accountId))
    .slice(1)
    .map(({ status, app, source }) => `${app ?? source} ${status}`);
const atGateway = async ({ accountId }: Failed) =>
  (await gatewayCharges(world, accountId)).slice(1).map(({ status }) => status);
const statusOfOrder = async ({ accountId, orderId }: Failed) =>
  (await ordersOf(world, accountId)).find(({ id }) => id === orderId)?.status;

describe('the order of a repair link, paid in an app,', () => {
  test('is paid once, and the app returns to the page in its language', async () => {
    const failed = await plantFailed(world);
    await Promise.allSettled([byApp(failed), byApp(failed), byApp(failed)]);
    const page = await byApp(failed);
    expect(page).toMatchObject({ state: 'retrying', qr: null, app: { name: 'kbank' } });
    const charge = await newestQr(world, failed);
    expect(charge).toMatchObject({ platform: 'IOS', authorizeUri: page.app?.authorizeUri });
    expect(charge.returnUri).toContain(`/th/fix/${failed.token}`);
    expect(await statuses(failed)).toEqual(['card declined', 'kbank action_required']);
    await scan(world, charge);
    expect(await show(failed)).toMatchObject({ state: 'paid', app: null, apps: [] });
    expect(await moneyOf(world, failed)).toEqual(['omise kept', 'omise kept']);
  });

  test('is not charged to the card while the app waits, and is again when the app has ended unpaid', async () => {
    const failed = await plantFailed(world);
    await goTo(world, RETRY_DATES[1], '08:55');
    await byApp(failed, 'ktb');
    await goTo(world, RETRY_DATES[1], '09:00');
    await runBilling(world.ctx());
    expect(await statuses(failed)).toEqual(['card declined', 'ktb action_required']);
    await pass(world, { minutes: 31 });
    await runBilling(world.ctx());
    await settleDown(world);
    expect(await statuses(failed)).toEqual(['card declined', 'ktb expired', 'card succeeded']);
  });

  test('shows why the app refused it, and leaves the retries as they were', async () => {
    const failed = await plantFailed(world);
    await byApp(failed);
    await actOnCharge(world, (await newestQr(world, failed)).id, 'decline');
    await settleDown(world);
    expect(await show(failed)).toMatchObject({ state: 'retrying', app: null, nextTryOn: RETRY_DATES[1] });
    expect(await byApp(failed, 'scb')).toMatchObject({ app: { name: 'scb' } });
  });
});

describe('of the order of a repair link at most one charge waits at the gateway:', () => {
  test('another app, a QR code and a card each end what waited', async () => {
    const failed = await plantFailed(world);
    await byApp(failed, 'kbank');
    await byApp(failed, 'scb');
    expect(await atGateway(failed)).toEqual(['expired', 'pending']);
    expect(await byQr(failed)).toMatchObject({ app: null, qr: {} });
    expect(await atGateway(failed)).toEqual(['expired', 'expired', 'pending']);
    expect(await byApp(failed)).toMatchObject({ qr: null, app: { name: 'kbank' } });
    const cardToken = await createCardToken({ number: '5555555555554444' });
    const paid = await repairByCard(world.ctx(), failed.token, { cardToken, expectedTotal: TOTAL });
    expect(paid.charge).toEqual({ outcome: 'paid' });
    expect(await moneyOf(world, failed)).toEqual(['omise kept', 'omise kept']);
    expect((await atGateway(failed)).filter((status) => status === 'successful')).toEqual(['successful']);
  });

  test('an app that is paid before another one begins pays the order, and no other charge is made', async () => {
    const failed = await plantFailed(world);
    await byApp(failed);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, (await newestQr(world, failed)).id, 'approve');
    expect(await byApp(failed, 'scb')).toMatchObject({ state: 'paid', app: null });
    expect((await atGateway(failed)).filter((status) => status === 'successful')).toEqual(['successful']);
  });

  test('giving up ends the app at the gateway, and is refused for one that was paid', async () => {
    const [failed, paid] = [await plantFailed(world), await plantFailed(world)];
    await byApp(failed);
    expect(await giveUpOrder(world.ctx(), failed.token, ADDRESS)).toMatchObject({ state: 'given_up' });
    expect((await atGateway(failed)).at(-1)).toBe('expired');
    await byApp(paid);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, (await newestQr(world, paid)).id, 'approve');
    expect(await refusalOf(giveUpOrder(world.ctx(), paid.token, ADDRESS))).toBe('NOTHING_TO_PAY');
    expect(await statusOfOrder(paid)).toBe('paid');
  });
});

describe('a payment in an app from a repair link is not started', () => {
  test('for an unknown link, another total, or an order that is paid', async () => {
    const failed = await plantFailed(world);
    expect(await refusalOf(byApp({ token: 'none' }))).toBe('NOT_FOUND');
    expect(await refusalOf(byApp(failed, 'kbank', TOTAL - 1))).toBe('TOTAL_CHANGED');
    await byQr(failed);
    await scan(world, await newestQr(world, failed));
    const charges = await countCalls(world, 'POST /charges');
    expect(await byApp(failed)).toMatchObject({ state: 'paid', app: null, apps: [] });
    expect(await countCalls(world, 'POST /charges')).toBe(charges);
  });

  test('in an app that the seller has switched off', async () => {
    const failed = await plantFailed(world);
    settings().PAY_APPS_OFF = ['kbank'];
    try {
      expect(await byApp(failed)).toMatchObject({ state: 'retrying', app: null });
      expect((await show(failed)).apps).not.toContain('kbank');
      expect(await statuses(failed)).toEqual(['card declined']);
    } finally {
      settings().PAY_APPS_OFF = undefined;
    }
  });
});
