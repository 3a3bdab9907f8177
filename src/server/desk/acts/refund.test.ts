import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { REFERRER_POINTS } from '@/domain/referral';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import {
  auditEvents,
  documents,
  moneyReceived,
  orders,
  pointsEntries,
  referrals,
  refunds,
} from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { reconcileNow } from '@/server/money/reconciliation/reconcile';
import { movePoints } from '@/server/lifecycle/points';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { actOnCharge, countCalls, gatewayCharges, mailsTo, injectFault } from '@/testing/providers';
import {
  goTo,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  plantSubscriber,
  pointsOf,
  messageKindsOf,
  type Planted,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { OperatorRefusal } from './operator';
import { dismissStuck } from './dismiss';
import { confirmRefund, refund } from './refund';
import { listStuck } from './stuck';

const world = withWorld({ cleanup: 'check' });

const TOTAL = 37_525;
const REFUND = 'POST /charges/{id}/refunds';
const ctx = () => ({ ...world.ctx(), operator: 'operator:nok' });
const ask = (target: string, amount: number | null = null, seen?: number) =>
  refund(ctx(), { target, amount, ...(seen !== undefined && { refunded: seen }) });
const given = async () =>
  (await gatewayCharges(world)).flatMap((charge) => charge.refunds.map((one) => one.amount));

async function refused(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    (value) => new Error(`accepted: ${JSON.stringify(value)}`),
    (caught: unknown) => caught,
  );
  if (!(error instanceof OperatorRefusal)) throw error;
  return error.message;
}

/** Refunds the only charge at the gateway's dashboard. */
const dashboardRefund = async (amount?: number) => {
  const [charge] = await gatewayCharges(world);
  await actOnCharge(world, charge?.id ?? '', 'refund', false, amount);
  await world.sandbox.settled();
};

/** Plants a subscriber with a paid first order. */
async function payer(): Promise<Planted & { orderId: string }> {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  const [order] = await ordersOf(world, person.accountId);
  return { ...person, orderId: order?.id ?? '' };
}

async function orderRow(orderId: string) {
  const [row] = await world.db
    .select({ status: orders.status, refunded: orders.refunded })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row;
}

describe('a full refund', () => {
  test('is sent once, takes the points back, marks the order refunded, notifies the subscriber and writes the audit', async () => {
    const { orderId, accountId, subscriptionId, email } = await payer();
    expect(await pointsOf(world, accountId)).toBe(33);
    expect(await ask(orderId)).toMatchObject({ status: 'succeeded', amount: TOTAL, left: 0 });
    expect(await given()).toEqual([TOTAL]);
    expect(await orderRow(orderId)).toEqual({ status: 'refunded', refunded: TOTAL });
    expect(await pointsOf(world, accountId)).toBe(0);
    await runJobs();
    expect(await messageKindsOf(world, accountId)).toEqual(['order_paid', 'refunded']);
    expect(mailsTo(world, email)[0]).toContain('375.25');
    const [audit] = await world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.what, 'refund.asked'), eq(auditEvents.subject, subscriptionId)));
    expect(audit).toMatchObject({ actor: 'operator:nok', detail: { orderId, amount: TOTAL } });
  });

  test('is made once by eight concurrent calls and refused when repeated', async () => {
    const { orderId } = await payer();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => ask(orderId)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await given()).toEqual([TOTAL]);
    expect(await refused(ask(orderId))).toMatch(/are refunded/);
  });

  test('turns spent points into a debt that the next earned points pay', async () => {
    const { orderId, accountId } = await payer();
    await transaction(world.db, async (tx) => {
      const [renewal] = await tx.select().from(orders).where(eq(orders.cycleIndex, 1));
      await movePoints(tx, world.now(), [
        { accountId, kind: 'held', source: 'x', delta: -20, orderId: null },
      ]);
      await tx
        .update(orders)
        .set({ freeProductCode: 'day-pads', freeProductPoints: 20 })
        .where(eq(orders.id, renewal?.id ?? ''));
    });
    await ask(orderId);
    expect(await pointsOf(world, accountId)).toBe(0);
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    expect(await pointsOf(world, accountId)).toBe(13);
  });
});

