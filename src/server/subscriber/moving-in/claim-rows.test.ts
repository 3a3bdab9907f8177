import { eq, isNull } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { dayOf } from '@/domain/day';
import { transaction } from '@/server/db';
import { accounts, cards, messages } from '@/server/db/schema';
import { call } from '@/server/gateways/omise/calls';
import { checkInvariants } from '@/server/work/invariants/check-invariants';
import { runBilling } from '@/server/work/jobs/run';
import { GOOD_CARD } from '@/testing/browser';
import { createCardToken } from '@/testing/cards';
import { runJobs } from '@/testing/jobs';
import { movingCells, moveIn, plantImported } from '@/testing/moving';
import { clearFaults, gatewayCharges, injectFault } from '@/testing/providers';
import { goTo, statusOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { readImport, readImportRows } from './read-import';

const world = withWorld({ cleanup: 'empty' });
let customerId = '';
let scheduleId = '';

const post = async (path: string, body: object): Promise<string> => {
  const answer = await call('POST', path, body, 5000);
  if (answer.kind === 'failed') throw new Error(answer.why);
  return String(answer.body.id);
};

/** A customer of the earlier system, whose card a schedule of the gateway charges on the last day of each month. */
beforeEach(async () => {
  await clearFaults(world);
  await goTo(world, '2026-11-20');
  customerId = await post('/customers', { card: await createCardToken(GOOD_CARD), description: 'old' });
  scheduleId = await post('/schedules', {
    every: 1,
    period: 'month',
    on: { days_of_month: [31] },
    start_on: '2026-11-21',
    end_on: '2028-12-31',
    charge: { customer: customerId, amount: 37525 },
  });
});

const plant = (cells = {}) =>
  plantImported(world, [
    movingCells(1, {
      gateway_customer: customerId,
      next_payment_date: '2026-11-30',
      payment_day: '31',
      ...cells,
    }),
  ]);
const accountOf = async () => {
  const [found] = await world.db.select().from(accounts).where(eq(accounts.email, 'mover1@example.test'));
  if (!found) throw new Error('no account');
  return found;
};
const notesOf = async (importId: string) => {
  const [row] = await readImportRows(world.ctx(), { importId, faulty: false, after: 0, limit: 10 });
  return (row?.faults ?? []).map(({ code }) => code);
};
/** Returns the months in which the customer was charged, by a schedule of the gateway or by the product. */
const chargedMonths = async () => {
  const charges = await gatewayCharges(world);
  return charges
    .filter(({ customer, status }) => customer === customerId && status === 'successful')
    .map(({ createdAt }) => createdAt.slice(0, 7))
    .toSorted();
};
async function live(days: string[]) {
  for (const day of days)
    for (const time of ['00:00', '08:30', '09:00']) {
      await goTo(world, day, time);
      await world.sandbox.settled();
      await runBilling(world.ctx());
      await runJobs();
    }
}
const MONTHS = ['2026-11-30', '2026-12-31', '2027-01-31'];

test('the schedule ends before the first charge here, and each month is charged once', async () => {
  const importId = await plant();
  await moveIn(world, importId, 'claim', 'activate');
  expect(await notesOf(importId)).toEqual([]);
  const account = await accountOf();
  expect([account.omiseCustomerId, await statusOf(world, account.id)]).toEqual([customerId, 'active']);
  const saved = await world.db.select().from(cards).where(eq(cards.accountId, account.id));
  expect(saved).toMatchObject([{ isDefault: true, brand: 'Visa', lastDigits: '4242' }]);
  await live(MONTHS);
  expect(await chargedMonths()).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(await gatewayCharges(world, account.id)).toHaveLength(3);
  expect(await checkInvariants(world.ctx())).toEqual([]);
});

test('a row whose token was not taken over does not start, and only its schedule charges', async () => {
  const importId = await plant();
  await moveIn(world, importId, 'activate');
  const { id } = await accountOf();
  await live(MONTHS);
  expect([await statusOf(world, id), await chargedMonths()]).toEqual([
    'imported',
    ['2026-11', '2026-12', '2027-01'],
  ]);
  expect(await gatewayCharges(world, id)).toEqual([]);
  expect(await readImport(world.ctx(), importId)).toMatchObject({ tokens: 1 });
});

test.each([
  ['before the deletion', { op: 'GET /customers/{id}/schedules', kind: 'status', args: { status: 500 } }],
  ['with a lost deletion', { op: 'DELETE /schedules/{id}', kind: 'reset', args: {} }],
  ['after an unread deletion', { op: 'GET /schedules/{id}', kind: 'status', args: { status: 500 } }],
])(
  'stopped %s, the row waits, and a repeated reading starts it without a second charge',
  async (_, fault) => {
    const importId = await plant({ next_payment_date: '2026-12-31' });
    await injectFault(world, { ...fault, times: 1 });
    await moveIn(world, importId, 'claim', 'activate');
    const { id } = await accountOf();
    expect([await statusOf(world, id), await notesOf(importId)]).toEqual(['imported', ['gateway_unread']]);
    await clearFaults(world);
    await moveIn(world, importId, 'claim', 'activate');
    expect([await statusOf(world, id), await notesOf(importId)]).toEqual(['active', []]);
    await live(MONTHS);
    expect(await chargedMonths()).toEqual(['2026-12', '2027-01']);
  },
);

test('a schedule that charges in the next days is left to charge, and the plan begins after it', async () => {
  await goTo(world, '2026-11-28');
  const importId = await plant();
  await moveIn(world, importId, 'claim', 'activate');
  const { id } = await accountOf();
  expect([await statusOf(world, id), await notesOf(importId)]).toEqual([
    'imported',
    ['date_moved', 'schedule_due'],
  ]);
  await live(['2026-11-30', '2026-12-02']);
  await moveIn(world, importId, 'claim', 'activate');
  await live(['2026-12-31', '2027-01-31']);
  expect(await chargedMonths()).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(await gatewayCharges(world, id)).toHaveLength(2);
});

test('a subscriber whose date in the file is before the next date of the schedule is not charged before that', async () => {
  await goTo(world, '2026-11-28');
  const importId = await plant({ next_payment_date: '2026-12-05', payment_day: '5' });
  await moveIn(world, importId, 'claim', 'activate');
  await live(['2026-11-30', '2026-12-01']);
  await injectFault(world, { op: 'GET /schedules/{id}', kind: 'status', args: { status: 500 }, times: 1 });
  await moveIn(world, importId, 'claim', 'activate');
  await moveIn(world, importId, 'claim', 'activate');
  await live(['2026-12-05', '2026-12-31', '2027-01-05']);
  const days = (await gatewayCharges(world)).map(({ createdAt }) => dayOf(new Date(createdAt)));
  expect(days).toEqual(['2026-11-30', '2027-01-05']);
});

test('without a usable card its owner gets the link, and a customer of another account is left alone', async () => {
  const importId = await plantImported(world, [
    movingCells(1, { gateway_customer: 'cust_test_unknown' }),
    movingCells(2, { gateway_customer: customerId }),
    movingCells(3, { gateway_customer: customerId, gateway_card: 'card_test_unknown' }),
  ]);
  await transaction(world.db, (tx) =>
    tx.update(accounts).set({ omiseCustomerId: customerId }).where(eq(accounts.email, 'mover3@example.test')),
  );
  await moveIn(world, importId, 'claim', 'activate');
  const rows = await readImportRows(world.ctx(), { importId, faulty: false, after: 0, limit: 10 });
  expect(rows.map(({ state, faults }) => [state, faults[0]?.code])).toEqual([
    ['active', 'token_missing'],
    ['active', 'token_taken'],
    ['active', 'token_missing'],
  ]);
  await live(['2026-12-24']);
  expect(await world.db.$count(messages, eq(messages.kind, 'moved_in'))).toBe(3);
});

test('undoing leaves the customer of the earlier system at the gateway', async () => {
  const importId = await plant();
  await moveIn(world, importId, 'claim', 'undo');
  await runJobs();
  const read = await call('GET', `/customers/${customerId}`, undefined, 5000);
  expect(read).toMatchObject({ status: 200 });
  expect(await world.db.$count(accounts, isNull(accounts.deletedAt))).toBe(0);
  const schedule = await call('GET', `/schedules/${scheduleId}`, undefined, 5000);
  expect(schedule).toMatchObject({ body: { deleted: true } });
});
