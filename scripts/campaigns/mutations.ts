import { spawn } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openTemporary } from '../start/temporary.mjs';
import { leashed } from '../start/terminal.mjs';
import { applyMutation, listMutations, type Mutation } from './mutations/patches';

/*
 * npm run task -- mutations [parts of names] [--shard 1/4] [--seeds 10] [--subscribers 20] [--years 0.5] [--at-once 2] Applies
 * each patch to a copy of the sources and runs the simulation on the copy. Prints a table. The exit code is 1
 * if the simulation found no violation for a patch.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['src', 'scripts', 'drizzle', 'package.json', 'tsconfig.json'];

type Size = NonNullable<Mutation['size']>;

interface Result {
  /** The first seed whose run found a violation. Null if no run found one. */
  seed: number | null;
  firstSign: string;
}

function runSimulation(folder: string, seeds: number, { subscribers, years }: Size): Promise<string> {
  const options = Object.entries({ seeds, subscribers, years, 'at-once': 1 });
  const args = options.flatMap(([name, value]) => [`--${name}`, String(value)]);
  // Named in full, so that this process is found by its folder.
  const sim = join(folder, 'scripts/campaigns/sim.ts');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...leashed, '--import', 'tsx', sim, '--trial', ...args], {
      cwd: folder,
    });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output += part.toString()));
    child.once('exit', () => resolve(output));
  });
}

/** Runs the simulation with one mutation. @throws Error if the patch does not apply */
async function testMutation(place: string, mutation: Mutation, seeds: number, size: Size): Promise<Result> {
  const folder = join(place, mutation.name);
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    applyMutation(mutation, folder);
    const output = await runSimulation(folder, seeds, mutation.size ?? size);
    const [, seed, firstSign = ''] = /seed (\d+): .*BROKEN\n(.*)/.exec(output) ?? [];
    if (seed === undefined && !output.includes('a second'))
      return { seed: null, firstSign: `the run failed: ${output.trim().split('\n').at(-1)}` };
    return { seed: seed === undefined ? null : Number(seed), firstSign };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values, positionals: parts } = parseArgs({
    allowPositionals: true,
    options: {
      shard: { type: 'string', default: '1/1' },
      seeds: { type: 'string', default: '10' },
      subscribers: { type: 'string', default: '20' },
      years: { type: 'string', default: '0.5' },
      'at-once': { type: 'string', default: '2' },
    },
  });
  const size = { subscribers: Number(values.subscribers), years: Number(values.years) };
  const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
  const mutations = listMutations()
    .filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
    .filter((_mutation, at) => at % shards === shard - 1);
  const { path, remove } = await openTemporary('mutations');
  const queue = mutations.values();
  let missed = 0;
  console.log('| mutation | caught by seed | first sign |\n|---|---|---|');
  const runQueue = async () => {
    for (const mutation of queue) {
      const { seed, firstSign } = await testMutation(path, mutation, Number(values.seeds), size);
      if (seed === null) missed += 1;
      const sign = firstSign.replaceAll('|', '/').slice(0, 120);
      console.log(`| ${mutation.name} | ${seed ?? 'NOT CAUGHT'} | ${sign} |`);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, runQueue));
  await remove();
  console.log(`${mutations.length - missed} of ${mutations.length} caught`);
  if (missed > 0) process.exitCode = 1;
}

await main();
