import { expect, test } from 'vitest';
import { CASE_KINDS } from '@/domain/desk-cases';
import { DISMISSIBLE } from '@/schemas/desk';
import { ACTED, WAYS } from './case-ways';

test('every kind of case on Today has a next step', () => {
  const stepped = new Set<string>([...Object.keys(WAYS), ...Object.values(DISMISSIBLE).flat(), ...ACTED]);
  expect(CASE_KINDS.filter((kind) => !stepped.has(kind))).toEqual([]);
});
