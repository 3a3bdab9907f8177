// @ts-check
import { createServer } from 'node:net';
import { Refusal } from './terminal.mjs';

/** Returns an error for invalid settings, with the same text as the product's error. @param {string[]} problems */
export const invalidSettings = (problems) =>
  new Refusal(['Invalid environment variables', ...problems].join('\n  '));

/**
 * Tries to listen on a port for a moment.
 * @param {number} port @param {string} host @returns {Promise<string | null>} the code of the error; null on success
 */
function tryBind(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? 'UNKNOWN'));
    server.listen({ port, host, ipv6Only: host === '::' }, () => server.close(() => resolve(null)));
  });
}

/**
 * Returns whether a port is free on the loopback and wildcard addresses of IPv4 and IPv6. A server on any of
 * these addresses would receive some connections to `localhost`.
 * @param {number} port
 * @returns {Promise<'free' | 'taken' | 'forbidden'>}
 */
export async function portState(port) {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    const code = await tryBind(port, host);
    if (code === 'EADDRINUSE') return 'taken';
    if (code === 'EACCES') return 'forbidden';
  }
  return 'free';
}

/** Whether a port setting is valid. @param {string | undefined} wanted its value; an empty value is also valid */
export const isPortOrNone = (wanted = '') =>
  wanted === '' || (/^\d+$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= 65_535);

/**
 * Returns the port that a setting names, or the first free port if the setting is empty.
 * @param {{ name: string, wanted: string | undefined, from: number, avoid?: number[] }} choice
 *   `name`: name of the setting; `wanted`: its value; `from`: the first port to try if there is no value
 * @returns {Promise<{ port: number, note: string | null }>} `note`: the line to print if the port is not `from`;
 *   throws Refusal if the wanted port cannot be used
 */
export async function choosePort({ name, wanted, from, avoid = [] }) {
  if (wanted !== undefined && wanted !== '') {
    if (!isPortOrNone(wanted)) throw invalidSettings([`${name}: malformed`]);
    const port = Number(wanted);
    if (avoid.includes(port))
      throw new Refusal(`${name}=${wanted} is used twice: web and sandbox need a port each.`);
    const state = await portState(port);
    if (state === 'taken')
      throw new Refusal(
        `Port ${port} (${name}) is taken by another program. Free it, or set ${name} to another port.`,
      );
    if (state === 'forbidden')
      throw new Refusal(
        `Port ${port} (${name}) may not be used by this account. Set ${name} to another port.`,
      );
    return { port, note: null };
  }
  for (let port = from; port <= Math.min(from + 200, 65_535); port += 1) {
    if (!avoid.includes(port) && (await portState(port)) === 'free') {
      return { port, note: port === from ? null : `port ${from} is taken, so ${name} is ${port}` };
    }
  }
  throw new Refusal(`No free port from ${from} on. Set ${name}.`);
}

/** Returns a free port, chosen by the operating system. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
