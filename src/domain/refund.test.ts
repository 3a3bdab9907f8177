import { describe, expect, test } from 'vitest';
import { fitRefunds, matchRefunds, nextRefundCheck, type ListedRefund, type OwnRefund } from './refund';

const own = (over: Partial<OwnRefund> = {}): OwnRefund => ({
  id: 'rfd_a',
  amount: 10_000,
  status: 'unknown',
  providerRef: null,
  reference: null,
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
  test('uses our id in the metadata before the amount', () => {
    const first = listed({ ref: 'rfnd_1' });
    const second = listed({ ref: 'rfnd_2', refundId: 'rfd_a' });
    expect(matchRefunds([own()], [first, second])).toEqual({
      matched: [{ id: 'rfd_a', ref: 'rfnd_2' }],
      foreign: [first],
    });
  });

  test.each(['created', 'unknown', 'manual', 'succeeded'] as const)(
    'matches a refund without our id to a %s one of the same amount',
    (status) => {
      const { matched, foreign } = matchRefunds([own({ status })], [listed()]);
      expect({ matched, foreign }).toEqual({ matched: [{ id: 'rfd_a', ref: 'rfnd_1' }], foreign: [] });
    },
  );

  test('matches it to one that was confirmed by hand with the id of the gateway', () => {
    const confirmed = own({ status: 'succeeded', reference: 'rfnd_1' });
    expect(matchRefunds([confirmed], [listed()]).matched).toEqual([{ id: 'rfd_a', ref: 'rfnd_1' }]);
  });

  test.each([
    ['of another amount', own({ amount: 9_999 })],
    ['that failed', own({ status: 'failed' })],
    ['that another process is sending', own({ status: 'sent', isBeingSent: true })],
    ['that was transferred by hand', own({ status: 'succeeded', reference: '2026112012345' })],
    ['that the gateway has confirmed as another one', own({ status: 'succeeded', providerRef: 'rfnd_0' })],
  ])('does not match it to one %s', (_name, refund) => {
    expect(matchRefunds([refund], [listed()])).toEqual({ matched: [], foreign: [listed()] });
  });

  test('matches each refund once, and none that is already known', () => {
    const known = own({ id: 'rfd_b', status: 'succeeded', providerRef: 'rfnd_1' });
    const again = listed({ ref: 'rfnd_2' });
    expect(matchRefunds([known, own()], [listed(), again, listed({ ref: 'rfnd_3' })])).toEqual({
      matched: [{ id: 'rfd_a', ref: 'rfnd_2' }],
      foreign: [listed({ ref: 'rfnd_3' })],
    });
  });
});

test('open refunds are reduced to the remaining amount, down to zero', () => {
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

test('the refund list is read at growing intervals and at the instant that allows another request', () => {
  const sentAt = new Date('2026-11-20T10:00:00Z');
  const after = (minutes: number) => new Date(sentAt.getTime() + minutes * 60_000);
  const waits = [0, 10, 40, 200, 24 * 60 - 5, 24 * 60].map((minutes) => {
    return (nextRefundCheck(sentAt, after(minutes)).getTime() - after(minutes).getTime()) / 60_000;
  });
  expect(waits).toEqual([10, 10, 40, 60, 5, 60]);
  expect(nextRefundCheck(null, sentAt)).toEqual(after(10));
});
