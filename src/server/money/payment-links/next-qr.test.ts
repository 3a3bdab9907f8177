import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { PAY_APPS } from '@/domain/pay-app';
import { payLinkAnswer } from '@/schemas/answers/payments';
import { keyOf } from '@/server/platform/throttle';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { chargeAttempts, paymentLinks, throttles } from '@/server/db/schema';
import { lockSubscriptionOf } from '@/server/lifecycle/locks';
import { TOTAL } from '@/testing/attempts';
import { settleDown, withWorld } from '@/testing/with-world';
import { ADDRESS, linkOf, moneyOf, newestQr, openQr, plantPending, scan, transfer } from '@/testing/offline';
import {
  actOnCharge,
  countCalls,
  gatewayCharges,
  injectFault,
  withChargeTimeout,
  withGatewayUnreachable,
} from '@/testing/providers';
import { attemptsOf, goTo, pass, refusalOf, statusOf } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { nextQr } from './next-qr';
import { showPayLink } from './pay-page';

const world = withWorld({ cleanup: 'check' });

type Person = Awaited<ReturnType<typeof plantPending>>;
const next = ({ link }: Person) => nextQr(world.ctx(), link.token, ADDRESS);
const show = ({ link }: Person) => showPayLink(world.ctx(), link.token);
const statuses = async ({ accountId }: Person) =>
  (await attemptsOf(world, accountId)).map(({ status }) => status);

/** Advances the clock in steps of `step` minutes, with a billing run after each step. */
async function minutes(count: number, step = 5): Promise<void> {
  for (let passed = 0; passed < count; passed += step) {
    await pass(world, { minutes: step });
    await runBilling(world.ctx());
  }
}

describe('the page of a payment link', () => {
  test('shows amount, bank account and expiry, and no personal data', async () => {
    const person = await plantPending(world);
    const page = await show(person);
    expect(page).toEqual({
      status: 'pending',
      slip: null,
      reason: null,
      orderNumber: expect.any(Number) as number,
      amount: TOTAL,
      paymentDate: '2026-11-20',
      paidOn: null,
      isOpen: true,
      expiresAt: '2026-11-27T17:00:00.000Z',
      bankDetails: expect.objectContaining({ reference: person.link.reference }) as unknown,
      qr: null,
      app: null,
      apps: [...PAY_APPS],
      canHaveQr: true,
      endsUnpaid: 'registration',
      setsSchedule: true,
    });
    expect(JSON.stringify(page)).not.toMatch(/Mali|Suk|planted|acc_|ord_|10110/);
  });

  test('does not exist for an unknown token', async () => {
    await plantPending(world);
    for (const token of ['', 'none', '%', "' or 1=1"]) {
      expect(await refusalOf(showPayLink(world.ctx(), token))).toBe('NOT_FOUND');
      expect(await refusalOf(nextQr(world.ctx(), token, ADDRESS))).toBe('NOT_FOUND');
    }
  });
});

