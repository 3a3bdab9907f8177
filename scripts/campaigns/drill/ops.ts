import type { World } from '../../../src/testing/world';
import { runCommand } from '../../ops/run-command';

/** Runs an operator command on the database of a world. Returns its exit code and the data of its JSON output. */
export async function ops(
  world: World,
  ...args: string[]
): Promise<{ code: number; data: Record<string, unknown> }> {
  let [out, err] = ['', ''];
  const code = await runCommand([...args, '--json'], {
    out: (text) => (out += text),
    err: (text) => (err += text),
    lend: (work) => work(world.db),
  });
  const { data } = JSON.parse(out) as { data?: Record<string, unknown> };
  if (data === undefined) throw new Error(`ops ${args.join(' ')}: ${err || out}`);
  return { code, data };
}
