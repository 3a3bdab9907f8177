import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@/domain/day';
import { transaction } from '@/server/db';
import { accounts, subscriberMarks } from '@/server/db/schema';
import { readList } from '@/server/desk/reads/lists';
import { readToday } from '@/server/desk/reads/today';
import { erasePerson } from '@/server/subscriber/account/erasure';
import { plantMember } from '@/testing/desk';
import { pass, plantSubscriber, refusalOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { endFollowUp, listMarks, readMarks, saveMarks, type Marks } from './marks';

const world = withWorld();
const ctx = () => ({ ...world.ctx(), operator: 'operator' });
let person: Planted;
let member: string;
const NONE: Marks = { tags: [], followUpOn: null, staffId: null };
const save = (marks: Partial<Marks> & { before?: Marks }) =>
  saveMarks(ctx(), { accountId: person.accountId, ...NONE, ...marks });
const followUps = async () =>
  (await readToday(ctx(), 'support')).cases.filter(({ kind }) => kind === 'followUps');

beforeAll(async () => {
  person = await plantSubscriber(world);
  await plantSubscriber(world);
  member = (await plantMember(world, 'support')).staffId;
});

test('a list is chosen by tag and by the member in charge', async () => {
  await save({ tags: ['VIP', 'แพ้น้ำหอม'], staffId: member });
  expect(await listMarks(ctx())).toMatchObject({ tags: ['VIP', 'แพ้น้ำหอม'], team: [{ staffId: member }] });
  const ids = async (filter: object) =>
    (await readList(ctx(), { list: 'subscribers', ...filter })).rows.map(({ accountId }) => accountId);
  expect(await ids({ tag: 'แพ้น้ำหอม' })).toEqual([person.accountId]);
  expect(await ids({ tag: 'VI' })).toEqual([]);
  expect(await ids({ staffId: member })).toEqual([person.accountId]);
  const warehouse = await plantMember(world, 'warehouse');
  expect(await refusalOf(save({ staffId: warehouse.staffId }))).toBe('NOT_FOUND');
});

test('a follow-up is on Today from its day on, with name and member, until it is done, and again when that is undone', async () => {
  await save({ followUpOn: addDays(dayOf(world.now()), 1), staffId: member, tags: ['VIP'] });
  expect(await followUps()).toEqual([]);
  await pass(world, { days: 1 });
  expect(await followUps()).toMatchObject([
    {
      urgency: 'today',
      count: 1,
      entries: [{ person: { name: 'Mali Suk' }, detail: expect.stringMatching(/^Member/) as string }],
    },
  ]);
  const before = await endFollowUp(ctx(), person.accountId);
  expect(await followUps()).toEqual([]);
  expect(await endFollowUp(ctx(), person.accountId)).toBeNull();
  await save(before ?? {});
  expect(await followUps()).toHaveLength(1);
  await endFollowUp(ctx(), person.accountId);
  expect(await readMarks(ctx(), person.accountId)).toEqual({
    tags: ['VIP'],
    followUpOn: null,
    staffId: member,
  });
});

test('an undo takes back its own marks only, never those that another member saved meanwhile', async () => {
  await save({ tags: ['VIP'] });
  await save({ tags: ['calls'] });
  expect(await refusalOf(save({ before: { ...NONE, tags: ['VIP'] } }))).toBe('STALE');
  expect((await readMarks(ctx(), person.accountId)).tags).toEqual(['calls']);
  const undo = () => save({ before: { ...NONE, tags: ['calls'] } });
  const both = await Promise.allSettled([undo(), undo()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await readMarks(ctx(), person.accountId)).toEqual(NONE);
});

test('the marks are erased with the account, and none can be saved for a deleted one', async () => {
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
  if (account)
    await transaction(world.db, (tx) => erasePerson(tx, world.now(), account, { keepsContact: false }));
  expect(await world.db.select().from(subscriberMarks)).toEqual([]);
  expect(await refusalOf(save({ tags: ['late'] }))).toBe('NOT_FOUND');
});