describe('a partial refund', () => {
  test('takes back floor(points × refunded so far ÷ total); the last one marks the order refunded', async () => {
    const { orderId, accountId } = await payer();
    const rest: number[] = [];
    for (const [amount, seen] of [
      [10_000, 0],
      [10_000, 10_000],
      [null, 20_000],
    ] as const) {
      await ask(orderId, amount, seen);
      rest.push(await pointsOf(world, accountId));
      if (amount !== null) expect((await orderRow(orderId))?.status).toBe('paid');
    }
    // 33 × 10,000 ÷ 37,525 = 8.79; 33 × 20,000 ÷ 37,525 = 17.59
    expect(rest).toEqual([33 - 8, 33 - 17, 0]);
    expect(await given()).toEqual([10_000, 10_000, 17_525]);
    expect(await orderRow(orderId)).toEqual({ status: 'refunded', refunded: TOTAL });
    expect((await messageKindsOf(world, accountId)).filter((kind) => kind === 'refunded')).toHaveLength(3);
  });

  test('is not repeated after a lost response and a stale read, and is counted once', async () => {
    const { orderId } = await payer();
    await injectFault(world, { op: REFUND, kind: 'reset', args: { after: true } });
    expect(await ask(orderId, 10_000)).toMatchObject({ status: 'unknown' });
    for (const op of ['GET /charges/{id}', 'GET /charges/{id}/refunds'])
      await injectFault(world, { op, kind: 'stale_read', times: 2 });
    for (let checks = 0; checks < 3; checks++) {
      await pass(world, { minutes: 21 });
      await runBilling(world.ctx());
    }
    expect(await given()).toEqual([10_000]);
    expect(await orderRow(orderId)).toEqual({ status: 'paid', refunded: 10_000 });
  });

  test('is made once if several operators refund the same complaint, and again by one who saw the first', async () => {
    const { orderId } = await payer();
    await Promise.allSettled(Array.from({ length: 4 }, () => ask(orderId, 10_000)));
    expect(await refused(ask(orderId, 10_000))).toMatch(/฿100\.00 of this payment are already refunded/);
    expect(await refused(ask(orderId, null, 0))).toMatch(/you saw ฿0\.00/);
    expect(await given()).toEqual([10_000]);
    await ask(orderId, 10_000, 10_000);
    expect(await given()).toEqual([10_000, 10_000]);
  });

  test('of more than the rest is refused and refunds nothing', async () => {
    const { orderId } = await payer();
    await ask(orderId, 20_000);
    expect(await refused(ask(orderId, 17_526, 20_000))).toMatch(/more than the refundable ฿175\.25/);
    expect(await given()).toEqual([20_000]);
  });
});

describe('a friend', () => {
  async function referredPayer(): Promise<{ friend: Awaited<ReturnType<typeof payer>>; referrerId: string }> {
    const { accountId: referrerId } = await payer();
    const friend = await payer();
    await transaction(world.db, async (tx) => {
      const id = newId('referral');
      const row = {
        referrerId,
        friendId: friend.accountId,
        status: 'rewarded',
        createdAt: world.now(),
      } as const;
      await tx.insert(referrals).values({ id, ...row });
      const delta = REFERRER_POINTS;
      await movePoints(tx, world.now(), [
        {
          accountId: referrerId,
          kind: 'referral',
          source: id,
          delta,
          orderId: null,
        },
      ]);
    });
    return { friend, referrerId };
  }

  test('with a fully refunded first order takes the reward back from the referrer', async () => {
    const { friend, referrerId } = await referredPayer();
    await ask(friend.orderId, 10_000);
    expect(await pointsOf(world, referrerId)).toBe(33 + 100 - 26);
    await ask(friend.orderId);
    expect(await pointsOf(world, referrerId)).toBe(33);
    const [referral] = await world.db.select().from(referrals);
    expect(referral?.status).toBe('reversed');
  });

  test('whose later order is refunded does not change the reward', async () => {
    const { friend, referrerId } = await referredPayer();
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    const [, renewal] = await ordersOf(world, friend.accountId);
    const before = await pointsOf(world, referrerId);
    await ask(renewal?.id ?? '');
    expect(await pointsOf(world, referrerId)).toBe(before);
  });
});

