import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { THROTTLES } from '@/domain/throttle';
import { transaction } from '@/server/db';
import { goTo, walkSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import {
  AUTH_FAILURES,
  countRequest,
  limitSeries,
  METHODS,
  WEBHOOK_OUTCOMES,
  WEBHOOK_PROVIDERS,
} from '../../platform/counters';
import { renderGauges } from './gauges';

const world = withWorld();

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Returns every sample of a text in Prometheus' format. */
function samplesOf(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', inner = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    expect(name, line).not.toBe('');
    const labels = [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', said = '']) => [key, said]);
    return { name, labels: Object.fromEntries(labels) as Record<string, string>, value: Number(value) };
  });
}

const all = async () => {
  const answer = await world.request('GET', '/api/metrics', undefined, world.operator);
  return samplesOf(await answer.text());
};
const counted = async (name: string, labels: Record<string, string>) =>
  (await all()).find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )?.value;
const measured = async (now = world.now()) => {
  const text = await renderGauges(world.ctx(now));
  return Object.fromEntries(samplesOf(text).map(({ name, value }) => [name, Math.round(value)]));
};
const write = (query: ReturnType<typeof sql>) => transaction(world.db, (tx) => tx.execute(query));

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['', (same: Buffer) => same],
] as const)('a scrape gets the metrics in the coding that it accepts: %j', async (coding, decode) => {
  const headers = { ...world.operator, 'accept-encoding': coding };
  const answer = await world.request('GET', '/api/metrics', undefined, headers);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = decode(bytes);
  expect([answer.headers.get('content-encoding') ?? '', answer.headers.get('cache-control')]).toEqual([
    coding,
    'no-store',
  ]);
  expect(text.toString()).toContain('# TYPE ira_');
});

describe('counters', () => {
  test('of requests have a maximum of series, beyond which routes are _OTHER and statuses classes', () => {
    const labelsOf = limitSeries(2);
    expect(labelsOf('GET', '/api/me', 200)).toEqual(['GET', '/api/me', '200']);
    expect(labelsOf('GET', '/api/me', 401)).toEqual(['GET', '/api/me', '401']);
    expect(labelsOf('GET', '/api/me', 503)).toEqual(['GET', '_OTHER', '5xx']);
    expect(labelsOf('GET', '/login', 200)).toEqual(['GET', '_OTHER', '2xx']);
    expect(labelsOf('GET', '/api/me', 200)).toEqual(['GET', '/api/me', '200']);
  });

  test('increase with calls and provider events', async () => {
    const [login, refused] = [
      ['ira_auth_failures_total', { reason: 'LOGIN_INCORRECT' }],
      ['ira_webhook_events_total', { provider: 'omise', outcome: 'refused' }],
    ] as const;
    expect([await counted(...login), await counted(...refused)]).toEqual([0, 0]);
    await world.request('POST', '/api/login', { email: 'nobody@example.test', password: 'wrong password' });
    await world.request('POST', '/api/webhooks/omise', { object: 'event' });
    await world.request('POST', '/api/omise/schedule-payments', {}, { authorization: 'Bearer guess' });
    expect([await counted(...login), await counted(...refused)]).toEqual([1, 1]);
    expect(await counted('ira_auth_failures_total', { reason: 'OPERATOR' })).toBe(1);
    await walkSubscriber(world);
    expect(await counted('ira_billing_attempts_total', { result: 'succeeded' })).toBe(1);
  });

  test('have labels of fixed lists only, whatever callers send', async () => {
    for (let n = 0; n < 50; n++)
      countRequest({ method: `M${n}`, route: 'none', status: 200, seconds: n / 10 });
    for (let n = 0; n < 20; n++)
      await world.request('POST', `/api/login?n=${n}`, {
        email: `canary${n}@example.test`,
        password: 'canary',
      });
    const lists: Record<string, readonly string[] | RegExp> = {
      kind: ['log_in', 'role'],
      reason: AUTH_FAILURES,
      rule: Object.keys(THROTTLES),
      provider: WEBHOOK_PROVIDERS,
      outcome: WEBHOOK_OUTCOMES,
      result: ['succeeded', 'declined', 'expired', 'voided'],
      http_request_method: METHODS,
      http_route: ['none'],
      http_response_status_code: /^[1-5]\d\d$/,
      state: ['active', 'idle', 'idle in transaction', 'waiting for a lock', 'other'],
      le: /^(\+Inf|[\d.e-]+)$/,
    };
    for (const { name, labels } of await all()) {
      if (/^(nodejs|process)_/.test(name)) continue;
      for (const [label, value] of Object.entries(labels)) {
        const list = lists[label];
        expect(
          list instanceof RegExp ? list.test(value) : list?.includes(value),
          `${name} ${label}=${value}`,
        ).toBe(true);
      }
    }
  });
});

