import { describe, expect, test } from 'vitest';
import { satangOf } from './money';
import { incomingAmount, momentOf } from './statement-values';

test.each([
  ['375.25', 37_525],
  ['1,234.5', 123_450],
  ['฿500', 50_000],
  [' 20 ', 2_000],
  ['1,23', null],
  ['12.345', null],
  ['-5', null],
  ['', null],
])('%j is %j satang', (text, satang) => {
  expect(satangOf(text)).toBe(satang);
});

describe('the incoming amount of a line', () => {
  test.each([
    ['375.25', 37_525],
    ['+375.25', 37_525],
    ['="312.50"', 31_250],
    ['312.5000', 31_250],
    ['1,234.50 THB', 123_450],
    ['฿ 20.00', 2_000],
    ['๓๗๕.๒๕ บาท', 37_525],
  ])('of %j is %j satang', (text, satang) => {
    expect(incomingAmount(text)).toBe(satang);
  });

  test.each(['', '0', '0.00', '0.00 THB', '-4,100.00 THB', '(5.00)', '5.00-'])('of %j is none', (text) => {
    expect(incomingAmount(text)).toBe('none');
  });

  test.each(['five', '12.345', '312.5010', '1,23', '375,25', '5 USD'])('of %j can’t be read', (text) => {
    expect(incomingAmount(text)).toBeNull();
  });
});

describe('the moment of a line', () => {
  test.each([
    ['20/11/2026', '2026-11-20', null],
    ['20-11-2569 09:05', '2026-11-20', '09:05'],
    ['20/11/2569 9:05', '2026-11-20', '09:05'],
    ['20/11/69', '2026-11-20', null],
    ['20-11-26', '2026-11-20', null],
    ['20.11.2569', '2026-11-20', null],
    ['๒๐/๑๑/๒๕๖๙', '2026-11-20', null],
    ['20 พ.ย. 2569', '2026-11-20', null],
    ['20 พ.ย. 69 09:05 น.', '2026-11-20', '09:05'],
    ['20 พฤศจิกายน 2569', '2026-11-20', null],
    ['20-Nov-26', '2026-11-20', null],
    ['20 November 2026, 09:05:07', '2026-11-20', '09:05:07'],
    ['3 Sept 2026', '2026-09-03', null],
    ['20-11-26 02:30:15 pm', '2026-11-20', '14:30:15'],
    ['20-11-26 12:30:15 am', '2026-11-20', '00:30:15'],
    ['2569-11-20', '2026-11-20', null],
    ['20261120', '2026-11-20', null],
    ['46346', '2026-11-20', null],
    ['46346.378472222', '2026-11-20', '09:05:00'],
    ['="20/11/2026"', '2026-11-20', null],
    ['2026-11-20 00:00:00', '2026-11-20', null],
    ['2026-11-20T09:05:07+07:00', '2026-11-20', '09:05:07'],
    ['2026-11-19T17:30:00Z', '2026-11-20', '00:30:00'],
    ['2026-11-20T20:30:00.000-0500', '2026-11-21', '08:30:00'],
  ])('%s is %s in Bangkok, at %s', (date, paidOn, time) => {
    expect(momentOf(date, '')).toEqual({ paidOn, time });
  });

  test.each([
    '',
    'yesterday',
    '31/11/2026',
    '2026-13-01',
    '20/11',
    '20 Foo 2026',
    '20/11/2026 soon',
    '375.25',
  ])('%j can’t be read', (date) => {
    expect(momentOf(date, '')).toBeNull();
  });

  test('has the time of the time column if the day has none', () => {
    expect(momentOf('20/11/26', '9:05')).toEqual({ paidOn: '2026-11-20', time: '09:05' });
    expect(momentOf('20/11/26', '25:00')).toEqual({ paidOn: '2026-11-20', time: null });
  });
});
