import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '@/testing/database';
import { openJobPool } from './job-pool';

test('a job that finds no free connection is reported again later, instead of ending the worker', async () => {
  const database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  const pool = openJobPool(1, 2_000);
  try {
    const busy = await pool.connect();
    await expect(pool.connect()).rejects.toMatchObject({ code: '40001' });
    busy.release();
    const free = await pool.connect();
    expect((await free.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    free.release();
  } finally {
    await pool.end();
    vi.unstubAllEnvs();
    await database.drop();
  }
});
