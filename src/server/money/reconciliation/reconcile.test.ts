import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { chargeAttempts, disputes, flags, moneyReceived, refunds } from '@/server/db/schema';
import { readFlag } from '@/server/platform/flags';
import { createCharge } from '@/server/gateways/omise/charges';
import { openRenewalAttempt } from '@/testing/attempts';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import {
  actOnCharge,
  clearFaults,
  countCalls,
  disputeCharge,
  gatewayCharges,
  injectFault,
} from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import { deepTest } from '@/testing/deep';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass, payWith, plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { listReconciliation, reconcile, reconcileNow } from './reconcile';

const world = withWorld();
// Each test begins before the first reconciliation.
beforeEach(() => transaction(world.db, (tx) => tx.delete(flags).where(eq(flags.name, 'reconciliation'))));
afterEach(async () => {
  await world.sandbox.settled();
  await runJobs();
  await clearFaults(world);
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const LIST = 'GET /charges';
const webhooksLost = () => injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
const money = async () => (await world.db.select().from(moneyReceived)).map((row) => row.verdict).sort();
const run = () => runBilling(world.ctx());

/**
 * Creates a registration whose 3-D Secure challenge succeeded after the registration expired. No webhook is
 * sent.
 */
async function paidLate() {
  await webhooksLost();
  const person = await plantRegistration(world);
  await payWith(world, person, { ...GOOD_CARD, name: 'FAKE 3DS' });
  const [charge] = await gatewayCharges(world, person.accountId);
  await payWith(world, person);
  await actOnCharge(world, charge?.id ?? '', 'approve', true);
  await world.sandbox.settled();
  return person;
}

/** Creates charges at the gateway that this product did not request. */
async function foreignCharges(count: number, createdAt = world.now()): Promise<string[]> {
  const { charges } = world.sandbox.gateway;
  const [template] = [...charges.values()];
  if (!template) throw new Error('a charge is needed to copy');
  return Array.from({ length: count }, (_, n) => {
    const id = `chrg_test_foreign_${n}`;
    const at = createdAt.getTime() + Math.floor(n / 150) * 1000;
    charges.put({ ...template, id, metadata: {}, createdAt: at, paidAt: at });
    return id;
  });
}

describe('the nightly reconciliation', () => {
  test('settles a success without a webhook and refunds a duplicate payment', async () => {
    await paidLate();
    expect(await money()).toEqual(['kept']);
    await run();
    await goTo(world, '2026-11-21', '03:01');
    await run();
    expect(await money()).toEqual(['duplicate', 'kept']);
    await runJobs();
    await run();
    const [refund] = await world.db.select().from(refunds);
    expect(refund).toMatchObject({ why: 'duplicate', status: 'succeeded' });
  });

  test('does not pause after the last page of a list', async () => {
    await plantSubscriber(world);
    await run();
    await goTo(world, '2026-11-21', '03:00');
    const state = await reconcile(world.ctx(), { pagesMax: 100, pauseMs: 3_600_000 });
    expect(state).toMatchObject({ read: 1, startedAt: null });
  });

  test('runs once at 03:00', async () => {
    await plantSubscriber(world);
    await run();
    expect((await readFlag(world.db, 'reconciliation'))?.dueAt).toBe('2026-11-20T20:00:00.000Z');
    await goTo(world, '2026-11-21', '02:59');
    expect(await listReconciliation(world.ctx())).toEqual([]);
    await goTo(world, '2026-11-21', '09:30');
    const before = await countCalls(world, LIST);
    await run();
    await run();
    // The reading of the payouts, which follows, has the fees from the same list.
    expect(await countCalls(world, LIST)).toBe(before + 2);
    expect(await readFlag(world.db, 'payouts')).toMatchObject({ problem: null, by: 'worker' });
    expect(await readFlag(world.db, 'reconciliation')).toMatchObject({
      dueAt: '2026-11-21T20:00:00.000Z',
      read: 1,
      found: 0,
    });
  });

  test('is read by one process in several concurrent runs', async () => {
    await plantSubscriber(world);
    await run();
    await goTo(world, '2026-11-21', '04:00');
    const before = await countCalls(world, LIST);
    const read = await Promise.all(Array.from({ length: 6 }, () => reconcile(world.ctx())));
    expect(read.filter((state) => state !== null)).toHaveLength(1);
    expect(await countCalls(world, LIST)).toBe(before + 1);
  });

  test('is not started by a run that replays past days', async () => {
    await goTo(world, '2026-11-22', '10:00');
    const past = world.ctx(new Date('2026-11-21T10:00:00+07:00'));
    expect(await listReconciliation(past)).toEqual([]);
    expect(await listReconciliation(world.ctx())).toHaveLength(1);
  });
});

describe('a long list', () => {
  deepTest(
    'is read to its end page by page without duplicates, also with full pages of one second',
    async () => {
      await plantSubscriber(world);
      const foreign = await foreignCharges(310);
      const state = await reconcileNow(world.ctx());
      expect(state).toMatchObject({ found: 310, failed: 0, startedAt: null });
      const rows = await world.db.select().from(moneyReceived).where(eq(moneyReceived.verdict, 'orphan'));
      expect(rows.map((row) => row.providerRef).sort()).toEqual([...foreign].sort());
      expect(await world.db.select().from(refunds)).toEqual([]);
      expect(await reconcileNow(world.ctx())).toMatchObject({ found: 0 });
    },
  );

  test('continues at the page at which the gateway became unavailable', async () => {
    await plantSubscriber(world);
    await foreignCharges(320);
    await run();
    await goTo(world, '2026-11-21', '03:00');
    await injectFault(world, { op: LIST, kind: 'latency', times: 2, args: { ms: 1 } });
    await injectFault(world, { op: LIST, kind: 'status', times: 1, args: { status: 503 } });
    await reconcile(world.ctx(), { pagesMax: 100, pauseMs: 0 });
    const half = await readFlag(world.db, 'reconciliation');
    expect(half).toMatchObject({ finishedAt: null, leaseUntil: null });
    expect(half?.read).toBe(200);
    expect(await listReconciliation(world.ctx())).toEqual([]);
    await pass(world, { minutes: 11 });
    await reconcile(world.ctx(), { pagesMax: 100, pauseMs: 0 });
    expect(await money()).toHaveLength(321);
    expect(await readFlag(world.db, 'reconciliation')).toMatchObject({ startedAt: null, found: 320 });
  });

  deepTest('is read in parts by several runs', async () => {
    await plantSubscriber(world);
    await foreignCharges(320);
    await run();
    await goTo(world, '2026-11-21', '03:00');
    let runs = 0;
    while ((await listReconciliation(world.ctx())).length > 0) {
      runs += 1;
      await reconcile(world.ctx(), { pagesMax: 2, pauseMs: 0 });
    }
    expect(runs).toBeGreaterThan(1);
    expect(await money()).toHaveLength(321);
  });

  test('is continued after the lease of a crashed reader', async () => {
    await plantSubscriber(world);
    await run();
    await goTo(world, '2026-11-21', '03:00');
    const state = await readFlag(world.db, 'reconciliation');
    const leaseUntil = new Date(world.now().getTime() + 60_000).toISOString();
    await transaction(world.db, (tx) =>
      tx
        .update(flags)
        .set({ value: JSON.stringify({ ...state, leaseUntil }) })
        .where(eq(flags.name, 'reconciliation')),
    );
    expect(await reconcile(world.ctx())).toBeNull();
    await pass(world, { minutes: 2 });
    expect(await reconcile(world.ctx())).toMatchObject({ startedAt: null, read: 1 });
  });
});

/** Makes a charge older than the period that is compared. @returns its id */
async function oldCharge(): Promise<string> {
  await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await webhooksLost();
  const { chargeOrder } = world.sandbox.gateway;
  const [charge] = chargeOrder;
  if (!charge) throw new Error('a charge is needed');
  charge.createdAt = world.now().getTime() - 100 * 86_400_000;
  return charge.id;
}

describe('a change of a charge that is older than the period', () => {
  test.each([
    ['is found by its own date', [], [1, 0]],
    ['that the list of refunds did not show yet is found by its transaction', ['GET /refunds'], [1, 0]],
    ['that no list showed yet is found by a later reading', ['GET /refunds', 'GET /transactions'], [0, 1]],
  ])('as a refund %s', async (_name, stale, found) => {
    const id = await oldCharge();
    await actOnCharge(world, id, 'refund');
    for (const op of stale) await injectFault(world, { op, kind: 'stale_read' });
    for (const count of found)
      expect(await reconcileNow(world.ctx())).toMatchObject({ found: count, failed: 0 });
    expect(await world.db.select().from(refunds)).toMatchObject([{ why: 'dashboard', status: 'succeeded' }]);
  });

  test('finds a new dispute by its date, and finds later that it was lost or won', async () => {
    const id = await oldCharge();
    const { charges } = world.sandbox.gateway;
    const status = async () => {
      expect(await reconcileNow(world.ctx())).toMatchObject({ failed: 0 });
      return (await world.db.select().from(disputes)).map((dispute) => dispute.status);
    };
    await disputeCharge(world, id, 'open');
    expect(await status()).toEqual(['open']);
    const record = charges.get(id)!;
    charges.put({
      ...record,
      dispute: { ...record.dispute!, createdAt: record.createdAt - 50 * 86_400_000 },
    });
    await disputeCharge(world, id, 'lost');
    expect(await status()).toEqual(['lost']);
    await disputeCharge(world, id, 'won');
    expect(await status()).toEqual(['won']);
  });

  test('is not lost if the gateway cannot be read at that moment', async () => {
    const id = await oldCharge();
    await actOnCharge(world, id, 'refund');
    await injectFault(world, { op: 'GET /charges/{id}', kind: 'status', args: { status: 503 } });
    expect(await reconcileNow(world.ctx())).toMatchObject({ found: 0, list: 'refunds' });
    await pass(world, { minutes: 11 });
    expect(await reconcile(world.ctx())).toMatchObject({ found: 1, startedAt: null });
  });
});

describe('a charge with a missing attempt', () => {
  test('is refunded if its registration was erased', async () => {
    await plantSubscriber(world);
    await webhooksLost();
    const person = await openRenewalAttempt(world);
    const request = person.written.request;
    if (!request) throw new Error('nothing to send');
    await createCharge({ ...request, attemptId: 'att_erased', orderId: 'ord_erased' });
    expect(await reconcileNow(world.ctx())).toMatchObject({ found: 1 });
    await runJobs();
    const [refund] = await world.db.select().from(refunds);
    expect(refund).toMatchObject({ why: 'orphan', status: 'succeeded' });
    await run();
  });
});

test('lists a charge with more refunds than the recorded payment', async () => {
  await plantSubscriber(world);
  await webhooksLost();
  const [charge] = await gatewayCharges(world);
  await actOnCharge(world, charge?.id ?? '', 'refund');
  const record = world.sandbox.gateway.charges.get(charge?.id ?? '')!;
  const [made] = record.refunds;
  if (!made) throw new Error('nothing was refunded');
  world.sandbox.gateway.charges.put({ ...record, refunds: [made, { ...made, id: 'rfnd_test_second' }] });
  expect(await reconcileNow(world.ctx())).toMatchObject({ found: 1, unknownRefunds: [charge?.id] });
  expect((await world.db.select().from(refunds)).map((refund) => refund.providerRef)).toEqual([made.id]);
  world.sandbox.gateway.charges.put(record);
});

test('settles an attempt whose response and webhook were lost', async () => {
  await webhooksLost();
  const { attemptId, written } = await openRenewalAttempt(world);
  if (written.request) await createCharge(written.request);
  await reconcileNow(world.ctx());
  const [attempt] = await world.db.select().from(chargeAttempts).where(eq(chargeAttempts.id, attemptId));
  expect(attempt?.status).toBe('succeeded');
});
