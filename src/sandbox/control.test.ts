import { mkdtempSync, appendFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readSandboxSettings } from '../settings/sandbox';
import { createClock } from './clock';
import { createSandbox } from './server';
import type { SendInit } from './transport';
import { callers, dataOf, idOf, openWorld } from './test-world';

type Wire = Record<string, unknown>;

const TOKEN = { 'x-sandbox-token': 'sandbox-token-outside-production' };
const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sandbox-'));
  folders.push(made);
  return made;
}

afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

describe('the sandbox clock', () => {
  test('is the real time plus an offset that the app sets with its token', async () => {
    const world = openWorld();
    const now = async () => dataOf<Wire>(await world.control('GET', '/clock')).now;
    expect(await now()).toBe('2026-11-20T02:00:00.000Z');
    const body = { now: '2027-01-15T09:00:00+07:00' };
    expect((await world.control('PUT', '/time', body)).status).toBe(401);
    expect((await world.control('PUT', '/time', body, TOKEN)).body).toEqual({
      status: 'ok',
      data: { fired: 0, next: null },
    });
    world.pass(1_500);
    expect(await now()).toBe('2027-01-15T02:00:01.500Z');
  });

  test('never runs backwards, and rejects an invalid time', async () => {
    const world = openWorld();
    for (const now of ['2026-11-20T01:59:00Z', 'soon', undefined]) {
      expect((await world.control('PUT', '/time', { now }, TOKEN)).status).toBe(400);
    }
    expect(dataOf<Wire>(await world.control('GET', '/clock')).now).toBe('2026-11-20T02:00:00.000Z');
  });

  test('runs everything due before it responds, and returns the next due instant', async () => {
    const world = openWorld();
    const qr = (expires_at: string) => world.charge({ source: { type: 'promptpay' }, expires_at });
    await qr('2026-11-20T02:10:00Z');
    await qr('2026-11-20T02:20:00Z');
    await qr('2026-11-20T03:00:00Z');
    const answer = await world.control('PUT', '/time', { now: '2026-11-20T02:30:00Z' }, TOKEN);
    expect(dataOf(answer)).toEqual({ fired: 2, next: '2026-11-20T03:00:00.000Z' });
    expect(world.received.filter((one) => one.event.key === 'charge.expire')).toHaveLength(2);
  });

  test('forwards a move to the app and returns its response unchanged', async () => {
    const calls: [string, SendInit][] = [];
    const sandbox = createSandbox({
      settings: readSandboxSettings({ SITE_URL: 'http://shop.test' }),
      publicUrl: 'http://sandbox.test',
      folder: null,
      forward: async (url, init) => {
        calls.push([url, init]);
        return new Response('{"status":"ok","data":{"steps":3}}', { status: 202 });
      },
    });
    const body = '{"by":"P1M"}';
    const answer = await sandbox.fetch('http://sandbox.test/_control/clock', { method: 'POST', body });
    expect([answer.status, await answer.json()]).toEqual([202, { status: 'ok', data: { steps: 3 } }]);
    expect(calls).toMatchObject([
      ['http://shop.test/api/_control/clock', { method: 'POST', body, headers: TOKEN }],
    ]);
  });

  test('calls the app at its internal address if that differs from the site’s', async () => {
    const calls: string[] = [];
    const call = async (url: string) => {
      calls.push(url);
      return new Response('{}');
    };
    const sandbox = createSandbox({
      settings: readSandboxSettings({ SITE_URL: 'https://localhost', APP_URL: 'http://localhost:3000/' }),
      publicUrl: 'http://sandbox.test',
      folder: null,
      forward: call,
      deliver: call,
    });
    const { charge, token } = callers(sandbox, readSandboxSettings({}), 'http://sandbox.test');
    await charge({ card: await token('4242424242424242') });
    const control = (path: string, body: unknown) =>
      sandbox.fetch(`http://sandbox.test${path}`, { method: 'POST', body: JSON.stringify(body) });
    await control('/_control/line/people/mali', { action: 'message', text: 'Hello' });
    await control('/_control/mycloud/webhooks', { order_number: 'ord_1', status: 'SHIPPED' });
    await control('/_control/clock', { by: 'P1D' });
    await sandbox.settled();
    const { origin } = new URL('http://localhost:3000');
    expect([...new Set(calls.map((url) => new URL(url).pathname))].sort()).toEqual([
      '/api/_control/clock',
      '/api/webhooks/line',
      '/api/webhooks/mycloud/mycloud-webhook-of-the-sandbox',
      '/api/webhooks/omise',
    ]);
    expect(calls.every((url) => new URL(url).origin === origin)).toBe(true);
  });

  test('cannot be moved in production, and no page offers it', async () => {
    const world = openWorld({
      isProduction: readSandboxSettings({ NODE_ENV: 'production', SITE_URL: 'https://ira.example' })
        .isProduction,
    });
    const body = { now: '2027-01-15T09:00:00+07:00' };
    for (const [method, path] of [
      ['GET', '/clock'],
      ['POST', '/clock'],
      ['PUT', '/time'],
    ] as const) {
      const answer = await world.control(method, path, method === 'GET' ? undefined : body, TOKEN);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await world.control('GET', '/journal')).status).toBe(200);
  });

  test('does not move without an app', async () => {
    const sandbox = createSandbox({
      settings: readSandboxSettings({}),
      publicUrl: 'http://sandbox.test',
      folder: null,
      forward: () => Promise.reject(new Error('ECONNREFUSED')),
    });
    const answer = await sandbox.fetch('http://sandbox.test/_control/clock', { method: 'POST', body: '{}' });
    expect([answer.status, await answer.json()]).toMatchObject([503, { status: 'error' }]);
  });
});

