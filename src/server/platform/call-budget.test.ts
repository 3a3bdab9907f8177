import { expect, test } from 'vitest';
import { AppError } from '@/domain/errors';
import { THROTTLES } from '@/domain/throttle';
import { processState } from '@/process-state';
import { plantProgram } from '@/testing/programs';
import { withWorld } from '@/testing/with-world';
import { countCall } from './call-budget';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' } });

/** Counts calls at once. @returns how many of them were allowed */
async function countAtOnce(calls: number, subject: string): Promise<number> {
  const done = await Promise.allSettled(
    Array.from({ length: calls }, () => countCall(world.db, 'tokenCalls', subject)),
  );
  for (const one of done)
    if (one.status === 'rejected') expect((one.reason as AppError).code).toBe('THROTTLED');
  return done.filter(({ status }) => status === 'fulfilled').length;
}

const startProcess = () => processState('call-budgets', () => new Map<string, unknown>()).clear();

test('all processes together allow exactly the calls of the limit, and other subjects have their own', async () => {
  const { max } = THROTTLES.tokenCalls;
  expect(await countAtOnce(max - 200, 'busy')).toBe(max - 200);
  startProcess();
  expect(await countAtOnce(400, 'busy')).toBe(200);
  expect(await countAtOnce(1, 'other')).toBe(1);
});

test('a program sees what is left for its token, and after it 429 with the time to wait', async () => {
  const { tokenId, headers } = await plantProgram(world, ['codes:read']);
  const { max } = THROTTLES.tokenCalls;
  const first = await world.request('GET', '/api/v1/codes', undefined, headers);
  expect(first.headers.get('ratelimit-policy')).toBe(`"tokenCalls";q=${max};w=60`);
  expect(first.headers.get('ratelimit')).toMatch(new RegExp(`^"tokenCalls";r=${max - 1};t=\\d+$`));
  await countAtOnce(max, tokenId);
  const last = await world.request('GET', '/api/v1/codes', undefined, headers);
  expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(last.headers.get('ratelimit')).toMatch(/^"tokenCalls";r=0;t=\d+$/);
});
