import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import journal from '../../../drizzle/meta/_journal.json';
import { transaction } from '@/server/db';
import { registerUpToPayment, registration, type Browser } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';

let browser: Browser;
const world = withWorld();
beforeAll(async () => {
  ({ browser } = await registerUpToPayment(world));
});

async function ready() {
  const { status, body } = await browser.get('/api/ready');
  return `${status} ${body.status} ${body.code ?? ''}`.trim();
}

const write = (...statements: ReturnType<typeof sql>[]) =>
  transaction(world.db, async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });

describe('GET /api/ready', () => {
  test('is 200 when the database is available and every migration of this release is applied', async () => {
    const { status, body } = await browser.get('/api/ready');
    expect([status, body]).toEqual([200, { status: 'ok', data: { now: expect.any(String) as string } }]);
  });

  test('is 503 before the last migration, and 200 after it', async () => {
    const last = Math.max(...journal.entries.map((entry) => entry.when));
    await write(
      sql`update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at = ${last}`,
    );
    expect(await ready()).toBe('503 error UNAVAILABLE');
    await write(
      sql`update drizzle.__drizzle_migrations set created_at = created_at + 1 where created_at = ${last - 1}`,
    );
    expect(await ready()).toBe('200 ok');
  });

  test('is 200 when a newer release has already migrated', async () => {
    await write(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
    );
    expect(await ready()).toBe('200 ok');
  });

  test.each([
    ['the addresses', sql`update flags set name = 'gone' where name = 'thai_addresses'`],
    ['the job tables', sql`alter schema graphile_worker rename to gone`],
    ['any migration', sql`alter schema drizzle rename to gone`],
  ])('is 503 without %s', async (_what, breaking) => {
    await write(breaking);
    expect(await ready()).toBe('503 error UNAVAILABLE');
    await write(
      sql`update flags set name = 'thai_addresses' where name = 'gone'`,
      sql`do $$ begin
        if to_regclass('gone._private_jobs') is not null then alter schema gone rename to graphile_worker;
        elsif to_regclass('gone.__drizzle_migrations') is not null then alter schema gone rename to drizzle;
        end if; end $$`,
    );
    expect(await ready()).toBe('200 ok');
  });
});

describe('without a database', () => {
  beforeAll(() => world.db.$client.end({ timeout: 1 }));

  test('GET /api/health is 200, because a restart would not help', async () => {
    expect((await browser.get('/api/health')).body).toEqual({ status: 'ok', data: {} });
  });

  test('GET /api/ready is 503', async () => {
    expect(await ready()).toBe('503 error UNAVAILABLE');
  });

  test('GET /api/metrics has the counters of the process and no database, for the right token only', async () => {
    const metrics = async (headers: Record<string, string>) => {
      const response = await world.request('GET', '/api/metrics', undefined, headers);
      return [response.status, await response.text()] as const;
    };
    const [status, text] = await metrics(world.operator);
    expect(status).toBe(200);
    expect(text).toContain('ira_http_server_request_duration_seconds');
    expect(text).toMatch(/^ira_database_up 0$/m);
    expect((await metrics({ authorization: 'Bearer wrong' }))[0]).toBe(503);
  });

  test('the operator’s other calls are 503, because their limit cannot be read', async () => {
    const { status } = await world.request('POST', '/api/omise/schedule-payments', {}, world.operator);
    expect(status).toBe(503);
  });

  test.each([
    [
      'POST',
      '/api/login',
      { email: 'a@example.test', password: 'x' },
      'LOGIN_FAILED',
      'Unable to login.',
      'เข้าสู่ระบบไม่สำเร็จ',
    ],
    [
      'POST',
      '/api/register',
      registration(),
      'REGISTER_FAILED',
      'Unable to register, please try again.',
      'สมัครไม่สำเร็จ กรุณาลองใหม่',
    ],
    [
      'POST',
      '/api/register/payment/card',
      { cardToken: 'tokn_test_1' },
      'CHECKOUT_FAILED',
      'There was a problem with your checkout. Please try again or contact us.',
      'ชำระเงินไม่สำเร็จ กรุณาลองใหม่หรือติดต่อเรา',
    ],
    [
      'GET',
      '/api/me',
      undefined,
      'UNAVAILABLE',
      'Our service isn’t available right now. Please try again in a moment.',
      'ระบบไม่พร้อมใช้งานชั่วคราว กรุณารอสักครู่แล้วลองใหม่',
    ],
  ])('%s %s is 503 %s', async (method, path, body, code, english, thai) => {
    for (const [language, message] of [
      ['en', english],
      ['th', thai],
    ] as const) {
      const headers = { cookie: browser.cookie(), 'accept-language': language };
      const response = await world.request(method, path, body, headers);
      expect(response.status).toBe(503);
      const answer: unknown = await response.json();
      expect(answer).toEqual({ status: 'error', code, message });
      expect(JSON.stringify(answer)).not.toMatch(/CONNECTION_ENDED|postgres|at /);
    }
  });

  test('tRPC returns the same to a page, in its language', async () => {
    const input = { json: { email: 'a@example.test', password: 'x' } };
    const answer = await world.request('POST', '/api/trpc/auth.logIn', input, { 'x-ira-locale': 'th' });
    expect(answer.status).toBe(503);
    const { error } = (await answer.json()) as {
      error: { json: { message: string; data: { appCode: string } } };
    };
    expect([error.json.data.appCode, error.json.message]).toEqual(['LOGIN_FAILED', 'เข้าสู่ระบบไม่สำเร็จ']);
  });

  test('logging out is 503 and keeps the cookie, because the session still exists', async () => {
    const { status, headers } = await browser.post('/api/logout');
    expect([status, headers.getSetCookie()]).toEqual([503, []]);
  });

  test('a webhook is 503, so that the gateway sends it again', async () => {
    const body = JSON.stringify({
      object: 'event',
      id: 'evnt_test_1',
      key: 'charge.complete',
      data: { object: 'charge', id: 'chrg_test_1' },
    });
    const timestamp = String(Math.floor(world.now().getTime() / 1000));
    const secret = Buffer.from(settings().OMISE_WEBHOOK_SECRET?.[0] ?? '', 'base64');
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const signed = { 'omise-signature': signature, 'omise-signature-timestamp': timestamp };
    expect((await world.request('POST', '/api/webhooks/omise', body, signed)).status).toBe(503);
  });
});
