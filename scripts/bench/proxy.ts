import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../launch/ports.mjs';
import { root } from '../launch/terminal.mjs';
import type { Stage } from './stage';

/** The configuration that docs/operations.md recommends. */
const CONFIG = join(root, 'docs/haproxy.cfg');

/** Whether HAProxy is installed. */
export const hasProxy = () => spawnSync('haproxy', ['-v']).status === 0;

/**
 * Starts two web processes behind HAProxy.
 * @returns the port of HAProxy and the process ids of the web processes
 */
export async function webBehindProxy(
  stage: Stage,
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<{ port: number; pids: number[] }> {
  const webs = [];
  for (let n = 0; n < 2; n += 1)
    webs.push(await stage.web(databaseUrl, { ...settings, TRUSTED_PROXIES: '1' }));
  const port = await freePort();
  const [one, two] = webs.map((web) => `127.0.0.1:${web.port}`);
  const log = openSync(join(stage.logs, 'haproxy.log'), 'w', 0o600);
  const proxy = spawn('haproxy', ['-db', '-f', CONFIG], {
    env: { ...process.env, SITE: `127.0.0.1:${port}`, WEB_1: one, WEB_2: two },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const exited = once(proxy, 'exit');
  stage.stopLater(async () => {
    proxy.kill();
    await exited;
  });
  while (!(await isReady(port))) {
    stage.signal.throwIfAborted();
    if (proxy.exitCode !== null) throw new Error(`HAProxy ended with exit code ${proxy.exitCode}`);
    await sleep(100);
  }
  return { port, pids: webs.map(({ pid }) => pid) };
}

/** Whether the proxy passes requests to a web process. */
async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`)).status === 200;
  } catch {
    return false;
  }
}