describe('stored sandbox state', () => {
  test('keeps cards, charges, used tokens, events and time after a kill', async () => {
    const path = folder();
    const first = openWorld({}, path);
    const customer = await first.customer();
    const paid = idOf(await first.charge({ customer }));
    const qr = idOf(await first.charge({ source: { type: 'promptpay' } }));
    const used = await first.token('4242424242424242');
    await first.charge({ card: used });
    await first.sandbox.advanceTo(new Date('2026-11-20T12:00:00Z'));
    const gone = idOf(await first.api('POST', '/customers', { email: 'x@y.zz' }));
    await first.api('DELETE', `/customers/${gone}`);

    const second = openWorld({}, path);
    expect(second.sandbox.clock.now().toISOString()).toBe('2026-11-20T12:00:00.000Z');
    expect((await second.api('GET', `/charges/${paid}`)).body).toMatchObject({
      status: 'successful',
      customer,
    });
    expect((await second.charge({ customer })).body.status).toBe('successful');
    expect((await second.charge({ card: used })).body.code).toBe('used_token');
    expect((await second.api('GET', `/customers/${gone}`)).status).toBe(404);
    expect((await second.api('GET', `/charges/${qr}/events`)).body).toMatchObject({
      data: [{ data: { id: qr } }],
    });
    expect(second.received.filter((one) => one.event.data.id === paid)).toEqual([]);
    expect(await second.sandbox.advanceTo(new Date('2026-11-21T02:00:00Z'))).toMatchObject({ fired: 1 });
    expect((await second.api('GET', `/charges/${qr}`)).body.status).toBe('expired');
  });

  test('keeps mails and their Message-IDs after a kill', async () => {
    const path = folder();
    const raw = Buffer.from(
      'Message-ID: <a@b>\r\nTo: m@x.test\r\nSubject: Hello\r\n\r\nSee http://shop.test/x\r\n',
    );
    await openWorld({}, path).sandbox.mailbox.accept(raw, ['m@x.test']);
    const { sandbox } = openWorld({}, path);
    const answer = await sandbox.fetch('http://sandbox.test/mail/latest?to=m@x.test');
    expect(await answer.json()).toMatchObject({ data: { subject: 'Hello', links: ['http://shop.test/x'] } });
    expect(await sandbox.mailbox.accept(raw, ['m@x.test'])).toEqual({ duplicate: true });
  });

  test('drops an incomplete line after a kill and continues to write', async () => {
    const path = folder();
    const first = openWorld({}, path);
    const customer = await first.customer();
    first.sandbox.close();
    appendFileSync(join(path, 'log.jsonl'), '{"t":"customer","v":{"id":"cust_te');
    const second = openWorld({}, path);
    const id = idOf(await second.charge({ customer }));
    second.sandbox.close();
    expect((await openWorld({}, path).api('GET', `/charges/${id}`)).status).toBe(200);
  });

  test('contains no card number and no security code', async () => {
    const path = folder();
    const world = openWorld({}, path);
    await world.charge({ customer: await world.customer('5555555555554444', { security_code: '8642' }) });
    expect(readFileSync(join(path, 'log.jsonl'), 'utf8')).not.toMatch(/5555555555554444|8642/);
  });

  test('loses the providers’ data but not the time in a reset', async () => {
    const path = folder();
    const world = openWorld({}, path);
    await world.charge({ source: { type: 'promptpay' } });
    await world.sandbox.advanceTo(new Date('2026-11-20T03:00:00Z'));
    expect((await world.control('POST', '/reset')).body.status).toBe('ok');
    expect(dataOf(await world.control('GET', '/omise/charges'))).toEqual([]);
    expect(dataOf(await world.control('GET', '/journal'))).toEqual([]);
    const again = openWorld({}, path);
    expect(dataOf(await again.control('GET', '/omise/charges'))).toEqual([]);
    expect(again.sandbox.clock.now().toISOString()).toBe('2026-11-20T03:00:00.000Z');
  });

  test('becomes due by the passing of real time', async () => {
    const world = openWorld();
    const id = idOf(
      await world.charge({ source: { type: 'promptpay' }, expires_at: '2026-11-20T02:05:00Z' }),
    );
    world.pass(300_000);
    expect(await world.sandbox.tick()).toBe(1);
    expect((await world.api('GET', `/charges/${id}`)).body.status).toBe('expired');
  });
});

