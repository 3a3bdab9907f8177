import { expect, test } from 'vitest';
import { allow, AppError, enforce, ERROR_KINDS, refuse } from './errors';

test('enforce passes an allowed verdict and throws a refused one with its code and details', () => {
  expect(() => enforce(allow)).not.toThrow();
  const refused = () => enforce(refuse('SKIP_TOO_LATE'), { orderId: 'ord_1' });
  expect(refused).toThrow(AppError);
  expect(refused).toThrow(
    expect.objectContaining({ code: 'SKIP_TOO_LATE', kind: 'conflict', details: { orderId: 'ord_1' } }),
  );
});

test('each error code has one kind, but CODE_INVALID is a conflict when paying', () => {
  expect(new AppError('CODE_INVALID').kind).toBe('invalid');
  expect(new AppError('CODE_INVALID', {}, 'conflict').kind).toBe('conflict');
  expect(new AppError('CARD_DECLINED', { reason: 'insufficient_fund' }).kind).toBe('declined');
});

test('every internal or provider failure is reported as unavailable', () => {
  const failed = Object.entries(ERROR_KINDS).filter(([code]) => code.endsWith('_FAILED'));
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.filter(([, kind]) => kind !== 'unavailable')).toEqual([]);
});
