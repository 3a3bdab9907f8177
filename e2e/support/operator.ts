import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NOTHING_SET } from './environment';
import { productUnderTest } from './product';

const run = promisify(execFile);

/** Runs `npm run ops -- …` on the product under test. @throws Error if the command is refused */
export async function operate(...words: string[]): Promise<string> {
  const env = { ...process.env, ...NOTHING_SET, DATA_DIR: productUnderTest().dataDir };
  const command = ['scripts/start/run.mjs', 'ops', ...words];
  const { stdout } = await run(process.execPath, command, {
    env,
    timeout: 180_000,
  });
  return stdout;
}
