import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leashed } from './terminal.mjs';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'ira-leash-test-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function run(program: string) {
  const file = join(place, 'program.mjs');
  writeFileSync(file, program);
  return spawn(process.execPath, [...leashed, file], { stdio: ['pipe', 'pipe', 'inherit'] });
}

test('a leashed program ends when its parent closes the pipe', async () => {
  const child = run(`setInterval(() => {}, 1000); console.log('up');`);
  await once(child.stdout, 'data');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

test('a program that a leashed one forks is not leashed: it runs without a stdin', async () => {
  const forked = join(place, 'forked.mjs');
  writeFileSync(forked, 'setTimeout(() => process.exit(7), 300);');
  const child = run(`
    import { fork } from 'node:child_process';
    fork(${JSON.stringify(forked)}, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      .once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));`);
  expect(await once(child, 'exit')).toEqual([7, null]);
});
