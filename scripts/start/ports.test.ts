import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { choosePort, freePort, portState } from './ports.mjs';

const open: Server[] = [];
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

function occupy(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen({ port, host, ipv6Only: host === '::' }, () => {
      open.push(server);
      resolve();
    });
  });
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
});

describe('a port is taken when anybody listens on it', () => {
  test.each(['127.0.0.1', '0.0.0.0', ...(hasIpv6 ? ['::1', '::'] : [])])('on %s', async (host) => {
    const port = await freePort();
    expect(await portState(port)).toBe('free');
    await occupy(port, host);
    expect(await portState(port)).toBe('taken');
  });
});

describe('a port that was not asked for', () => {
  test('is the usual one when that is free, without a word', async () => {
    const port = await freePort();
    expect(await choosePort({ name: 'PORT', wanted: undefined, from: port })).toEqual({ port, note: null });
    expect(await choosePort({ name: 'PORT', wanted: '', from: port })).toEqual({ port, note: null });
  });

  test('is the next free one when the usual is taken, and a note says so', async () => {
    const from = await freePort();
    await occupy(from, '127.0.0.1');
    const { port, note } = await choosePort({ name: 'PORT', wanted: undefined, from });
    expect(port).toBeGreaterThan(from);
    expect(note).toBe(`port ${from} is taken, so PORT is ${port}`);
  });

  test('is never the one the web already has', async () => {
    const from = await freePort();
    const { port } = await choosePort({ name: 'SANDBOX_PORT', wanted: undefined, from, avoid: [from] });
    expect(port).not.toBe(from);
  });
});

describe('a port that was asked for', () => {
  test('is used as it is', async () => {
    const port = await freePort();
    expect(await choosePort({ name: 'PORT', wanted: String(port), from: 3000 })).toEqual({
      port,
      note: null,
    });
  });

  test('is refused when it is taken, naming the setting', async () => {
    const port = await freePort();
    await occupy(port, '0.0.0.0');
    await expect(choosePort({ name: 'PORT', wanted: String(port), from: 3000 })).rejects.toThrow(
      `Port ${port} (PORT) is taken by another program`,
    );
  });

  test('is refused when web and sandbox would share it', async () => {
    const port = await freePort();
    const choice = { name: 'SANDBOX_PORT', wanted: String(port), from: 3001, avoid: [port] };
    await expect(choosePort(choice)).rejects.toThrow('is used twice');
  });

  test.each(['abc', '0', '65536', '3000x', '-1', '3e3'])(
    'is refused when it is no port: %s',
    async (wanted) => {
      await expect(choosePort({ name: 'PORT', wanted, from: 3000 })).rejects.toThrow(
        'Invalid environment variables\n  PORT: malformed',
      );
    },
  );
});
