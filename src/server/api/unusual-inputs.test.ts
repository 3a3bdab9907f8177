import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cards } from '@/server/db/schema';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { subscriber, throughGraphql, throughRest, throughTrpc, type Caller } from '@/testing/callers';
import { wholeOperation } from '@/testing/graphql-selection';
import { withWorld } from '@/testing/with-world';

/* Sends inputs that no page sends through every entry point. The responses are equal and never an internal error. */
const world = withWorld();

const CALLS = {
  skipOrder: ['POST /api/orders/skip', 'orders.skip'],
  redeemProduct: ['POST /api/orders/product-rewards', 'rewards.redeem'],
  cancelSubscription: ['POST /api/subscriptions/cancel', 'subscription.cancel'],
  updateCard: ['POST /api/customers/update-card', 'payments.updateCard'],
  addCard: ['POST /api/customers/add-card', 'payments.addCard'],
  convertToCard: ['POST /api/customers/payment-methods/convert-card', 'payments.convertToCard'],
  convertToOffline: ['POST /api/subscriptions/convert-offline', 'payments.convertToOffline'],
  reactivateSubscription: ['POST /api/subscriptions/reactivate', 'subscription.reactivate'],
} as const;

async function throughEveryEntryPoint(caller: Caller, name: keyof typeof CALLS, input: object) {
  const [rest, trpc] = CALLS[name];
  const variables = input as Record<string, unknown>;
  const answers = [
    await throughRest(world, caller, [rest, input]),
    await throughTrpc(world, caller, [trpc, 'mutation', input]),
    await throughGraphql(world, caller, [wholeOperation('mutation', name, input), variables]),
  ];
  return answers.map(({ code, fieldErrors }) => ({ code, fields: Object.keys(fieldErrors ?? {}) }));
}

describe('a text that cannot be stored is INPUT_INVALID with its field', () => {
  test.each<[keyof typeof CALLS, string, object]>([
    ['skipOrder', 'orderId', { orderId: 'ord_\u0000' }],
    ['skipOrder', 'orderId', { orderId: 'ord_\ud800' }],
    ['redeemProduct', 'orderId', { productCode: 'day-pads', orderId: '\udc00' }],
    ['cancelSubscription', 'comment', { reason: 'other', comment: 'no\u0000' }],
    ['cancelSubscription', 'reason', { reason: '\u0000' }],
    ['updateCard', 'cardId', { cardId: 'card_\u0000' }],
  ])('%s: %s', async (name, field, input) => {
    const refused = { code: 'INPUT_INVALID', fields: [field] };
    const answers = await throughEveryEntryPoint(await subscriber(world), name, input);
    expect(answers).toEqual([refused, refused, refused]);
  });
});

test.each([
  ['updateCard', { makeDefault: true }],
  ['addCard', { cardToken: 'tokn_test_unused' }],
  ['convertToCard', { cardToken: 'tokn_test_unused' }],
  ['convertToOffline', {}],
  ['reactivateSubscription', { when: '2026-12-05', frequency: 1 }],
] as const)('%s with another total than is due is TOTAL_CHANGED, with the new quote', async (name, input) => {
  const caller = await subscriber(world);
  const accountId = caller.account?.accountId ?? '';
  const mine = await world.db.query.cards.findFirst({ where: eq(cards.accountId, accountId) });
  if (name === 'reactivateSubscription')
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
  const card = name === 'updateCard' ? { cardId: mine?.id } : {};
  const sent = { ...input, ...card, expectedTotal: 1 };
  const answers = await throughEveryEntryPoint(caller, name, sent);
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'TOTAL_CHANGED'));
  const { status, data } = await throughRest(world, caller, [CALLS[name][0], sent]);
  const total = name === 'reactivateSubscription' ? 37_525 : 0;
  expect([status, data]).toMatchObject([409, { total, totals: total === 0 ? null : { total } }]);
});

test('an unknown product cannot be redeemed, even without points', async () => {
  const answers = await throughEveryEntryPoint(await subscriber(world), 'redeemProduct', {
    productCode: 'gold',
  });
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'PRODUCT_NOT_REDEEMABLE'));
});

test('a card with makeDefault false is saved and does not become the default', async () => {
  const caller = await subscriber(world);
  const mine = () =>
    world.db.query.cards.findMany({ where: eq(cards.accountId, caller.account?.accountId ?? '') });
  const [before] = await mine();
  const input = { cardId: before?.id ?? '', makeDefault: false };
  const answers = await throughEveryEntryPoint(caller, 'updateCard', input);
  expect(answers.map(({ code }) => code)).toEqual(['ok', 'ok', 'ok']);
  expect([before?.isDefault, await mine()]).toEqual([true, [before]]);
});
