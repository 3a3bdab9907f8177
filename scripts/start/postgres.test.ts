import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { commandOf, isAlive, know } from './processes.mjs';
import { clusterDir, endLeftover, mayReach, startPostgres } from './postgres.mjs';

// All tests use one cluster. Each test starts it with the data of the previous test.
let home: string;
let dir: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'ira-pg-'));
  dir = clusterDir(join(home, 'postgres'));
});
afterEach(() => endLeftover(dir));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const wanted = () => ({ dir, log: join(home, 'postgres.log'), options: ['fsync=off'] });

async function query<T>(url: string, ask: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1 });
  try {
    return await ask(sql);
  } finally {
    await sql.end();
  }
}

test('keeps the data of a stopped cluster and uses a free port at each start', async () => {
  const first = await startPostgres(wanted());
  await query(first.url('postgres'), (sql) => sql`create table kept as select 7 as n`);
  await first.stop();
  const second = await startPostgres(wanted());
  expect(await query(second.url('postgres'), (sql) => sql`select n from kept`)).toEqual([{ n: 7 }]);
  await second.stop();
});

test('ends a server whose starter was killed, and keeps its data', async () => {
  const program = `import { startPostgres } from ${JSON.stringify(new URL('./postgres.mjs', import.meta.url).href)};
    const cluster = await startPostgres(${JSON.stringify(wanted())});
    console.log(cluster.pid); process.kill(process.pid, 'SIGKILL');`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await Promise.all([
    new Promise<number>((resolve) => starter.stdout.once('data', (text) => resolve(Number(String(text))))),
    new Promise((resolve) => starter.once('exit', resolve)),
  ]);
  const orphan = know(pid);
  if (orphan === null) throw new Error('the server did not outlive its starter');
  const next = await startPostgres(wanted());
  expect(isAlive(orphan)).toBe(false);
  await next.stop();
});

test('ignores a pid file of a foreign process, which keeps running', async () => {
  const first = await startPostgres(wanted());
  const pidFile = readFileSync(join(dir, 'postmaster.pid'), 'utf8');
  await first.stop();
  writeFileSync(join(dir, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)));
  const parent = commandOf(process.ppid);
  const second = await startPostgres(wanted());
  expect(commandOf(process.ppid)).toBe(parent);
  await second.stop();
});

test('accepts connections from this machine only, and only with its password', async () => {
  const cluster = await startPostgres(wanted());
  const [shown] = await query(cluster.url('postgres'), (sql) => sql`show listen_addresses`);
  expect(shown).toEqual({ listen_addresses: '127.0.0.1' });
  const methods = await query(
    cluster.url('postgres'),
    (sql) => sql`select distinct auth_method from pg_hba_file_rules`,
  );
  expect(methods).toEqual([{ auth_method: 'scram-sha-256' }]);
  const stranger = new URL(cluster.url('postgres'));
  for (const password of ['', 'postgres']) {
    stranger.password = password;
    await expect(query(stranger.href, (sql) => sql`select 1`)).rejects.toThrow(/password/);
  }
  await cluster.stop();
});

test('creates an incomplete cluster again', async () => {
  const first = await startPostgres(wanted());
  await first.stop();
  rmSync(join(dir, 'PG_VERSION'));
  const second = await startPostgres(wanted());
  expect(existsSync(join(dir, 'PG_VERSION'))).toBe(true);
  await second.stop();
});

test('an account reaches a folder only if it may enter every folder above', () => {
  const stranger = { uid: 54_321, gid: 54_321 };
  expect(mayReach('/usr', stranger)).toBe(true);
  expect(mayReach(mkdtempSync(join(home, 'closed-')), stranger)).toBe(false);
  expect(mayReach(home, {})).toBe(true);
});
