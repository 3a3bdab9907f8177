import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { breakLine, PLANTED_BUGS, type PlantedBug, type WrongLine } from './planted-bugs';

/*
 * Checks the checker: npm run sim:bugs -- [words of a name] [--seeds 10] [--subscribers 20] [--years 0.5] [--at-once 2].
 * Each planted bug is written into a copy of the sources, and the simulation must find something wrong with it. Prints a
 * table; exit code 1 when a bug was not caught.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COPIED = ['src', 'scripts', 'drizzle', 'package.json', 'tsconfig.json'];

type Size = NonNullable<PlantedBug['size']>;

interface Caught {
  /** The first seed that found it; null: none did. */
  seed: number | null;
  problem: string;
}

function run(folder: string, seeds: number, { subscribers, years }: Size): Promise<string> {
  const wishes = { seeds, subscribers, years, 'at-once': 1 };
  const words = Object.entries(wishes).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/sim.ts', '--trial', ...words], {
      cwd: folder,
    });
    let text = '';
    child.stdout.on('data', (part: Buffer) => (text += part.toString()));
    child.stderr.on('data', (part: Buffer) => (text += part.toString()));
    child.once('exit', () => resolve(text));
  });
}

function write(folder: string, line: WrongLine): void {
  const file = join(folder, line.file);
  writeFileSync(file, breakLine(readFileSync(file, 'utf8'), line));
}

/** Plants one bug in a copy and lives with it. @throws Error when the line to break is not there any more */
async function plant(bug: PlantedBug, seeds: number, size: Size): Promise<Caught> {
  const folder = mkdtempSync(join(tmpdir(), 'ira-bug-'));
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const line of [bug, ...(bug.also ?? [])]) write(folder, line);
    const said = await run(folder, seeds, bug.size ?? size);
    const [, seed, problem] = /seed (\d+): .*BROKEN\n(.*)/.exec(said) ?? [];
    if (seed === undefined && !said.includes('a second'))
      return { seed: null, problem: `the run broke off: ${said.trim().split('\n').at(-1)}` };
    return { seed: seed === undefined ? null : Number(seed), problem: problem ?? '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '10' },
      subscribers: { type: 'string', default: '20' },
      years: { type: 'string', default: '0.5' },
      'at-once': { type: 'string', default: '2' },
    },
  });
  const size = { subscribers: Number(values.subscribers), years: Number(values.years) };
  const bugs = PLANTED_BUGS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const queue = bugs.values();
  let missed = 0;
  console.log('| planted bug | caught by seed | first sign |\n|---|---|---|');
  const lane = async () => {
    for (const bug of queue) {
      const { seed, problem } = await plant(bug, Number(values.seeds), size);
      if (seed === null) missed += 1;
      console.log(
        `| ${bug.name} | ${seed ?? 'NOT CAUGHT'} | ${problem.replaceAll('|', '/').slice(0, 120)} |`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, lane));
  console.log(`${bugs.length - missed} of ${bugs.length} caught`);
  if (missed > 0) process.exitCode = 1;
}

await main();
