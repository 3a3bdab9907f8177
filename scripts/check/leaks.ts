// node --import tsx scripts/check/leaks.ts: fails if the build contains a secret, the name of a server setting or
// personal data.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLeaks } from '@/testing/leaks';
import { root, runProgram, say } from '../start/terminal.mjs';

/** Folders in which products on this machine store generated secrets. */
const DATA_DIRS = ['.data', '.cache/e2e-data', '.cache/e2e-clock-data'];

function secretsIn(dataDir: string): Record<string, unknown>[] {
  const path = join(root, dataDir, 'secrets.json');
  return existsSync(path) ? [JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>] : [];
}

await runProgram(async () => {
  const leaks = findLeaks(root, [process.env, ...DATA_DIRS.flatMap(secretsIn)]);
  for (const leak of leaks) process.stderr.write(`${leak}\n`);
  if (leaks.length > 0) process.exitCode = 1;
  else say('nothing that was built knows a secret or a person');
});
