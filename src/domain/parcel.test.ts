import { describe, expect, test } from 'vitest';
import { SHIPMENT_STATUSES } from './order';
import {
  askAgainAt,
  fulfilmentNumber,
  furtherStatus,
  HAND_OVER_MINUTES,
  handOverAt,
  isTrackingNumber,
  isWithoutNews,
  lossRefusal,
  nextReadAt,
  parcelOfNumber,
  plainTrackingNumber,
  s10CheckDigit,
  statusOfWord,
  trackingOf,
} from './parcel';

const at = (text: string) => new Date(`${text}+07:00`);

describe('status codes of the fulfilment service', () => {
  test.each([
    ['RESERVED', 'preparing'],
    ['WAITPAY', 'preparing'],
    ['RECVPAY', 'preparing'],
    ['APPROVED', 'preparing'],
    ['PICKING', 'preparing'],
    ['PROCESSING', 'preparing'],
    ['PACKED', 'packed'],
    ['INPROGRESS', 'packed'],
    ['SHIPPED', 'shipped'],
    ['delivered ', 'delivered'],
  ])('%s means %s', (word, status) => {
    expect(statusOfWord(word)).toBe(status);
  });

  test.each(['UNKNOWN', '', 'CANCELLED', 'toString', '__proto__'])('%s is unknown', (word) => {
    expect(statusOfWord(word)).toBeNull();
  });

  test('of two statuses the more advanced one is kept, whichever came first', () => {
    for (const [i, a] of SHIPMENT_STATUSES.entries())
      for (const [j, b] of SHIPMENT_STATUSES.entries())
        expect(furtherStatus(a, b)).toBe(SHIPMENT_STATUSES[Math.max(i, j)]);
  });
});

describe('parcel timing', () => {
  test('hands a parcel over at a full ten minutes, at least five minutes after the payment', () => {
    expect(handOverAt(at('2026-11-20T10:00:00.001'))).toEqual(at('2026-11-20T10:10:00'));
    expect(handOverAt(at('2026-11-20T10:05:00'))).toEqual(at('2026-11-20T10:10:00'));
    expect(handOverAt(at('2026-11-20T10:05:00.001'))).toEqual(at('2026-11-20T10:20:00'));
  });

  test('hands a parcel over within the minutes that the subscriber is shown', () => {
    for (let second = 0; second < 1200; second++) {
      const paid = new Date(at('2026-11-20T10:00:00').getTime() + second * 1000);
      const minutes = (handOverAt(paid).getTime() - paid.getTime()) / 60_000;
      expect(minutes).toBeGreaterThanOrEqual(HAND_OVER_MINUTES.from);
      expect(minutes).toBeLessThan(HAND_OVER_MINUTES.until);
    }
  });

  test.each([
    ['preparing', '2026-11-20T10:00:00', '2026-11-20T12:00:00'],
    ['preparing', '2026-11-20T11:45:00', '2026-11-20T18:00:00'],
    ['packed', '2026-11-20T10:00:00', '2026-11-20T12:00:00'],
    ['packed', '2026-11-20T12:00:00', '2026-11-20T16:00:00'],
    ['shipped', '2026-11-20T12:00:00', '2026-11-21T00:00:00'],
  ] as const)('schedules the next read: %s, read on %s, is read again on %s', (status, now, next) => {
    expect(nextReadAt(status, at(now), at(now))).toEqual(at(next));
  });

  test('reads once a day after a week without news, and stops after thirty days or on arrival', () => {
    const news = at('2026-11-20T10:00:00');
    expect(nextReadAt('packed', news, at('2026-11-27T10:00:00'))).toEqual(at('2026-11-28T00:00:00'));
    expect(isWithoutNews(news, at('2026-12-20T09:59:59'))).toBe(false);
    expect(isWithoutNews(news, at('2026-12-20T10:00:00'))).toBe(true);
    expect(nextReadAt('delivered', news, news)).toBeNull();
  });

  test('retries an unavailable service after 1, 5, 15 and 30 minutes, then every hour', () => {
    const now = at('2026-11-20T10:00:00');
    const waits = [0, 1, 2, 3, 4, 5, 50].map((tries) => askAgainAt(tries, now).getTime() - now.getTime());
    expect(waits.map((ms) => ms / 60_000)).toEqual([1, 1, 5, 15, 30, 60, 60]);
  });
});

