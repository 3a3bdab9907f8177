import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deepTest } from '@/testing/deep';
import { identityOf } from './processes.mjs';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'ira-temporary-test-'));
  chmodSync(place, 0o711);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const addressOf = (name: string) => new URL(name, import.meta.url).href;
/** Opens a folder, starts a PostgreSQL in it that outlives its parent, and prints the folder and the pid. */
const PROGRAM = `
  import { join } from 'node:path';
  import { openTemporary } from '${addressOf('./temporary.mjs')}';
  import { startPostgres } from '${addressOf('./postgres.mjs')}';
  const { path, remove } = await openTemporary('test', process.env.PLACE);
  if (process.env.ONCE) { await remove(); process.exit(0); }
  const { pid } = await startPostgres({ dir: join(path, 'postgres'), log: join(path, 'log') });
  console.log(JSON.stringify({ path, pid }));
  setInterval(() => {}, 1000);`;

function start(env: Record<string, string> = {}) {
  return spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    // Without npm above it, as a process that is started by hand.
    env: { ...process.env, npm_lifecycle_event: undefined, PLACE: place, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function startWithServer() {
  const child = start();
  const [line] = (await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve)))
    .toString()
    .split('\n');
  return { child, ...(JSON.parse(line ?? '') as { path: string; pid: number }) };
}

const ended = (child: ReturnType<typeof start>) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));

for (const signal of ['SIGINT', 'SIGHUP'] as const)
  deepTest(`${signal} leaves neither the folder nor its PostgreSQL`, async () => {
    const { child, path, pid } = await startWithServer();
    child.kill(signal);
    expect(await ended(child)).toBe(130);
    expect([existsSync(path), identityOf(pid)]).toEqual([false, null]);
  });

test('the next start removes the folder and the PostgreSQL of a killed process', async () => {
  const { child, path, pid } = await startWithServer();
  child.kill('SIGKILL');
  await ended(child);
  expect([existsSync(path), identityOf(pid) !== null]).toEqual([true, true]);
  expect(await ended(start({ ONCE: '1' }))).toBe(0);
  expect([existsSync(path), identityOf(pid)]).toEqual([false, null]);
});

test('the next start keeps the folder of a running process, and SIGTERM leaves neither folder nor PostgreSQL', async () => {
  const { child, path, pid } = await startWithServer();
  expect(await ended(start({ ONCE: '1' }))).toBe(0);
  expect([existsSync(path), identityOf(pid) !== null]).toEqual([true, true]);
  child.kill('SIGTERM');
  expect(await ended(child)).toBe(130);
  expect([readdirSync(place), identityOf(pid)]).toEqual([[], null]);
});
