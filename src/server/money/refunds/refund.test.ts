import { afterEach, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { disputes, refunds } from '@/server/db/schema';
import { dismissStuck } from '@/server/desk/acts/dismiss';
import { decideDispute } from '@/server/desk/acts/dispute';
import { takeRefund } from '@/server/desk/acts/refund';
import { listStuck } from '@/server/desk/acts/stuck';
import { fetchCharge } from '@/server/gateways/omise/charges';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import {
  actOnCharge,
  countCalls,
  disputeCharge,
  gatewayCharges,
  clearFaults,
  mailsTo,
  injectFault,
} from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import { firstOrAll } from '@/testing/deep';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass, payWith, plantRegistration, messageKindsOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { settleRefunds } from './gateway-refunds';
import { sendRefund } from './refund';
import { settleEvent } from '../reconciliation/webhooks';

const world = withWorld();
afterEach(async () => {
  await clearFaults(world);
  await expectInvariants(world);
  await forgetEverybody(world);
});

const REFUND = 'POST /charges/{id}/refunds';
const READ = 'GET /charges/{id}';
const run = () => runBilling(world.ctx());

/** Creates a subscriber whose order was paid twice, with a due refund of the second charge. */
async function paidTwice(): Promise<Planted & { refundId: string; chargeId: string }> {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantRegistration(world);
  await payWith(world, person, { ...GOOD_CARD, name: 'FAKE 3DS' });
  const [first] = await gatewayCharges(world, person.accountId);
  await payWith(world, person);
  await world.sandbox.settled();
  await runJobs();
  await actOnCharge(world, first?.id ?? '', 'approve', true);
  await world.sandbox.settled();
  // All events are settled, and the job that sends the refund is deleted.
  const events = await world.db.query.providerEvents.findMany();
  for (const event of events) await settleEvent(world.ctx(), event.eventId);
  await transaction(world.db, (tx) => tx.execute('delete from graphile_worker._private_jobs'));
  const [refund] = await world.db.select().from(refunds);
  if (!refund) throw new Error('no refund was created');
  return { ...person, refundId: refund.id, chargeId: first?.id ?? '' };
}

const refundedAmounts = async () =>
  (await gatewayCharges(world)).flatMap((charge) => charge.refunds.map((refund) => refund.amount));
const status = async () => (await world.db.select().from(refunds)).map((refund) => refund.status);

test('makes a refund and notifies the subscriber once when eight workers send it at once', async () => {
  const { accountId, email, refundId } = await paidTwice();
  await Promise.all(Array.from({ length: 8 }, () => sendRefund(world.ctx(), refundId)));
  expect(await refundedAmounts()).toEqual([37525]);
  expect(await countCalls(world, REFUND)).toBe(1);
  expect(await status()).toEqual(['succeeded']);
  expect(await messageKindsOf(world, accountId)).toEqual(['order_paid', 'refunded']);
  await runJobs();
  await run();
  await runJobs();
  expect(new Set(mailsTo(world, email)).size).toBe(2);
  expect(mailsTo(world, email)).toHaveLength(2);
});

test.each([
  ['won', 'succeeded', [37525]],
  ['lost', 'failed', []],
] as const)(
  'does not send an automatic refund while its charge is disputed; after the dispute is %s it is %s',
  async (end, outcome, back) => {
    const { refundId, chargeId } = await paidTwice();
    await injectFault(world, { op: 'webhook', kind: 'drop' });
    await disputeCharge(world, chargeId, 'open');
    await sendRefund(world.ctx(), refundId);
    await goTo(world, '2026-11-23', '10:00');
    await run();
    expect([await status(), await countCalls(world, REFUND)]).toEqual([['created'], 0]);
    expect((await listStuck(world.ctx())).openRefunds[0]?.about).toContain('disputed');
    await expectInvariants(world);
    await disputeCharge(world, chargeId, end);
    await world.sandbox.settled();
    await runJobs();
    const ctx = { ...world.ctx(), operator: 'operator:nok' };
    const [dispute] = await world.db.select().from(disputes);
    if (end === 'lost')
      await decideDispute(ctx, { target: dispute?.id ?? '', decision: 'lost', why: 'the bank decided' });
    await run();
    expect(await refundedAmounts()).toEqual(back);
    expect((await status())[0]).toBe(outcome);
  },
);

test.each(
  firstOrAll([
    ['was lost', { kind: 'reset', args: { after: true } }],
    ['had status 500', { kind: 'status', args: { status: 500, after: true } }],
    ['was unreadable', { kind: 'bad_json' }],
  ]),
)('reads a refund whose response %s at the gateway and does not send it again', async (_name, fault) => {
  const { refundId } = await paidTwice();
  await injectFault(world, { op: REFUND, ...fault });
  await sendRefund(world.ctx(), refundId);
  expect(await status()).toEqual(['unknown']);
  await pass(world, { minutes: 11 });
  await Promise.all([run(), run()]);
  expect(await status()).toEqual(['succeeded']);
  expect(await countCalls(world, REFUND)).toBe(1);
  expect(await refundedAmounts()).toEqual([37525]);
});

test('repeats a refund without a response one day later at the earliest, also by its own job', async () => {
  const { refundId } = await paidTwice();
  await injectFault(world, { op: REFUND, kind: 'status', args: { status: 503 } });
  await sendRefund(world.ctx(), refundId);
  const reads = await countCalls(world, READ);
  await sendRefund(world.ctx(), refundId);
  expect(await countCalls(world, READ)).toBe(reads);
  await pass(world, { hours: 23 });
  await run();
  expect(await status()).toEqual(['unknown']);
  expect(await refundedAmounts()).toEqual([]);
  await pass(world, { hours: 1 });
  await run();
  expect(await status()).toEqual(['succeeded']);
  expect(await refundedAmounts()).toEqual([37525]);
});

test('does not send a refund while the charge cannot be read', async () => {
  const { refundId } = await paidTwice();
  await injectFault(world, { op: READ, kind: 'html_502' });
  await sendRefund(world.ctx(), refundId);
  expect(await status()).toEqual(['created']);
  expect(await countCalls(world, REFUND)).toBe(0);
  await pass(world, { minutes: 11 });
  await run();
  expect(await status()).toEqual(['succeeded']);
});

test('reads a refund at the gateway after the lease of its stopped process', async () => {
  const { refundId } = await paidTwice();
  await transaction(world.db, (tx) =>
    tx.update(refunds).set({ status: 'sent', requestedAt: world.now(), checkAt: world.now() }),
  );
  await sendRefund(world.ctx(), refundId);
  expect(await refundedAmounts()).toEqual([]);
  await pass(world, { minutes: 4 });
  await run();
  expect(await refundedAmounts()).toEqual([37525]);
});

test('leaves a refused refund to the operator, and asks the subscriber for an account', async () => {
  const { accountId, refundId } = await paidTwice();
  await injectFault(world, { op: REFUND, kind: 'status', args: { status: 400, code: 'failed_refund' } });
  await sendRefund(world.ctx(), refundId);
  expect(await status()).toEqual(['manual']);
  expect(await messageKindsOf(world, accountId)).toEqual(['order_paid', 'refund_account']);
  await pass(world, { hours: 2 });
  await run();
  expect(await refundedAmounts()).toEqual([]);
});

test('closes a refund that was already made at the dashboard', async () => {
  const { refundId } = await paidTwice();
  const charge = (await gatewayCharges(world)).find((one) => one.status === 'successful');
  await actOnCharge(world, charge?.id ?? '', 'refund');
  await world.sandbox.settled();
  await sendRefund(world.ctx(), refundId);
  expect(await status()).toEqual(['succeeded']);
  expect(await countCalls(world, REFUND)).toBe(0);
  expect((await refundedAmounts()).filter((amount) => amount === 37525)).toHaveLength(1);
});

test('a refund made at the dashboard does not reduce a manual one that a member has taken, and waits for it', async () => {
  const { refundId, chargeId } = await paidTwice();
  const ctx = () => ({ ...world.ctx(), operator: 'operator:nok' });
  await injectFault(world, { op: REFUND, kind: 'status', args: { status: 400, code: 'failed_refund' } });
  await sendRefund(world.ctx(), refundId);
  await takeRefund(ctx(), { refundId });
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  await actOnCharge(world, chargeId, 'refund', false, 5000);
  const settle = async () => {
    const read = await fetchCharge(chargeId);
    if (read.kind !== 'ok') throw new Error('the charge was not read');
    return settleRefunds(world.ctx(), read.value);
  };
  expect(await settle()).toEqual({ booked: 0, tooMuch: true });
  expect(await world.db.select().from(refunds)).toMatchObject([{ amount: 37525, status: 'manual' }]);
  await dismissStuck(ctx(), { groups: ['manualRefunds'], id: refundId, why: 'it was made at the dashboard' });
  expect(await settle()).toEqual({ booked: 1, tooMuch: false });
  expect((await world.db.select().from(refunds)).map(({ amount, status }) => [amount, status])).toEqual([
    [37525, 'failed'],
    [5000, 'succeeded'],
  ]);
});
