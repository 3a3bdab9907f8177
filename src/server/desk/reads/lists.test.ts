import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@/domain/day';
import { DESK_LIST_NAMES, DESK_LISTS, deskListInput, viewOf, type DeskListInput } from '@/schemas/desk-lists';
import { transaction } from '@/server/db';
import { accounts, messages, subscriptions } from '@/server/db/schema';
import { deleteView, listViews, saveView } from '@/server/desk/acts/desk-views';
import { createCode } from '@/server/desk/acts/codes';
import { recordMailFailures } from '@/server/work/messages/mail-failures';
import { plantMember } from '@/testing/desk';
import { plantOffline } from '@/testing/offline';
import { plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { readList } from './lists';

const world = withWorld();
let card: Planted;
let offline: Planted;

const read = (asked: DeskListInput) => readList(world.ctx(), asked);

beforeAll(async () => {
  card = await plantSubscriber(world);
  offline = await plantOffline(world);
});

test.each(DESK_LIST_NAMES)('%s answers for every part, and only rows of the part', async (list) => {
  for (const part of [undefined, ...DESK_LISTS[list].parts]) {
    const page = await read({ list, part });
    expect(page.next).toBeNull();
    if (list === 'orders' || list === 'messages' || list === 'codes')
      for (const { state } of page.rows) expect(state).toBe(part ?? state);
  }
});

test('a part of another list is refused', () => {
  expect(deskListInput.safeParse({ list: 'orders', part: 'charged' }).success).toBe(false);
});

test('subscribers are chosen by state, way of paying, and an address that refuses mails', async () => {
  const ids = async (asked: Partial<DeskListInput>) =>
    (await read({ list: 'subscribers', ...asked })).rows.map(({ accountId }) => accountId);
  expect((await ids({})).toSorted()).toEqual([card.accountId, offline.accountId].toSorted());
  expect(await ids({ method: 'card' })).toEqual([card.accountId]);
  const pausedUntil = addDays(dayOf(world.now()), 30);
  await transaction(world.db, async (tx) => {
    await tx.update(subscriptions).set({ pausedUntil }).where(eq(subscriptions.accountId, card.accountId));
    await recordMailFailures(tx, world.now(), [card.email], 'bounce');
  });
  expect(await ids({ part: 'paused' })).toEqual([card.accountId]);
  expect(await ids({ part: 'unreached' })).toEqual([card.accountId]);
  await transaction(world.db, (tx) =>
    tx
      .update(accounts)
      .set({ email: 'new@example.test', emailNorm: 'new@example.test' })
      .where(eq(accounts.id, card.accountId)),
  );
  expect(await ids({ part: 'unreached' })).toEqual([]);
});

test('a member has views of their own by name, and at most 20 of them', async () => {
  const [mine, other] = [await plantMember(world, 'support'), await plantMember(world, 'support')];
  const save = (name: string, staffId = mine.staffId) =>
    saveView(world.ctx(), staffId, {
      name,
      asked: { list: 'subscribers', part: 'paused' },
      columns: ['tags'],
    });
  const viewId = await save('View to undo');
  await deleteView(world.ctx(), mine.staffId, viewId ?? '');
  await Promise.all(Array.from({ length: 21 }, (_, at) => save(`View ${at}`).catch(() => undefined)));
  const saved = await listViews(world.ctx(), mine.staffId);
  expect(saved).toHaveLength(20);
  const query = 'list=subscribers&part=paused&columns=tags';
  expect(saved[0]?.query).toBe(query);
  expect(viewOf(query)).toEqual({ asked: { list: 'subscribers', part: 'paused' }, columns: ['tags'] });
  expect(await save(saved[0]?.name ?? '')).toBeNull();
  await deleteView(world.ctx(), other.staffId, saved[0]?.viewId ?? '');
  expect(await listViews(world.ctx(), mine.staffId)).toEqual(saved);
  await deleteView(world.ctx(), mine.staffId, saved[0]?.viewId ?? '');
  expect(await listViews(world.ctx(), mine.staffId)).toHaveLength(19);
  expect(await listViews(world.ctx(), other.staffId)).toEqual([]);
});

test('the pages of a list hold every row once, also rows of one instant', async () => {
  await transaction(world.db, (tx) =>
    tx.execute(sql`insert into messages (id, account_id, kind, dedupe_key, payload, status, asked, not_before, retry_key,
        created_at, sent_at)
      select 'msg_many' || n, ${card.accountId}, 'order_paid', 'many' || n, '{}', 'sent', false, ${world.now().toISOString()},
        gen_random_uuid(), ${world.now().toISOString()}::timestamptz - n / 40 * interval '1 microsecond',
        ${world.now().toISOString()} from generate_series(1, 120) n`),
  );
  const asked = { list: 'messages', part: 'sent', kind: 'order_paid' } as const;
  const sent = await world.db.select().from(messages).where(eq(messages.status, 'sent'));
  const expected = sent.filter(({ kind }) => kind === 'order_paid').map(({ id }) => id);
  const seen: string[] = [];
  let after: string | null | undefined;
  do {
    const page = await read({ ...asked, after: after ?? undefined });
    expect(page.rows.length).toBeLessThanOrEqual(50);
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  expect(seen.toSorted()).toEqual(expected.toSorted());
});

test('planned orders begin with the next day, and a damaged cursor begins at the start', async () => {
  const { rows } = await read({ list: 'orders', part: 'upcoming' });
  const days = rows.map(({ at }) => at);
  expect(days.length).toBeGreaterThan(3);
  expect(days).toEqual(days.toSorted());
  expect((await read({ list: 'orders', part: 'upcoming', after: 'nothing here' })).rows).toEqual(rows);
});

test('a discount code stands in its list with its discount', async () => {
  const discount = { kind: 'percent', value: 10 } as const;
  const limits = { from: null, until: null, usesMax: 5 };
  await createCode({ ...world.ctx(), operator: 'operator' }, { code: 'LIST10', discount, ...limits });
  const { rows } = await read({ list: 'codes', part: 'valid' });
  expect(rows).toMatchObject([{ id: 'LIST10', facts: { percent: 10, uses: 0, usesMax: 5 } }]);
});
