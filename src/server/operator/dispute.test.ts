import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { DisputeDecision } from '@/domain/dispute';
import { runBilling } from '@/server/jobs/run';
import { disputes, documents, orderLinks } from '@/server/db/schema';
import { renderGauges } from '@/server/metrics/gauges';
import { fetchCharge } from '@/server/gateways/omise/charges';
import { addCard } from '@/server/payment-method/add-card';
import { recordDispute } from '@/server/refunds/disputes';
import { reconcileNow } from '@/server/reconciliation/reconcile';
import { createCardToken } from '@/testing/cards';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { actOnCharge, countCalls, disputeCharge, gatewayCharges, injectFault } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import {
  goTo,
  ordersOf,
  pass,
  plantSubscriber,
  pointsOf,
  refusalOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { decideDispute } from './dispute';
import { OperatorRefusal } from './operator';
import { refund } from './refund';
import { listStuck } from './stuck';
import { showTimeline } from './timeline';

const world = withWorld({ cleanup: 'check' });

const TOTAL = 37_525;
const CHARGE = 'POST /charges';
const ctx = () => ({ ...world.ctx(), operator: 'operator:nok' });
const decide = (target: string, decision: DisputeDecision) =>
  decideDispute(ctx(), { target, decision, why: 'the subscriber called' });

/** A subscriber with a paid first order. */
async function payer() {
  const person = await plantSubscriber(world);
  await hear();
  const [order] = await ordersOf(world, person.accountId);
  const [charge] = await gatewayCharges(world, person.accountId);
  return { ...person, orderId: order?.id ?? '', chargeId: charge?.id ?? '' };
}

/** Waits for webhooks and runs their jobs. */
async function hear(): Promise<void> {
  await world.sandbox.settled();
  await runJobs();
}

async function renew(accountId: string) {
  await goTo(world, '2026-12-31');
  await runBilling(world.ctx());
  await runJobs();
  const [, renewal] = await ordersOf(world, accountId);
  return renewal;
}

const listed = async () =>
  (await listStuck(world.ctx())).disputes.map(({ about }) => about.split(', ').slice(0, 1)[0]);

test('a disputed payment stops all card charges of its account until an operator allows them', async () => {
  const { accountId, orderId, chargeId } = await payer();
  await disputeCharge(world, chargeId, 'open');
  await hear();
  expect(await listed()).toEqual(['dispute open']);
  expect(await renderGauges(world.ctx())).toMatch(/^ira_disputes_pending 1$/m);
  const charges = await countCalls(world, CHARGE);
  const renewal = await renew(accountId);
  expect(renewal?.status).toBe('charging');
  const cardToken = await createCardToken({ ...GOOD_CARD, number: '5555555555554444' });
  expect(await refusalOf(addCard(world.ctx(), accountId, { cardToken }))).toMatch(/disputed/);
  expect(await countCalls(world, CHARGE)).toBe(charges);
  expect(await messageKindsOf(world, accountId)).toContain('payment_failed');
  // Its message has no link that offers another card, which would be refused too.
  const links = await world.db
    .select()
    .from(orderLinks)
    .where(eq(orderLinks.orderId, renewal?.id ?? ''));
  expect(links.map(({ action }) => action)).not.toContain('fix');

  // The charge was never sent, so that its history says neither that it was nor that the bank declined it.
  const held = await showTimeline(world.ctx(), renewal?.id ?? '');
  const attempts = held.entries.filter(({ what }) => what.startsWith('attempt.'));
  expect(new Set(attempts.map(({ what, detail }) => `${what} ${detail}`))).toEqual(
    new Set(['attempt.not_sent disputed']),
  );

  await disputeCharge(world, chargeId, 'won');
  await hear();
  expect(await listed()).toEqual(['dispute won']);
  expect(await decide(orderId, 'allow')).toMatchObject({ charging: 'allowed', resumed: 1 });
  await runBilling(world.ctx());
  expect((await ordersOf(world, accountId))[1]?.status).toBe('paid');
  expect(await listed()).toEqual([]);
  const { entries } = await showTimeline(world.ctx(), orderId);
  expect(entries.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['dispute.recorded', 'dispute.won', 'dispute.allow']),
  );
});

