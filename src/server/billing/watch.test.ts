import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { transaction } from '@/server/db/client';
import { readFlag } from '@/server/flags';
import { runJobs } from '@/testing/jobs';
import { forgetEverybody, goTo, pass, plantSubscriber } from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';
import { INVARIANTS } from './invariants';
import { runBilling } from './run';
import { listWatch, watchInvariants } from './watch';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
});
afterAll(() => world.close());
afterEach(async () => {
  await forgetEverybody(world);
  await transaction(world.db, (tx) =>
    tx.execute(sql`delete from flags where name in ('invariants', 'billing')`),
  );
  await goTo(world, '2026-11-20', '10:00');
});

const breakBalance = sql`update points_balances set balance = balance + 1`;
const seen = () => readFlag(world.db, 'invariants');

test('every promise is asked once an hour by the run, and what was found is kept for the metrics', async () => {
  await plantSubscriber(world);
  await runBilling(world.ctx());
  expect(await seen()).toMatchObject({
    at: expect.any(String) as string,
    asked: INVARIANTS.length,
    violated: [],
  });
  await transaction(world.db, (tx) => tx.execute(breakBalance));
  await pass(world, { minutes: 58 });
  await runBilling(world.ctx());
  expect((await seen())?.violated).toEqual([]);
  await pass(world, { minutes: 2 });
  await runBilling(world.ctx());
  expect((await seen())?.violated).toEqual(['a balance is the sum of its entries']);
});

test('an invariant that takes too long stops no other, and is not repeated before its hour', async () => {
  await plantSubscriber(world);
  await transaction(world.db, (tx) => tx.execute(breakBalance));
  let unlock: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (unlock = resolve));
  const locking = transaction(world.db, async (tx) => {
    await tx.execute(sql`lock table document_series in access exclusive mode`);
    await held;
  });
  try {
    const names = async () => (await watchInvariants(world.ctx(), 2500)).map(({ name }) => name);
    expect(await names()).toEqual(['a balance is the sum of its entries']);
  } finally {
    unlock();
    await locking;
  }
  const { asked, unchecked } = (await seen()) ?? { asked: 0, unchecked: [] };
  expect(unchecked).toContain('documents of a kind are numbered from 1 on, without a gap and none twice');
  expect(asked).toBe(INVARIANTS.length - unchecked.length);
  await pass(world, { minutes: 58 });
  expect(await listWatch(world.ctx())).toEqual([]);
  await pass(world, { minutes: 3 });
  expect(await listWatch(world.ctx())).toHaveLength(1);
});

test('a run that walks through past days does not ask', async () => {
  expect(await listWatch(world.ctx())).toHaveLength(1);
  expect(await listWatch(world.ctx(new Date('2026-11-19T10:00:00+07:00')))).toEqual([]);
});

test('what is due and waits because an operator paused billing is no finding, until an hour after it goes on', async () => {
  await plantSubscriber(world);
  await world.sandbox.settled();
  await goTo(world, '2026-12-31', '08:00');
  await runBilling(world.ctx());
  await runJobs();
  const pause = (paused: boolean, since: string) =>
    transaction(world.db, (tx) =>
      tx.execute(sql`insert into flags values ('billing', ${JSON.stringify({ paused, since })})
        on conflict (name) do update set value = excluded.value`),
    );
  await pause(true, '2026-12-31T01:00:00Z');
  await goTo(world, '2027-01-02', '10:00');
  const names = async () => (await watchInvariants(world.ctx())).map(({ name }) => name);
  expect(await names()).toEqual([]);
  await pause(false, '2027-01-02T02:30:00Z');
  expect(await names()).toEqual([]);
  await pass(world, { hours: 1 });
  expect(await names()).toContain('nothing that is due is a day late');
});
