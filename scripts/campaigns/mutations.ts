import { spawn } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { openTemporary } from '../start/temporary.mjs';
import { leashed } from '../start/terminal.mjs';
import { applyMutation, listMutations, type Mutation } from './mutations/patches';

/*
 * npm run task -- mutations [parts of names] [--shard 1/2] [--at-once 2] Applies each patch to a copy of the sources and
 * runs the test that its header names. Prints a table. The exit code is 1 if a test passed with its mutation, or did
 * not run. With --simulation, up to ten seeds of the simulation run instead of the test.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['src', 'scripts', 'drizzle', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
const SIMULATION = ['--trial', '--seeds', '10', '--subscribers', '20', '--years', '0.5', '--at-once', '1'];

/** Returns what a run of the tests or of the simulation says about its first failure. Null: all passed. */
function findFailure(output: string): string | null {
  const [, test, seed, problem] = / FAIL .*\.test\.tsx? > (.*)|seed (\d+): .*BROKEN\n(.*)/.exec(output) ?? [];
  return test ?? (seed === undefined ? null : `seed ${seed}: ${problem}`);
}

function run(folder: string, [program = '', ...args]: string[]): Promise<string> {
  return new Promise((resolve) => {
    // Named in full, so that this process is found by its folder.
    const command = [...leashed, join(folder, program), ...args];
    const child = spawn(process.execPath, command, { cwd: folder });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output += part.toString()));
    child.once('exit', () => resolve(stripVTControlCharacters(output)));
  });
}

/** Returns the first failure with one mutation, null if there was none. @throws Error if the patch does not apply, or nothing ran */
async function testMutation(
  place: string,
  mutation: Mutation,
  isBySimulation: boolean,
): Promise<string | null> {
  const folder = join(place, mutation.name);
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    applyMutation(mutation, folder);
    const output = isBySimulation
      ? await run(folder, ['node_modules/tsx/dist/cli.mjs', 'scripts/campaigns/sim.ts', ...SIMULATION])
      : await run(folder, ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', mutation.test]);
    if (!/a second|Tests .*(passed|failed)/.test(output))
      throw new Error(`${mutation.name}: nothing ran\n${output.trim()}`);
    return findFailure(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values, positionals: parts } = parseArgs({
    allowPositionals: true,
    options: {
      shard: { type: 'string', default: '1/1' },
      'at-once': { type: 'string', default: '2' },
      simulation: { type: 'boolean', default: false },
    },
  });
  const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
  const mutations = listMutations(ROOT)
    .filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
    .filter((_mutation, at) => at % shards === shard - 1);
  const { path, remove } = await openTemporary('mutations');
  const queue = mutations.values();
  let caught = 0;
  console.log('| mutation | first failure |\n|---|---|');
  const runQueue = async () => {
    for (const mutation of queue) {
      const failure = await testMutation(path, mutation, values.simulation);
      if (failure !== null) caught += 1;
      console.log(`| ${mutation.name} | ${failure?.replaceAll('|', '/').slice(0, 120) ?? 'NOT CAUGHT'} |`);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, runQueue));
  await remove();
  console.log(`${caught} of ${mutations.length} caught`);
  if (caught < mutations.length) process.exitCode = 1;
}

await main();
