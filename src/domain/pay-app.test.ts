import { describe, expect, test } from 'vitest';
import { appEndsAt, appsFor, lastReadAt, PAY_APPS, platformOf } from './pay-app';

const at = (text: string) => new Date(`${text}+07:00`);
const BANKS = PAY_APPS.filter((app) => app !== 'truemoney');

describe('the apps of a payment link', () => {
  test('are those that the gateway lists and the seller has not switched off, banks first', () => {
    expect(appsFor(37_525, [...PAY_APPS].reverse(), [])).toEqual(PAY_APPS);
    expect(appsFor(37_525, ['truemoney', 'scb', 'kbank'], ['scb'])).toEqual(['kbank', 'truemoney']);
    expect(appsFor(37_525, [], [])).toEqual([]);
  });

  test.each([
    [1_999, []],
    [2_000, BANKS],
    [9_999, BANKS],
    [10_000, PAY_APPS],
    [5_000_000, PAY_APPS],
    [5_000_001, BANKS],
    [15_000_000, BANKS],
    [15_000_001, []],
  ])('take %i satang only within their limits', (amount, apps) => {
    expect(appsFor(amount, PAY_APPS, [])).toEqual(apps);
  });
});

describe('a payment in an app', () => {
  const deadline = at('2027-01-04T00:00:00');

  test.each([
    ['kbank', '09:10'],
    ['bay', '09:15'],
    ['bbl', '09:15'],
    ['ktb', '09:30'],
    ['truemoney', '09:03'],
  ] as const)('in %s expires with its charge at %s', (app, time) => {
    expect(appEndsAt(app, at('2026-12-31T09:00:00'), deadline)).toEqual(at(`2026-12-31T${time}:00`));
  });

  test('never lasts longer than a day, although the charge of SCB EASY does', () => {
    expect(appEndsAt('scb', at('2026-12-31T09:00:00'), deadline)).toEqual(at('2027-01-01T09:00:00'));
  });

  test('never outlives its link, and does not begin in the last two minutes of the link', () => {
    for (const app of PAY_APPS) {
      expect(appEndsAt(app, at('2027-01-03T23:58:00'), deadline)).toEqual(deadline);
      expect(appEndsAt(app, at('2027-01-03T23:58:30'), deadline)).toBeNull();
    }
  });

  test('is read until an hour after its expiry, or after the end of the charge while the gateway keeps it open', () => {
    const scb = {
      app: 'scb',
      createdAt: at('2026-12-31T09:00:00'),
      expiresAt: at('2027-01-01T09:00:00'),
    } as const;
    expect(lastReadAt(scb, false)).toEqual(at('2027-01-01T10:00:00'));
    expect(lastReadAt(scb, true)).toEqual(at('2027-01-07T10:00:00'));
    expect(lastReadAt({ ...scb, app: null }, true)).toEqual(at('2027-01-01T10:00:00'));
  });
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Line/14.0', 'IOS'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'ANDROID'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'WEB'],
  [null, 'WEB'],
])('names the platform of the browser %s', (device, platform) => {
  expect(platformOf(device)).toBe(platform);
});
