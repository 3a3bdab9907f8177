import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { cards, messages } from '@/server/db/schema';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { createCardToken } from '@/testing/cards';
import { GOOD_CARD } from '@/testing/browser';
import { goTo, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { addCard } from './add-card';
import { nextCardWarningAt } from './card-warnings';
import { updateCard } from './change-card';

const world = withWorld({ cleanup: 'check' });

const cardExpiring = (expiryMonth: number, expiryYear: number) => ({ ...GOOD_CARD, expiryMonth, expiryYear });

/** Runs the billing run of a morning twice. @returns all notices of expiring cards so far */
async function runMorning(day: string, time = '09:00') {
  await goTo(world, day, time);
  await runBilling(world.ctx());
  await runBilling(world.ctx());
  const notices = await world.db
    .select({ payload: messages.payload })
    .from(messages)
    .where(eq(messages.kind, 'card_expiring'))
    .orderBy(messages.createdAt);
  return notices.map(({ payload }) => [payload.expired, payload.paymentDate]);
}

const nextAt = async () => (await nextCardWarningAt(world.ctx(), world.now()))?.toISOString();

test('notifies once of a card that expires within sixty days', async () => {
  const person = await plantSubscriber(world, { frequency: 2 }, cardExpiring(2, 2027));
  // The next payment is on 31 January; 28 February is sixty days after 30 December.
  expect(await nextAt()).toBe('2026-12-30T02:00:00.000Z');
  expect(await runMorning('2026-12-29')).toEqual([]);
  expect(await runMorning('2026-12-30')).toEqual([[false, '2027-01-31']]);
  expect(await runMorning('2026-12-31')).toEqual([[false, '2027-01-31']]);
  expect(await nextAt()).toBe('2027-03-01T02:00:00.000Z');
  await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
  expect(await nextAt()).toBeUndefined();
});

test('notifies once of an expired card, with the payment that will fail', async () => {
  await plantSubscriber(world, { frequency: 3 }, cardExpiring(12, 2026));
  expect(await runMorning('2026-11-21')).toEqual([[false, '2027-02-28']]);
  expect(await runMorning('2026-12-31')).toHaveLength(1);
  expect(await runMorning('2027-01-01')).toEqual([
    [false, '2027-02-28'],
    [true, '2027-02-28'],
  ]);
  expect(await runMorning('2027-01-02')).toHaveLength(2);
});

test('notifies of a card that expires before the next payment date, also more than sixty days ahead', async () => {
  await plantSubscriber(world, { frequency: 3 }, cardExpiring(1, 2027));
  expect(await runMorning('2026-11-21')).toEqual([[false, '2027-02-28']]);
});

test('sends no notice of a card that is not charged', async () => {
  const person = await plantSubscriber(world);
  const cardToken = await createCardToken({ number: '5555555555554444', expiryMonth: 12, expiryYear: 2026 });
  await addCard(world.ctx(), person.accountId, { cardToken });
  expect(await runMorning('2026-11-21')).toEqual([]);
  const saved = await world.db.select().from(cards).where(eq(cards.lastDigits, '4444'));
  await updateCard(world.ctx(), person.accountId, { cardId: saved[0]?.id ?? '', makeDefault: true });
  expect(await runMorning('2026-11-22', '10:30')).toEqual([]);
  expect(await runMorning('2026-11-23')).toHaveLength(1);
});

test('notifies again after the expiry date is corrected to another near date', async () => {
  await plantSubscriber(world, {}, cardExpiring(12, 2026));
  expect(await runMorning('2026-11-21')).toHaveLength(1);
  await transaction(world.db, (tx) => tx.update(cards).set({ expiryMonth: 1, expiryYear: 2027 }));
  expect(await runMorning('2026-12-10')).toHaveLength(2);
});
