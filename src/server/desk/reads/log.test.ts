import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { auditEvents } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import type { Browser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { goTo, ordersOf, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { exportLog, readLog } from './log';

const world = withWorld({ cleanup: 'check' });

const read = async (by: Browser, filter: object = {}) =>
  (await callDesk(by, 'team.log', { kind: 'query', input: filter })).data as Awaited<
    ReturnType<typeof readLog>
  >;

/** A member of the support who skipped an order and gave points, and an owner. */
async function start() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay: 31 });
  const [, next] = await ordersOf(world, accountId);
  const [owner, support] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'support')];
  const skip = { accountId, orderId: next?.id, skip: true };
  expect((await callDesk(support, 'subscribers.skip', { input: skip })).code).toBe('ok');
  const view = { accountId, page: 1, ordersPage: 1 };
  expect((await callDesk(support, 'subscribers.view', { kind: 'query', input: view })).code).toBe('ok');
  return { accountId, owner, support, next };
}

test('says who did what to whom, without what members only saw', async () => {
  const { accountId, owner, support, next } = await start();
  const { rows } = await read(owner, { staffId: support.staffId });
  expect(rows.filter(({ what }) => what !== 'staff.logged_in')).toMatchObject([
    {
      what: 'order.skipped',
      by: expect.stringContaining('Member') as string,
      accountId,
      orderNumber: next?.orderNumber,
    },
  ]);
});

test('narrows to a member, a noun and a day', async () => {
  const { owner, support } = await start();
  const input = { staffId: support.staffId, limit: 5_000 };
  await callDesk(owner, 'team.setRefundLimit', { input });
  const whats = async (filter: object) => (await read(owner, filter)).rows.map(({ what }) => what);
  expect(await whats({ staffId: owner.staffId, noun: 'team' })).toContain('staff.refund_limit_changed');
  expect(await whats({ staffId: owner.staffId, noun: 'parcels' })).toEqual([]);
  expect(await whats({ staffId: support.staffId, noun: 'subscribers', day: '2026-11-20' })).toEqual([
    'order.skipped',
  ]);
  expect(await whats({ staffId: support.staffId, day: '2026-11-21' })).toEqual([]);
  const { data } = await callDesk(owner, 'team.exportLog', {
    kind: 'query',
    input: { staffId: support.staffId },
  });
  const file = data as Awaited<ReturnType<typeof exportLog>>;
  expect([file.rows, file.isWhole]).toEqual([(await read(owner, { staffId: support.staffId })).rows, true]);
});

test('pages of the log leave nothing out and repeat nothing, also for lines of one instant', async () => {
  const { owner, support } = await start();
  const at = new Date('2026-11-19T10:00:00+07:00');
  const lines = Array.from({ length: 60 }, () => ({
    id: newId('audit'),
    at,
    actor: `staff:${support.staffId}`,
    subject: 'x',
    what: 'code.created',
  }));
  await transaction(world.db, (tx) => tx.insert(auditEvents).values(lines));
  const filter = { staffId: support.staffId, noun: 'catalogue' };
  const first = await read(owner, filter);
  const second = await read(owner, { ...filter, before: first.rows.at(-1)?.id });
  expect([first.rows.length, first.hasOlder, second.rows.length, second.hasOlder]).toEqual([
    50,
    true,
    10,
    false,
  ]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(60);
});

test('what was done today is shown to an owner of all members, to others of themselves, without who came', async () => {
  const { owner, support } = await start();
  await callDesk(owner, 'team.setRefundLimit', { input: { staffId: support.staffId, limit: 5_000 } });
  const done = async (by: Browser) => {
    const { data } = await callDesk(by, 'today.done', { kind: 'query' });
    return (data as Awaited<ReturnType<typeof readLog>>).rows.map(({ what }) => what);
  };
  const all = await done(owner);
  expect(all).toEqual(expect.arrayContaining(['staff.refund_limit_changed', 'order.skipped']));
  expect(all).not.toContain('staff.logged_in');
  expect(await done(support)).toEqual(['order.skipped']);
  await pass(world, { days: 1 });
  expect(await done(await memberBrowser(world, 'owner'))).toEqual([]);
});

test('only an owner reads the log', async () => {
  for (const role of ['support', 'finance', 'warehouse'] as const) {
    const member = await memberBrowser(world, role);
    for (const name of ['team.log', 'team.exportLog'])
      expect((await callDesk(member, name, { kind: 'query', input: {} })).code).toBe('NOT_ALLOWED');
  }
});
