import { expect, test } from 'vitest';
import { CASE_KINDS } from '@/domain/desk-cases';
import { STAFF_ROLES } from '@/domain/staff';
import { hasStep } from './case-ways';

test('every kind of case on Today has a next step that an owner may take', () => {
  expect(CASE_KINDS.filter((kind) => !hasStep(kind, 'owner'))).toEqual([]);
});

test.each(STAFF_ROLES)('Today of %s has a step of its own work only', (role) => {
  expect(CASE_KINDS.filter((kind) => hasStep(kind, role))).toMatchSnapshot();
});
