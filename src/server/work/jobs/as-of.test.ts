import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { moneyReceived, sessions } from '@/server/db/schema';
import { runJobs } from '@/testing/jobs';
import { gatewayCharges, mailsTo } from '@/testing/providers';
import { createSubscriber, GOOD_CARD } from '@/testing/browser';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { goTo, ordersOf, plantSubscriber, refusalOf, walkSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { runBillingAsOf } from './as-of';

const world = withWorld({ cleanup: 'check' });

const asOf = (moment?: string, limit?: number) => runBillingAsOf(world.ctx(), { asOf: moment, limit });
const onTheHour = (time: string) => `2026-12-31T${time}:00+07:00`;

describe('a run as of a later day', () => {
  test('charges and dates rows as of 09:00 of that day and does not move the clock', async () => {
    const { accountId, email } = await walkSubscriber(world);
    expect(await asOf('2026-12-31')).toMatchObject({
      planned: 1,
      charged: 1,
      declined: 0,
      unknown: 0,
      failed: 0,
    });
    expect((await ordersOf(world, accountId)).map((row) => [row.status, row.date, row.paidOn])).toEqual([
      ['paid', '2026-11-20', '2026-11-20'],
      ['paid', '2026-12-31', '2026-12-31'],
      ['upcoming', '2027-01-31', null],
      ['upcoming', '2027-02-28', null],
      ['upcoming', '2027-03-31', null],
    ]);
    const [, renewal] = await world.db.select().from(moneyReceived).orderBy(moneyReceived.paidAt);
    expect(renewal?.paidAt).toEqual(new Date('2026-12-31T09:00:00+07:00'));
    expect(Math.abs(world.now().getTime() - Date.parse('2026-11-20T10:00:00+07:00'))).toBeLessThan(60_000);
    await runJobs();
    const receipts = mailsTo(world, email).filter((subject) => subject.startsWith('Payment received'));
    expect(receipts).toHaveLength(2);
  });

  test('charges each order once when it is repeated', async () => {
    const { accountId } = await plantSubscriber(world);
    await Promise.all([asOf('2026-12-31'), asOf('2026-12-31'), asOf('2026-12-31')]);
    expect(await asOf('2026-12-31')).toMatchObject({ planned: 0, charged: 0 });
    expect(await asOf('2027-01-31')).toMatchObject({ planned: 1, charged: 1 });
    expect(await gatewayCharges(world, accountId)).toHaveLength(3);
  });

  test('keeps sessions logged in', async () => {
    const { browser } = await createSubscriber(world);
    await asOf('2026-12-31');
    expect(await world.db.select().from(sessions)).toHaveLength(1);
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  test('schedules retries of a declined charge from that day', async () => {
    const { accountId } = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    expect(await asOf('2026-12-31')).toMatchObject({ charged: 0, declined: 1 });
    expect((await ordersOf(world, accountId))[1]?.dueAt).toEqual(new Date('2027-01-01T09:00:00+07:00'));
    expect(await asOf('2027-01-01')).toMatchObject({ declined: 1 });
  });
});

describe('a run as of an instant', () => {
  test('before 09:00 begins the payment date and charges nothing', async () => {
    await plantSubscriber(world);
    expect(await asOf(onTheHour('08:59'))).toMatchObject({ planned: 1, charged: 0 });
    expect(await asOf(onTheHour('09:00'))).toMatchObject({ planned: 0, charged: 1 });
  });

  test('before now is refused and changes nothing', async () => {
    const { accountId } = await plantSubscriber(world);
    await goTo(world, '2027-01-01', '12:00');
    for (const moment of [
      '2026-12-31',
      '2026-12-31T23:00:00+07:00',
      '2027-01-01T11:59:00+07:00',
      '2027-01-01T04:59:00Z',
    ]) {
      expect(await refusalOf(asOf(moment))).toBe('DATE_OUT_OF_RANGE');
    }
    expect((await ordersOf(world, accountId)).filter((row) => row.status !== 'upcoming')).toHaveLength(1);
    await asOf();
  });
});

describe('a run as of today', () => {
  test('after 09:00 means now', async () => {
    const { accountId } = await plantSubscriber(world);
    await world.sandbox.settled();
    await runJobs();
    await goTo(world, '2026-12-31', '15:30');
    expect(await asOf('2026-12-31')).toMatchObject({ charged: 1 });
    const money = await world.db.select().from(moneyReceived).orderBy(moneyReceived.paidAt);
    expect(money[1]?.paidAt.getTime()).toBeGreaterThanOrEqual(Date.parse(onTheHour('15:30')));
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid' });
  });

  test('before 09:00 means 09:00', async () => {
    await plantSubscriber(world);
    await world.sandbox.settled();
    await runJobs();
    await goTo(world, '2026-12-31', '07:00');
    expect(await asOf('2026-12-31')).toMatchObject({ charged: 1 });
    const money = await world.db.select().from(moneyReceived).orderBy(moneyReceived.paidAt);
    expect(money[1]?.paidAt).toEqual(new Date(onTheHour('09:00')));
  });
});

test('the limit also applies to a run as of a later day', async () => {
  const person = await plantSubscriber(world);
  await cloneSubscriber(world, person, 4);
  expect(await asOf('2026-12-31', 2)).toMatchObject({ planned: 2 });
  await asOf('2026-12-31');
  const paid = (await gatewayCharges(world)).filter((charge) => charge.transactionIndicator === 'MIT');
  expect(paid).toHaveLength(5);
});

test('only an operator may start a run over the API', async () => {
  const { accountId } = await plantSubscriber(world);
  const ask = (body: unknown, headers: Record<string, string> = world.operator) =>
    world.request('POST', '/api/omise/schedule-payments', body, headers);
  expect((await ask({ asOf: '2026-12-31' }, {})).status).toBe(401);
  expect((await ask({ asOf: '2026-12-31' }, { authorization: 'Bearer nobody' })).status).toBe(401);
  expect((await ask({ asOf: '31 December' })).status).toBe(400);
  expect((await ask({ asOf: '2026-02-30' })).status).toBe(400);
  expect((await ask({ asOf: '2026-11-19' })).status).toBe(400);
  const answer = await ask({ asOf: '2026-12-31' });
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { data: unknown }).data).toMatchObject({
    planned: 1,
    charged: 1,
    linksSent: 0,
    failed: 0,
  });
  expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid' });
  expect(await world.db.select().from(moneyReceived).where(eq(moneyReceived.verdict, 'kept'))).toHaveLength(
    2,
  );
});