describe('the control API', () => {
  test('ignores an empty filter of the journal', async () => {
    const world = openWorld();
    await world.charge({ customer: await world.customer() });
    const all = dataOf<Wire[]>(await world.control('GET', '/journal'));
    expect(all.length).toBeGreaterThan(0);
    expect(dataOf(await world.control('GET', '/journal?service=&since='))).toEqual(all);
    expect((await world.control('GET', '/journal?since=soon')).status).toBe(400);
  });

  test('answers an unknown path with 404 and an error', async () => {
    const { sandbox } = openWorld();
    for (const path of ['/_control/nothing', '/line/inbox/U1.json', '/mycloud/nothing', '/x']) {
      const answer = await sandbox.fetch(`http://sandbox.test${path}`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { status: 'error' }]);
    }
  });

  test('serves its pages', async () => {
    const world = openWorld();
    const id = idOf(await world.charge({ customer: await world.customer(), description: '<script>x' }));
    for (const path of ['/', '/omise', `/omise/charges/${id}`, `/omise/3ds/${id}`, '/mail']) {
      const answer = await world.sandbox.fetch(`http://sandbox.test${path}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('<script>x');
    }
  });

  test('accepts the app’s clock instead of an older stored one', () => {
    const clock = createClock(() => 1_000);
    clock.restore(500);
    expect(clock.ms()).toBe(1_500);
    clock.moveTo(new Date(9_000));
    expect(clock.offsetMs()).toBe(8_000);
  });

  test('does not start with malformed settings', () => {
    expect(() =>
      readSandboxSettings({ SANDBOX_PORT: 'many', SITE_URL: 'shop', OMISE_SECRET_KEY: 'skey_live' }),
    ).toThrow(
      /Invalid environment variables\n {2}SANDBOX_PORT: malformed\n {2}SITE_URL: malformed\n {2}OMISE_SECRET_KEY/,
    );
    expect(readSandboxSettings({ PORT: '4000' })).toMatchObject({
      siteUrl: 'http://localhost:4000',
      port: null,
    });
  });
});

describe('a command of the sandbox', () => {
  const { sandbox } = openWorld();
  const send = async (headers: Record<string, string>, path = '/_control/faults') =>
    (await sandbox.fetch(`http://sandbox.test${path}`, { method: 'DELETE', headers })).status;
  const json = { 'content-type': 'application/json' };

  test('is taken from a program, and as JSON from a page of the sandbox', async () => {
    const site = { 'sec-fetch-site': 'same-origin' };
    expect(await send({})).toBe(200);
    expect(await send({ ...json, ...site, origin: 'http://sandbox.test' })).toBe(200);
    expect(await send({ ...json, ...site })).toBe(200);
  });

  test.each<Record<string, string>>([
    { ...json, origin: 'http://shop.test' },
    { ...json, origin: 'null' },
    { ...json, 'sec-fetch-site': 'same-site' },
    { 'content-type': 'text/plain', origin: 'http://sandbox.test' },
    { 'sec-fetch-site': 'same-origin' },
  ])('is refused from another origin, and as a form: %j', async (headers) => {
    expect(await send(headers)).toBe(403);
    expect(await send(headers, '/bank/transfers')).toBe(403);
  });
});
