import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, root } from '../../start/terminal.mjs';

/** The result of a program that ran in a service. */
interface Finished {
  code: number | null;
  out: Buffer;
  err: string;
}

/** What runs the services of `compose.yaml`: containers, or processes of this machine. */
export interface ServiceHost {
  /** The services that the other host cannot start. */
  others: readonly string[];
  /** Builds a tree. Everything that starts from now on is of this tree. */
  use(tree: string): Promise<void>;
  /** Starts services, or replaces them by those of the tree. Resolves when they are healthy. */
  up(...services: string[]): Promise<void>;
  /** Runs a service once, with another command if one is given, as `docker compose run`. */
  run(service: string, ...command: string[]): Promise<Finished>;
  /** Runs a program where a service runs, as `docker compose exec`. */
  exec(service: string, command: string[], input?: Buffer): Promise<Finished>;
  stop(...services: string[]): Promise<void>;
  /** Stops everything and deletes the data, of one service or of all. */
  lose(service?: string): Promise<void>;
  /** Returns the URL of a service for a program of this machine. */
  url(service: 'caddy' | 'sandbox'): string;
}

const OUTPUT_MAX = 2 ** 30;

/** Runs a program to its end. */
export function finish(
  [command = '', ...args]: string[],
  options: { cwd?: string; env?: Record<string, string>; input?: Buffer } = {},
): Finished {
  const env = (options.env ?? process.env) as NodeJS.ProcessEnv;
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    env,
    maxBuffer: OUTPUT_MAX,
  });
  return { code: status, out: stdout, err: error?.message ?? stderr.toString() };
}

/** Returns what a program printed. @throws Refusal if it failed */
export function outputOf(what: string, { code, out, err }: Finished): Buffer {
  if (code !== 0)
    throw new Refusal(`${what} failed (${code}):\n${out.subarray(-3000).toString()}${err.slice(-3000)}`);
  return out;
}

/** Returns the host of containers: `docker compose` with the file as it is. */
export function createContainerHost(): ServiceHost {
  if (existsSync(join(root, '.env')))
    throw new Refusal('The containers would use the keys of .env. Remove it for this drill.');
  const { PATH = '', HOME = '' } = process.env;
  let tree = root;
  const compose = (args: string[], input?: Buffer) =>
    Promise.resolve(finish(['docker', 'compose', ...args], { cwd: tree, env: { PATH, HOME }, input }));
  const must = async (...args: string[]) => outputOf(`docker compose ${args.join(' ')}`, await compose(args));
  return {
    others: ['prometheus', 'grafana'],
    use: async (next) => {
      tree = next;
      await must('build');
    },
    up: async (...services) => void (await must('up', '--detach', '--no-deps', '--wait', ...services)),
    run: (service, ...command) => compose(['run', '--rm', '--no-deps', '-T', service, ...command]),
    exec: (service, command, input) => compose(['exec', '-T', service, ...command], input),
    stop: async (...services) => void (await must('stop', ...services)),
    lose: async (service) => {
      if (service === undefined) return void (await must('down', '--volumes', '--remove-orphans'));
      await must('rm', '--stop', '--force', service);
      outputOf('docker volume rm', finish(['docker', 'volume', 'rm', `ira_${service}`]));
    },
    url: (service) => `http://127.0.0.1:${service === 'caddy' ? 3000 : 3001}`,
  };
}
