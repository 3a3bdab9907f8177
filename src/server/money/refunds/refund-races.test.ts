import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { transaction } from '@/server/db';
import { moneyReceived, orders, refunds } from '@/server/db/schema';
import { lockSubscriptionOf } from '@/server/lifecycle/locks';
import { runJobs } from '@/testing/jobs';
import { actOnCharge, countCalls, disputeCharge, gatewayCharges, injectFault } from '@/testing/providers';
import { messageKindsOf, plantSubscriber, pointsOf, type Planted } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';
import { fetchCharge } from '../../gateways/omise/charges';
import { bookRefunded } from './book-refund';
import { settleRefunds } from './gateway-refunds';
import { sendRefund, writeRefund } from './refund';

const world = withWorld({ cleanup: 'check' });

const REFUND = 'POST /charges/{id}/refunds';
const READ = 'GET /charges/{id}';
const PART = 10_000;

/** Creates a subscriber with a paid order and a due refund of a part of it that no job sends. */
async function withDueRefund(): Promise<Planted & { refundId: string }> {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  const refundId = await transaction(world.db, async (tx) => {
    await lockSubscriptionOf(tx, person.accountId);
    const [money] = await tx.select().from(moneyReceived);
    const written = money && (await writeRefund(tx, world.now(), { money, amount: PART }));
    await tx.execute('delete from graphile_worker._private_jobs');
    return written;
  });
  if (!refundId) throw new Error('no refund was written');
  return { ...person, refundId };
}

const refundRow = async () => (await world.db.select().from(refunds))[0];
const refundedAmounts = async () =>
  (await gatewayCharges(world)).flatMap((charge) => charge.refunds.map(({ amount }) => amount));
/** Starts the tasks in a transaction that they wait for, and waits for them after its commit. */
const whileHolding = (work: Parameters<typeof transaction<Promise<unknown>[]>>[1]) =>
  transaction(world.db, work).then((tasks) => Promise.all(tasks));

test.each([
  ['before it is sent', false],
  ['before a dispute postpones it', true],
] as const)(
  'a refund that another process closes %s stays closed and is not sent',
  async (_when, isDisputed) => {
    const { refundId, accountId } = await withDueRefund();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    const [charge] = await gatewayCharges(world, accountId);
    if (isDisputed) await disputeCharge(world, charge?.id ?? '', 'open');
    await injectFault(world, { op: READ, kind: 'latency', args: { ms: 1000 } });
    const sending = sendRefund(world.ctx(), refundId);
    await vi.waitFor(async () => expect((await refundRow())?.status).toBe('sent'), WAIT);
    await whileHolding(async (tx) => {
      const closed = { status: 'failed', closedAt: world.now(), checkAt: null } as const;
      await tx.update(refunds).set(closed).where(eq(refunds.id, refundId));
      await untilLocked(world);
      return [sending];
    });
    await transaction(world.db, (tx) => tx.update(moneyReceived).set({ reservedRefund: 0 }));
    expect(await countCalls(world, REFUND)).toBe(0);
    expect(await refundRow()).toMatchObject({ status: 'failed', sentAt: null, checkAt: null });
  },
);

test('a refund that another process records before its response is recorded once', async () => {
  const { refundId, accountId } = await withDueRefund();
  await whileHolding(async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    const sending = sendRefund(world.ctx(), refundId);
    await untilLocked(world);
    const [charge] = await gatewayCharges(world);
    const made = { status: 'succeeded', providerRef: charge?.refunds[0]?.id, checkAt: null } as const;
    const booked = { ...made, closedAt: world.now() };
    const [row] = await tx.update(refunds).set(booked).where(eq(refunds.id, refundId)).returning();
    if (row) await bookRefunded(tx, world.now(), row);
    return [sending];
  });
  expect(await refundedAmounts()).toEqual([PART]);
  const [order] = await world.db.select().from(orders).where(eq(orders.status, 'paid'));
  expect(order?.refunded).toBe(PART);
  expect(await pointsOf(world, accountId)).toBe(33 - 8);
  expect((await messageKindsOf(world, accountId)).filter((kind) => kind === 'refunded')).toHaveLength(1);
});

const WAIT = { timeout: 10_000, interval: 5 };

test('a refund is sent once by two processes, of which one stood still until the other took over', async () => {
  const { refundId } = await withDueRefund();
  await injectFault(world, { op: READ, kind: 'latency', times: 2, args: { ms: 1500 } });
  const one = sendRefund(world.ctx(), refundId);
  await vi.waitFor(async () => expect((await refundRow())?.status).toBe('sent'), WAIT);
  const longAgo = new Date(world.now().getTime() - 600_000);
  await transaction(world.db, (tx) => tx.update(refunds).set({ requestedAt: longAgo, checkAt: longAgo }));
  const other = sendRefund(world.ctx(), refundId);
  await vi.waitFor(async () => expect((await refundRow())?.requestedAt).not.toEqual(longAgo), WAIT);
  await whileHolding(async (tx) => {
    await tx.execute('lock table disputes in access exclusive mode');
    await untilLocked(world, 2);
    return [one, other];
  });
  expect(await refundedAmounts()).toEqual([PART]);
  expect(await refundRow()).toMatchObject({ status: 'succeeded' });
});

test('a refund made at the dashboard is not recorded while another process sends one, but afterwards', async () => {
  const { refundId, accountId } = await withDueRefund();
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  await injectFault(world, { op: REFUND, kind: 'latency', args: { ms: 1500 } });
  const [charge] = await gatewayCharges(world, accountId);
  const sending = sendRefund(world.ctx(), refundId);
  while (!(await refundRow())?.sentAt) await new Promise((resolve) => setTimeout(resolve, 5));
  await actOnCharge(world, charge?.id ?? '', 'refund', false, 5000);
  const settle = async () => {
    const read = await fetchCharge(charge?.id ?? '');
    if (read.kind !== 'ok') throw new Error('the charge was not read');
    return settleRefunds(world.ctx(), read.value);
  };
  await expect(settle()).rejects.toThrow('another process is sending a refund');
  await sending;
  expect(await settle()).toEqual({ booked: 1, tooMuch: false });
  expect((await world.db.select().from(orders).where(eq(orders.status, 'paid')))[0]?.refunded).toBe(
    PART + 5000,
  );
});
