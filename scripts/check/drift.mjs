// @ts-check
// Checks that generated files are current: the migrations match src/server/db/schema, and the printed GraphQL
// schema matches the code. Fails if generating them again changes a file.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, root, runProgram, runTool, say } from '../start/terminal.mjs';

const SCHEMA = 'src/server/api/graphql/schema.graphql';
const COPY = '.cache/drift'; // drizzle-kit takes only a path relative to where it runs

/** Runs drizzle-kit with the given arguments. @param {string[]} args */
const drizzleKit = (...args) =>
  runTool({
    what: `drizzle-kit ${args[0]}`,
    command: process.execPath,
    args: [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...args, '--dialect', 'postgresql', '--out', COPY],
    cwd: root,
  });

async function compareMigrations() {
  rmSync(join(root, COPY), { recursive: true, force: true });
  cpSync(join(root, 'drizzle'), join(root, COPY), { recursive: true });
  const committed = readdirSync(join(root, COPY));
  await drizzleKit('check');
  await drizzleKit('generate', '--schema', './src/server/db/schema/index.ts');
  const added = readdirSync(join(root, COPY)).filter((name) => !committed.includes(name));
  if (added.length > 0) {
    throw new Refusal(
      `The schema is ahead of the migrations (see ${join(COPY, added[0] ?? '')}). Run: npx drizzle-kit generate`,
    );
  }
  rmSync(join(root, COPY), { recursive: true, force: true });
  say('migrations and schema agree');
}

async function compareGraphql() {
  const printed = join(root, '.cache/drift.graphql');
  mkdirSync(join(root, '.cache'), { recursive: true });
  await runTool({
    what: 'printing the GraphQL schema',
    command: process.execPath,
    args: ['--import', 'tsx', 'scripts/data/graphql-schema.ts', printed],
    cwd: root,
  });
  const isSame = readFileSync(printed, 'utf8') === readFileSync(join(root, SCHEMA), 'utf8');
  rmSync(printed);
  if (!isSame) throw new Refusal(`${SCHEMA} is not what the code says. Run: npm run task -- graphql`);
  say('the GraphQL schema is the printed one');
}

await runProgram(async () => {
  await compareMigrations();
  await compareGraphql();
});
