import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../order';
import { TRIGGERS } from '../payment';
import type { Day } from '../day';
import type { Part } from './changes';
import { decideDecline, decideLinkEnd, type DeclineFacts, type Declined } from './declines';
import type { PossiblyOrderedNow } from './order-now';
import { beginOrders, endOrder, refundOrder, rescheduleOrders, voidOrders, type BegunOrder } from './orders';
import { ORDER_TRANSITIONS, SUBSCRIPTION_TRANSITIONS, transitionBetween } from './transitions';

const NOW = new Date('2026-12-20T03:00:00Z');
const order = (status: OrderStatus, over: Partial<BegunOrder> = {}): BegunOrder & PossiblyOrderedNow => ({
  id: `ord_${status}`,
  accountId: 'acc',
  status,
  freeProductPoints: 0,
  paymentDate: '2026-12-20' as Day,
  total: 37_525,
  ...over,
  orderedFrom: null,
  deliveryFee: 4_000,
  feeWhenBack: null,
});
const subscription = { id: 'sub', version: 3, status: 'active' as const };

/**
 * Formats each change as a short text: `ord_charging charging>unpaid`, `pay failed`, `link void`, `+150`,
 * `sub active>inactive`.
 */
function say(part: Part): string {
  const { orders = [], payments = [], newPayments = [], links = [], points = [], subscription: sub } = part;
  const due = (at: Date | null | undefined) => (at === undefined ? '' : at === null ? ' not due' : ' due');
  return [
    ...orders.map(({ from, to }) => (from === to ? `${from} stays` : `${from}>${to}`)),
    ...newPayments.map(({ method }) => `new ${method} payment`),
    ...payments.map(
      ({ status = '(same)', dueAt, givesUpAt }) =>
        `payment ${status}${due(dueAt)}${givesUpAt ? ' until the last day' : ''}`,
    ),
    ...links.map(({ as }) => `link ${as}`),
    ...points.map(({ delta }) => `+${delta} points`),
    ...(sub ? [`subscription ${sub.from}>${sub.to}`] : []),
  ].join(', ');
}

function expectLegal({ orders = [], subscription: sub }: Part): void {
  for (const { from, to } of orders) if (from !== to) transitionBetween(ORDER_TRANSITIONS, from, to);
  if (sub && sub.from !== sub.to) transitionBetween(SUBSCRIPTION_TRANSITIONS, sub.from, sub.to);
}

const SETTLEMENTS: Record<Declined['kind'], Declined> = {
  close: { kind: 'close', reason: 'declined' },
  retry: { kind: 'retry', at: new Date('2026-12-21T02:00:00Z'), retryIndex: 1, reason: 'insufficient_fund' },
  postpone: { kind: 'postpone', at: new Date('2026-12-20T03:00:00Z'), reason: 'rate_limit_exceeded' },
  decline_first: { kind: 'decline_first', reason: 'insufficient_fund' },
  void_reactivation: { kind: 'void_reactivation', reason: 'insufficient_fund' },
  put_back: { kind: 'put_back', reason: 'insufficient_fund' },
  supersede: { kind: 'supersede', reason: 'insufficient_fund' },
  suspend: { kind: 'suspend', reason: 'insufficient_fund' },
  hold_for_card: { kind: 'hold_for_card', reason: 'expired_card', endsAt: new Date('2027-01-02T02:00:00Z') },
  not_sent: { kind: 'not_sent', why: 'refused', voidsOrder: false },
};

const declineFacts = (over: Partial<DeclineFacts> = {}): DeclineFacts => ({
  now: NOW,
  subscription,
  ahead: [order('upcoming', { freeProductPoints: 150 }), order('skipped')],
  order: { ...order('charging', { freeProductPoints: 150 }), kind: 'renewal' },
  payment: { method: 'card', dueAt: null, givesUpAt: null, retryStepsUsed: 2 },
  attempt: { source: 'card', trigger: 'retry', unknownSince: null, authorizeUri: null },
  ...over,
});