test('the gauges equal the rows', async () => {
  const subscriber = await walkSubscriber(world);
  await goTo(world, '2026-12-31', '12:00');
  await write(sql`update orders set status = 'charging', begun_at = now() where account_id = ${subscriber.accountId}
    and payment_date = '2026-12-31'`);
  await write(sql`insert into payments (id, order_id, account_id, method, status, amount, due_at, created_at)
    select 'pay_due', id, account_id, 'card', 'pending', total, '2026-12-31T02:00:00Z', now() from orders
    where account_id = ${subscriber.accountId} and status = 'charging'`);
  await world.sandbox.settled();
  await write(sql`update provider_events set settled_at = received_at`);
  await write(sql`insert into provider_events (provider, event_id, kind, subject, body, received_at)
    values ('omise', 'evnt_late', 'charge.complete', 'chrg_late', '{}', '2026-12-31T04:40:00Z')`);
  await write(sql`update flags set value = '{"at":"2026-12-31T04:00:00Z","asked":42,"violated":["one","two"]}'
    where name = 'invariants'`);
  await write(sql`insert into shipments (order_id, status, problem, updated_at)
    select id, 'preparing', 'NO_STOCK', now() from orders where status = 'paid' limit 1
    on conflict (order_id) do update set problem = 'NO_STOCK'`);
  expect(await measured(new Date('2026-12-31T12:00:00+07:00'))).toMatchObject({
    ira_database_up: 1,
    ira_billing_due_orders: 1,
    ira_billing_oldest_due_seconds: 3 * 3600,
    ira_provider_events_unsettled: 1,
    ira_webhook_lag_seconds: 20 * 60,
    ira_invariant_violations: 2,
    ira_invariants_age_seconds: 3600,
    ira_parcels_with_problem: 1,
    ira_points_liability: 66,
    ira_site_under_maintenance: 0,
  });
  // A parcel of a fully refunded order is not counted.
  await write(
    sql`update orders set status = 'refunded' where id in (select order_id from shipments where problem = 'NO_STOCK')`,
  );
  expect(await measured()).toMatchObject({ ira_parcels_with_problem: 0 });
});

test('every metric used by an alert or the dashboard exists', async () => {
  const names = new Set((await all()).map(({ name }) => name));
  await write(sql`insert into flags (name, value) values ('reconciliation',
    '{"dueAt":"2026-12-31T20:00:00Z","startedAt":null,"finishedAt":"2026-12-31T04:00:00Z","list":"charges","since":"2026-12-01T00:00:00Z","from":"2026-12-01T00:00:00Z","offset":0,"read":1,"found":0,"failed":0,"unknownRefunds":[],"leaseUntil":null}')
    on conflict (name) do update set value = excluded.value`);
  for (const name of Object.keys(await measured())) names.add(name);
  const rules = readFileSync('deployment/alerts.yml', 'utf8');
  const expressions = [...rules.matchAll(/expr: (?:>-\n((?: {10}.*\n)+)|(.*))/g)].map(
    ([, folded, line]) => folded ?? line ?? '',
  );
  expect(expressions.length).toBe([...rules.matchAll(/- (alert|record):/g)].length);
  const recorded = new Set([...rules.matchAll(/- record: (.*)/g)].map(([, name]) => name));
  for (const [name] of expressions.join(' ').matchAll(/ira:[\w:]+/g)) expect(recorded).toContain(name);
  const operations = readFileSync('docs/operations.md', 'utf8');
  for (const [, alert = ''] of rules.matchAll(/- alert: (\w+)/g)) expect(operations).toContain(alert);
  const dashboard = readFileSync('deployment/grafana/dashboards/ira.json', 'utf8');
  const shown = [...dashboard.matchAll(/"expr": "(.*)"/g)].map(([, expression = '']) => expression);
  expect(shown.length).toBeGreaterThan(15);
  const asked = [...expressions, ...shown].flatMap((expression) =>
    [...expression.replace(/"[^"]*"|\{[^}]*\}|by \([^)]*\)|ira:[\w:]+/g, '').matchAll(/[a-z]\w*_\w+/g)].map(
      ([name]) => name,
    ),
  );
  const functions = new Set(['histogram_quantile', 'absent_over_time']);
  const missing = asked.filter((name) => !functions.has(name) && !names.has(name));
  expect(missing).toEqual([]);
  expect(new Set(asked).size).toBeGreaterThan(15);
});

test('without the database only ira_database_up 0 is reported', async () => {
  await world.db.$client.end({ timeout: 1 });
  expect(await measured()).toEqual({ ira_database_up: 0 });
});
