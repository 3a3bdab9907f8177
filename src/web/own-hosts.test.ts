import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isForUs, ownHosts } from './own-hosts';

const HOSTS = ownHosts({
  production: true,
  SITE_URL: 'https://ira.example',
  FUNCTIONS_API_URL: 'https://api.ira.example',
  CLOUD_API_URL: 'https://cloud.ira.example/v1',
  PAYMENTS_APP_URL: undefined,
});

let server: Server;
beforeAll(async () => {
  server = createServer((req, res) => {
    res.writeHead(isForUs(req, HOSTS) ? 200 : 421).end();
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
});
afterAll(() => new Promise((done) => server.close(done)));

function statusOf(headers: Record<string, string>, path = '/login'): Promise<number> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, setHost: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('the host check in production', () => {
  test.each([
    'evil.example',
    'ira.example.evil.example',
    'evil-ira.example',
    'www.ira.example',
    'ira.example@evil.example',
    'ira.example/x?',
    '127.0.0.1.evil.example',
    '',
  ])('rejects a request for %j as misdirected', async (host) => {
    expect(await statusOf({ host })).toBe(421);
    expect(await statusOf({ host }, '/api/health/../login')).toBe(421);
  });

  test('ignores other headers that name a host', async () => {
    const poisoned = { 'x-forwarded-host': 'ira.example', forwarded: 'host=ira.example' };
    expect(await statusOf({ host: 'evil.example', ...poisoned })).toBe(421);
  });

  test('rejects a foreign absolute address in the request line', async () => {
    expect(await statusOf({ host: 'ira.example' }, 'http://evil.example/en')).toBe(421);
  });

  test.each([
    'ira.example',
    'IRA.example',
    'ira.example:443',
    'api.ira.example',
    'cloud.ira.example',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
  ])('accepts a request for %s', async (host) => {
    expect(await statusOf({ host })).toBe(200);
  });

  test.each(['/api/health', '/api/ready'])('accepts %s at any address for supervisors', async (path) => {
    expect(await statusOf({ host: '10.1.2.3:3000' }, path)).toBe(200);
  });
});

test('any host is accepted outside production', () => {
  const hosts = ownHosts({ production: false, SITE_URL: 'http://localhost:3000', FUNCTIONS_API_URL: '' });
  expect(isForUs({ headers: { host: 'phone.lan:3000' } }, hosts)).toBe(true);
});
