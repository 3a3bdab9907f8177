import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { cards, chargeAttempts } from '@/server/db/schema';
import { clearFaults, injectFault } from '@/testing/providers';
import { plantFailed } from '@/testing/repair-links';
import { attemptsOf, goTo, refusalOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { repairByCard } from './repair-by-card';
import { showRepair } from './repair-page';

const world = withWorld({ cleanup: 'check' });
const TOTAL = 37525;

const again = (token: string, expectedTotal = TOTAL) => repairByCard(world.ctx(), token, { expectedTotal });

test('the saved card is charged again once a day, also if asked twice at once, and the retry schedule goes on', async () => {
  const failed = await plantFailed(world);
  expect(await refusalOf(again(failed.token, TOTAL - 1))).toBe('TOTAL_CHANGED');
  const made = async () => (await attemptsOf(world, failed.accountId)).length;
  const before = await made();
  const args = { status: 400, code: 'insufficient_fund' };
  await injectFault(world, { op: 'POST /charges', kind: 'status', args, times: 'always' });
  await Promise.allSettled([again(failed.token), again(failed.token)]);
  const view = await showRepair(world.ctx(), failed.token);
  expect(view).toMatchObject({ state: 'retrying', nextTryOn: '2027-01-01', sameCard: false });
  await goTo(world, '2026-12-31', '18:00');
  expect(await refusalOf(again(failed.token))).toBe('NOT_ALLOWED');
  expect(await made()).toBe(before + 1);
  await clearFaults(world);
  await goTo(world, '2027-01-01', '08:00');
  expect((await again(failed.token)).charge.outcome).toBe('paid');
  expect(await refusalOf(again(failed.token))).toBe('NOTHING_TO_PAY');
});

test('the saved card is never charged again after it has expired, or after its bank refused it for good', async () => {
  const failed = await plantFailed(world);
  const card = eq(cards.accountId, failed.accountId);
  const expiring = (expiryYear: number) =>
    transaction(world.db, (tx) => tx.update(cards).set({ expiryYear, expiryMonth: 11 }).where(card));
  await expiring(2026);
  expect((await showRepair(world.ctx(), failed.token)).sameCard).toBe(false);
  expect(await refusalOf(again(failed.token))).toBe('NOT_ALLOWED');
  await expiring(2030);
  expect((await showRepair(world.ctx(), failed.token)).sameCard).toBe(true);
  await transaction(world.db, (tx) =>
    tx
      .update(chargeAttempts)
      .set({ reason: 'stolen_or_lost_card' })
      .where(and(eq(chargeAttempts.accountId, failed.accountId), eq(chargeAttempts.status, 'declined'))),
  );
  expect(await refusalOf(again(failed.token))).toBe('NOT_ALLOWED');
});
