import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import type { Settings } from '@/settings/shape';
import { isOnThisMachine } from '@/settings/providers';

/**
 * Returns the IP addresses to listen on: the setting HOST, or the loopback addresses for a site at localhost.
 * Null means all addresses.
 */
export function hostsToListenOn({ HOST, SITE_URL }: Pick<Settings, 'HOST' | 'SITE_URL'>): string[] | null {
  if (HOST !== undefined) return HOST;
  return isOnThisMachine(SITE_URL) ? ['127.0.0.1', '::1'] : null;
}

/** The error codes of a machine without IPv6. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Starts listening on one or several IP addresses. If there are several, an address that the machine does not
 * have is skipped.
 * @param hosts null for every address of the machine
 * @returns a function that stops accepting new connections
 * @throws Error EADDRINUSE and others
 */
export async function listenOn(server: Server, port: number, hosts: string[] | null): Promise<() => void> {
  if (hosts === null) {
    await listening(server, port);
    return () => server.close();
  }
  const [first = '', ...others] = hosts;
  await listening(server, port, first);
  const more: NetServer[] = [];
  for (const host of others) {
    const another = createServer((socket) => server.emit('connection', socket));
    if (await listening(another, port, host).catch(isMissing)) more.push(another);
  }
  return () => {
    server.close();
    for (const one of more) one.close();
  };
}

function isMissing(error: NodeJS.ErrnoException): false {
  if (NO_SUCH_ADDRESS.has(error.code ?? '')) return false;
  throw error;
}

function listening(server: NetServer, port: number, host?: string): Promise<true> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve(true);
    });
  });
}
