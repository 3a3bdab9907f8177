import { expect, test } from 'vitest';
import { parseDay } from '../day';
import type { PriceList } from '../quote';
import type { Decision, PlanFacts, PlanOrder } from './decision';
import { PLAN_CHANGES, type PlanChangeKind } from './table';

const NOW = new Date('2026-11-20T10:00:00+07:00');
const HOME = {
  address: '1 Soi 26',
  subdistrict: null,
  district: null,
  province: 'Bangkok',
  postalCode: '10110',
};
const DAYS = ['2026-12-31', '2027-01-31', '2027-02-28'].map(parseDay);
const BOX = [{ productCode: 'day-pads' as const, quantity: 3 }];

const order = (index: number, fields: Partial<PlanOrder> = {}): PlanOrder => ({
  id: `ord_${index}`,
  index,
  paymentDate: DAYS[index - 1]!,
  status: 'upcoming',
  begun: false,
  freeProduct: false,
  paidOn: null,
  ownBox: false,
  place: null,
  isTaken: false,
  items: BOX,
  boxPrice: 30_000,
  deliveryFee: 5000,
  codeDiscount: 0,
  orderedFrom: null,
  ...fields,
});

const factsOf = (...orders: PlanOrder[]): PlanFacts => ({
  now: NOW,
  subscription: {
    id: 'sub_1',
    accountId: 'acc_1',
    version: 4,
    status: 'active',
    frequency: 1,
    paymentDay: 31,
    nextIndex: 4,
    pausedUntil: null,
  },
  subscriber: {
    account: HOME,
    box: BOX,
    epochs: [{ fromIndex: 0, baseMonth: '2026-11' as never, paymentDay: 31, frequency: 1 }],
    orders,
  },
});

const product = (code: 'day-pads' | 'panty-liners') => ({
  code,
  active: true,
  price: 10_000,
  listPrice: 12_000,
  priceVersion: 1,
  contents: [],
});
const PRICES = {
  products: [product('day-pads'), product('panty-liners')],
  plans: [],
  tariff: {
    zones: [{ prefix: '5', zone: 'north' }],
    rates: [
      { zone: 'standard', fee: 5000 },
      { zone: 'north', fee: 9000 },
    ],
    remotePostcodes: new Set<string>(),
    remoteSurcharge: 0,
  },
  provinces: new Map([['50200', ['Chiang Mai']]]),
} as unknown as PriceList;

const LINERS = [{ productCode: 'panty-liners', quantity: 3 }];
const NORTH = { address: '1 Nimman', province: 'Chiang Mai', postalCode: '50200' };
const first = { orderId: 'ord_1' };

/** For each row: an input that changes something, one that changes nothing, and refused ones with their codes. */
const CASES: Record<PlanChangeKind, { changes: object; nothing?: object; refused?: [object, string][] }> = {
  skip: {
    changes: { ...first, skip: true },
    nothing: { ...first, skip: false },
    refused: [[{ orderId: 'ord_9', skip: true }, 'ORDER_NOT_FOUND']],
  },
  move: {
    changes: { ...first, date: parseDay('2026-12-24') },
    nothing: { ...first, date: DAYS[0] },
    refused: [
      [{ ...first, date: parseDay('2027-03-01') }, 'DATE_OUT_OF_RANGE'],
      [{ orderId: 'ord_9', date: DAYS[0] }, 'ORDER_NOT_FOUND'],
    ],
  },
  box: { changes: { items: LINERS }, nothing: { items: BOX }, refused: [[{ items: [] }, 'BOX_INVALID']] },
  orderBox: {
    changes: { ...first, items: LINERS },
    nothing: { ...first, items: BOX },
    refused: [
      [{ orderId: 'ord_2', items: LINERS }, 'ORDER_NOT_NEXT'],
      [{ ...first, items: [] }, 'BOX_INVALID'],
    ],
  },
  usualBox: {
    changes: { orderId: 'ord_3' },
    nothing: first,
    refused: [[{ orderId: 'ord_9' }, 'ORDER_NOT_FOUND']],
  },
  address: {
    changes: NORTH,
    nothing: HOME,
    refused: [
      [{ ...NORTH, postalCode: '5020' }, 'POSTCODE_INVALID'],
      [{ ...NORTH, province: 'Phuket' }, 'PROVINCE_MISMATCH'],
    ],
  },
  orderAddress: {
    changes: { ...first, ...NORTH },
    nothing: { ...first, ...HOME },
    refused: [[{ orderId: 'ord_2', ...NORTH }, 'ORDER_NOT_NEXT']],
  },
  usualAddress: {
    changes: { orderId: 'ord_3' },
    nothing: first,
    refused: [[{ orderId: 'ord_2' }, 'ORDER_NOT_NEXT']],
  },
  frequency: {
    changes: { frequency: 2, after: DAYS[0] },
    nothing: { frequency: 1, after: DAYS[0] },
    refused: [[{ frequency: 2, after: parseDay('2026-12-30') }, 'DATE_OUT_OF_RANGE']],
  },
  paymentDay: { changes: { paymentDay: 5 }, nothing: { paymentDay: 31 } },
  pause: {
    changes: { until: parseDay('2027-01-15') },
    refused: [[{ until: parseDay('2026-11-20') }, 'DATE_OUT_OF_RANGE']],
  },
  resume: { changes: {} },
};

const paused = {
  ...factsOf(order(1, { status: 'skipped', paused: true })),
  subscription: { ...factsOf().subscription, pausedUntil: parseDay('2027-01-15') },
};
const facts = factsOf(
  order(1),
  order(2),
  order(3, {
    ownBox: true,
    items: LINERS as never,
    place: { ...HOME, address: '2 Soi 1', recipientName: null, recipientPhone: null },
  }),
);
const decide = (kind: PlanChangeKind, input: object): Decision =>
  PLAN_CHANGES[kind].decide(kind === 'resume' ? paused : facts, input as never, PRICES);

test.each(Object.keys(CASES) as PlanChangeKind[])(
  'a change of the kind %s returns data, null if nothing changes, or a refusal',
  (kind) => {
    const { changes, nothing, refused = [] } = CASES[kind];
    const decided = decide(kind, changes);
    expect(decided).toHaveProperty('changes');
    expect(structuredClone(decided)).toEqual(decided);
    if (nothing) expect(decide(kind, nothing)).toBeNull();
    for (const [input, code] of refused) expect(decide(kind, input)).toMatchObject({ code });
  },
);
