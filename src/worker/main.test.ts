import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deepTest } from '@/testing/deep';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { openRelay } from '@/testing/relay';
import { spawnProgram } from '@/testing/spawning';
import { bundleOf, ensureBundles } from '../../scripts/start/bundle.mjs';
import { root } from '../../scripts/start/terminal.mjs';

let database: TestDatabase;
let sql: postgres.Sql;
let folder: string;
beforeAll(async () => {
  await ensureBundles(root);
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  folder = mkdtempSync(join(tmpdir(), 'ira-worker-'));
});
afterAll(async () => {
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run worker', () => {
  test('runs alone, completes pending jobs, and stops within ten seconds after SIGTERM', async () => {
    const settings = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'info',
      WORKER_CONCURRENCY: '2',
    };
    // The same command as in package.json, without the start time of npm.
    const worker = spawnProgram(['scripts/start/run.mjs', 'worker'], settings);
    try {
      await worker.hear('worker.started');
      await sql`select graphile_worker.add_job('deliver_message', payload => '{"messageId":"msg_nobody"}'::json)`;
      await expect.poll(jobsLeft, { timeout: 10_000, interval: 50 }).toBe(0);
    } finally {
      worker.kill('SIGTERM');
    }
    const { code, ms } = await worker.ended();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    const [held] = await sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'psql' and state = 'active'`;
    expect(held?.n).toBe(0);
  });

  test('survives a database that is lost while the end of a job is reported, and reports it later', async () => {
    const relay = await openRelay(database.url);
    let losses = 2;
    relay.setHandsOn((from, bytes, near) => {
      const isEnd = from === 'client' && bytes.includes('delete from') && bytes.includes('_private_jobs');
      if (!isEnd || losses === 0) return true;
      losses -= 1;
      near.resetAndDestroy();
      return false;
    });
    const worker = spawnProgram(bundleOf(root, 'worker'), { DATA_DIR: folder, DATABASE_URL: relay.url });
    try {
      await worker.hear('worker.started');
      await sql`select graphile_worker.add_job('deliver_message', payload => '{"messageId":"msg_nobody"}'::json)`;
      await expect.poll(() => losses, { timeout: 20_000, interval: 50 }).toBe(0);
      await expect.poll(jobsLeft, { timeout: 20_000, interval: 50 }).toBe(0);
    } finally {
      worker.kill('SIGTERM');
    }
    expect((await worker.ended()).code).toBe(0);
    relay.server.close();
  });

  deepTest('lists wrong settings without their values and exits with 1', async () => {
    const wrong = { DATA_DIR: folder, DATABASE_URL: 'mysql://hush@hush/hush', APP_SECRET: 'hush' };
    const worker = spawnProgram(bundleOf(root, 'worker'), wrong);
    expect((await worker.ended()).code).toBe(1);
    expect(worker.said()).toBe(
      'Invalid environment variables\n  DATABASE_URL: malformed\n  APP_SECRET: malformed\n',
    );
  });

  test('prints one sentence without its database and exits with 1', async () => {
    const away = { DATA_DIR: folder, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    const worker = spawnProgram(bundleOf(root, 'worker'), away);
    expect((await worker.ended()).code).toBe(1);
    expect(worker.said()).not.toMatch(/^\s+at /m);
  });
});

async function jobsLeft(): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'deliver_message'`;
  return row?.n ?? 0;
}
