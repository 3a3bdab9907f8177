import { expect, test } from 'vitest';
import { applyMutation, listMutations } from './mutations/patches';

test('every mutation applies to the sources', () => {
  const mutations = listMutations(process.cwd());
  const failures = mutations.flatMap((mutation) => {
    try {
      applyMutation(mutation, process.cwd(), true);
      return [];
    } catch (error) {
      return [`${mutation.name}: ${String(error)}`];
    }
  });
  expect(mutations.length).toBeGreaterThan(0);
  expect(failures).toEqual([]);
});