describe('is refused', () => {
  test('for a free, an unpaid and an unknown order', async () => {
    const { accountId } = await payer();
    const [, upcoming] = await ordersOf(world, accountId);
    expect(await refused(ask(upcoming?.id ?? ''))).toMatch(/no captured payment/);
    await transaction(world.db, (tx) =>
      tx.execute(
        "insert into discount_codes (code, kind, value, valid_from) values ('ALL', 'percent', 100, '2026-01-01')",
      ),
    );
    const free = await plantRegistration(world, { code: 'ALL' });
    await payWith(world, free);
    const [order] = await ordersOf(world, free.accountId);
    expect(order).toMatchObject({ status: 'paid', total: 0 });
    expect(await refused(ask(order?.id ?? ''))).toMatch(/was free/);
    expect(await refused(ask('ord_nothing'))).toMatch(/no order/);
    expect(await given()).toEqual([]);
  });

  test('while an earlier refund of the order has no outcome', async () => {
    const { orderId } = await payer();
    await injectFault(world, { op: REFUND, kind: 'reset', args: { after: true } });
    expect(await ask(orderId, 10_000)).toMatchObject({ status: 'unknown' });
    expect(await refused(ask(orderId, 10_000))).toMatch(/in progress/);
    await pass(world, { minutes: 11 });
    await runBilling(world.ctx());
    expect(await orderRow(orderId)).toEqual({ status: 'paid', refunded: 10_000 });
    expect(await countCalls(world, REFUND)).toBe(1);
    expect(await ask(orderId)).toMatchObject({ status: 'succeeded', left: 0 });
  });
});

test('a refund with an unknown outcome is settled by a dashboard refund of the same amount', async () => {
  const { orderId } = await payer();
  await injectFault(world, { op: REFUND, kind: 'reset' });
  const { refundId, status } = await ask(orderId);
  expect(status).toBe('unknown');
  const [charge] = await gatewayCharges(world);
  await actOnCharge(world, charge?.id ?? '', 'refund');
  await pass(world, { minutes: 11 });
  await runBilling(world.ctx());
  const [row] = await world.db.select().from(refunds).where(eq(refunds.id, refundId));
  expect(row?.status).toBe('succeeded');
  expect(await orderRow(orderId)).toEqual({ status: 'refunded', refunded: TOTAL });
  expect(await countCalls(world, REFUND)).toBe(1);
});

describe("a refund made at the gateway's dashboard", () => {
  const notes = async () =>
    (await world.db.select().from(documents).where(eq(documents.kind, 'credit_note'))).map((d) => d.amount);

  test('is recorded once by its webhook with points, credit note and message, in parts and in full', async () => {
    const { orderId, accountId } = await payer();
    await dashboardRefund(10_000);
    await runJobs();
    expect(await orderRow(orderId)).toEqual({ status: 'paid', refunded: 10_000 });
    expect(await pointsOf(world, accountId)).toBe(33 - 8);
    await dashboardRefund(TOTAL - 10_000);
    await runJobs();
    await reconcileNow(world.ctx());
    await reconcileNow(world.ctx());
    expect(await orderRow(orderId)).toEqual({ status: 'refunded', refunded: TOTAL });
    expect(await pointsOf(world, accountId)).toBe(0);
    expect((await messageKindsOf(world, accountId)).filter((kind) => kind === 'refunded')).toHaveLength(2);
    await issueDocuments(world);
    expect((await notes()).sort()).toEqual([10_000, TOTAL - 10_000]);
    expect((await listStuck(world.ctx())).unknownRefunds).toEqual([]);
  });

  test('is recorded by reconciliation when its webhook was lost, beside a refund of ours with a lost response', async () => {
    const { orderId } = await payer();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: REFUND, kind: 'reset', args: { after: true } });
    expect(await ask(orderId, 10_000)).toMatchObject({ status: 'unknown' });
    await dashboardRefund(5_000);
    expect(await reconcileNow(world.ctx())).toMatchObject({ found: 1, failed: 0, unknownRefunds: [] });
    expect(await orderRow(orderId)).toEqual({ status: 'paid', refunded: 15_000 });
    await pass(world, { hours: 25 });
    await runBilling(world.ctx());
    expect(await given()).toEqual([10_000, 5_000]);
    expect(await ask(orderId)).toMatchObject({ amount: TOTAL - 15_000, status: 'succeeded' });
  });

  test('reduces a refund of ours that no longer fits, and is never added to one of the same amount', async () => {
    const { orderId } = await payer();
    await injectFault(world, {
      op: REFUND,
      kind: 'status',
      times: 2,
      args: { status: 400, code: 'failed_refund' },
    });
    const { refundId } = await ask(orderId);
    await dashboardRefund(10_000);
    await runJobs();
    const [row] = await world.db.select().from(refunds).where(eq(refunds.id, refundId));
    expect(row).toMatchObject({ status: 'manual', amount: TOTAL - 10_000 });
    await dashboardRefund(TOTAL - 10_000);
    await runJobs();
    expect(await orderRow(orderId)).toEqual({ status: 'refunded', refunded: TOTAL });
    expect((await world.db.select().from(refunds)).map((one) => one.status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
  });

  test('of a charge that is not ours removes its payment from the list of stuck entries', async () => {
    const { orderId } = await payer();
    const { charges } = world.sandbox.gateway;
    const [template] = [...charges.values()];
    if (!template) throw new Error('no charge to copy');
    charges.put({ ...template, id: 'chrg_test_foreign', metadata: {} });
    await reconcileNow(world.ctx());
    expect((await listStuck(world.ctx())).money).toMatchObject([{ amount: TOTAL, orderId: null }]);
    await actOnCharge(world, 'chrg_test_foreign', 'refund', false, 10_000);
    await reconcileNow(world.ctx());
    expect((await listStuck(world.ctx())).money).toMatchObject([{ amount: TOTAL - 10_000 }]);
    await actOnCharge(world, 'chrg_test_foreign', 'refund', false, TOTAL - 10_000);
    await reconcileNow(world.ctx());
    expect((await listStuck(world.ctx())).money).toEqual([]);
    expect(await orderRow(orderId)).toEqual({ status: 'paid', refunded: 0 });
  });
});

