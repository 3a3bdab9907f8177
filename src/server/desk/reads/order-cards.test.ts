import { expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { GOOD_CARD } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { plantOffline } from '@/testing/offline';
import { disputeCharge, gatewayCharges } from '@/testing/providers';
import { goTo, ordersOf, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { viewSubscriber } from './subscriber';

const world = withWorld({ cleanup: 'check' });

async function show(accountId: string) {
  const member = await memberBrowser(world, 'finance');
  const input = { accountId, page: 1, ordersPage: 1 };
  const { data } = await callDesk(member, 'subscribers.view', { kind: 'query', input });
  const { previous, timeline } = data as Awaited<ReturnType<typeof viewSubscriber>>;
  return { member, cards: previous.orders, timeline };
}

async function payer() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  return person;
}

test('a paid order shows its price parts, its card, its documents and each refund', async () => {
  const { accountId } = await payer();
  await issueDocuments(world);
  const [order] = await ordersOf(world, accountId);
  const { member } = await show(accountId);
  const input = { orderId: order?.id, amount: 10_000, refunded: 0, reason: 'damaged' };
  expect((await callDesk(member, 'money.refundOrder', { input })).code).toBe('ok');
  await issueDocuments(world);
  const { cards, timeline } = await show(accountId);
  expect(cards).toMatchObject([
    {
      orderNumber: order?.orderNumber,
      payment: 'success',
      total: 37_525,
      refunded: 10_000,
      canRefund: true,
      tries: [{ status: 'succeeded', reason: null, card: { lastDigits: '4242' } }],
      refunds: [{ amount: 10_000, status: 'succeeded' }],
      dispute: null,
      nextTryAt: null,
    },
  ]);
  expect(cards[0]?.receipt).toMatch(/^R-/);
  expect(cards[0]?.creditNotes).toHaveLength(1);
  const asked = timeline.entries.filter(({ what }) => what === 'refund.asked');
  expect(asked).toMatchObject([{ actor: { kind: 'team' } }]);
});

test('an order that is tried again shows the reason and when the next and the last try are', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const declining = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
  const { accountId } = await plantSubscriber(world, { paymentDay: 31 }, declining);
  await world.sandbox.settled();
  await runJobs();
  await goTo(world, '2026-12-31', '09:00');
  await runBilling(world.ctx());
  await world.sandbox.settled();
  await runJobs();
  const [card] = (await show(accountId)).cards;
  expect(card).toMatchObject({
    canRefund: false,
    tries: [{ status: 'declined', reason: 'insufficient_fund', card: { lastDigits: '4242' } }],
    nextTryAt: '2027-01-01T02:00:00.000Z',
  });
  expect(card?.lastTryAt).toBe('2027-01-13T02:00:00.000Z');
});

test('a bank transfer and a dispute are shown', async () => {
  const offline = await plantOffline(world);
  expect((await show(offline.accountId)).cards[0]?.transferredAt).not.toBeNull();
  const { accountId } = await payer();
  const [charge] = await gatewayCharges(world, accountId);
  await disputeCharge(world, charge?.id ?? '', 'open');
  await world.sandbox.settled();
  await runJobs();
  expect((await show(accountId)).cards[0]?.dispute).toBe('open');
});
