// @ts-check
// Fails when the committed migrations do not say what src/server/db/schema says: generating must find nothing to write.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, root, runProgram, runTool, say } from './launch/terminal.mjs';

const COPY = '.cache/drift'; // drizzle-kit takes only a path relative to where it runs

/** @param {string[]} args */
const drizzleKit = (...args) =>
  runTool({
    what: `drizzle-kit ${args[0]}`,
    command: process.execPath,
    args: [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...args, '--dialect', 'postgresql', '--out', COPY],
    cwd: root,
  });

await runProgram(async () => {
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
});
