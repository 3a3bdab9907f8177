import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { MILESTONE_POINTS } from '@/domain/points';
import { orders, pointsEntries } from '@/server/db/schema';
import { createSubscriber } from '@/testing/people';
import { withWorld } from '@/testing/with-world';

const world = withWorld();
beforeAll(async () => {
  await world.startWorker();
});

async function ordersOf(email: string) {
  const account = await world.db.query.accounts.findFirst({ where: (a) => eq(a.email, email) });
  return world.db
    .select()
    .from(orders)
    .where(eq(orders.accountId, account?.id ?? ''))
    .orderBy(asc(orders.cycleIndex));
}

test('charges a subscriber with payment day 31 correctly for a year, also in short months', async () => {
  const { email, browser } = await createSubscriber(world);
  const journey = await world.travelTo('2027-12-01T10:00:00+07:00');
  expect(journey).toMatchObject({ charged: 12, declined: 0, unknown: 0, failed: 0 });
  const rows = await ordersOf(email);
  expect(rows.filter((row) => row.status === 'paid').map((row) => row.paymentDate)).toEqual([
    '2026-11-20',
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
    '2027-07-31',
    '2027-08-31',
    '2027-09-30',
    '2027-10-31',
    '2027-11-30',
  ]);
  expect(rows.filter((row) => row.status === 'upcoming').map((row) => row.paymentDate)).toEqual([
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
  ]);
  const kinds = (await world.db.select().from(pointsEntries)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'earned')).toHaveLength(13);
  expect(kinds.filter((kind) => kind !== 'earned')).toEqual(['milestone']);
  const receipt = await world.latestMail(email);
  expect(receipt?.text).toContain('375.25');
  await browser.post('/api/login', { email, password: 'correct horse' });
  expect((await browser.get('/api/me')).body.data).toMatchObject({ points: 13 * 33 + MILESTONE_POINTS });
});
