import { expect, test } from 'vitest';
import { createTestDatabase } from '../database';
import { simulate } from './simulate';

const SIMULATION_MS = 240_000;

test(
  'five subscribers live through two months in which everything goes wrong: every promise holds, and then all comes to rest',
  async () => {
    const database = await createTestDatabase();
    const verdict = await simulate({ seed: 20261121, subscribers: 5, days: 60, databaseUrl: database.url });
    await database.drop();
    expect(verdict.problems, JSON.stringify(verdict, null, 1)).toEqual([]);
    expect(verdict.orders).toBeGreaterThan(15);
    expect(Object.keys(verdict.faults).length).toBeGreaterThan(3);
  },
  SIMULATION_MS,
);
