import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import type { Month } from '@/domain/day';
import { FIGURES } from '@/domain/numbers';
import { transaction } from '@/server/db';
import { numberMonths } from '@/server/db/schema';
import { rollUpMonth } from '@/server/desk/numbers/roll-up';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { pauseSubscription } from '@/server/subscriber/plan/plan-commands';
import { parseDay } from '@/domain/day';
import type { Browser } from '@/testing/browser';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { callDesk, memberBrowser } from '@/testing/desk';
import { goTo, pass, plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { NumberRows } from '../../desk/reads/number-rows';
import type { Numbers } from '../../desk/reads/numbers';

const world = withWorld({ cleanup: 'empty' });
afterEach(() => transaction(world.db, (tx) => tx.delete(numberMonths)));

const MONTH = '2026-11' as Month;
const call = (browser: Browser, name: 'read' | 'rows', input: unknown) =>
  callDesk(browser, `numbers.${name}`, { kind: 'query', input });
const rowsOf = async (browser: Browser, list: string, more: object = {}) =>
  (await call(browser, 'rows', { list, month: MONTH, ...more })) as { code: string; data: NumberRows };

/** Plants subscribers of whom some paused, some cancelled and one was refunded, and rolls up. */
async function plantShop(): Promise<void> {
  const people = [];
  for (let count = 0; count < 4; count += 1) people.push(await plantSubscriber(world));
  await plantRegistration(world);
  await pass(world, { hours: 1 });
  const [first, second] = people;
  if (first) await cancelSubscription(world.ctx(), first.accountId, { reason: 'buyWhenNeed' });
  if (second) await pauseSubscription(world.ctx(), second.accountId, { until: parseDay('2026-12-15') });
  await world.sandbox.settled();
  await pass(world, { hours: 1 });
  await rollUpMonth(world.ctx(), MONTH);
}

/** Plants equal subscribers and rolls up. */
async function plantMany(count: number): Promise<void> {
  const { subscriptionId: id, ...person } = await plantSubscriber(world);
  await world.sandbox.settled();
  await cloneSubscriber(world, { subscriptionId: id, ...person }, count - 1);
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`insert into audit_events (id, at, actor, subject, what, detail)
      select 'aud_' || s.id, ${world.now().toISOString()}, 'billing', s.id, 'subscription.activated', '{}'
      from subscriptions s where s.id <> ${id}`);
    await tx.execute(sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'ord_' || s.id,
        'order_number', nextval('order_numbers'),
        'subscription_id', s.id, 'account_id', s.account_id))).*
      from orders o cross join subscriptions s where o.subscription_id = ${id} and o.status = 'paid' and s.id <> ${id}`);
  });
  await pass(world, { hours: 1 });
  await rollUpMonth(world.ctx(), MONTH);
}

test('each figure is the count and the sum of the rows that it opens, which name their subscribers', async () => {
  await plantShop();
  const owner = await memberBrowser(world, 'owner');
  const { data } = await call(owner, 'read', {});
  const { months, forecast, funnel } = data as Numbers;
  const [month] = months;
  for (const figure of FIGURES) {
    const { data: opened } = await rowsOf(owner, figure);
    const sum = opened.rows.reduce((total, row) => total + (row.amount ?? 0), 0);
    expect([figure, opened.count, opened.amount]).toEqual([figure, opened.rows.length, sum]);
    if (figure === 'received' || figure === 'active')
      for (const row of opened.rows)
        expect(row).toMatchObject({
          accountId: expect.stringMatching(/^acc_/) as string,
          name: expect.stringMatching(/\S/) as string,
        });
    if (figure === 'registered') expect(opened.count).toBe(funnel[0]?.all);
    else if (figure === 'planned')
      expect(sum).toBe(forecast.weeks.reduce((total, week) => total + week.amount, 0));
    else expect(month?.[figure]).toEqual({ count: opened.count, amount: opened.amount });
  }
  expect(month).toMatchObject({
    new: { count: 4 },
    lost: { count: 1 },
    onPause: { count: 1 },
    active: { count: 2 },
  });
  expect(month?.received.amount).toBe(4 * 37_525);
  expect(month?.active.amount).toBe(2 * 37_525);
  expect(funnel.map(({ all }) => all)).toEqual([5, 5, 4, 4]);
});

test('each week and each month of the forecast opens its own orders', async () => {
  await plantShop();
  const finance = await memberBrowser(world, 'finance');
  const { data } = await call(finance, 'read', {});
  const { weeks, months } = (data as Numbers).forecast;
  expect(weeks.length).toBeGreaterThan(1);
  for (const { key, count, amount } of [...weeks, ...months]) {
    const { data: opened } = await rowsOf(finance, 'planned', { part: key });
    expect([opened.count, opened.amount, opened.rows.length]).toEqual([count, amount, count]);
  }
});

test('a list shows 200 rows to a page, each row once, and counts all', async () => {
  await plantMany(206);
  const owner = await memberBrowser(world, 'owner');
  for (const list of ['new', 'active', 'planned']) {
    const [one, two] = [await rowsOf(owner, list), await rowsOf(owner, list, { page: 2 })];
    expect([list, one.data.rows.length, one.data.hasMore]).toEqual([list, 200, true]);
    const ids = [...one.data.rows, ...two.data.rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    if (list !== 'planned')
      expect([list, ids.length, two.data.hasMore]).toEqual([list, one.data.count, false]);
  }
  expect((await rowsOf(owner, 'new', { page: 3 })).data.rows).toEqual([]);
});

describe('a group under ten', () => {
  test('is hidden from finance with its rows and reasons, which an owner sees; the figure of all is not', async () => {
    await plantShop();
    const finance = await memberBrowser(world, 'finance');
    const { reasons, cohorts, funnel } = (await call(finance, 'read', {})).data as Numbers;
    expect(reasons.find(({ reason }) => reason === 'buyWhenNeed')?.count).toBeNull();
    expect(cohorts[0]?.kept[0]?.count).toBeNull();
    expect(funnel[0]?.byLocale.find(({ locale }) => locale === 'en')?.count).toBeNull();
    for (const [list, part] of [
      ['lost', 'buyWhenNeed'],
      ['subscribed', MONTH],
      ['registered', 'en:details'],
    ] as const)
      expect([list, (await rowsOf(finance, list, { part })).code]).toEqual([list, 'NOT_FOUND']);
    expect((await rowsOf(finance, 'lost')).data.rows).toMatchObject([{ reason: null }]);
    const owner = await memberBrowser(world, 'owner');
    const seen = (await call(owner, 'read', {})).data as Numbers;
    expect(seen.reasons.find(({ reason }) => reason === 'buyWhenNeed')?.count).toBe(1);
    expect(seen.cohorts[0]?.kept[0]?.count).toBe(3);
    const { data } = await rowsOf(owner, 'lost', { part: 'buyWhenNeed' });
    expect(data.rows).toMatchObject([{ reason: 'buyWhenNeed' }]);
    const all = await rowsOf(finance, 'registered', { part: 'all:paid' });
    expect([all.code, all.data.count, all.data.rows.length]).toEqual(['ok', 4, 4]);
  });

  test('is hidden as a cohort also when none of it is left', async () => {
    const { accountId } = await plantSubscriber(world);
    await pass(world, { hours: 1 });
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    await pass(world, { hours: 1 });
    await rollUpMonth(world.ctx(), MONTH);
    const finance = await memberBrowser(world, 'finance');
    const { cohorts } = (await call(finance, 'read', {})).data as Numbers;
    expect(cohorts[0]?.kept).toEqual([{ month: MONTH, count: null }]);
    expect((await rowsOf(finance, 'subscribed', { part: MONTH })).code).toBe('NOT_FOUND');
  });

  test('is shown from ten on, with its rows', async () => {
    await plantMany(10);
    const finance = await memberBrowser(world, 'finance');
    const { cohorts, funnel } = (await call(finance, 'read', {})).data as Numbers;
    expect([cohorts[0]?.kept[0]?.count, funnel[3]?.byLocale[0]?.count]).toEqual([10, 10]);
    expect((await rowsOf(finance, 'subscribed', { part: MONTH })).data.rows).toHaveLength(10);
    expect((await rowsOf(finance, 'registered', { part: 'en:paid' })).data.rows).toHaveLength(10);
  });
});

describe('a call for figures is refused', () => {
  test('for support and warehouse', async () => {
    for (const role of ['support', 'warehouse'] as const) {
      const browser = await memberBrowser(world, role);
      expect((await call(browser, 'read', {})).code).toBe('NOT_ALLOWED');
      expect((await rowsOf(browser, 'new')).code).toBe('NOT_ALLOWED');
    }
  });

  test('for a month in the future; the month that begins now is allowed', async () => {
    const finance = await memberBrowser(world, 'finance');
    expect((await call(finance, 'read', { month: '2026-12' })).code).toBe('INPUT_INVALID');
    expect((await rowsOf(finance, 'new', { month: '2026-12' })).code).toBe('INPUT_INVALID');
    await goTo(world, '2026-12-01', '00:00');
    const later = await memberBrowser(world, 'owner');
    expect((await call(later, 'read', { month: '2026-12' })).code).toBe('ok');
  });

  test('for a broken parameter, and for the rows of a month without figures', async () => {
    const finance = await memberBrowser(world, 'finance');
    for (const month of ['2026-13', '2026-1', "2026-11'", ''])
      expect((await call(finance, 'read', { month })).code).toBe('INPUT_INVALID');
    expect((await rowsOf(finance, 'new')).code).toBe('NOT_FOUND');
    await plantShop();
    const later = await memberBrowser(world, 'owner');
    for (const more of [{ part: 'x' }, { page: 0 }, { page: 51 }, { page: 1.5 }, { unknown: 1 }])
      expect([more, (await rowsOf(later, 'new', more)).code]).toEqual([more, 'INPUT_INVALID']);
    expect((await rowsOf(later, 'profit')).code).toBe('INPUT_INVALID');
    expect((await rowsOf(later, 'lost', { part: 'bored' })).code).toBe('INPUT_INVALID');
    expect((await rowsOf(later, 'subscribed')).code).toBe('INPUT_INVALID');
  });
});

test('figures before the first roll-up are none, and none of them is shown as zero', async () => {
  const finance = await memberBrowser(world, 'finance');
  const { data } = await call(finance, 'read', {});
  expect(data).toMatchObject({ month: MONTH, computedAt: null, months: [], cohorts: [] });
});