test('a lost dispute is booked as refunded once, and its account stays uncharged', async () => {
  const { accountId, orderId, chargeId } = await payer();
  await disputeCharge(world, chargeId, 'open');
  await hear();
  await expect(refund(ctx(), { target: orderId, amount: null })).rejects.toThrow(OperatorRefusal);
  await expect(decide(orderId, 'lost')).rejects.toThrow('has not decided this dispute yet');
  await expect(decide(orderId, 'corrected')).rejects.toThrow('nothing to correct');
  expect([(await ordersOf(world, accountId))[0]?.status, await pointsOf(world, accountId)]).toEqual([
    'paid',
    33,
  ]);
  await decide(orderId, 'allow');
  expect(await listed()).toEqual([]);
  await disputeCharge(world, chargeId, 'lost');
  await reconcileNow(world.ctx());
  await hear();
  expect(await listed()).toEqual(['dispute lost']);
  expect(await decide(orderId, 'lost')).toMatchObject({ charging: 'stopped', booked: TOTAL });
  await expect(decide(orderId, 'lost')).rejects.toThrow(/no pending dispute/);
  const [order] = await ordersOf(world, accountId);
  expect(order?.status).toBe('refunded');
  expect(await pointsOf(world, accountId)).toBe(0);
  await issueDocuments(world);
  const notes = await world.db.select().from(documents).where(eq(documents.kind, 'credit_note'));
  expect(notes.map(({ amount }) => amount)).toEqual([TOTAL]);
  const charges = await countCalls(world, CHARGE);
  await renew(accountId);
  expect(await countCalls(world, CHARGE)).toBe(charges);
});

test('a dispute that is won after it was booked as lost is listed until an operator has corrected it', async () => {
  const { orderId, chargeId } = await payer();
  await disputeCharge(world, chargeId, 'lost');
  await hear();
  await decide(orderId, 'lost');
  expect(await listed()).toEqual([]);
  await disputeCharge(world, chargeId, 'won');
  await hear();
  const { disputes: pending } = await listStuck(world.ctx());
  expect(pending).toMatchObject([{ status: 'won', isBooked: true, orderId, amount: TOTAL }]);
  await expect(decide(orderId, 'lost')).rejects.toThrow('already booked');
  const ends = await Promise.allSettled([decide(orderId, 'corrected'), decide(orderId, 'corrected')]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await listed()).toEqual([]);
});

test.each([
  ['all', null, 0],
  ['a part', 10_000, TOTAL - 10_000],
])(
  'a dispute lost after %s of its payment was refunded records only the rest',
  async (_name, amount, rest) => {
    const { accountId, orderId, chargeId } = await payer();
    await refund(ctx(), { target: orderId, amount });
    await disputeCharge(world, chargeId, 'lost');
    await hear();
    expect(await decide(orderId, 'lost')).toMatchObject({ booked: rest, amount: TOTAL });
    expect(await listed()).toEqual([]);
    const [order] = await ordersOf(world, accountId);
    expect(order?.status).toBe('refunded');
    await issueDocuments(world);
    const notes = await world.db.select().from(documents).where(eq(documents.kind, 'credit_note'));
    expect(notes.reduce((sum, note) => sum + note.amount, 0)).toBe(TOTAL);
  },
);

test('a lost dispute is not booked while a refund of its payment may have been made', async () => {
  const { orderId, chargeId } = await payer();
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  await injectFault(world, { op: 'POST /charges/{id}/refunds', kind: 'reset', args: { after: true } });
  expect(await refund(ctx(), { target: orderId, amount: 10_000 })).toMatchObject({ status: 'unknown' });
  await disputeCharge(world, chargeId, 'lost');
  const charge = await fetchCharge(chargeId);
  if (charge.kind === 'ok') await recordDispute(world.ctx(), charge.value);
  await expect(decide(orderId, 'lost')).rejects.toThrow(/in progress/);
  await pass(world, { hours: 1 });
  await runBilling(world.ctx());
  expect(await decide(orderId, 'lost')).toMatchObject({ booked: TOTAL - 10_000 });
});

test('reconciliation finds a payment reversed without a dispute and ignores a stale read', async () => {
  const { chargeId } = await payer();
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  await injectFault(world, { op: 'GET /charges', kind: 'stale_read' });
  await reconcileNow(world.ctx());
  expect(await listed()).toEqual([]);
  await actOnCharge(world, chargeId, 'reverse');
  await reconcileNow(world.ctx());
  await pass(world, { hours: 1 });
  await reconcileNow(world.ctx());
  expect(await listed()).toEqual(['reversal lost']);
  const [found] = await world.db.select().from(disputes);
  expect(await decide(found?.id ?? '', 'lost')).toMatchObject({ booked: TOTAL, charging: 'stopped' });
});
