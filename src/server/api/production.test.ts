import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { settings } from '@/settings/settings';
import { clockOffset, followClock } from '@/server/platform/clock';
import { transaction } from '@/server/db';
import { previewBill, runBill } from '@/server/desk/acts/bill';
import { askGraphql } from '@/testing/graphql';
import { createBrowser, registerUpToPayment, registration } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';

/** Production settings that allow the sandbox. Time travel is refused even with these settings. */
const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_URL: 'https://ira.example',
  ALLOW_SANDBOX: 'on',
  THROTTLE_SCALE: '1',
  FUNCTIONS_API_URL: 'https://ira.example',
  APP_SECRET: 'a secret of at least thirty-two characters',
  OMISE_PUBLIC_KEY: 'pkey_test_ira_sandbox',
  OMISE_SECRET_KEY: 'skey_test_ira_sandbox',
  STORE_ID: '123',
  STORE_PUBLIC_KEY: 'public_abc',
  LINE_LOGIN_CHANNEL_ID: '1650000000',
  LINE_LOGIN_CHANNEL_SECRET: 'a secret of the channel',
  MAIL_FROM: 'ira <hello@ira.example>',
  BANK_ACCOUNT_NAME: 'ira',
  BANK_NAME: 'Bank',
  BANK_ACCOUNT_NUMBER: '1',
  SANDBOX_TOKEN: 'sandbox-token-outside-production',
};

const world = withWorld({ settings: PRODUCTION });

test('the tests of this file run in production mode', () => {
  expect(settings().production).toBe(true);
});

describe('an https site', () => {
  test('has the session cookie __Host-session, Secure, for this host only', async () => {
    const response = await world.request('POST', '/api/register', registration());
    const [cookie = '', device = ''] = response.headers.getSetCookie();
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^__Host-session=[a-z0-9]{40}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', 'Secure']);
    expect(device).toMatch(
      /^__Host-device=[\w.~-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('ignores a session cookie under a name that other hosts of the domain could set', async () => {
    const { browser } = await registerUpToPayment(world);
    const secret = browser.cookie().slice('__Host-session='.length);
    expect((await browser.get('/api/me')).status).toBe(200);
    const tossed = await world.request('GET', '/api/me', undefined, { cookie: `session=${secret}` });
    expect(tossed.status).toBe(401);
  });

  test('deletes that cookie on log-out', async () => {
    const { browser } = await registerUpToPayment(world);
    const { headers } = await browser.post('/api/logout');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=; .*Max-Age=0.*Secure/),
      expect.stringMatching(/^signed-in=; .*Max-Age=0.*Secure/),
    ]);
  });

  test('treats a page of this machine as another site', async () => {
    const headers = { origin: 'http://localhost:3999', host: 'localhost:3999' };
    const answer = await createBrowser(world).post('/api/register', registration(), headers);
    expect([answer.status, answer.body.code]).toEqual([403, 'NOT_ALLOWED']);
  });
});

describe('production time', () => {
  test('cannot be moved with any token, and the endpoint does not exist', async () => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const response = await world.request(
        method,
        '/api/_control/clock',
        method === 'GET' ? undefined : { by: 'P1D' },
        {
          'x-sandbox-token': 'sandbox-token-outside-production',
        },
      );
      expect(response.status).toBe(404);
      expect(response.headers.get('allow')).toBeNull();
    }
  });

  test.each(['2099-01-01', '2099-01-01T09:00:00+07:00', '2026-11-20', '2020-01-01'])(
    'cannot be chosen for a billing run: asOf %s is INPUT_INVALID',
    async (asOf) => {
      const path = '/api/omise/schedule-payments';
      const { status, body } = await createBrowser(world).post(path, { asOf }, world.operator);
      expect([status, body.code]).toEqual([400, 'INPUT_INVALID']);
      expect(body.fieldErrors).toEqual({ asOf: ['Invalid input'] });
    },
  );

  test('cannot be chosen by the operator either, not even for a dry run', async () => {
    const ctx = { ...world.ctx(), operator: 'operator' };
    await expect(runBill(ctx, '2099-01-01')).rejects.toThrow('not available in production');
    await expect(previewBill(ctx, '2099-01-01')).rejects.toThrow('not available in production');
    expect(await previewBill(ctx, undefined)).toMatchObject({ dryRun: true });
  });

  test('refuses to start on a database whose time was moved, and does not listen for moves', async () => {
    const offset = clockOffset();
    const listen = vi.spyOn(world.db.$client, 'listen');
    const moveBy = (ms: number) =>
      transaction(world.db, (tx) => tx.execute(sql`update clock_offset set offset_ms = ${ms}`));
    await moveBy(86_400_000);
    await expect(followClock(world.db)).rejects.toThrow('moved by 86400000 ms');
    expect(clockOffset()).toBe(offset);
    await moveBy(0);
    await followClock(world.db);
    expect(listen).not.toHaveBeenCalled();
    listen.mockRestore();
    await world.setNow(world.openedAt);
  });

  test('of a billing run is now', async () => {
    const run = createBrowser(world).post('/api/omise/schedule-payments', { limit: 10 }, world.operator);
    expect((await run).status).toBe(200);
  });
});

test('offline payment is off unless it is enabled', async () => {
  const { body } = await createBrowser(world).get('/api/settings');
  expect(body.data).toMatchObject({ offlineRegistration: false, websiteUrl: 'https://ira.example' });
});

describe('the self-description of the API in production', () => {
  test.each(['{ __schema { types { name } } }', '{ __type(name: "Order") { fields { name } } }'])(
    'refuses introspection in GraphQL: %s',
    async (query) => {
      const { status, code, text } = await askGraphql(world, query);
      expect([status, code]).toEqual([200, 'INPUT_INVALID']);
      expect(text).not.toContain('OrderConnection');
    },
  );

  test('keeps __typename in GraphQL, and suggests no field', async () => {
    expect((await askGraphql(world, '{ __typename plans { __typename } }')).data).toMatchObject({
      __typename: 'Query',
    });
    expect((await askGraphql(world, '{ plan { code } }')).text).not.toMatch(/did you mean|plans/i);
  });

  test('names the site and its cookie in OpenAPI', async () => {
    const response = await world.request('GET', '/api/openapi.json');
    expect(await response.json()).toMatchObject({
      servers: [{ url: 'https://ira.example' }],
      components: { securitySchemes: { session: { in: 'cookie', name: '__Host-session' } } },
    });
  });
});
