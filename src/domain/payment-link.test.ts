import { describe, expect, test } from 'vitest';
import { dayOf, parseDay } from './day';
import {
  endsUnpaid,
  mayConcern,
  lastDayOfLink,
  linkEndsAt,
  qrEndsAt,
  referenceOf,
  referencesIn,
  remindOfLinkAt,
} from './payment-link';

const at = (text: string) => new Date(`${text}+07:00`);

describe('a payment link', () => {
  const PLANNED = parseDay('2026-12-20');
  test.each([
    ['first', 'awaiting_payment', null, 'registration'],
    ['renewal', 'awaiting_payment', null, 'subscription'],
    ['renewal', 'awaiting_payment', PLANNED, null],
    ['renewal', 'charging', null, null],
    ['renewal', 'unpaid', null, null],
    ['reactivation', 'awaiting_payment', null, null],
  ] as const)(
    'of a %s order in %s, ordered now from %s, ends with: %s',
    (kind, status, orderedFrom, ends) => {
      expect(endsUnpaid({ kind, status, orderedFrom })).toBe(ends);
    },
  );

  test.each([
    ['2026-12-31T09:00:00', '2027-01-04T00:00:00'],
    ['2026-12-31T00:00:00', '2027-01-04T00:00:00'],
    ['2026-12-31T23:59:59', '2027-01-04T00:00:00'],
    ['2028-02-27T09:00:00', '2028-03-02T00:00:00'],
  ])('made at %s works until the end of the third day after: first instant without it %s', (made, ends) => {
    expect(linkEndsAt(at(made))).toEqual(at(ends));
    expect(lastDayOfLink(at(ends)) < dayOf(at(ends))).toBe(true);
  });

  test('has its reminder at 09:00 of the day before its last day', () => {
    expect(remindOfLinkAt(at('2026-12-31T09:00:00'), at('2027-01-04T00:00:00'))).toEqual(
      at('2027-01-02T09:00:00'),
    );
  });

  test('that ends too soon has no reminder', () => {
    expect(remindOfLinkAt(at('2027-01-02T09:00:00'), at('2027-01-04T00:00:00'))).toBeNull();
    expect(remindOfLinkAt(at('2027-01-03T10:00:00'), at('2027-01-04T00:00:00'))).toBeNull();
  });
});

describe('a QR code', () => {
  const deadline = at('2027-01-04T00:00:00');

  test('is valid for a day at most, in whole seconds', () => {
    expect(qrEndsAt(at('2026-12-31T09:00:00.700'), deadline)).toEqual(at('2027-01-01T09:00:00'));
  });

  test('never expires after its link', () => {
    expect(qrEndsAt(at('2027-01-03T10:00:00'), deadline)).toEqual(deadline);
  });

  test('is not made in the last two minutes before its link expires', () => {
    expect(qrEndsAt(at('2027-01-03T23:58:00'), deadline)).toEqual(deadline);
    expect(qrEndsAt(at('2027-01-03T23:58:00.001'), deadline)).toBeNull();
    expect(qrEndsAt(deadline, deadline)).toBeNull();
    expect(qrEndsAt(at('2027-02-01T00:00:00'), deadline)).toBeNull();
  });
});

describe('a payment reference', () => {
  test('has eight unambiguous characters', () => {
    const all = Array.from({ length: 256 }, (_, byte) => referenceOf(new Uint8Array(8).fill(byte)));
    for (const one of all) expect(one).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
  });

  test.each([
    ['K7MQ2XP4', ['K7MQ2XP4']],
    ['k7mq-2xp4', ['K7MQ2XP4']],
    ['K7MQ 2XP4', ['K7MQ2XP4']],
    ['IRA K7MQ2XP4 thanks', ['K7MQ2XP4']],
    ['K7MQ2XP4/B2C3D4E5', ['K7MQ2XP4', 'B2C3D4E5']],
    ['XK7MQ2XP4', []],
    ['', []],
    ['โอนเงิน K7MQ2XP4', ['K7MQ2XP4']],
    ['KB000123 MS MALI K7MQ 2XP4', ['K7MQ2XP4']],
    ['IRAK7MQ2XP4', ['K7MQ2XP4']],
    ['ira-k7mq-2xp4', ['K7MQ2XP4']],
    ['IRA K7MQ 2XP4 THX', ['K7MQ2XP4']],
    ['K7MQ\u20132XP4 thanks', ['K7MQ2XP4']],
    ['\uFF2B\uFF17\uFF2D\uFF31\uFF12\uFF38\uFF30\uFF14', ['K7MQ2XP4']],
  ])('is found in "%s"', (text, found) => {
    expect(referencesIn(text)).toEqual(found);
  });
});

describe('a transfer that is not booked', () => {
  const link = {
    orderId: 'ord_1',
    reference: 'K7MQ2XP4',
    amount: 40_775,
    createdAt: at('2026-11-20T10:00'),
    expiresAt: at('2026-11-28T00:00'),
  };
  const unrelated = {
    orderId: null,
    reference: 'SALARY NOV',
    amount: 90_000,
    paidOn: parseDay('2026-11-21'),
  };

  test.each([
    ['names its order', { orderId: 'ord_1' }],
    ['has one other character', { reference: 'IRA K7MQ2XP5' }],
    ['has one character less', { reference: 'k7mq-2p4 ira' }],
    ['has one character more', { reference: 'REF K7MQ22XP4' }],
    ['has the whole reference', { reference: 'FOR K7MQ2XP4 AND B2C3D4E5' }],
    ['has almost its amount while it was open', { amount: 38_775 }],
    ['has almost its amount on its last day', { amount: 42_775, paidOn: parseDay('2026-11-27') }],
  ])('may concern a link if it %s', (_, over) => {
    expect(mayConcern({ ...unrelated, ...over }, link)).toBe(true);
  });

  test.each([
    ['has nothing of it', {}],
    ['names another order', { orderId: 'ord_2', reference: 'K7MQ2XP4', amount: 40_775 }],
    ['has two other characters', { reference: 'K7MQ2X55' }],
    ['has an amount that differs by more than ฿20', { amount: 38_774 }],
    ['has almost its amount before it was made', { amount: 40_000, paidOn: parseDay('2026-11-19') }],
    ['has almost its amount after it ended', { amount: 40_000, paidOn: parseDay('2026-11-28') }],
  ])('does not concern a link if it %s', (_, over) => {
    expect(mayConcern({ ...unrelated, ...over }, link)).toBe(false);
  });
});
