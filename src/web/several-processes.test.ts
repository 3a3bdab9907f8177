import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchMaintenance } from '@/server/desk/acts/switches';
import { startProcess, type TestProcess } from '@/testing/crashes/child-process';
import { withWorld } from '@/testing/with-world';

/* Tests two web processes with one database and a port each, as behind a proxy that alternates between them. */
const soon = { timeout: 15_000, interval: 100 };
let processes: TestProcess[];
const world = withWorld({ settings: { THROTTLE_SCALE: '1', TRUSTED_PROXIES: '1' } });
beforeAll(async () => {
  processes = [startProcess('web'), startProcess('web')];
  await Promise.all(processes.map((one) => one.begin()));
});
afterAll(async () => {
  for (const one of processes) one.kill('SIGTERM');
  await Promise.all(processes.map(({ exited }) => exited));
});

/**
 * Sends a request as the proxy does, which alternates between the processes.
 * @param turn the number of the request
 */
function viaProxy(turn: number, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'x-forwarded-for': '203.0.113.7', ...(init.headers as Record<string, string>) };
  const port = processes[turn % processes.length]?.port() ?? 0;
  return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
}

const everywhere = (path: string) =>
  Promise.all(processes.map((_, turn) => viaProxy(turn, path, { headers: world.operator })));

const valueOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );

test('two processes share limits and switches; each counts its own requests', async () => {
  const logIn = (turn: number) =>
    viaProxy(turn, '/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.test', password: 'wrong password' }),
    });
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn++) statuses.push((await logIn(turn)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);

  const [first = '', second = ''] = await Promise.all(
    (await everywhere('/api/metrics')).map((response) => response.text()),
  );
  const refused = 'ira_auth_failures_total{reason="LOGIN_INCORRECT"}';
  expect([valueOf(first, refused), valueOf(second, refused)]).toEqual([5, 5]);
  const throttled = 'ira_throttled_total{rule="logInAccount"}';
  expect([valueOf(first, throttled), valueOf(second, throttled)]).toEqual([1, 1]);
  expect([valueOf(first, 'ira_database_up'), valueOf(second, 'ira_database_up')]).toEqual([1, 1]);

  const isClosed = async () => (await everywhere('/api/me')).map(({ status }) => status === 503);
  await switchMaintenance({ ...world.ctx(), operator: 'operator' }, true);
  await expect.poll(isClosed, soon).toEqual([true, true]);
  await switchMaintenance({ ...world.ctx(), operator: 'operator' }, false);
  await expect.poll(isClosed, soon).toEqual([false, false]);
});
