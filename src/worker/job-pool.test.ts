import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { openJobPool } from './job-pool';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

test('a job that finds no free connection is reported again later, instead of ending the worker', async () => {
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
  }
});

test.each([
  ['disk', '53100'],
  ['memory', '53200'],
  ['free session', '53300'],
])('a job that a server without %s cannot store (%s) is reported again later', async (_what, code) => {
  const pool = openJobPool(1);
  try {
    const session = await pool.connect();
    const refused = session.query(`do $$ begin raise exception using errcode = '${code}'; end $$`);
    await expect(refused).rejects.toMatchObject({ code: '40001' });
    session.release();
  } finally {
    await pool.end();
  }
});

test('a worker that has stopped does not fail because of a job whose end it could not report', async () => {
  const pool = openJobPool(1);
  await pool.end();
  const answered = vi.fn();
  pool.connect().then(answered, answered);
  pool.connect(answered);
  await sleep(50);
  expect(answered).not.toHaveBeenCalled();
});
