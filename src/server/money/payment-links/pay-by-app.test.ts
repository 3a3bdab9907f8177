import { beforeEach, describe, expect, test } from 'vitest';
import { PAY_APPS, type PayApp } from '@/domain/pay-app';
import { settings } from '@/settings/settings';
import { createCardToken } from '@/testing/cards';
import { firstOrAll } from '@/testing/deep';
import { GOOD_CARD } from '@/testing/browser';
import {
  ADDRESS,
  linkOf,
  moneyOf,
  newestQr,
  openQr,
  plantOffline,
  plantPending,
  scan,
} from '@/testing/offline';
import {
  actOnCharge,
  clearFaults,
  countCalls,
  flushWebhooks,
  gatewayCharges,
  injectFault,
  setGateway,
  withChargeTimeout,
  withGatewayUnreachable,
} from '@/testing/providers';
import { attemptsOf, goTo, pass, refusalOf, statusOf, runPaymentDates } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { hasMoneyToReturn } from '../../subscriber/account/erasure';
import { runBilling } from '@/server/work/jobs/run';
import { convertToCard } from '../payment-method/convert-card';
import { nextQr } from './next-qr';
import { forgetListedMeans } from './offered-means';
import { payByApp } from './pay-by-app';
import { showPayLink, type PayLink } from './pay-page';

const world = withWorld({ cleanup: 'check' });

beforeEach(forgetListedMeans);

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';

type Person = Awaited<ReturnType<typeof plantPending>>;
const pay = async (person: Pick<Person, 'accountId'>, app: PayApp = 'kbank'): Promise<PayLink> =>
  payByApp(world.ctx(), (await linkOf(world, person)).token, {
    app,
    locale: 'th',
    address: ADDRESS,
    device: PHONE,
  });
const show = ({ link }: Person) => showPayLink(world.ctx(), link.token);
const statuses = async ({ accountId }: Pick<Person, 'accountId'>) =>
  (await attemptsOf(world, accountId)).map(({ status, app }) => `${app ?? 'qr'} ${status}`);
const atGateway = async ({ accountId }: Pick<Person, 'accountId'>) =>
  (await gatewayCharges(world, accountId)).map(({ status }) => status);