describe('a failed charge', () => {
  test.each([
    ['retry', 'payment failed due'],
    ['postpone', 'payment (same) due'],
    ['decline_first', 'payment failed not due'],
    ['void_reactivation', 'charging>void, payment void not due, link void, +150 points'],
    ['supersede', 'charging>unpaid, payment failed not due, link void, +150 points'],
    [
      'suspend',
      'charging>unpaid, upcoming>void, skipped>void, payment suspended not due, +150 points, +150 points, subscription active>inactive',
    ],
    ['hold_for_card', 'payment failed not due until the last day'],
    ['not_sent', 'payment (same) due'],
    ['close', ''],
  ] as const)('settled as %s changes: %s', (kind, expected) => {
    const { changes } = decideDecline(SETTLEMENTS[kind], declineFacts());
    expect(say(changes)).toBe(expected);
  });

  test.each([
    [
      'put_back',
      '2026-12-31',
      'charging>upcoming, payment void not due, link void, subscription active>active',
    ],
    [
      'not_sent',
      '2026-12-31',
      'charging>upcoming, payment void not due, link void, subscription active>active',
    ],
    ['put_back', '2026-12-20', 'charging stays, payment pending due, link void, subscription active>active'],
  ] as const)(
    'of an order that was ordered now, settled as %s, with the planned date %s changes: %s',
    (kind, date, expected) => {
      const ordered = { ...order('charging', { freeProductPoints: 150 }), kind: 'renewal' as const };
      const facts = declineFacts({ order: { ...ordered, orderedFrom: date as Day } });
      const { changes, beginsOrder } = decideDecline(SETTLEMENTS[kind], facts);
      expect(say(changes)).toBe(expected);
      expect(beginsOrder).toBe(date === '2026-12-20');
      expectLegal(changes);
    },
  );

  test('makes only allowed transitions, for every trigger, kind and status of an order', () => {
    for (const settlement of Object.values(SETTLEMENTS))
      for (const trigger of TRIGGERS)
        for (const kind of ['first', 'renewal', 'reactivation'] as const)
          for (const status of ['charging', 'awaiting_payment'] as const)
            for (const voidsOrder of [true, false]) {
              const attempt = { source: 'card', trigger, unknownSince: null, authorizeUri: null } as const;
              const orderedFrom = settlement.kind === 'put_back' ? ('2026-12-31' as Day) : null;
              const facts = declineFacts({ attempt, order: { ...order(status), kind, orderedFrom } });
              const asked = settlement.kind === 'not_sent' ? { ...settlement, voidsOrder } : settlement;
              expectLegal(decideDecline(asked, facts).changes);
            }
  });

  test('of a QR code, or of a closed order, changes nothing when it was not sent', () => {
    const attempt = {
      source: 'promptpay',
      trigger: 'subscriber',
      unknownSince: null,
      authorizeUri: null,
    } as const;
    expect(decideDecline(SETTLEMENTS.not_sent, declineFacts({ attempt })).changes).toEqual({});
    const paid = declineFacts({ order: { ...order('paid'), kind: 'renewal' } });
    expect(decideDecline(SETTLEMENTS.not_sent, paid).changes).toEqual({});
  });

  test('returns the retry that a charge which was not sent had used', () => {
    const [payment] = decideDecline(SETTLEMENTS.not_sent, declineFacts()).changes.payments ?? [];
    expect(payment).toMatchObject({ retryStepsUsed: 1, dueAt: new Date('2026-12-20T03:10:00Z') });
  });

  test('makes a reactivated subscription that awaited its payment inactive', () => {
    const awaiting = { ...subscription, status: 'awaiting_payment' as const };
    const { changes } = decideDecline(
      SETTLEMENTS.void_reactivation,
      declineFacts({ subscription: awaiting }),
    );
    expect(changes.subscription).toMatchObject({ from: 'awaiting_payment', to: 'inactive' });
  });

  test.each([
    ['it is needed: the response was immediate', null, null],
    ['the outcome had to be read later', NOW, { needsCard: true, final: false }],
  ])('of a first order sends a message only if %s', (_when, unknownSince, message) => {
    const attempt = { source: 'card', trigger: 'registration', unknownSince, authorizeUri: null } as const;
    const decided = decideDecline(SETTLEMENTS.decline_first, declineFacts({ attempt }));
    if (message) expect(decided.message).toMatchObject(message);
    else expect(decided.message).toBeNull();
  });
});

