import type { Server } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import nodemailer from 'nodemailer';
import type { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSmtp } from './smtp';
import { callers, openWorld } from './test-world';
import { createHttp, createSend, listen } from './transport';

type World = ReturnType<typeof openWorld>;

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

let world: World;
let server: Server;
let smtp: SMTPServer;
let base = '';
let smtpPort = 0;

beforeEach(async () => {
  world = openWorld();
  server = createHttp((request) => world.sandbox.fetch(request), false);
  const port = await freePort();
  await listen(server, port, '127.0.0.1');
  base = `http://127.0.0.1:${port}`;
  smtp = createSmtp(world.sandbox);
  smtpPort = await freePort();
  await listen(smtp, smtpPort, '127.0.0.1');
});

afterEach(() => {
  world.sandbox.close();
  server.close();
  server.closeAllConnections();
  smtp.close();
});

const remote = () => callers({ fetch: (input, init) => fetch(input, init) }, world.settings, base);
const fault = (kind: string, args = {}) =>
  world.control('POST', '/faults', { service: 'omise', op: 'POST /charges', kind, args });

describe('the sandbox over HTTP', () => {
  test('creates and returns a charge', async () => {
    const there = remote();
    const made = await there.charge({ customer: await there.customer() });
    expect(made).toMatchObject({ status: 200, body: { status: 'successful' } });
    expect(await there.api('GET', '/charges?limit=1')).toMatchObject({ body: { total: 1 } });
  });

  test('holds the connection of a timed-out call until the client closes it', async () => {
    const there = remote();
    const card = await there.token('4242424242424242');
    await fault('timeout_after');
    const body = JSON.stringify({ amount: 43_900, currency: 'thb', card });
    const headers = { authorization: `Basic ${btoa(`${world.settings.omiseSecretKey}:`)}` };
    const call = fetch(`${base}/omise/api/charges`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(1000),
    });
    await expect(call).rejects.toThrow('timeout');
    expect(world.sandbox.gateway.charges.size()).toBe(1);
  });

  test.each([
    ['before', {}, 0],
    ['after', { after: true }, 1],
  ])('breaks the connection %s the work for a reset', async (_when, args, charges) => {
    const there = remote();
    const card = await there.token('4242424242424242');
    await fault('reset', args);
    await expect(there.charge({ card })).rejects.toThrow();
    expect(world.sandbox.gateway.charges.size()).toBe(charges);
    expect((await there.charge({ source: { type: 'promptpay' } })).status).toBe(200);
  });

  test('allows calls of the vault from another origin', async () => {
    const answer = await fetch(`${base}/omise/vault/tokens`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  test('serves the gateway’s script and the card frame', async () => {
    for (const [file, type] of [
      ['omise.js', 'text/javascript'],
      ['card.html', 'text/html'],
      ['card.js', 'text/javascript'],
      ['card.css', 'text/css'],
    ]) {
      const answer = await fetch(`${base}/omise/js/${file}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    }
    expect((await fetch(`${base}/omise/js/other.js`)).status).toBe(404);
  });

  test('sends requests and returns the response, or the error without one', async () => {
    const answer = await createSend(null)(`${base}/_control/clock`, { method: 'GET' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(await answer.text())).toMatchObject({ status: 'ok' });
    await expect(createSend(null)('http://127.0.0.1:1/x', { method: 'POST', body: '{}' })).rejects.toThrow();
    await fault('timeout_before');
    const slow = createSend(50)(`${base}/omise/api/charges`, { method: 'POST', body: '{}' });
    await expect(slow).rejects.toThrow('timed out');
  });
});

describe('the mailbox', () => {
  const send = (over: Record<string, unknown> = {}) =>
    nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, secure: false }).sendMail({
      from: '"ira" <hello@ira.test>',
      to: 'Mali@Example.test',
      subject: 'ยินดีต้อนรับ · Welcome',
      text: 'Confirm: http://shop.test/confirm?token=abc&x=1.',
      html: '<p>สวัสดี <a href="http://shop.test/confirm?token=abc&amp;x=1">Confirm</a></p>',
      ...over,
    });
  const latest = async (to: string) => {
    const answer = await fetch(`${base}/mail/latest?to=${to}`);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test('stores mails and returns the newest of a recipient', async () => {
    await send();
    await send({ subject: 'Second', to: 'other@example.test' });
    const { status, body } = await latest('mali@example.test');
    expect(status).toBe(200);
    const mail = {
      at: '2026-11-20T02:00:00.000Z',
      from: 'hello@ira.test',
      to: 'mali@example.test',
      subject: 'ยินดีต้อนรับ · Welcome',
      links: ['http://shop.test/confirm?token=abc&x=1'],
    };
    expect(body).toMatchObject({ status: 'ok', data: mail, ...mail });
    expect(body.html).toContain('สวัสดี');
    expect((await latest('nobody@example.test')).status).toBe(404);
    const all = (await (await fetch(`${base}/mail.json`)).json()) as { data: unknown[] };
    expect(all.data).toMatchObject([{ subject: 'Second' }, { subject: 'ยินดีต้อนรับ · Welcome' }]);
  });

  test('stores a Message-ID once and counts repetitions', async () => {
    await send({ messageId: '<one@ira.test>' });
    await send({ messageId: '<one@ira.test>' });
    const all = (await (await fetch(`${base}/mail.json`)).json()) as { data: unknown[]; duplicates: number };
    expect([all.data.length, all.duplicates]).toEqual([1, 1]);
  });

  test('serves attachments and pages', async () => {
    await send({
      attachments: [
        { filename: 'receipt.pdf', content: Buffer.from('%PDF-1.4'), contentType: 'application/pdf' },
      ],
    });
    const { body } = await latest('mali@example.test');
    const [attachment] = body.attachments as { url: string; filename: string }[];
    const pdf = await fetch(`${base}${attachment?.url}`);
    expect([pdf.headers.get('content-type'), await pdf.text()]).toEqual(['application/pdf', '%PDF-1.4']);
    const id = body.id as string;
    for (const path of ['/mail', `/mail/${id}`, `/mail/${id}/html`, `/mail/${id}/source`]) {
      expect((await fetch(`${base}${path}`)).status).toBe(200);
    }
    expect((await fetch(`${base}/mail/${id}/html`)).headers.get('content-security-policy')).toContain(
      "default-src 'none'",
    );
    expect((await fetch(`${base}/mail/nothing`)).status).toBe(404);
  });

  test('accepts a recipient whose plus was not encoded', async () => {
    await send({ to: 'mali+box@example.test' });
    expect((await latest('mali+box@example.test')).status).toBe(200);
    expect((await latest('mali%2Bbox@example.test')).status).toBe(200);
  });

  test('breaks the connection before or after it stores the mail', async () => {
    const reset = { service: 'mail', op: '*', kind: 'reset' };
    await world.control('POST', '/faults', reset);
    await expect(send()).rejects.toThrow('ECONNRESET');
    expect((await latest('mali@example.test')).status).toBe(404);
    await world.control('POST', '/faults', { ...reset, args: { after: true } });
    await expect(send()).rejects.toThrow('ECONNRESET');
    expect((await latest('mali@example.test')).status).toBe(200);
    await send({ subject: 'Later' });
    expect((await latest('mali@example.test')).body.subject).toBe('Later');
  });

  test.each(['html_502', 'bad_json', 'stale_read', 'duplicate'])(
    'has no fault called %s: refused, and every mail is taken',
    async (kind) => {
      expect(await world.control('POST', '/faults', { service: 'mail', op: '*', kind })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('latency, timeout_before') as string },
      });
      await world.control('POST', '/faults', { service: '*', op: '*', kind });
      await send();
      expect((await latest('mali@example.test')).status).toBe(200);
      expect(world.sandbox.faults.list()).toHaveLength(1);
    },
  );

  test('applies configured rejections and lost responses', async () => {
    await world.control('POST', '/faults', {
      service: 'mail',
      op: '*',
      kind: 'status',
      args: { status: 550 },
    });
    await expect(send()).rejects.toMatchObject({ responseCode: 550 });
    expect((await latest('mali@example.test')).status).toBe(404);
    await world.control('POST', '/faults', { service: 'mail', op: '*', kind: 'timeout_after' });
    const lost = send({ messageId: '<two@ira.test>' });
    const outcome = expect(lost).rejects.toThrow();
    await expect.poll(async () => (await latest('mali@example.test')).status).toBe(200);
    world.sandbox.close();
    await outcome;
    expect((await latest('mali@example.test')).status).toBe(200);
  });
});

test('stops even with an idle raw connection', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  server.close();
  server.closeAllConnections();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(server.listening).toBe(false);
});
