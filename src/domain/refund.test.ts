import { describe, expect, test } from 'vitest';
import { fitRefunds, matchRefunds, nextRefundCheck, type ListedRefund, type OwnRefund } from './refund';

const own = (over: Partial<OwnRefund> = {}): OwnRefund => ({
  id: 'rfd_a',
  amount: 10_000,
  status: 'unknown',
  providerRef: null,
  isBeingSent: false,
  ...over,
});
const listed = (over: Partial<ListedRefund> = {}): ListedRefund => ({
  ref: 'rfnd_1',
  amount: 10_000,
  refundId: null,
  createdAt: new Date('2026-11-20T10:00:00+07:00'),
  ...over,
});

describe('matching the refunds of a charge', () => {
  test('goes by our id in the metadata before the amount', () => {
    const first = listed({ ref: 'rfnd_1' });
    const second = listed({ ref: 'rfnd_2', refundId: 'rfd_a' });
    expect(matchRefunds([own()], [first, second])).toEqual({
      matched: [{ id: 'rfd_a', ref: 'rfnd_2' }],
      foreign: [first],
    });
  });

  test.each(['created', 'unknown', 'manual', 'succeeded'] as const)(
    'takes a refund without our id for a %s one of the same amount',
    (status) => {
      const { matched, foreign } = matchRefunds([own({ status })], [listed()]);
      expect({ matched, foreign }).toEqual({ matched: [{ id: 'rfd_a', ref: 'rfnd_1' }], foreign: [] });
    },
  );

  test.each([
    ['of another amount', own({ amount: 9_999 })],
    ['that failed', own({ status: 'failed' })],
    ['that another process is sending', own({ status: 'sent', isBeingSent: true })],
    ['that the gateway has confirmed as another one', own({ status: 'succeeded', providerRef: 'rfnd_0' })],
  ])('does not take it for one %s', (_name, refund) => {
    expect(matchRefunds([refund], [listed()])).toEqual({ matched: [], foreign: [listed()] });
  });

  test('matches each refund once, and none that is known', () => {
    const known = own({ id: 'rfd_b', status: 'succeeded', providerRef: 'rfnd_1' });
    const again = listed({ ref: 'rfnd_2' });
    expect(matchRefunds([known, own()], [listed(), again, listed({ ref: 'rfnd_3' })])).toEqual({
      matched: [{ id: 'rfd_a', ref: 'rfnd_2' }],
      foreign: [listed({ ref: 'rfnd_3' })],
    });
  });
});

test('reduces open refunds to what is left, to nothing if need be', () => {
  const open = [
    { id: 'a', amount: 300 },
    { id: 'b', amount: 200 },
    { id: 'c', amount: 100 },
  ];
  expect(fitRefunds(open, 600)).toEqual([]);
  expect(fitRefunds(open, 350)).toEqual([
    { id: 'b', amount: 50 },
    { id: 'c', amount: 0 },
  ]);
});

test('reads the list again at growing intervals and at the moment that allows to send again', () => {
  const sentAt = new Date('2026-11-20T10:00:00Z');
  const after = (minutes: number) => new Date(sentAt.getTime() + minutes * 60_000);
  const waits = [0, 10, 40, 200, 24 * 60 - 5, 24 * 60].map((minutes) => {
    return (nextRefundCheck(sentAt, after(minutes)).getTime() - after(minutes).getTime()) / 60_000;
  });
  expect(waits).toEqual([10, 10, 40, 60, 5, 60]);
  expect(nextRefundCheck(null, sentAt)).toEqual(after(10));
});
