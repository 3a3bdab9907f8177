import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../database';
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
