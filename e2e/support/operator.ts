import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { productUnderTest } from './product';

const run = promisify(execFile);

/** What the operator types after `npm run ops --`, on the product under test; fails when it is refused. */
export async function operate(...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: productUnderTest().dataDir };
  const { stdout } = await run('npm', ['run', '-s', 'ops', '--', ...words], { env, timeout: 60_000 });
  return stdout;
}
