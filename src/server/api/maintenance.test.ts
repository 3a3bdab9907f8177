import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { providerEvents } from '@/server/db/schema';
import { switchMaintenance } from '@/server/desk/acts/switches';
import { logInAs } from '@/testing/callers';
import { plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { startDraining } from '../platform/draining';

/* Tests maintenance: the refused requests, the format of the refusal, and the requests that still work. */
let cookie: string;
const world = withWorld();
beforeAll(async () => {
  ({ cookie } = await logInAs(world, await plantSubscriber(world)));
});

const soon = { timeout: 10_000, interval: 50 };
const statusOf = async (path: string, method = 'GET') =>
  (await world.request(method, path, undefined, { cookie })).status;
const close = async (on: boolean) => {
  await switchMaintenance({ ...world.ctx(), operator: 'operator' }, on);
  await expect.poll(() => statusOf('/api/me'), soon).toBe(on ? 503 : 200);
};

/** Returns a webhook request as the gateway sends it. */
function omiseEvent(id: string): [string, string, string, Record<string, string>] {
  const body = JSON.stringify({
    object: 'event',
    id,
    key: 'charge.complete',
    data: { object: 'charge', id: `chrg_${id}` },
  });
  const timestamp = String(Math.floor(world.now().getTime() / 1000));
  const secret = Buffer.from(settings().OMISE_WEBHOOK_SECRET?.[0] ?? '', 'base64');
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return [
    'POST',
    '/api/webhooks/omise',
    body,
    { 'omise-signature': signature, 'omise-signature-timestamp': timestamp },
  ];
}

describe('while the site is closed', () => {
  test('a call reports the maintenance', () => close(true));

  test.each([
    ['en', 'The site is down for maintenance. Please try again in a few minutes.'],
    ['th', 'เว็บไซต์ปิดปรับปรุงชั่วคราว กรุณาลองใหม่ในอีกไม่กี่นาที'],
  ])("a call is 503 with Retry-After, in the caller's language (%s)", async (language, message) => {
    const refusal = { status: 'error', code: 'UNAVAILABLE', message, reason: 'maintenance' };
    for (const [method, path] of [
      ['GET', '/api/me'],
      ['POST', '/api/login'],
      ['GET', '/mycloud/orders'],
      ['GET', '/subscription/cancel-reasons'],
      ['GET', '/api/pay/none/qr'],
    ] as const) {
      const answer = await world.request(method, path, undefined, { 'accept-language': language });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
      expect(await answer.json()).toEqual(refusal);
    }
    const overTrpc = await world.request('GET', '/api/trpc/auth.me', undefined, { 'x-ira-locale': language });
    const { error } = (await overTrpc.json()) as { error: { json: { message: string; data: object } } };
    expect(error.json).toMatchObject({ message, data: { appCode: 'UNAVAILABLE', reason: 'maintenance' } });
    const graphql = await world.request(
      'POST',
      '/api/graphql',
      { query: '{ products { code } }' },
      { 'accept-language': language },
    );
    expect(await graphql.json()).toMatchObject({
      errors: [{ message, extensions: { code: 'UNAVAILABLE' } }],
    });
  });

  test('health checks, providers, the operator and the status query still work', async () => {
    for (const path of [
      '/api/health',
      '/api/ready',
      '/api/settings',
      '/api/trpc/catalogue.settings',
      '/api/openapi.json',
    ])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    expect(
      ((await (await world.request('GET', '/api/settings')).json()) as { data: object }).data,
    ).toMatchObject({ maintenance: true });
    expect((await world.request('GET', '/api/metrics', undefined, world.operator)).status).toBe(200);
    expect((await world.request('POST', '/api/omise/schedule-payments', {}, world.operator)).status).toBe(
      200,
    );
  });

  test('a return from LINE is redirected to a page with the reason', async () => {
    const answer = await world.request('GET', '/api/auth/line/callback?code=x&state=y', undefined, {
      'accept-language': 'th',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/th/login']);
  });

  test('a request for a PDF document is redirected to a page with the reason', async () => {
    const opened = { cookie, 'sec-fetch-dest': 'document', 'accept-language': 'en' };
    const answer = await world.request('GET', '/api/orders/ord_none/receipt.pdf', undefined, opened);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login']);
  });

  test('it responds as before once it is open again', () => close(false));
});

test('closing and opening under load causes only 503 responses and loses no webhook', async () => {
  const seen = new Set<number>();
  let events = 0;
  let isLoaded = true;
  const lane = async (at: number) => {
    for (let n = 0; isLoaded; n++) {
      if (at % 10 === 0) {
        expect((await world.request(...omiseEvent(`evnt_${at}_${n}`))).status).toBe(200);
        events += 1;
      } else {
        const path = ['/api/me', '/api/trpc/account.home', '/subscription/cancel-reasons'][at % 3] ?? '';
        seen.add(await statusOf(path));
      }
      await new Promise((go) => setImmediate(go));
    }
  };
  const lanes = Array.from({ length: 50 }, (_, at) => lane(at));
  await close(true);
  await close(false);
  isLoaded = false;
  await Promise.all(lanes);
  expect([...seen].sort()).toEqual([200, 503]);
  const stored = await world.db.select().from(providerEvents).where(eq(providerEvents.provider, 'omise'));
  expect(stored.filter(({ eventId }) => /^evnt_\d+_\d+$/.test(eventId))).toHaveLength(events);
}, 60_000);

test('without the database the site keeps its last known state', async () => {
  await close(true);
  await world.db.$client.end({ timeout: 1 });
  // After this wait, the cached state of maintenance has expired.
  await new Promise((go) => setTimeout(go, 1_100));
  expect(await statusOf('/api/me')).toBe(503);
  const answer = await world.request('GET', '/api/me');
  expect(await answer.json()).toMatchObject({ reason: 'maintenance' });
  expect(await statusOf('/api/settings')).toBe(200);
  expect(await statusOf('/api/health')).toBe(200);
});

test('a health check reports that the process is about to stop', async () => {
  startDraining();
  expect(await statusOf('/api/ready')).toBe(503);
  expect(await statusOf('/api/health')).toBe(200);
});