describe('the end of a payment link', () => {
  test.each([
    [
      'awaiting_payment',
      'pending',
      'awaiting_payment>unpaid, upcoming>void, payment expired not due, link expired, subscription active>inactive',
    ],
    ['unpaid', 'pending', 'payment expired not due, link expired'],
    ['unpaid', 'suspended', 'link expired'],
    ['charging', 'failed', 'link expired'],
  ] as const)('of an order %s with a payment %s changes: %s', (status, paymentStatus, expected) => {
    const ahead = [order('upcoming')];
    const { changes } = decideLinkEnd({ now: NOW, order: order(status), paymentStatus, subscription, ahead });
    expect(say(changes)).toBe(expected);
    expectLegal(changes);
  });
});

describe('the start of a payment date', () => {
  const begin = (due: BegunOrder[], open: BegunOrder[] = [], method: 'card' | 'offline' = 'card') =>
    beginOrders({ now: NOW, method, due, open });

  test('opens the newest order, marks older ones as missed and ends one that is still open', () => {
    const due = [
      order('upcoming', { id: 'old', paymentDate: '2026-11-20' as Day, freeProductPoints: 150 }),
      order('upcoming'),
    ];
    expect(say(begin(due, [order('charging')]))).toBe(
      'upcoming>missed, charging>unpaid, upcoming>charging, new card payment, payment failed not due, link void, +150 points',
    );
  });

  test('makes the payment due at 09:00 of the payment date', () => {
    const part = begin([order('upcoming')], [], 'offline');
    expect(say(part)).toBe('upcoming>awaiting_payment, new offline payment');
    expect(part.newPayments).toMatchObject([{ amount: 37_525, dueAt: new Date('2026-12-20T02:00:00Z') }]);
  });

  test('charges nothing for a skipped order and returns the points of its free product', () => {
    expect(say(begin([order('skipped', { freeProductPoints: 150 })], [order('charging')]))).toBe(
      'skipped stays, +150 points',
    );
  });
});

test.each(ORDER_STATUSES.filter((status) => !['void', 'paid', 'refunded', 'missed'].includes(status)))(
  'an order that is %s can become void',
  (status) => {
    const part = voidOrders([order(status)]);
    expectLegal(part);
    const isOwed = ['charging', 'awaiting_payment', 'unpaid'].includes(status);
    expect(part.payments).toHaveLength(isOwed ? 1 : 0);
    expect(part.links).toHaveLength(isOwed ? 1 : 0);
  },
);

test('a link that the subscriber requested stays open after the last retry', () => {
  expect(endOrder(order('charging'), 'unpaid', { status: 'suspended', keepsLink: true }).links).toEqual([]);
  expect(endOrder(order('charging'), 'unpaid', { status: 'suspended' }).links).toHaveLength(1);
});

test('an order is refunded when its whole amount is refunded', () => {
  const paid = { id: 'ord', status: 'paid', refunded: 10_000, total: 37_525 } as const;
  expect(say(refundOrder(paid, 10_000).changes)).toBe('paid stays');
  expect(say(refundOrder(paid, 27_525).changes)).toBe('paid>refunded');
});

test('a new schedule moves orders, drops orders without a date and keeps their free products', () => {
  const scheduled = (id: string, status: OrderStatus, freeProductPoints = 0) => ({
    ...order(status, { id, freeProductPoints }),
    index: 1,
    begun: false,
    freeProduct: freeProductPoints > 0,
    paidOn: null,
  });
  const rows = [scheduled('a', 'upcoming'), scheduled('b', 'skipped', 150), scheduled('c', 'upcoming', 150)];
  const kept = [
    { id: 'a', index: 4, paymentDate: '2027-01-05' as Day, skipped: false, closed: false },
    { id: 'b', index: 5, paymentDate: '2026-12-20' as Day, skipped: true, closed: true },
  ];
  const part = rescheduleOrders(rows, { kept, dropped: ['c'] }, NOW);
  expect(say(part)).toBe('upcoming>void, upcoming stays, skipped stays, +150 points');
  expect(part.orders?.map(({ id, moves }) => [id, moves ?? false])).toEqual([
    ['c', false],
    ['a', true],
    ['b', false],
  ]);
});
