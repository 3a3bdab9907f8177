import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, inject, test } from 'vitest';
import { MILESTONE_POINTS } from '@/domain/points';
import { orders, pointsEntries } from '@/server/db/schema';
import { registerSubscriber } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';

const START = '2027-01-20';
const world = withWorld({ startAt: `${START}T10:00:00+07:00` });
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

const MONTHS = inject('isDeep') ? 12 : 1;
const MILESTONE_ORDERS = 10;
const DATES = [
  START,
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
  '2027-12-31',
  '2028-01-31',
  '2028-02-29',
  '2028-03-31',
  '2028-04-30',
];

test('charges a subscriber with payment day 31 correctly for months, also in short ones', async () => {
  const { email, browser } = await registerSubscriber(world);
  const journey = await world.travelTo(`${DATES[MONTHS]}T20:00:00+07:00`);
  expect(journey).toMatchObject({ charged: MONTHS, declined: 0, unknown: 0, failed: 0 });
  const rows = await ordersOf(email);
  const datesOf = (status: string) =>
    rows.filter((row) => row.status === status).map((row) => row.paymentDate);
  expect(datesOf('paid')).toEqual(DATES.slice(0, MONTHS + 1));
  expect(datesOf('upcoming')).toEqual(DATES.slice(MONTHS + 1, MONTHS + 4));
  const milestones = MONTHS + 1 < MILESTONE_ORDERS ? 0 : 1;
  const kinds = (await world.db.select().from(pointsEntries)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'earned')).toHaveLength(MONTHS + 1);
  expect(kinds).toHaveLength(MONTHS + 1 + milestones);
  const receipt = await world.latestMail(email);
  expect(receipt?.text).toContain('375.25');
  await browser.post('/api/login', { email, password: 'correct horse' });
  expect((await browser.get('/api/me')).body.data).toMatchObject({
    points: (MONTHS + 1) * 33 + milestones * MILESTONE_POINTS,
  });
});
