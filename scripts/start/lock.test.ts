import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock } from './lock.mjs';
import { know } from './processes.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ira-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const lockModule = new URL('./lock.mjs', import.meta.url).href;

/** Starts a process that tries to lock the folder, prints the result, and holds the lock until its stdin closes. */
function contender(options = '{}') {
  const program = `import { acquireLock } from ${JSON.stringify(lockModule)};
    try { await acquireLock(${JSON.stringify(dir)}, ${options}); console.log('held'); process.stdin.on('end', () => process.exit()).resume(); }
    catch (error) { console.log(error.constructor.name, error.pid); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return { child, said, exited };
}

test('a second process is refused with the pid of the process that holds the directory', async () => {
  const holder = contender();
  expect(await holder.said).toBe('held');
  await expect(acquireLock(dir)).rejects.toMatchObject({ pid: holder.child.pid });
  holder.child.stdin.end();
  await holder.exited;
});

test('of several processes that start at the same moment never two hold the directory', async () => {
  const contenders = Array.from({ length: 4 }, () => contender());
  const said = await Promise.all(contenders.map((one) => one.said));
  expect(said.filter((word) => word === 'held').length).toBeLessThanOrEqual(1);
  for (const one of contenders) one.child.stdin.end();
  await Promise.all(contenders.map((one) => one.exited));
});

test('the lock of a killed process counts for nothing', async () => {
  const holder = contender();
  expect(await holder.said).toBe('held');
  holder.child.kill('SIGKILL');
  await holder.exited;
  const lock = await acquireLock(dir);
  lock.release();
  expect(readdirSync(dir)).toEqual([]);
});

test('the lock of an earlier process with the same pid counts for nothing', async () => {
  const old = `${process.ppid}.00000000-1.lock`;
  writeFileSync(join(dir, old), '{}');
  const lock = await acquireLock(dir);
  const [held, ...others] = readdirSync(dir);
  expect([held?.startsWith(`${process.pid}.`), others]).toEqual([true, []]);
  lock.release();
  expect(readdirSync(dir)).toEqual([]);
});

test('a holder that is stopping is waited for', async () => {
  const holder = contender();
  expect(await holder.said).toBe('held');
  const [name] = readdirSync(dir);
  writeFileSync(join(dir, name ?? ''), JSON.stringify({ owner: null, stopping: true }));
  setTimeout(() => holder.child.stdin.end(), 700);
  const lock = await acquireLock(dir);
  expect(know(holder.child.pid ?? 0)).toBeNull();
  lock.release();
});
