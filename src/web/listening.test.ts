import { createServer, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { hostsToListenOn, listenOn } from './listening';

/** Another IP address of this machine. Only a server that listens on every address responds there. */
const OTHER =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';

async function startOn(hosts: string[] | null): Promise<number> {
  const server: Server = createServer((_request, response) => response.end('here'));
  const port = await freePort();
  onTestFinished(await listenOn(server, port, hosts));
  return port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const isReachable = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port }, () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

test('a site at localhost listens on this machine only, unless HOST is set', async () => {
  const hosts = hostsToListenOn({ HOST: undefined, SITE_URL: 'http://localhost:3000' });
  const port = await startOn(hosts);
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect(await answer.text()).toBe('here');
  expect(await isReachable('127.0.0.1', port)).toBe(true);
  expect(await isReachable(OTHER, port)).toBe(false);

  const open = await startOn(hostsToListenOn({ HOST: ['0.0.0.0'], SITE_URL: 'http://localhost:3000' }));
  expect(await isReachable(OTHER, open)).toBe(true);
  expect(hostsToListenOn({ HOST: undefined, SITE_URL: 'https://ira.example' })).toBeNull();
});

test('answers on the second address too', async () => {
  const port = await startOn(['127.0.0.1', OTHER, '192.0.2.1']);
  expect(await (await fetch(`http://${OTHER}:${port}`)).text()).toBe('here');
});