describe('parcel tracking', () => {
  test.each([
    ['47312482', 9],
    ['58256815', 1],
    ['00000000', 5],
    ['00000006', 2],
  ])('the check digit of %s is %i', (serial, digit) => {
    expect(s10CheckDigit(serial)).toBe(digit);
  });

  test.each([
    [
      'EMS EMS',
      'EE 4731 2482-9 TH',
      'Thailand Post',
      'https://track.thailandpost.co.th/?trackNumber=EE473124829TH',
    ],
    [
      'FLASH',
      'TH01428ABCDE1A',
      'Flash Express',
      'https://www.flashexpress.com/fle/tracking?se=TH01428ABCDE1A',
    ],
    [
      'KERRY Standard',
      'KEX12345678',
      'KEX Express',
      'https://th.kerryexpress.com/th/track/?track=KEX12345678',
    ],
    ['J&T', '820012345678', 'J&T Express', 'https://www.jtexpress.co.th/service/track?bills=820012345678'],
    ['SPX', 'SPXTH012345678', 'SPX Express', 'https://spx.co.th/track?SPXTH012345678'],
    ['Ninja Van', 'NVTH12345678', 'Ninja Van', 'https://www.ninjavan.co.th/th-th/tracking?id=NVTH12345678'],
    [null, 'RR582568151TH', 'Thailand Post', 'https://track.thailandpost.co.th/?trackNumber=RR582568151TH'],
  ])('by %s with number %s gives %s', (mode, number, courier, url) => {
    expect(trackingOf(mode, number)).toMatchObject({ courier, url });
  });

  test('gives no link for a wrong check digit, a number in another form or an unknown courier', () => {
    expect(trackingOf('EMS', 'EE473124820TH')).toEqual({
      courier: 'Thailand Post',
      number: 'EE473124820TH',
      url: null,
    });
    expect(trackingOf('FLASH', '820012345678')).toMatchObject({ courier: 'Flash Express', url: null });
    expect(trackingOf(null, '"><script>')).toEqual({ courier: null, number: '"><SCRIPT>', url: null });
  });
});

test.each([
  ['a shipped parcel that is lost', {}, {}, null],
  ['a delivered one that was damaged', { loss: 'damaged' }, { status: 'delivered' }, null],
  ['the second one by its number', { number: 2 }, { number: 2 }, null],
  ['a delivered one as lost', {}, { status: 'delivered' }, 'delivered'],
  ['one that is packed', {}, { status: 'packed' }, 'not_shipped'],
  ['the first one, sent again already', {}, { number: 2, status: 'preparing' }, 'sent_again'],
  ['one that does not exist', { number: 2 }, {}, 'no_such_parcel'],
  ['one that was refunded as lost', {}, { loss: 'lost' }, 'refunded_for_loss'],
  ['one of an order whose refund is under way', { order: { isRefunded: true } }, {}, 'refunded'],
  ['one of a void order', { order: { status: 'void' } }, {}, 'not_paid'],
] as const)(
  'a parcel that is %s may be replaced or refunded unless there is a reason',
  (_what, asked, parcel, refusal) => {
    const { order = {}, ...reported } = asked as { order?: object };
    const verdict = lossRefusal(
      { number: 1, loss: 'lost', ...reported },
      { status: 'paid', isRefunded: false, ...order },
      { number: 1, status: 'shipped', loss: null, ...parcel },
    );
    expect(verdict).toBe(refusal);
  },
);

test('a replacement parcel has its own fulfilment order number, which parses back to the order', () => {
  for (const number of [1, 2, 12])
    expect(parcelOfNumber(fulfilmentNumber('ord_7k3m', number))).toEqual({ orderId: 'ord_7k3m', number });
  expect(parcelOfNumber('OTHER-SHOP-0')).toEqual({ orderId: 'OTHER-SHOP-0', number: 1 });
});

test.each(['TH0142 8abc-DE1A', '820012345678', 'ＥＥ４７３１２４８２９ＴＨ', '\u200bKEX๑๒๓๔๕๖๗'])(
  '%j is a tracking number',
  (typed) => {
    expect(isTrackingNumber(typed)).toBe(true);
    expect(plainTrackingNumber(typed)).toMatch(/^[A-Z0-9]{10,}$/);
  },
);

test.each(['8.85012E+12', '8,85012E+12', '8.85E12', '1E+15', '8850123456789.0', '#N/A', 'เลขพัสดุ', '-', ''])(
  '%j is no tracking number',
  (typed) => {
    expect(isTrackingNumber(typed)).toBe(false);
  },
);
