import { expect, test } from 'vitest';
import { ALL_EVENT_TYPES, EVENT_SLOTS, eventSlotOf } from '../event';
import { ORDER_STATUSES } from '../order';
import { PAYMENT_STATUSES } from '../payment';
import { SUBSCRIPTION_STATUSES } from '../subscription';
import type { Changes } from './changes';
import { eventsOf } from './events';
import { ORDER_TRANSITIONS, SUBSCRIPTION_TRANSITIONS } from './transitions';

const about = { cause: 'asked_by_subscriber', actor: 'acc_1', subscriptionId: 'reg_1' } as const;
const told = (changes: Partial<Changes>, paid: string[] = []) =>
  eventsOf({ ...about, ...changes }, new Set(paid));
const names = (changes: Partial<Changes>) => told(changes, ['ord_1']).map(({ type }) => type);
const subscription = { id: 'reg_1', version: 1, from: 'active', to: 'active' } as const;

test('every step of an order, a payment and a subscription has a name in the list of types', () => {
  const orders = ORDER_TRANSITIONS.flatMap(({ from, to }) =>
    from.map((start) => ({ id: 'ord_1', from: start, to })),
  );
  const moves = SUBSCRIPTION_TRANSITIONS.flatMap(({ from, to }) =>
    from.map((start) => ({ from: start, to })),
  );
  const all = [
    ...names({ orders }),
    ...names({ payments: PAYMENT_STATUSES.map((status) => ({ orderId: 'ord_1', status })) }),
    ...moves.flatMap((move) => names({ subscription: { ...subscription, ...move } })),
  ];
  expect(all.length).toBeGreaterThan(ORDER_STATUSES.length + SUBSCRIPTION_STATUSES.length);
  expect(all.filter((type) => !ALL_EVENT_TYPES.includes(type))).toEqual([]);
});

test('an event tells amounts and dates, and no reason to cancel, code, content or address', () => {
  const secret = 'PRIVATE';
  const place = { address: secret, subdistrict: null, district: null, province: secret, postalCode: secret };
  const events = told(
    {
      subscription: {
        ...subscription,
        to: 'cancelled',
        cancelReason: secret,
        cancelComment: secret,
        code: secret,
      },
      orders: [
        { id: 'ord_1', from: 'upcoming', to: 'upcoming', total: 100, freeProductCode: secret, code: secret },
      ],
      places: [{ accountId: 'acc_1', ...place }],
      orderPlaces: [{ orderId: 'ord_1', place: { ...place, recipientName: secret, recipientPhone: secret } }],
      payments: [{ orderId: 'ord_1', status: 'failed', reason: 'insufficient_fund', amount: 100 }],
      audit: [{ what: 'x', detail: { secret } }],
    },
    ['ord_1'],
  );
  expect(events).toEqual([
    { type: 'subscription.cancelled', id: 'reg_1', changes: { status: 'cancelled' } },
    { type: 'order.updated', id: 'ord_1', changes: { total: 100 } },
    { type: 'order.updated', id: 'ord_1', changes: {} },
    {
      type: 'payment.failed',
      id: 'ord_1',
      changes: { status: 'failed', amount: 100, reason: 'insufficient_fund' },
    },
    { type: 'customer.updated', id: 'acc_1', changes: {} },
  ]);
});

test.each<[string, Partial<Changes>, string[]]>([
  ['an order that was only planned further', { subscription: { ...subscription, nextIndex: 4 } }, []],
  [
    'a pause',
    { subscription: { ...subscription, pausedUntil: '2027-01-01' as never } },
    ['subscription.paused'],
  ],
  ['the end of a pause', { subscription: { ...subscription, pausedUntil: null } }, ['subscription.resumed']],
  ['a new box', { subscription, box: [] }, ['subscription.updated']],
  ['an order put back', { orders: [{ id: 'ord_1', from: 'charging', to: 'upcoming' }] }, ['order.updated']],
])('%s is told by its name', (_, changes, types) => {
  expect(names(changes)).toEqual(types);
});

test('the change of a payment that does not exist is not told', () => {
  expect(told({ payments: [{ orderId: 'ord_1', status: 'void' }] })).toEqual([]);
});

test('no partition holds both an event of today and one of the last ninety days of the lap before', () => {
  const day = (n: number) => new Date(n * 86_400_000);
  for (let n = 20_000; n < 20_400; n += 1) {
    const kept = Array.from({ length: 91 }, (_, back) => eventSlotOf(day(n - back)));
    expect(new Set(kept).size).toBeLessThan(EVENT_SLOTS);
    expect(kept).not.toContain((eventSlotOf(day(n)) + 1) % EVENT_SLOTS);
  }
});
