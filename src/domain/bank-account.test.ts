import { expect, test } from 'vitest';
import { canRemoveBankAccount, isLinkOver, nextLinkReadAt } from './bank-account';
import { allow, refuse } from './errors';

const START = Date.parse('2026-11-20T03:00:00Z');
const after = (minutes: number) => new Date(START + minutes * 60_000);
const LINK = { createdAt: after(0), expiresAt: after(24 * 60) };

test('a pending link is read after 1, 3, 10 and 30 minutes, after its expiry, then hourly', () => {
  const reads = [0, 1, 3, 10, 30, 24 * 60 + 5, 25 * 60 + 5].map((at) => nextLinkReadAt(LINK, after(at)));
  expect(reads).toEqual([1, 3, 10, 30, 24 * 60 + 5, 25 * 60 + 5, 26 * 60 + 5].map(after));
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
