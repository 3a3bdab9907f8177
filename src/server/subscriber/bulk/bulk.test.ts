import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BulkChange, BulkWork } from '@/domain/bulk';
import { parseDay } from '@/domain/day';
import type { StaffRole } from '@/domain/staff';
import { transaction } from '@/server/db';
import { accounts, auditEvents, messages, pointsBalances, staff, subscriptions } from '@/server/db/schema';
import { addPeople, openBulk } from '@/server/desk/acts/open-bulk';
import { readBulk, readBulkRows } from '@/server/desk/reads/bulk';
import { actorOf } from '@/server/login/staff/sessions';
import { addApologyPoints } from '@/server/shop/rewards/apologise';
import { checkInvariants } from '@/server/work/invariants/check-invariants';
import { runBilling } from '@/server/work/jobs/run';
import { runJobs } from '@/testing/jobs';
import { memberBrowser, callDesk, plantMember } from '@/testing/desk';
import { goTo, ordersOf, plantSubscriber, pointsOf, refusalOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { cancelSubscription } from '../plan/cancel';
import { changeBox, pauseSubscription, skipOrder } from '../plan/plan-commands';
import { beginBulk, bulkWork, stopBulk } from './run-bulk';

const world = withWorld({ cleanup: 'empty' });
const SWAP = { kind: 'swap', from: 'night-pads', to: 'night-pads-xl' } as const;
const POINTS = { kind: 'points', points: 50 } as const;
let operator = '';
let people: Planted[] = [];

beforeEach(async () => {
  await goTo(world, '2026-11-20', '10:00');
  operator = actorOf((await plantMember(world, 'owner')).staffId);
  people = [await plantSubscriber(world), await plantSubscriber(world), await plantSubscriber(world)];
});

const ctx = () => ({ ...world.ctx(), operator });
const idOf = (at: number) => people[at]?.accountId ?? '';
const open = (change: BulkChange, filter: object | null = {}, texts = { en: 'Why.', th: '' }) =>
  openBulk(ctx(), { key: randomUUID(), change, filter, fileName: null, ...texts });
async function work(bulkId: string, ...works: BulkWork[]) {
  for (const one of works) {
    await beginBulk(ctx(), { bulkId, work: one });
    await bulkWork.finish(world.ctx(), bulkId);
  }
}
async function rehearsed(change: BulkChange) {
  const { bulkId } = await open(change);
  await work(bulkId, 'rehearse');
  return bulkId;
}
const rowsOf = async (bulkId: string) => {
  const rows = await readBulkRows(world.ctx(), { bulkId, leftOut: false, after: 0, limit: 100 });
  return Object.fromEntries(
    rows.map(({ accountId, state, code }): [string, string] => [accountId ?? '', code ?? state]),
  );
};
const statesOf = async (bulkId: string) => {
  const rows = await rowsOf(bulkId);
  return people.map(({ accountId }) => rows[accountId]);
};
const writtenTo = (accountId: string) =>
  world.db
    .select()
    .from(messages)
    .where(and(eq(messages.accountId, accountId), eq(messages.kind, 'plan_changed')))
    .orderBy(messages.dedupeKey);
/** What the subscriber has: orders with their dates, states, totals and boxes. */
const planOf = async (accountId: string) => ({
  orders: (await ordersOf(world, accountId)).map(({ date, status, total }) => [date, status, total]),
  points: await pointsOf(world, accountId),
});
const plans = () => Promise.all(people.map(({ accountId }) => planOf(accountId)));

describe('a rehearsal', () => {
  test('changes nothing, and says what each subscriber would get, who is refused and what it costs', async () => {
    await cancelSubscription(world.ctx(), idOf(1), { reason: 'other' });
    await changeBox(world.ctx(), idOf(2), { items: [{ productCode: 'day-pads', quantity: 1 }] });
    const before = await plans();
    const bulkId = await rehearsed(SWAP);
    expect(await statesOf(bulkId)).toEqual(['ready', 'NOT_ACTIVE', 'same']);
    // Night pads XL cost ฿10 more, less 25 %, in each of three orders.
    expect(await readBulk(world.ctx(), bulkId)).toMatchObject({
      state: 'rehearsed',
      counts: { ready: 1, same: 1, refused: 1 },
      effect: 3 * 750,
      priced: 1,
    });
    expect(await plans()).toEqual(before);
    expect(await writtenTo(idOf(0))).toEqual([]);
  });

  test('takes only those who fit the filter, and is opened once by a repeated request', async () => {
    await transaction(world.db, (tx) =>
      tx
        .update(accounts)
        .set({ postalCode: '50200' })
        .where(eq(accounts.id, idOf(1))),
    );
    const input = {
      key: randomUUID(),
      change: SWAP,
      filter: { postcode: '50' },
      fileName: null,
      en: '',
      th: '',
    };
    const [first, again] = await Promise.all([openBulk(ctx(), input), openBulk(ctx(), input)]);
    expect(again).toEqual(first);
    expect(Object.keys(await rowsOf(first.bulkId))).toEqual([idOf(1)]);
    operator = actorOf((await plantMember(world, 'owner')).staffId);
    expect(await refusalOf(openBulk(ctx(), input))).toBe('NOT_FOUND');
  });
});

describe('a run', () => {
  const CHANGES = [
    SWAP,
    POINTS,
    { kind: 'move', days: 3 },
    { kind: 'pause', until: parseDay('2027-02-15') },
  ] as const;
  test.each(CHANGES)(
    'changes each subscriber as the single command, and undo restores it ($kind)',
    async (change) => {
      const before = await plans();
      const bulkId = await rehearsed(change);
      await work(bulkId, 'run');
      expect(await statesOf(bulkId)).toEqual(['done', 'done', 'done']);
      const after = await plans();
      for (const [at, plan] of after.entries()) expect(plan).not.toEqual(before[at]);
      const audited = await world.db.select().from(auditEvents).where(eq(auditEvents.actor, operator));
      expect(audited.filter(({ detail }) => detail?.bulkId === bulkId)).toHaveLength(3);
      expect(await writtenTo(idOf(0))).toMatchObject([{ payload: { what: change.kind, isUndone: false } }]);
      await work(bulkId, 'undo');
      expect(await plans()).toEqual(before);
      expect(await statesOf(bulkId)).toEqual(['undone', 'undone', 'undone']);
      expect(await checkInvariants(world.ctx())).toEqual([]);
    },
  );

  test('sends one message and one when it is undone, or none if it is undone before it has left', async () => {
    const bulkId = await rehearsed(SWAP);
    await work(bulkId, 'run', 'undo');
    expect(await writtenTo(idOf(0))).toEqual([]);
    const sent = await rehearsed(SWAP);
    await work(sent, 'run');
    await runJobs();
    await work(sent, 'undo');
    expect(await writtenTo(idOf(0))).toMatchObject([
      { status: 'sent', payload: { isUndone: false } },
      { status: 'queued', payload: { isUndone: true, why: '' } },
    ]);
  });

  test('leaves out and names who has changed something since the rehearsal, until it is rehearsed again', async () => {
    const bulkId = await rehearsed(SWAP);
    const [, next] = await ordersOf(world, idOf(1));
    await skipOrder(world.ctx(), idOf(1), { orderId: next?.id ?? '', skip: true });
    await work(bulkId, 'run');
    expect(await statesOf(bulkId)).toEqual(['done', 'changed', 'done']);
    expect(await writtenTo(idOf(1))).toEqual([]);
    await work(bulkId, 'rehearse', 'run');
    expect(await statesOf(bulkId)).toEqual(['done', 'done', 'done']);
    expect(await writtenTo(idOf(0))).toHaveLength(1);
  });

  test('of two changes at once changes each subscriber once, as do two workers at one change', async () => {
    const [one, other] = [await rehearsed(POINTS), await rehearsed(POINTS)];
    await beginBulk(ctx(), { bulkId: one, work: 'run' });
    await beginBulk(ctx(), { bulkId: other, work: 'run' });
    await Promise.all([one, other, one, other].map((bulkId) => bulkWork.goOn(world.ctx(), bulkId)));
    const states = [await statesOf(one), await statesOf(other)];
    for (const at of people.keys()) {
      expect(states.map((state) => state[at]).toSorted()).toEqual(['changed', 'done']);
      expect((await pointsOf(world, idOf(at))) - 33).toBe(50);
      expect(await writtenTo(idOf(at))).toHaveLength(1);
    }
  });

  test('stops, goes on where it stopped, and is taken up after its worker was killed', async () => {
    const bulkId = await rehearsed(POINTS);
    await beginBulk(ctx(), { bulkId, work: 'run' });
    await stopBulk(ctx(), bulkId);
    await bulkWork.finish(world.ctx(), bulkId);
    expect(await statesOf(bulkId)).toEqual(['ready', 'ready', 'ready']);
    expect(await refusalOf(stopBulk(ctx(), bulkId))).toBe('STALE');
    await beginBulk(ctx(), { bulkId, work: 'run' });
    await transaction(world.db, (tx) =>
      tx.execute(sql`with jobs as (select graphile_worker.remove_job(${`change_bulk:${bulkId}`}))
        update bulk_changes set moved_at = now() - interval '3 minutes' from jobs`),
    );
    await runJobs();
    expect(await statesOf(bulkId)).toEqual(['ready', 'ready', 'ready']);
    await runBilling(world.ctx());
    await runJobs();
    expect(await statesOf(bulkId)).toEqual(['done', 'done', 'done']);
    expect(await pointsOf(world, idOf(0))).toBe(33 + 50);
  });

  test('passes over one subscriber whose change fails, and changes the others', async () => {
    const bulkId = await rehearsed(POINTS);
    await transaction(world.db, (tx) =>
      tx
        .update(pointsBalances)
        .set({ balance: 2_147_483_647 })
        .where(eq(pointsBalances.accountId, idOf(1))),
    );
    await work(bulkId, 'run');
    expect(await statesOf(bulkId)).toEqual(['done', 'failed', 'done']);
  });
});

describe('undoing', () => {
  test('leaves the change of who has changed something since then, and names them', async () => {
    const bulkId = await rehearsed(SWAP);
    await work(bulkId, 'run');
    await changeBox(world.ctx(), idOf(1), { items: [{ productCode: 'day-pads', quantity: 4 }] });
    const own = await planOf(idOf(1));
    await work(bulkId, 'undo');
    expect(await rowsOf(bulkId)).toMatchObject({
      [idOf(0)]: 'undone',
      [idOf(1)]: 'changed',
      [idOf(2)]: 'undone',
    });
    expect(await planOf(idOf(1))).toEqual(own);
  });

  test('takes no points back that are spent, and no box back that costs another amount by now', async () => {
    const points = await rehearsed(POINTS);
    await work(points, 'run');
    await transaction(world.db, (tx) =>
      tx
        .update(pointsBalances)
        .set({ balance: 20 })
        .where(eq(pointsBalances.accountId, idOf(0))),
    );
    await work(points, 'undo');
    expect(await statesOf(points)).toEqual(['POINTS_TOO_FEW', 'undone', 'undone']);
    const box = await rehearsed(SWAP);
    await work(box, 'run');
    await transaction(world.db, (tx) =>
      tx.execute(
        sql`update bulk_rows set undo = undo || '{"total": 1}' where bulk_id = ${box} and account_id = ${idOf(1)}`,
      ),
    );
    await work(box, 'undo');
    expect(await statesOf(box)).toEqual(['undone', 'TOTAL_CHANGED', 'undone']);
  });
});

describe('limits', () => {
  test('a longer pause of the subscriber stays, and an own account is refused', async () => {
    await pauseSubscription(world.ctx(), idOf(0), { until: parseDay('2027-04-01') });
    await transaction(world.db, (tx) =>
      tx
        .update(staff)
        .set({ emailNorm: people[1]?.email ?? '' })
        .where(eq(staff.id, operator.slice('staff:'.length))),
    );
    const bulkId = await rehearsed({ kind: 'pause', until: parseDay('2027-01-15') });
    expect(await statesOf(bulkId)).toEqual(['same', 'OWN_ACCOUNT', 'ready']);
  });

  test('points count for the limit of a subscriber, but not for that of the member', async () => {
    for (const [points, states] of [
      [400, ['done', 'done', 'done']],
      [101, ['PERSON_LIMIT', 'PERSON_LIMIT', 'PERSON_LIMIT']],
      [100, ['done', 'done', 'done']],
    ] as const) {
      const bulkId = await rehearsed({ kind: 'points', points });
      await work(bulkId, 'run');
      expect(await statesOf(bulkId)).toEqual(states);
    }
    const one = await plantSubscriber(world);
    const [found] = await world.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, one.subscriptionId));
    const version = found?.version ?? 0;
    const given = { points: 500, version, by: { actor: operator, accountId: one.accountId } };
    await addApologyPoints(world.ctx(), one.accountId, given);
    expect(await pointsOf(world, one.accountId)).toBe(33 + 500);
  });

  test('only an owner may read or begin one', async () => {
    const bulkId = await rehearsed(SWAP);
    for (const role of ['support', 'finance', 'warehouse'] satisfies StaffRole[]) {
      const browser = await memberBrowser(world, role);
      const begun = await callDesk(browser, 'bulk.begin', { input: { bulkId, work: 'run' } });
      const read = await callDesk(browser, 'bulk.read', { input: { bulkId }, kind: 'query' });
      expect([begun.code, read.code]).toEqual(['NOT_ALLOWED', 'NOT_ALLOWED']);
    }
  });
});

test('a file names subscribers by e-mail or id, and a line that names none is in the report', async () => {
  const { bulkId } = await open(POINTS, null);
  const lines: [number, string][] = [
    [2, (people[0]?.email ?? '').toUpperCase()],
    [3, idOf(1)],
    [4, 'nobody@example.test'],
    [5, idOf(1)],
    [6, "'=cmd|/C calc!A0"],
    [7, ''],
  ];
  await addPeople(ctx(), { bulkId, lines });
  await addPeople(ctx(), { bulkId, lines });
  await work(bulkId, 'rehearse', 'run');
  const rows = await readBulkRows(world.ctx(), { bulkId, leftOut: false, after: 0, limit: 100 });
  expect(rows.map(({ line, state }) => [line, state])).toEqual([
    [2, 'done'],
    [3, 'done'],
    [4, 'refused'],
    [6, 'refused'],
    [7, 'refused'],
  ]);
  expect([await pointsOf(world, idOf(1)), await pointsOf(world, idOf(2))]).toEqual([83, 33]);
  expect(await refusalOf(addPeople(ctx(), { bulkId, lines }))).toBe('STALE');
});
