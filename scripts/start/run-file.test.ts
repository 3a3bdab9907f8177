import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive, know } from './processes.mjs';
import { endLeftovers, livingRun, readRun, writeRun } from './run-file.mjs';

let dataDir: string;
let child: ChildProcess;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ira-run-'));
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '/marker/of/ours'], {
    stdio: 'ignore',
  });
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function childNote(change: { identity?: string; marker?: string } = {}) {
  const known = know(child.pid ?? 0);
  if (known === null) throw new Error('the child did not start');
  return { ...known, name: 'web', marker: '/marker/of/ours', ...change };
}

function runWith(children: ReturnType<typeof childNote>[]) {
  return {
    launcher: know(process.pid),
    web: 'http://localhost:1',
    sandbox: null,
    env: { APP_SECRET: 's' },
    children,
  };
}

test('what a killed run left behind is ended, and its note goes', async () => {
  const note = childNote();
  writeRun(dataDir, runWith([note]));
  expect(await endLeftovers(dataDir)).toEqual(['web']);
  expect(isAlive(note)).toBe(false);
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
});

test('a later process with the pid of an exited child is left alone', async () => {
  const note = childNote();
  writeRun(dataDir, runWith([{ ...note, identity: '00000000-1' }]));
  expect(await endLeftovers(dataDir)).toEqual([]);
  expect(isAlive(note)).toBe(true);
});

test('a process whose command line does not name our path is left alone', async () => {
  const note = childNote();
  writeRun(dataDir, runWith([{ ...note, marker: '/somebody/else' }]));
  expect(await endLeftovers(dataDir)).toEqual([]);
  expect(isAlive(note)).toBe(true);
});

test('a torn or missing note is no obstacle', async () => {
  expect(await endLeftovers(dataDir)).toEqual([]);
  writeFileSync(join(dataDir, 'run.json'), '{"launcher":{"pid":');
  expect(readRun(dataDir)).toBeNull();
  expect(await endLeftovers(dataDir)).toEqual([]);
});

test('a run counts as living only as long as its launcher lives', () => {
  const run = runWith([]);
  writeRun(dataDir, run);
  expect(livingRun(dataDir)).toEqual(run);
  writeRun(dataDir, { ...run, launcher: { pid: process.pid, identity: '00000000-1' } });
  expect(livingRun(dataDir)).toBeNull();
});

test('the note holds secrets, so only its owner may read it', () => {
  writeRun(dataDir, runWith([]));
  expect(statSync(join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
});
