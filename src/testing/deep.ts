import { inject, test } from 'vitest';

type DeepTest = (title: string, run: () => void | Promise<void>, timeoutMs?: number) => void;

/**
 * As `test`, for what is exhaustive or long: only `npm run test:deep` has these tests. A short test of the same kind
 * stands beside each.
 */
export const deepTest: DeepTest = inject('isDeep') ? test : () => undefined;
