import { describe, expect, test } from 'vitest';
import { cancelOffer, OFFER_WAIT_DAYS, REASON_GROUPS, type CancelOfferFacts } from './cancel-offer';
import { addDays, parseDay } from './day';
import { CANCEL_REASONS, HEALTH_REASONS, REASONS_SHOWN } from './cancel-reason';
import type { Frequency } from './subscription';

const TODAY = parseDay('2026-11-20');
const FACTS: CancelOfferFacts = {
  today: TODAY,
  frequency: 1,
  isPaused: false,
  isChangeable: true,
  offeredOn: null,
};
const all = ([1, 2, 3] as Frequency[]).flatMap((frequency) =>
  [true, false].map((isPaused) => ({ ...FACTS, frequency, isPaused })),
);

describe('the offer beside a cancellation', () => {
  test.each(HEALTH_REASONS)('is never made for the reason %s', (reason) => {
    for (const facts of all) expect(cancelOffer(reason, facts)).toBeNull();
  });

  test.each(['alternativeBrand', 'theProductWasntGoodEnough'] as const)('does not exist for %s', (reason) => {
    for (const facts of all) expect(cancelOffer(reason, facts)).toBeNull();
  });

  test('is a lower frequency for a subscriber who has too much, and a pause if there is none', () => {
    const offer = (frequency: Frequency) => cancelOffer('buyWhenNeed', { ...FACTS, frequency });
    expect([offer(1), offer(2), offer(3)]).toEqual([
      { kind: 'frequency', months: null, frequency: 2, group: 'need' },
      { kind: 'frequency', months: null, frequency: 3, group: 'need' },
      { kind: 'pause', months: 3, frequency: null, group: 'need' },
    ]);
  });

  test('is a pause for a subscriber who is away or gives another reason, unless one is in progress', () => {
    expect(cancelOffer('leavingCountry', FACTS)).toEqual({
      kind: 'pause',
      months: 3,
      frequency: null,
      group: 'away',
    });
    expect(cancelOffer('other', FACTS)).toEqual({
      kind: 'pause',
      months: 1,
      frequency: null,
      group: 'other',
    });
    expect(cancelOffer('other', { ...FACTS, isPaused: true })).toBeNull();
  });

  test('is made again after 100 days, and not a day earlier', () => {
    const again = (days: number) =>
      cancelOffer('other', { ...FACTS, today: addDays(TODAY, days), offeredOn: TODAY }) !== null;
    expect([again(0), again(OFFER_WAIT_DAYS - 1), again(OFFER_WAIT_DAYS)]).toEqual([false, false, true]);
  });

  test('is not made while the subscription cannot be changed', () => {
    for (const reason of CANCEL_REASONS)
      expect(cancelOffer(reason, { ...FACTS, isChangeable: false })).toBeNull();
  });

  test('is counted in a group that several reasons share or that says nothing about the subscriber', () => {
    for (const reason of CANCEL_REASONS) {
      const group = cancelOffer(reason, FACTS)?.group;
      if (group) expect(REASON_GROUPS).toContain(group);
    }
  });
});

test('every reason is shown once, and the one for all others last', () => {
  expect(REASONS_SHOWN.toSorted()).toEqual(CANCEL_REASONS.toSorted());
  expect(REASONS_SHOWN.at(-1)).toBe('other');
});
