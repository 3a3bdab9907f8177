import { expect, test } from 'vitest';
import { ERROR_KINDS, kindOf } from './error-kinds';
import { allow, AppError, enforce, refuse } from './errors';

test('enforce passes an allowed verdict and throws a refused one with its code and details', () => {
  expect(() => enforce(allow)).not.toThrow();
  const refused = () => enforce(refuse('SKIP_TOO_LATE'), { orderId: 'ord_1' });
  expect(refused).toThrow(AppError);
  expect(refused).toThrow(expect.objectContaining({ code: 'SKIP_TOO_LATE', details: { orderId: 'ord_1' } }));
});

test('each error code has one kind, but CODE_INVALID is a conflict when paying', () => {
  expect(kindOf(new AppError('CODE_INVALID'))).toBe('invalid');
  expect(kindOf(new AppError('CODE_INVALID', {}, 'conflict'))).toBe('conflict');
  expect(kindOf(new AppError('CARD_DECLINED', { reason: 'insufficient_fund' }))).toBe('declined');
});

test('every internal or provider failure is reported as unavailable', () => {
  const failed = Object.entries(ERROR_KINDS).filter(([code]) => code.endsWith('_FAILED'));
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.filter(([, kind]) => kind !== 'unavailable')).toEqual([]);
});
