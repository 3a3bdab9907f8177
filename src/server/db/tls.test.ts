import { createServer, type AddressInfo, type Socket } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CERTIFICATE } from '@/testing/certificate';
import { createTestDatabase, type TestDatabase } from '@/testing/database';
import { openRelay, type Relay } from '@/testing/relay';
import { openDatabase, type Db } from '.';
import { openClient } from './socket';
import { jobConnection, readTls } from './tls';

let database: TestDatabase;
let relay: Relay;
let folder: string;
let db: Db | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  relay = await openRelay(database.url, { tls: true });
  folder = mkdtempSync(join(tmpdir(), 'ira-certificate-'));
  writeFileSync(join(folder, 'root.pem'), CERTIFICATE);
});
afterEach(async () => {
  await db?.$client.end({ timeout: 0.1 });
  db = null;
});
afterAll(async () => {
  relay.server.close();
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** Returns the URL of a host with the mode, and with the certificate as the only one that is trusted. */
function urlOf(host: 'localhost' | '127.0.0.1', mode: string, isTrusted = false): string {
  const url = new URL(relay.url);
  url.hostname = host;
  url.searchParams.set('sslmode', mode);
  if (isTrusted) url.searchParams.set('sslrootcert', join(folder, 'root.pem'));
  return url.href;
}

/** Asks for a number by each of the three ways to open sessions. */
async function ask(url: string): Promise<string[]> {
  db = openDatabase(url, 1);
  const client = openClient(url, { max: 1, connect_timeout: 3 });
  const pool = new Pool({ ...jobConnection(url), max: 1 });
  const answers = await Promise.allSettled([
    db.execute(sql`select 7 as n`),
    client`select 7 as n`,
    pool.query('select 7 as n'),
  ]);
  await client.end({ timeout: 0.1 });
  await pool.end();
  return answers.map(({ status }) => status);
}
const ALL = ['fulfilled', 'fulfilled', 'fulfilled'];
const NONE = ['rejected', 'rejected', 'rejected'];

describe('a database URL', () => {
  test.each([
    ['that requires TLS takes any certificate', 'localhost', 'require', false, ALL],
    [
      'that requires TLS and names a root checks the certificate, not the name',
      '127.0.0.1',
      'require',
      true,
      ALL,
    ],
    ['with verify-ca refuses a certificate of an unknown root', 'localhost', 'verify-ca', false, NONE],
    ['with verify-ca takes one of its root for another host', '127.0.0.1', 'verify-ca', true, ALL],
    ['with verify-full takes one of its root for the host', 'localhost', 'verify-full', true, ALL],
    ['with verify-full refuses one of its root for another host', '127.0.0.1', 'verify-full', true, NONE],
    ['with verify-full refuses a certificate of an unknown root', 'localhost', 'verify-full', false, NONE],
  ] as const)('%s', async (_, host, mode, isTrusted, expected) => {
    expect(await ask(urlOf(host, mode, isTrusted))).toEqual(expected);
  });

  test.each(['sslmode=prefer', 'sslmode=allow', 'ssl=true'])('with %s is refused', (query) => {
    expect(() => readTls(`${database.url}?${query}`)).toThrow('sslmode is');
  });
});

test.each([
  ['has no TLS', 'N'],
  ['says more than a letter before TLS', 'SS'],
  ['hangs up', null],
])('a server that %s gets no password and no query, and the pool goes on', async (_, answer) => {
  const heard: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => heard.push(bytes));
    socket.once('data', () => (answer === null ? socket.end() : socket.write(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(urlOf('localhost', 'require'));
  url.port = String((server.address() as AddressInfo).port);
  const open = (db = openDatabase(url.href, 1));
  for (let n = 0; n < 3; n++) await expect(open.execute(sql`select 1`)).rejects.toThrow();
  expect(new Set(heard.map(({ length }) => length))).toEqual(new Set([8]));
  for (const socket of sockets) socket.destroy();
  server.close();
});