describe('a manual refund', () => {
  test('is booked once, when the operator confirms it', async () => {
    const { orderId, accountId } = await payer();
    await injectFault(world, { op: REFUND, kind: 'status', args: { status: 400, code: 'failed_refund' } });
    const { refundId, status } = await ask(orderId);
    expect(status).toBe('manual');
    expect(await orderRow(orderId)).toEqual({ status: 'paid', refunded: 0 });
    expect(await pointsOf(world, accountId)).toBe(33);
    // The operator makes it at the gateway's dashboard.
    const [charge] = await gatewayCharges(world);
    await actOnCharge(world, charge?.id ?? '', 'refund');
    await confirmRefund(ctx(), refundId);
    expect(await orderRow(orderId)).toEqual({ status: 'refunded', refunded: TOTAL });
    expect(await refused(confirmRefund(ctx(), refundId))).toMatch(/not made by hand/);
    const taken = await world.db.select().from(pointsEntries).where(eq(pointsEntries.kind, 'taken_back'));
    expect(taken.map((entry) => entry.points)).toEqual([-33]);
  });

  test('is withdrawn or confirmed, never both, and a withdrawn amount can be refunded again', async () => {
    const { orderId } = await payer();
    const fault = { kind: 'status', args: { status: 400, code: 'failed_refund' } } as const;
    await injectFault(world, { op: REFUND, ...fault });
    const { refundId } = await ask(orderId, 10_000);
    const withdraw = () => dismissStuck(ctx(), { id: refundId, why: 'noted by mistake' });
    const ends = await Promise.allSettled([withdraw(), confirmRefund(ctx(), refundId), withdraw()]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await listStuck(world.ctx())).manualRefunds).toEqual([]);
    const made = (await orderRow(orderId))?.refunded ?? 0;
    if (made > 0) await dashboardRefund(made);
    expect(await ask(orderId, null, made)).toMatchObject({ amount: TOTAL - made, status: 'succeeded' });
  });

  test('is every refund of a bank transfer; the gateway is not called', async () => {
    const { orderId } = await payer();
    await transaction(world.db, (tx) =>
      tx.insert(moneyReceived).values({
        id: 'mon_bank',
        provider: 'bank',
        providerRef: 'line:1',
        orderId,
        amount: 5_000,
        verdict: 'duplicate',
        paidAt: world.now(),
        recordedAt: world.now(),
      }),
    );
    const { refundId, status } = await ask('mon_bank');
    expect(status).toBe('manual');
    expect(await refused(ask('mon_bank', 1))).toMatch(/refunded or waiting/);
    await confirmRefund(ctx(), refundId);
    expect(await orderRow(orderId)).toEqual({ status: 'paid', refunded: 0 });
    expect(await countCalls(world, REFUND)).toBe(0);
    await transaction(world.db, async (tx) => {
      await tx.delete(refunds);
      await tx.delete(moneyReceived).where(eq(moneyReceived.id, 'mon_bank'));
    });
  });

  test('a captured payment is not refunded by its own id', async () => {
    await payer();
    const [money] = await world.db.select().from(moneyReceived);
    expect(await refused(ask(money?.id ?? ''))).toMatch(/Refund the order/);
  });
});