describe('a payment in an app', () => {
  test.each(firstOrAll(PAY_APPS.toReversed(), 2))(
    'in %s waits there once, however often it is asked for, and pays the order',
    async (app) => {
      const person = await plantPending(world);
      await Promise.allSettled(Array.from({ length: 4 }, () => pay(person, app)));
      const page = await pay(person, app);
      expect(page).toMatchObject({ status: 'pending', qr: null, canHaveQr: false, app: { name: app } });
      expect(await statuses(person)).toEqual([`${app} action_required`]);
      const charge = await newestQr(world, person);
      expect(charge).toMatchObject({ platform: 'ANDROID', authorizeUri: page.app?.authorizeUri });
      // The subscriber's own language is English; the page was read in Thai.
      expect(charge.returnUri).toContain('/th/pay/');
      await scan(world, charge);
      expect(await show(person)).toMatchObject({ status: 'success', app: null, apps: [] });
      expect(await moneyOf(world, person)).toEqual(['omise kept']);
      expect(await statusOf(world, person.accountId)).toBe('active');
    },
  );

  test('is booked by its page when the payer comes back and the webhook was lost', async () => {
    const person = await plantPending(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await pay(person);
    await actOnCharge(world, (await newestQr(world, person)).id, 'approve');
    expect([await show(person), await show(person)]).toMatchObject([
      { status: 'success' },
      { status: 'success' },
    ]);
  });

  test('that was rejected shows its reason, and leaves all other ways open', async () => {
    const person = await plantPending(world);
    await pay(person);
    await actOnCharge(world, (await newestQr(world, person)).id, 'decline');
    await settleDown(world);
    expect(await show(person)).toMatchObject({ status: 'fail', isOpen: true, canHaveQr: true, app: null });
    expect(await pay(person, 'scb')).toMatchObject({ status: 'pending', app: { name: 'scb' } });
  });

  test('that expired leaves the payment pending with all ways', async () => {
    const person = await plantPending(world);
    await pay(person);
    await pass(world, { minutes: 10 });
    expect(await show(person)).toMatchObject({
      status: 'pending',
      app: null,
      apps: PAY_APPS,
      canHaveQr: true,
    });
    expect(await statuses(person)).toEqual(['kbank expired']);
  });

  test('is not started for a link that was paid, and not for an unknown one', async () => {
    const person = await plantPending(world);
    await scan(world, await openQr(world, person));
    expect(await pay(person)).toMatchObject({ status: 'success', app: null });
    expect(await countCalls(world, 'POST /charges')).toBe(1);
    const unknown = payByApp(world.ctx(), 'none', {
      app: 'kbank',
      locale: 'en',
      address: ADDRESS,
      device: null,
    });
    expect(await refusalOf(unknown)).toBe('NOT_FOUND');
  });
});

describe('of one order at most one charge waits at the gateway:', () => {
  test('another app ends the first one there before it begins', async () => {
    const person = await plantPending(world);
    await pay(person, 'kbank');
    expect(await pay(person, 'scb')).toMatchObject({ app: { name: 'scb' } });
    expect(await statuses(person)).toEqual(['kbank expired', 'scb action_required']);
    expect(await atGateway(person)).toEqual(['expired', 'pending']);
  });

  test('a QR code ends the app, and an app voids the QR code', async () => {
    const person = await plantPending(world);
    await pay(person);
    expect(await nextQr(world.ctx(), person.link.token, ADDRESS)).toMatchObject({ app: null, qr: {} });
    expect(await atGateway(person)).toEqual(['expired', 'pending']);
    expect(await pay(person)).toMatchObject({ qr: null, app: { name: 'kbank' } });
    expect(await statuses(person)).toEqual(['kbank expired', 'qr voided', 'kbank action_required']);
  });

  test.each([
    ['before it is read', []],
    ['between reading and ending it', [{ op: 'GET /charges/{id}', kind: 'stale_read' }]],
  ])('a payment made in the first app %s is found before the second begins', async (_, faults) => {
    const person = await plantPending(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await pay(person);
    await actOnCharge(world, (await newestQr(world, person)).id, 'approve');
    for (const fault of faults) await injectFault(world, fault);
    expect(await pay(person, 'ktb')).toMatchObject({ status: 'success', app: null });
    expect(await countCalls(world, 'POST /charges')).toBe(1);
  });

  test('a card ends the app', async () => {
    const person = await plantPending(world);
    await pay(person);
    const cardToken = await createCardToken(GOOD_CARD);
    await convertToCard(world.ctx(), person.accountId, { cardToken });
    await settleDown(world);
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await atGateway(person)).toEqual(['expired', 'successful']);
  });

  test.each([
    ['truemoney', 'omise duplicate succeeded'],
    ['kbank', 'omise duplicate manual'],
  ] as const)(
    'if two succeed, the later one in %s is given back, or listed for the operator',
    async (app, later) => {
      const person = await plantPending(world);
      const code = await openQr(world, person);
      await pay(person, app);
      const there = await newestQr(world, person);
      await settleDown(world);
      await injectFault(world, { op: 'charge.complete', kind: 'delay', times: 1, match: { id: there.id } });
      await actOnCharge(world, there.id, 'approve');
      await scan(world, code);
      await flushWebhooks(world);
      await settleDown(world);
      await runBilling(world.ctx());
      expect(await moneyOf(world, person)).toEqual([later, 'omise kept']);
    },
  );
});

describe('a charge that outlives its link', () => {
  test('is ended at the gateway when the link ends', async () => {
    const person = await plantOffline(world);
    await runPaymentDates(world, '2026-12-31');
    await goTo(world, '2027-01-03', '20:00');
    expect((await pay(person, 'scb')).app?.endsAt).toBe('2027-01-03T17:00:00.000Z');
    await goTo(world, '2027-01-04', '00:00');
    await runBilling(world.ctx());
    expect((await atGateway(person)).at(-1)).toBe('expired');
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect(await linkOf(world, person)).toMatchObject({ status: 'expired' });
  });

  test('keeps the link open, and the data of the account, while the gateway refuses to end it', async () => {
    const person = await plantPending(world);
    await goTo(world, '2026-11-27', '20:00');
    await pay(person, 'scb');
    const refuses = {
      kind: 'status',
      times: 'always',
      args: { status: 400, code: 'failed_expire' },
    } as const;
    await injectFault(world, { op: 'POST /charges/{id}/expire', ...refuses });
    await goTo(world, '2026-11-28', '09:00');
    await runBilling(world.ctx());
    expect(await statuses(person)).toEqual(['scb action_required']);
    expect(await hasMoneyToReturn(world.db, person.accountId)).toBe(true);
    await clearFaults(world);
    await pass(world, { hours: 2 });
    await runBilling(world.ctx());
    expect(await atGateway(person)).toEqual(['expired']);
  });
});

describe('the gateway', () => {
  test.each(['timeout_after', 'timeout_before'])(
    'after %s gets no second charge for the same tap, and another tap begins anew',
    async (kind) => {
      const person = await plantPending(world);
      await show(person);
      await injectFault(world, { op: 'POST /charges', kind, times: 1 });
      expect(await refusalOf(withChargeTimeout(300, () => pay(person)))).toBe('CHECKOUT_FAILED');
      expect(await show(person)).toMatchObject({ status: 'pending', app: null, canHaveQr: true });
      expect(await pay(person)).toMatchObject({ app: { name: 'kbank' } });
      expect(await statuses(person)).toEqual(['kbank voided', 'kbank action_required']);
    },
  );

  test('that cannot be reached changes nothing, and the apps stay', async () => {
    const person = await plantPending(world);
    await show(person);
    expect(await refusalOf(withGatewayUnreachable(() => pay(person)))).toBe('CHECKOUT_FAILED');
    expect(await show(person)).toMatchObject({ status: 'pending', apps: PAY_APPS });
  });

  test('is asked for its apps at most hourly, and one that it switches off disappears without an error', async () => {
    const person = await plantPending(world);
    for (let seen = 0; seen < 3; seen += 1) await show(person);
    expect(await countCalls(world, 'GET /capability')).toBe(1);
    await setGateway(world, { appsOff: ['mobile_banking_kbank'] });
    await pass(world, { minutes: 60 });
    expect((await show(person)).apps).toEqual(PAY_APPS.filter((app) => app !== 'kbank'));
    expect(await pay(person, 'kbank')).toMatchObject({ status: 'pending', app: null });
    expect(await countCalls(world, 'POST /charges')).toBe(0);
  });

  test('is not asked for an app that the seller has switched off', async () => {
    const person = await plantPending(world);
    const current = settings();
    current.PAY_APPS_OFF = ['scb'];
    try {
      expect((await show(person)).apps).toEqual(PAY_APPS.filter((app) => app !== 'scb'));
      expect(await pay(person, 'scb')).toMatchObject({ app: null });
    } finally {
      current.PAY_APPS_OFF = undefined;
    }
    expect(await statuses(person)).toEqual([]);
  });
});
