import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { DisputeDecision } from '@/domain/dispute';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { auditEvents, disputes, documents, messages, orderLinks, referralCodes } from '@/server/db/schema';
import { readBookkeeping } from '@/server/desk/reads/bookkeeping';
import type { Month } from '@/domain/day';
import { renderGauges } from '@/server/desk/metrics/gauges';
import { movePoints } from '@/server/lifecycle/points';
import { fetchCharge } from '@/server/gateways/omise/charges';
import { addCard } from '@/server/money/payment-method/add-card';
import { getNote } from '@/server/work/documents/queries';
import { listPreviousOrders } from '@/server/shop/orders/queries';
import { recordDispute } from '@/server/money/refunds/disputes';
import { reconcileNow } from '@/server/money/reconciliation/reconcile';
import { createCardToken } from '@/testing/cards';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { actOnCharge, countCalls, disputeCharge, gatewayCharges, injectFault } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import {
  goTo,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  plantSubscriber,
  pointsOf,
  refusalOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { correctDispute } from './correct-dispute';
import { dismissStuck } from './dismiss';
import { decideDispute } from './dispute';
import { OperatorRefusal } from './operator';
import { refund, takeRefund } from './refund';
import { listStuck } from './stuck';
import { showTimeline } from './timeline';

const world = withWorld({ cleanup: 'check' });

const TOTAL = 37_525;
const CHARGE = 'POST /charges';
const ctx = () => ({ ...world.ctx(), operator: 'operator:nok' });
const decide = (target: string, decision: DisputeDecision) =>
  decideDispute(ctx(), { target, decision, why: 'the subscriber called' });

const correct = (target: string, amount?: number) =>
  correctDispute(ctx(), { target, amount, why: 'the bank decided for the shop' });

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
  await expect(correct(orderId)).rejects.toThrow('nothing to correct');
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

describe('a dispute that is won after it was booked as lost', () => {
  /** A payer whose dispute was booked as lost, with its credit note, and was then won. */
  async function wonAfterLost() {
    const person = await payer();
    await disputeCharge(world, person.chargeId, 'lost');
    await hear();
    await decide(person.orderId, 'lost');
    await issueDocuments(world);
    expect(await listed()).toEqual([]);
    await disputeCharge(world, person.chargeId, 'won');
    await hear();
    return person;
  }
  const books = async (accountId: string) => {
    const [order] = await ordersOf(world, accountId);
    const { amount, vat } = await readBookkeeping(world.ctx(), '2026-11' as Month);
    return { status: order?.status, points: await pointsOf(world, accountId), amount, vat };
  };

  test('is listed, previewed, and its books are corrected once', async () => {
    const { orderId, accountId } = await wonAfterLost();
    const { disputes: pending } = await listStuck(world.ctx());
    expect(pending).toMatchObject([{ status: 'won', isBooked: true, orderId, amount: TOTAL }]);
    await expect(decide(orderId, 'lost')).rejects.toThrow('already booked');
    expect(await books(accountId)).toEqual({ status: 'refunded', points: 0, amount: 0, vat: 0 });

    const preview = await correctDispute(ctx(), { target: orderId, why: '', preview: true });
    expect(preview).toMatchObject({ amount: TOTAL, orderId, points: 33, referrerPoints: 0 });
    expect(preview.creditNote).toMatchObject({ number: 1 });
    expect(await listed()).toEqual(['dispute won']);
    await expect(correct(orderId, TOTAL - 1)).rejects.toThrow('have changed');
    await expect(correctDispute(ctx(), { target: orderId, why: ' ' })).rejects.toThrow(OperatorRefusal);

    const ends = await Promise.allSettled([correct(orderId, TOTAL), correct(orderId, TOTAL)]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(correct(orderId)).rejects.toThrow(/no pending dispute/);
    expect(await listed()).toEqual([]);
    const vat = 2_455;
    expect(await books(accountId)).toEqual({ status: 'paid', points: 33, amount: TOTAL, vat });
    const rows = await world.db.select().from(documents).orderBy(documents.kind);
    expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['credit_note', TOTAL],
      ['debit_note', TOTAL],
      ['receipt', TOTAL],
    ]);
    const { entries } = await showTimeline(world.ctx(), orderId);
    const told = entries.map(({ what }) => what);
    expect(told).toEqual(
      expect.arrayContaining(['refund.succeeded', 'points.taken_back', 'points.given_back']),
    );
    const audits = await world.db.select().from(auditEvents).where(eq(auditEvents.what, 'dispute.corrected'));
    expect(audits).toMatchObject([
      { subject: orderId, actor: 'operator:nok', detail: { amount: TOTAL, points: 33 } },
    ]);
  });

  test('sends the subscriber a message with the debit note, and the order shows both notes', async () => {
    const { orderId, accountId, email } = await wonAfterLost();
    await correct(orderId);
    await runJobs();
    const { mailbox } = world.sandbox;
    const told = mailbox.list(email).find(({ attachments: [first] }) => first?.filename.startsWith('D-'));
    const { subject, text } = await mailbox.open(told as NonNullable<typeof told>);
    expect(subject).toBe('Your payment of ฿375.25 is valid again');
    expect(text).toContain('33 points are back in your account');
    expect(told?.attachments).toMatchObject([{ filename: 'D-2026-000001.pdf' }]);
    const {
      orders: [order],
    } = await listPreviousOrders(world.ctx(), accountId, 1);
    expect(order).toMatchObject({
      creditNotes: [{ number: 'C-2026-000001', amount: TOTAL }],
      debitNotes: [{ number: 'D-2026-000001', amount: TOTAL }],
    });
    const note = await getNote('debit_note')(world.ctx(), accountId, orderId, 'D-2026-000001');
    expect(note).toMatchObject({
      content: {
        creditNote: { number: 'C-2026-000001' },
        receipt: { number: 'R-2026-000001' },
        before: 0,
        after: TOTAL,
      },
    });
    const stranger = await plantSubscriber(world, {}, { number: '5555555555554444' });
    for (const [kind, account, number] of [
      ['debit_note', stranger.accountId, 'D-2026-000001'],
      ['debit_note', accountId, 'D-2027-000001'],
      ['credit_note', accountId, 'D-2026-000001'],
    ] as const)
      expect(await refusalOf(getNote(kind)(world.ctx(), account, orderId, number))).toMatch(/NOT_FOUND/);
  });

  test('sends no message about the refund if the correction came before that message', async () => {
    const { orderId, accountId, chargeId } = await payer();
    await goTo(world, '2026-11-20', '22:00');
    await disputeCharge(world, chargeId, 'lost');
    await hear();
    await decide(orderId, 'lost');
    await disputeCharge(world, chargeId, 'won');
    await hear();
    await correct(orderId);
    await goTo(world, '2026-11-21', '09:00');
    await runBilling(world.ctx());
    await runJobs();
    const rows = await world.db.select().from(messages).where(eq(messages.accountId, accountId));
    const statusOf = (kind: string) => rows.find((row) => row.kind === kind)?.status;
    expect([statusOf('refunded'), statusOf('refund_corrected')]).toEqual(['dropped', 'sent']);
  });

  test('gives back points beyond a debt, and the points of its referrer', async () => {
    const referrer = await plantSubscriber(world, {}, { number: '5555555555554444' });
    const code = 'IRA-7K3M9Q';
    await transaction(world.db, (tx) =>
      tx.insert(referralCodes).values({ accountId: referrer.accountId, code, createdAt: world.now() }),
    );
    const friend = await plantRegistration(world, { code });
    await payWith(world, friend, { ...GOOD_CARD, name: 'NOK DEE' });
    await hear();
    const [order] = await ordersOf(world, friend.accountId);
    const [charge] = await gatewayCharges(world, friend.accountId);
    const before = await pointsOf(world, referrer.accountId);
    await disputeCharge(world, charge?.id ?? '', 'lost');
    await hear();
    // 13 points are left, so that 20 of the 33 become a debt.
    const spent = {
      accountId: friend.accountId,
      kind: 'taken_back',
      source: 'spent',
      orderId: null,
    } as const;
    await transaction(world.db, (tx) => movePoints(tx, world.now(), [{ ...spent, delta: -20 }]));
    await decide(order?.id ?? '', 'lost');
    expect(await pointsOf(world, referrer.accountId)).toBe(before - 100);
    await disputeCharge(world, charge?.id ?? '', 'won');
    await hear();
    expect(await correct(order?.id ?? '')).toMatchObject({ points: 33, referrerPoints: 100 });
    expect([await pointsOf(world, friend.accountId), await pointsOf(world, referrer.accountId)]).toEqual([
      13,
      before,
    ]);
  });

  test('is not corrected after the bank has taken the money again, and its money can be refunded afterwards', async () => {
    const { orderId, chargeId, accountId } = await wonAfterLost();
    await disputeCharge(world, chargeId, 'lost');
    await hear();
    await expect(correct(orderId)).rejects.toThrow(OperatorRefusal);
    await disputeCharge(world, chargeId, 'won');
    await hear();
    await correct(orderId);
    expect(await refund(ctx(), { target: orderId, amount: 10_000 })).toMatchObject({ status: 'succeeded' });
    await issueDocuments(world);
    const { amount } = await readBookkeeping(world.ctx(), '2026-11' as Month);
    expect(amount).toBe(TOTAL - 10_000);
    const [order] = await ordersOf(world, accountId);
    expect(order?.status).toBe('paid');
  });
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

test('a lost dispute is not booked while a member transfers a refund of its payment by hand', async () => {
  const { orderId, chargeId } = await payer();
  const fault = { kind: 'status', args: { status: 400, code: 'failed_refund' } } as const;
  await injectFault(world, { op: 'POST /charges/{id}/refunds', ...fault });
  const { refundId } = await refund(ctx(), { target: orderId, amount: 10_000 });
  const member = { ...world.ctx(), operator: 'operator:fon' };
  await takeRefund(member, { refundId });
  await disputeCharge(world, chargeId, 'lost');
  await hear();
  await expect(decide(orderId, 'lost')).rejects.toThrow(/in progress/);
  await dismissStuck(member, { id: refundId, why: 'not transferred yet' });
  expect(await decide(orderId, 'lost')).toMatchObject({ booked: TOTAL });
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
