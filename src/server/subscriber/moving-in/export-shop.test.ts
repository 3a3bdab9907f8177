import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { csvText, readCsv } from '@/domain/csv';
import { addDays } from '@/domain/day';
import type { MovingColumn } from '@/domain/moving-in';
import { transaction } from '@/server/db';
import { accounts, auditEvents, subscriptions } from '@/server/db/schema';
import { movePoints } from '@/server/lifecycle/points';
import { plantMember } from '@/testing/desk';
import { movingCells, moveIn, plantImported, readMovingFile } from '@/testing/moving';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, ordersOf, pass, plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { convertToOffline } from '../../money/payment-method/convert-offline';
import { cancelSubscription } from '../plan/cancel';
import { moveOrder, pauseSubscription, skipOrder } from '../plan/plan-commands';
import { exportPart, type ExportPage } from './export-shop';

const world = withWorld({ cleanup: 'empty' });

const save = (
  part: 'subscribers' | 'orders' | 'payments' | 'points',
  cursor: string | null = null,
  operator = 'staff:stf_saver',
) => exportPart({ ...world.ctx(), operator }, { part, cursor });

/** Returns the rows of subscribers by e-mail, without the ids. */
function rowsOf({ header, rows }: ExportPage): Record<string, Partial<Record<MovingColumn, string>>> {
  return Object.fromEntries(
    rows.map((cells) => {
      const row = Object.fromEntries(header.map((name, at) => [name, cells[at]]));
      return [row.email ?? '', { ...row, external_id: '' }];
    }),
  );
}

test('the export of a shop that took over the export of another one is the same, without ids and history', async () => {
  await goTo(world, '2026-11-20');
  const version = async (accountId: string) => {
    const [row] = await world.db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
    return row!.version;
  };
  const everyone = [];
  for (let n = 0; n < 7; n += 1)
    everyone.push(await plantSubscriber(world, n % 2 ? { frequency: 2, paymentDay: 15 } : {}));
  const [usual, offline, cancelled, paused, moved, skipping, named] = everyone as [
    (typeof everyone)[0],
    ...typeof everyone,
  ];
  await convertToOffline(world.ctx(), offline!.accountId);
  await cancelSubscription(world.ctx(), cancelled!.accountId, { reason: 'other' });
  await pauseSubscription(world.ctx(), paused!.accountId, {
    until: addDays('2026-11-20' as never, 170),
    version: await version(paused!.accountId),
  });
  const [, next] = await ordersOf(world, moved!.accountId);
  await moveOrder(world.ctx(), moved!.accountId, {
    orderId: next!.id,
    date: addDays(next!.date, 5),
    version: await version(moved!.accountId),
  });
  const [, first] = await ordersOf(world, skipping!.accountId);
  await skipOrder(world.ctx(), skipping!.accountId, { orderId: first!.id, skip: true });
  await transaction(world.db, async (tx) => {
    const written = { firstName: '=cmd()', lastName: 'O’Neil "Nok", ลูก', locale: 'th' as const };
    await tx.update(accounts).set(written).where(eq(accounts.id, named!.accountId));
    await movePoints(tx, world.now(), [
      { accountId: usual.accountId, kind: 'apology', source: 'test', delta: 77, orderId: null },
    ]);
  });
  await plantRegistration(world);
  await plantImported(world, [movingCells(1, { next_payment_date: '2027-01-31' })]);

  const before = await save('subscribers');
  const file = csvText([before.header, ...before.rows]);
  expect(readCsv(file)).toHaveLength(9);
  await forgetEverybody(world);
  const importId = await readMovingFile(world, file, 'first-shop');
  await moveIn(world, importId, 'commit', 'activate');
  const after = rowsOf(await save('subscribers'));
  // A pause is in the next date.
  const expected = rowsOf(before);
  for (const row of Object.values(expected)) {
    if (row.status === 'paused') row.status = 'active';
    if (row.status === 'ended') row.next_payment_date = '';
  }
  expect(after).toEqual(expected);
  expect(Object.values(after).map(({ points }) => points)).toContain('110');
});

test('the export has every order, payment and movement of points', async () => {
  const { accountId } = await plantSubscriber(world);
  const orders = await save('orders');
  expect(orders.rows).toHaveLength((await ordersOf(world, accountId)).length);
  expect(orders.header).toContain('total');
  expect((await save('payments')).rows).toHaveLength(1);
  expect((await save('points')).rows.length).toBeGreaterThan(0);
});

test.each([
  ['subscribers', null],
  ['subscribers', 'acc'],
  ['orders', null],
] as const)(
  'an export that begins with %s after %j is recorded, and every owner is notified, once with its further pages',
  async (part, cursor) => {
    const { email } = await plantMember(world, 'owner');
    const actor = `staff:stf_${part}_${cursor}`;
    await save(part, cursor, actor);
    await save('subscribers', 'acc_zzz', actor);
    await save('points', null, actor);
    const told = await world.db.query.messages.findMany();
    expect(told.filter(({ kind, toAddress }) => kind === 'staff_act' && toAddress === email)).toHaveLength(1);
    const done = await world.db.select().from(auditEvents).where(eq(auditEvents.actor, actor));
    expect(done).toMatchObject([{ what: 'shop.exported', subject: 'shop' }]);
    await pass(world, { minutes: 61 });
    await save(part, cursor, actor);
    expect(await world.db.$count(auditEvents, eq(auditEvents.actor, actor))).toBe(2);
  },
);