describe('a QR code', () => {
  test('is created once, however often the page requests it, and expires after a day', async () => {
    const person = await plantPending(world);
    const pages = await Promise.all(Array.from({ length: 16 }, () => next(person)));
    const page = await next(person);
    expect([page.canHaveQr, page.qr?.endsAt]).toEqual([false, expect.stringMatching(/^2026-11-21T03:0\d:/)]);
    expect(pages.filter(({ qr }) => qr).length).toBeGreaterThan(0);
    expect(await countCalls(world, 'POST /charges')).toBe(1);
    expect(await statuses(person)).toEqual(['action_required']);
    const [attempt] = await attemptsOf(world, person.accountId);
    expect(await gatewayCharges(world)).toMatchObject([
      { amount: TOTAL, status: 'pending', metadata: { attemptId: attempt?.id, accountId: person.accountId } },
    ]);
  });

  test('is not created if the order is paid by a transfer while the page waits for it', async () => {
    const person = await plantPending(world);
    const [paid, page] = await transaction(world.db, async (tx) => {
      await lockSubscriptionOf(tx, person.accountId);
      const booking = transfer(world, person);
      await untilLocked(world, 1);
      const asking = next(person);
      await untilLocked(world, 2);
      return [booking, asking];
    }).then((waiting) => Promise.all(waiting));
    expect(paid).toMatchObject({ status: 'matched' });
    expect(page).toMatchObject({ isOpen: false, qr: null });
    expect(await countCalls(world, 'POST /charges')).toBe(0);
    expect(await attemptsOf(world, person.accountId)).toEqual([]);
  });

  test('is voided if the order is paid by a transfer while the gateway creates it', async () => {
    const person = await plantPending(world);
    await injectFault(world, { op: 'POST /charges', kind: 'latency', args: { ms: 1000 } });
    const asking = next(person);
    while ((await statuses(person)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await transfer(world, person)).toMatchObject({ status: 'matched' });
    expect(await asking).toMatchObject({ isOpen: false, qr: null });
    const [attempt] = await world.db.select().from(chargeAttempts);
    expect(attempt).toMatchObject({ status: 'voided', reason: 'left' });
  });

  test('expires with its link, and is not created in the last minutes of the link', async () => {
    const person = await plantPending(world);
    await goTo(world, '2026-11-27', '20:00');
    expect((await next(person)).qr?.endsAt).toBe('2026-11-27T17:00:00.000Z');
    const late = await plantPending(world, { now: new Date('2026-11-20T03:00:00Z') });
    await goTo(world, '2026-11-27', '23:59');
    expect(await next(late)).toMatchObject({ isOpen: true, qr: null, canHaveQr: false });
  });

  test('is replaced on request after it expired, while the payment stays pending', async () => {
    const person = await plantPending(world);
    const first = await openQr(world, person);
    await pass(world, { hours: 25 });
    expect(await show(person)).toMatchObject({ status: 'pending', qr: null, canHaveQr: true });
    await next(person);
    expect((await newestQr(world, person)).id).not.toBe(first.id);
    expect(await statuses(person)).toEqual(['expired', 'action_required']);
  });

  test('shows the reason of its decline, and can be replaced at once', async () => {
    const person = await plantPending(world);
    await actOnCharge(world, (await openQr(world, person)).id, 'fail');
    await settleDown(world);
    expect(await show(person)).toMatchObject({
      status: 'fail',
      reason: 'failed_processing',
      isOpen: true,
      qr: null,
      canHaveQr: true,
    });
    await scan(world, await openQr(world, person));
    expect(await show(person)).toMatchObject({ status: 'success', isOpen: false, bankDetails: null });
  });

  test('is booked once when webhook, page and billing run report its payment', async () => {
    const person = await plantPending(world);
    const charge = await openQr(world, person);
    await injectFault(world, { op: 'webhook', kind: 'duplicate', times: 3 });
    await actOnCharge(world, charge.id, 'pay');
    await Promise.all([settleDown(world), show(person), show(person), runBilling(world.ctx())]);
    expect(await moneyOf(world, person)).toEqual(['omise kept']);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('is booked by its page, or else by the billing run, when the webhook was lost', async () => {
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    const [seen, unseen] = [await plantPending(world), await plantPending(world)];
    for (const person of [seen, unseen]) await actOnCharge(world, (await openQr(world, person)).id, 'pay');
    expect(await show(seen)).toMatchObject({ status: 'success', paidOn: '2026-11-20' });
    await minutes(60);
    expect(await statusOf(world, unseen.accountId)).toBe('active');
  });

  test('pays the order even after the code expired', async () => {
    const person = await plantPending(world);
    const charge = await openQr(world, person);
    await pass(world, { hours: 24 });
    await runBilling(world.ctx());
    expect(await statuses(person)).toEqual(['expired']);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, charge.id, 'pay');
    await minutes(65);
    expect(await moneyOf(world, person)).toEqual(['omise kept']);
  });
});

describe('a failed request for a QR code', () => {
  const LOST = { op: 'POST /charges', kind: 'timeout_after', times: 1 };

  test.each(['timeout_after', 'timeout_before'])(
    'after %s allows the next code at once, and polls the one that was never shown',
    async (kind) => {
      const person = await plantPending(world);
      await injectFault(world, { ...LOST, kind });
      expect(await refusalOf(withChargeTimeout(300, () => next(person)))).toBe('CHECKOUT_FAILED');
      expect(await show(person)).toMatchObject({ status: 'pending', qr: null, canHaveQr: true });
      expect((await next(person)).qr).not.toBeNull();
      expect(await statuses(person)).toEqual(['voided', 'action_required']);
      await scan(world, await newestQr(world, person));
      expect(await moneyOf(world, person)).toEqual(['omise kept']);
      // A payment of a code that was never shown is refunded. Its charge is searched for once, after the
      // code's expiry.
      await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
      const [unseen] = await gatewayCharges(world, person.accountId);
      if (unseen?.status === 'pending') await actOnCharge(world, unseen.id, 'pay');
      await pass(world, { hours: 26 });
      await runBilling(world.ctx());
      const paid = kind === 'timeout_after' ? ['omise duplicate succeeded', 'omise kept'] : ['omise kept'];
      expect((await moneyOf(world, person)).sort()).toEqual(paid);
      const [first] = await attemptsOf(world, person.accountId);
      expect(first?.checkAt).toBeNull();
    },
  );

  test('of a stopped process is abandoned with its lease, and the next code can be created', async () => {
    const person = await plantPending(world);
    await injectFault(world, { ...LOST, kind: 'timeout_before' });
    const dying = withChargeTimeout(1_500, () => refusalOf(next(person)));
    await expect.poll(() => statuses(person)).toEqual(['sent']);
    await pass(world, { minutes: 4 });
    await runBilling(world.ctx());
    expect(await statuses(person)).toEqual(['voided']);
    expect((await next(person)).qr).not.toBeNull();
    expect(await dying).toMatch(/^accepted/);
  });

  test('after a refused connection can be repeated at once', async () => {
    const person = await plantPending(world);
    expect(await refusalOf(withGatewayUnreachable(() => next(person)))).toBe('CHECKOUT_FAILED');
    expect((await next(person)).qr).not.toBeNull();
  });

  test.each(['status', 'html_502', 'bad_json', 'reset'])(
    'after %s never leads to two live codes',
    async (kind) => {
      const person = await plantPending(world);
      await injectFault(world, { op: 'POST /charges', kind, times: 1, args: { status: 500, after: true } });
      expect(await refusalOf(next(person))).toBe('CHECKOUT_FAILED');
      await Promise.all([next(person), next(person)]);
      expect(await statuses(person)).toEqual(['voided', 'action_required']);
    },
  );
});

describe('the image of a QR code', () => {
  const onPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' };
  const picture = (token: string, headers: Record<string, string> = onPage) =>
    world.request('GET', `/api/pay/${token}/qr`, undefined, headers);

  test('is created for a program that asks for it, and the link can be read by a program', async () => {
    const person = await plantPending(world);
    const link = async () =>
      (await (await world.request('GET', `/api/pay/${person.link.token}`)).json()) as { data: object };
    expect(payLinkAnswer.parse((await link()).data)).toMatchObject({ isOpen: true, qr: null });
    const [first, second] = await Promise.all([
      picture(person.link.token, {}),
      picture(person.link.token, {}),
    ]);
    expect([first.status, second.status]).toContain(200);
    expect((await picture(person.link.token)).status).toBe(200);
    expect(await statuses(person)).toEqual(['action_required']);
    expect(payLinkAnswer.parse((await link()).data).qr).not.toBeNull();
    expect((await world.request('GET', '/api/pay/none')).status).toBe(404);
  });

  test('may not run scripts and is not cached by browsers', async () => {
    const person = await plantPending(world);
    expect((await picture(person.link.token)).status).toBe(404);
    await openQr(world, person);
    const answer = await picture(person.link.token);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/^<svg /);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    });
  });

  test('is not found for an unknown token or a closed link, and is an error while the gateway is unreachable', async () => {
    const person = await plantPending(world);
    await openQr(world, person);
    expect((await picture('none')).status).toBe(404);
    expect((await withGatewayUnreachable(() => picture(person.link.token))).status).toBe(503);
    expect((await picture(person.link.token)).status).toBe(200);
    await scan(world, await newestQr(world, person));
    expect((await picture(person.link.token)).status).toBe(404);
  });

  test('is fetched once by concurrent requests, and is always the image of its own link', async () => {
    const [person, other] = [await plantPending(world), await plantPending(world)];
    await openQr(world, person);
    await openQr(world, other);
    const asked = await countCalls(world, 'GET /charges/{id}');
    const seen = async (who: typeof person) => (await picture(who.link.token)).text();
    const [first, ...again] = await Promise.all(Array.from({ length: 8 }, () => seen(person)));
    expect(new Set(again)).toEqual(new Set([first]));
    expect((await countCalls(world, 'GET /charges/{id}')) - asked).toBe(1);
    expect(await withGatewayUnreachable(() => seen(person))).toBe(first);
    expect(await seen(other)).not.toBe(first);
  });
});

test('requests for too many codes are refused for a while', async () => {
  const person = await plantPending(world);
  await transaction(world.db, (tx) =>
    tx.insert(throttles).values({
      key: keyOf({ name: 'qrLink', subject: person.link.id }),
      count: 100_000,
      windowEndsAt: new Date('2099-01-01T00:00:00Z'),
    }),
  );
  expect(await refusalOf(next(person))).toBe('THROTTLED');
  expect(await world.db.select().from(chargeAttempts)).toEqual([]);
  expect(await linkOf(world, person)).toMatchObject({ status: 'open' });
  await transaction(world.db, (tx) =>
    tx.update(paymentLinks).set({ expiresAt: world.now() }).where(eq(paymentLinks.id, person.link.id)),
  );
  expect(await next(person)).toMatchObject({ status: 'expired', isOpen: false, bankDetails: null });
});
