import { existsSync, readdirSync, readFileSync } from 'node:fs';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { leases } from '@/server/db/schema';
import { withLease } from '@/server/platform/lease';
import { createTestDatabase } from '../database';
import { createSimulatedWorld } from './world';
import { simulate, type SimulationOptions } from './simulate';

const SIMULATION_MS = 240_000;
const KEPT = new URL('./kept/', import.meta.url);

type Size = Pick<SimulationOptions, 'seed' | 'subscribers' | 'days'>;

async function runAndCheck(size: Size) {
  const database = await createTestDatabase();
  const warnings: string[] = [];
  const warn = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warn);
  const verdict = await simulate({ ...size, databaseUrl: database.url });
  await database.drop();
  process.off('warning', warn);
  expect(warnings).not.toContain('TimeoutOverflowWarning');
  expect(verdict.problems, JSON.stringify(verdict, null, 1)).toEqual([]);
  return verdict;
}

test(
  'keeps all invariants for four subscribers in six weeks of faults, and completes all work afterwards',
  async () => {
    const { orders, faults } = await runAndCheck({ seed: 20261125, subscribers: 4, days: 45 });
    expect(orders).toBeGreaterThan(6);
    expect(Object.keys(faults).length).toBeGreaterThan(3);
  },
  SIMULATION_MS,
);

/** Returns the ids of all that a run wrote. An id is random, and every later step follows from those before. */
async function idsOf(size: Size): Promise<string[]> {
  const database = await createTestDatabase();
  await simulate({ ...size, databaseUrl: database.url });
  const sql = postgres(database.url, { max: 1 });
  const rows = await sql<{ id: string }[]>`
    select id from audit_events union select id from orders union select id from messages order by id`;
  await sql.end();
  await database.drop();
  return rows.map(({ id }) => id);
}

test('ends a lease by the simulated time, however long a run takes', async () => {
  const database = await createTestDatabase();
  const world = await createSimulatedWorld(1, database.url, new Date('2026-11-20T03:00:00Z'));
  const lease = () => withLease(world.db, { name: 'payouts' }, () => Promise.resolve('taken'));
  const until = new Date('2026-11-20T03:00:30Z');
  const killed = { name: 'payouts', holder: 'killed', takenAt: world.now(), until };
  await transaction(world.db, (tx) => tx.insert(leases).values(killed));
  try {
    expect(await lease()).toBeNull();
    world.moveTo(until);
    expect(await lease()).toEqual({ done: 'taken' });
  } finally {
    await world.close();
    await database.drop();
  }
});

test(
  'repeats a run step by step for its seed',
  async () => {
    const size = { seed: 6, subscribers: 1, days: 5 };
    const first = await idsOf(size);
    expect(first.length).toBeGreaterThan(4);
    expect(await idsOf(size)).toEqual(first);
  },
  SIMULATION_MS,
);

const kept = existsSync(KEPT) ? readdirSync(KEPT) : [];
for (const file of kept) {
  test(
    `repeats a run that failed before: ${file}`,
    async () => {
      await runAndCheck(JSON.parse(readFileSync(new URL(file, KEPT), 'utf8')) as Size);
    },
    SIMULATION_MS,
  );
}
