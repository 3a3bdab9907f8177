import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sandboxSettings, type SandboxSettings } from '../settings/sandbox';
import { createSandbox, type Sandbox } from './server';
import { createSmtp } from './smtp';
import { createHttp, listen } from './transport';

const FIRST_PORT = 3001;
const PORTS_TRIED = 50;
const TICK_MS = 500;

interface Stoppable {
  stop(): void;
}

/** Starts a server on the port for each host. @throws Error EADDRINUSE if the port is in use on any host */
async function listenAll<T extends Stoppable>(
  make: () => T & Parameters<typeof listen>[0],
  port: number,
  hosts: string[],
) {
  const open: T[] = [];
  try {
    for (const host of hosts) {
      const server = make();
      if (await listen(server, port, host)) open.push(server);
    }
  } catch (error) {
    for (const server of open) server.stop();
    throw error;
  }
  return open;
}

/** Listens on the port `wanted`. If it is null, listens on the first free port, beginning with `first`. */
async function listenSomewhere<T extends Stoppable>(
  make: () => T & Parameters<typeof listen>[0],
  wanted: number | null,
  first: number,
  hosts: string[],
): Promise<{ port: number; servers: T[] }> {
  if (wanted !== null) return { port: wanted, servers: await listenAll(make, wanted, hosts) };
  for (let port = first; port < first + PORTS_TRIED; port++) {
    try {
      return { port, servers: await listenAll(make, port, hosts) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`no free port from ${first} on`);
}

function openFolder(settings: SandboxSettings): string {
  const folder = resolve(join(settings.dataDir, 'sandbox'));
  if (process.argv.includes('--reset')) rmSync(folder, { recursive: true, force: true });
  return folder;
}

async function start(settings: SandboxSettings): Promise<void> {
  const folder = openFolder(settings);
  // Creating the sandbox needs its URL, and the port is known only after listening. Until then requests get
  // status 503.
  let sandbox: Sandbox | null = null;
  const answer = (request: Request) =>
    sandbox === null ? Promise.resolve(new Response(null, { status: 503 })) : sandbox.fetch(request);
  const makeHttp = () => {
    const server = createHttp(answer, true);
    const stop = () => {
      server.close();
      server.closeAllConnections();
    };
    return Object.assign(server, { stop });
  };
  const http = await listenSomewhere(makeHttp, settings.port, FIRST_PORT, settings.hosts);
  const publicUrl = settings.publicUrl ?? `http://localhost:${http.port}`;
  const opened = createSandbox({ settings, publicUrl, folder });
  sandbox = opened;
  const makeSmtp = () => {
    const smtp = createSmtp(opened);
    return Object.assign(smtp, { stop: () => smtp.close() });
  };
  const smtp = await listenSomewhere(makeSmtp, settings.smtpPort, http.port + 1, settings.hosts);
  const ticking = setInterval(() => void opened.tick(), TICK_MS);
  const stop = () => {
    clearInterval(ticking);
    opened.close();
    for (const server of [...http.servers, ...smtp.servers]) server.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop);
  process.stdout.write(`sandbox ${publicUrl} smtp://localhost:${smtp.port}\n`);
  process.send?.({ sandbox: publicUrl, smtpPort: smtp.port });
}

start(sandboxSettings()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
