import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openMetricsPort } from './metrics-port';

const TOKEN = 'operator-token-of-this-test';
let server: Server;
let url: string;
beforeAll(async () => {
  vi.stubEnv('OPERATOR_TOKEN', TOKEN);
  server = openMetricsPort(0);
  await new Promise((go) => server.once('listening', go));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const ask = (path: string, token: string, method = 'GET') =>
  fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } });

test('a separate worker returns its metrics to the operator only', async () => {
  const told = await ask('/metrics', TOKEN);
  expect(told.status).toBe(200);
  expect(await told.text()).toContain('ira_billing_attempts_total{result="succeeded"} 0');
  expect((await ask('/metrics', 'guess')).status).toBe(404);
  expect((await ask('/', TOKEN)).status).toBe(404);
  expect((await ask('/metrics', TOKEN, 'POST')).status).toBe(404);
});

test('a separate worker answers the health check without a token', async () => {
  const health = await fetch(`${url}/api/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toEqual({ status: 'ok' });
});

test('unreadable metrics are answered with 500, and the worker continues', async () => {
  const metrics = vi.spyOn(Registry.prototype, 'metrics').mockRejectedValueOnce(new Error('no metrics'));
  expect((await ask('/metrics', TOKEN)).status).toBe(500);
  metrics.mockRestore();
  expect((await ask('/metrics', TOKEN)).status).toBe(200);
});
