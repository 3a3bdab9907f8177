import { describe, expect, test } from 'vitest';
import { casesOf, inOrder, type CaseEntry } from './desk-cases';

const NOW = new Date('2027-01-04T02:12:00Z');
const entry = (id: string, more: Partial<CaseEntry> = {}): CaseEntry => ({
  id,
  since: '2027-01-02T02:00:00Z',
  code: null,
  amount: 10_000,
  ...more,
});
const many = (count: number, more: Partial<CaseEntry> = {}) =>
  Array.from({ length: count }, (_, at) => entry(`e${at}`, more));

describe('cases of the desk', () => {
  test('sum the parcels of one cause, with their number, their amount and the oldest', () => {
    const entries = [
      ...many(2, { code: 'out_of_stock' }),
      entry('old', { code: 'out_of_stock', since: '2026-12-30T02:00:00Z' }),
      entry('place', { code: 'unsupported_postcode' }),
    ];
    expect(casesOf('parcels', entries, NOW)).toMatchObject([
      { code: 'out_of_stock', count: 3, amount: 30_000, since: '2026-12-30T02:00:00Z' },
      { code: 'unsupported_postcode', count: 1, amount: 10_000 },
    ]);
  });

  test('show payments one by one, and from the sixth on as one row that unfolds', () => {
    expect(casesOf('money', many(5), NOW)).toHaveLength(5);
    expect(casesOf('money', many(6), NOW)).toMatchObject([{ count: 6, entries: many(6) }]);
  });

  test('count all entries of a kind although only the first are given', () => {
    const [found] = casesOf('retries', many(2, { code: 'expired_card' }), NOW, { count: 900, amount: 5 });
    expect(found).toMatchObject({ count: 900, amount: 5, causes: [{ code: 'expired_card', count: 2 }] });
    expect(casesOf('tomorrow', [], NOW, { count: 38, amount: 7 })).toMatchObject([
      { count: 38, since: null },
    ]);
    expect(casesOf('tomorrow', [], NOW, { count: 0, amount: null })).toEqual([]);
  });

  test('name the causes of a kind, the most frequent first', () => {
    const entries = [entry('a', { code: 'no_card' }), ...many(2, { code: 'insufficient_fund' })];
    expect(casesOf('retries', entries, NOW)[0]?.causes).toEqual([
      { code: 'insufficient_fund', count: 2 },
      { code: 'no_card', count: 1 },
    ]);
  });

  test('are in order by urgency: an open dispute, a transfer that holds a registration, then the rest', () => {
    const cases = [
      ...casesOf('tomorrow', many(1), NOW),
      ...casesOf('money', many(1), NOW),
      ...casesOf('transfers', [entry('free'), entry('held', { holds: ['acc_1'] })], NOW),
      ...casesOf('disputes', [entry('d', { code: 'dispute_open' })], NOW),
    ];
    expect(inOrder(cases).map(({ kind, urgency }) => [kind, urgency])).toEqual([
      ['disputes', 'evening'],
      ['transfers', 'evening'],
      ['transfers', 'today'],
      ['money', 'today'],
      ['tomorrow', 'week'],
    ]);
  });

  test('put a refused address before a charge of this week under today, any other under this week', () => {
    const urgencyOf = (until: string | null) => casesOf('emails', [entry('a', { until })], NOW)[0]?.urgency;
    expect([urgencyOf('2027-01-08T02:00:00Z'), urgencyOf('2027-01-20T02:00:00Z'), urgencyOf(null)]).toEqual([
      'today',
      'week',
      'week',
    ]);
  });
});
