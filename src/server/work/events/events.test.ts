import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { NewEvent } from '@/domain/event';
import { rehearse, transaction, writeLast, type Db, type Tx } from '@/server/db';
import { queryRows } from '@/server/db/query-rows';
import { addEvents } from '@/server/lifecycle/events';
import { pass } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { numberEvents } from './number-events';
import { purgeEvents } from './purge-events';
import { listEvents, readCounter, readEvents } from './read-events';

const world = withWorld();
const event = (id: string): NewEvent => ({ type: 'order.paid', id, changes: {} });
const write = (tx: Tx, ...events: NewEvent[]) => addEvents(tx, world.now(), events);
const commit = (...events: NewEvent[]) => transaction(world.db, async (tx) => write(tx, ...events));
const written = (...ids: string[]) => commit(...ids.map(event));
const idsAfter = async (after: number, limit = 1000) =>
  (await readEvents(world.db, { after, limit })).events.map(({ id }) => id);

/** The position before the events of a test. */
let start = 0;
beforeEach(async () => {
  start = (await readEvents(world.db, { limit: 1 })).position;
});

/** Begins a transaction that writes events. @returns how to end it */
async function begin(...ids: string[]) {
  let end = (_: 'commit' | 'roll back') => undefined as void;
  const ending = new Promise<string>((resolve) => (end = resolve));
  let wrote = () => undefined as void;
  const hasWritten = new Promise<void>((resolve) => (wrote = resolve));
  const done = transaction(world.db, async (tx) => {
    write(tx, ...ids.map(event));
    writeLast(tx, async () => {
      wrote();
      if ((await ending) !== 'commit') throw new Error('rolled back');
    });
  });
  await hasWritten;
  const ended = (how: 'commit' | 'roll back') => {
    end(how);
    return how === 'commit' ? done : done.catch(() => undefined);
  };
  return ended;
}

test('a reader skips no event of a transaction that commits late, and waits for none', async () => {
  const endEarly = await begin('began first');
  await written('began second');
  expect(await idsAfter(start)).toEqual(['began second']);
  const { position } = await readEvents(world.db, { after: start, limit: 10 });
  await endEarly('commit');
  expect(await idsAfter(position)).toEqual(['began first']);
  expect(await idsAfter(start)).toEqual(['began second', 'began first']);
});

test('parallel transactions, readers and numberers: every committed event once, in one order for all', async () => {
  const pages: string[][] = [[], [], []];
  const expected = new Set<string>();
  let isWriting = true;
  const readers = pages.map(async (seen) => {
    let after = start;
    for (let more = true; more || isWriting;) {
      const page = await readEvents(world.db, { after, limit: 7 });
      seen.push(...page.events.map(({ id }) => id));
      [after, more] = [page.position, page.hasMore || (!isWriting && page.events.length > 0)];
    }
  });
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let n = 0; n < 12; n += 1) {
      const ids = [`${writer}-${n}-a`, `${writer}-${n}-b`, `${writer}-${n}-c`];
      const end = await begin(...ids);
      const isKept = (writer + n) % 4 !== 0;
      if (isKept) for (const id of ids) expected.add(id);
      await end(isKept ? 'commit' : 'roll back');
      if (n % 3 === 0) await numberEvents(world.db);
    }
  });
  await Promise.all(writers);
  isWriting = false;
  await Promise.all(readers);
  const [first = []] = pages;
  expect(first.length).toBe(expected.size);
  expect(new Set(first)).toEqual(expected);
  for (const seen of pages) expect(seen).toEqual(first);
  // Changes of one writer follow each other: each begins after the one before has committed.
  const ofOne = first.filter((id) => id.startsWith('1-'));
  expect(ofOne).toEqual(ofOne.toSorted((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1])));
});

test('a numberer that is killed before its commit gives no position away', async () => {
  await written('a', 'b');
  const killed = world.db.transaction(async (tx) => {
    await numberEvents(
      Object.assign(Object.create(tx) as Db, { transaction: (work: (own: Tx) => unknown) => work(tx) }),
    );
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await listEvents(world.db, start, 10)).toEqual([]);
  const { events } = await readEvents(world.db, { after: start, limit: 10 });
  expect(events.map(({ id, position }) => [id, position - start])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

test('a transaction writes the events of all its parts as one set, and none if it is rolled back', async () => {
  const sets = () =>
    queryRows(world.db, z.object({ size: z.number() }), {
      text: 'select size from event_sets order by seq desc',
      params: [],
    });
  const before = (await sets()).length;
  await transaction(world.db, async (tx) => {
    write(tx, event('first part'));
    write(tx);
    write(tx, event('second part'), event('third part'));
  });
  await expect(rehearse(world.db, async (tx) => write(tx, event('previewed')))).resolves.toBeUndefined();
  expect((await sets()).slice(0, (await sets()).length - before)).toEqual([{ size: 3 }]);
  expect(await idsAfter(start)).toEqual(['first part', 'second part', 'third part']);
});

test('an event that another last write of a transaction adds is written too', async () => {
  await transaction(world.db, async (tx) => {
    write(tx, event('a'));
    writeLast(tx, () => Promise.resolve(write(tx, event('b'))));
  });
  expect(await idsAfter(start)).toEqual(['a', 'b']);
});

test('a transaction that would not write its events is refused', async () => {
  await expect(world.db.transaction(async (tx) => write(tx, event('lost')))).rejects.toThrow('transaction()');
});

test('pages end inside a set, and go on there', async () => {
  const ids = Array.from({ length: 2500 }, (_, n) => `${n}`);
  await written(...ids);
  const seen: string[] = [];
  for (let [after, more] = [start, true]; more;) {
    const page = await readEvents(world.db, { after, limit: 999 });
    seen.push(...page.events.map(({ id }) => id));
    [after, more] = [page.position, page.hasMore];
  }
  expect(seen).toEqual(ids);
});

test('a page of rare types moves on where none of them is', async () => {
  await written(...Array.from({ length: 2100 }, () => 'x'));
  await commit({ type: 'dispute.won', id: 'rare', changes: {} });
  const first = await readEvents(world.db, { after: start, limit: 5, types: ['dispute.won'] });
  expect(first).toMatchObject({ events: [], position: start + 2000, hasMore: true });
  const next = await readEvents(world.db, { after: first.position, limit: 5, types: ['dispute.won'] });
  expect(next).toMatchObject({ events: [{ id: 'rare' }], hasMore: false });
});

test('old partitions are emptied, positions go on, and a reader who comes too late gets EVENTS_GONE', async () => {
  await written('old');
  const { position } = await readEvents(world.db, { after: start, limit: 1 });
  await pass(world, { days: 125 });
  await purgeEvents(world.db, world.now());
  await written('young');
  await expect(readEvents(world.db, { after: position - 1, limit: 1 })).rejects.toMatchObject({
    code: 'EVENTS_GONE',
  });
  const kept = await readEvents(world.db, { after: 0, limit: 10 });
  expect(kept.events.map(({ id }) => id)).toEqual(['young']);
  expect(kept.position).toBe((await readCounter(world.db)).last);
  expect(kept.position).toBeGreaterThan(position);
});
