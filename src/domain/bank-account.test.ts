import { expect, test } from 'vitest';
import type { Day } from './day';
import { canRemoveBankAccount, isLinkOver, isStillAgreed, nextLinkReadAt } from './bank-account';
import { allow, refuse } from './errors';

const START = Date.parse('2026-11-20T03:00:00Z');
const after = (minutes: number) => new Date(START + minutes * 60_000);
const LINK = { createdAt: after(0), expiresAt: after(24 * 60) };

test('a pending link is read after 1, 3, 10, 20 and 28 minutes, after 1 and 3 hours, after its expiry, then hourly', () => {
  const reads = [0, 1, 3, 10, 20, 28, 60, 180, 24 * 60 + 5, 25 * 60 + 5].map((at) =>
    nextLinkReadAt(LINK, after(at)),
  );
  expect(reads).toEqual([1, 3, 10, 20, 28, 60, 180, 24 * 60 + 5, 25 * 60 + 5, 26 * 60 + 5].map(after));
});

test('a link that could not be read is read again within ten minutes', () => {
  expect(nextLinkReadAt(LINK, after(30), false)).toEqual(after(40));
  expect(nextLinkReadAt(LINK, after(1), false)).toEqual(after(3));
});

test('a link that stays pending is given up a day after its expiry', () => {
  expect([isLinkOver(LINK, after(48 * 60 - 1)), isLinkOver(LINK, after(48 * 60))]).toEqual([false, true]);
});

test('a bank account is kept while it pays or is charged', () => {
  const facts = { paymentMethod: 'card', status: 'active', isBeingCharged: false } as const;
  const inUse = refuse('BANK_ACCOUNT_IN_USE');
  expect(canRemoveBankAccount(facts)).toEqual(allow);
  expect(canRemoveBankAccount({ ...facts, isBeingCharged: true })).toEqual(inUse);
  expect(canRemoveBankAccount({ ...facts, paymentMethod: 'bank_account' })).toEqual(inUse);
  expect(canRemoveBankAccount({ ...facts, paymentMethod: 'bank_account', status: 'inactive' })).toEqual(
    inUse,
  );
  expect(canRemoveBankAccount({ ...facts, paymentMethod: 'bank_account', status: 'cancelled' })).toEqual(
    allow,
  );
});

test('a first order stays agreed for 30 minutes, with the same code and dates', () => {
  const terms = { code: 'HELLO', dates: ['2026-11-20', '2026-12-31', '2027-01-31'] as Day[] };
  const agreed = { at: after(0).toISOString(), total: 37_525, ...terms };
  expect(isStillAgreed(agreed, terms, after(30))).toBe(true);
  expect(isStillAgreed(agreed, terms, after(31))).toBe(false);
  expect(isStillAgreed(agreed, { ...terms, code: null }, after(1))).toBe(false);
  expect(isStillAgreed(agreed, { ...terms, dates: ['2026-11-21' as Day] }, after(1))).toBe(false);
});
