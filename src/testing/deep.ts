import { inject, test } from 'vitest';

/** Returns the first `count` cases of a rule that is the same for all of them; in `npm run test:deep` all cases. */
export const firstOrAll = <const Case>(cases: readonly Case[], count = 1): readonly Case[] =>
  inject('isDeep') ? cases : cases.slice(0, count);

type DeepTest = (title: string, run: () => void | Promise<void>, timeoutMs?: number) => void;

/**
 * As `test`, for what is exhaustive or long: only `npm run test:deep` has these tests. A short test of the same kind
 * stands beside each.
 */
export const deepTest: DeepTest = inject('isDeep') ? test : () => undefined;
