import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateSync } from 'node:zlib';
import { freePort } from '../scripts/start/ports.mjs';
import { NOTHING_SET } from './support/environment';
import { products } from './support/product';
import { expect, test } from './support/test';
import { fillDelivery, fillDetails, fillPlan, newPerson, next } from './support/registration';
import type { Page } from '@playwright/test';
import { t } from './support/words';

const CANARY = {
  ...newPerson('kanarifugel'),
  firstName: 'Kanarifugel',
  lastName: 'Zwitscherstein',
  phone: '0899999123',
  address: '77 Birdcage Lane',
};
const SECRET = /kanarifugel|zwitscherstein|0?899999123|birdcage|correct horse|s3cr3t/i;

interface Item {
  type: string;
  /** The text of the item, not compressed. */
  text: string;
}

/** Returns the items of a Sentry envelope. It has one header line, then a header line and a payload for each item. */
function itemsOf(body: Buffer): Item[] {
  const items: Item[] = [];
  let at = body.indexOf('\n') + 1;
  while (at < body.length) {
    const headEnd = body.indexOf('\n', at);
    const head = JSON.parse(body.subarray(at, headEnd).toString()) as { type: string; length?: number };
    const newline = body.indexOf('\n', headEnd + 1);
    const end = head.length === undefined ? (newline < 0 ? body.length : newline) : headEnd + 1 + head.length;
    const payload = body.subarray(headEnd + 1, end);
    items.push({
      type: head.type,
      text: head.type === 'replay_recording' ? unpacked(payload) : payload.toString(),
    });
    at = end + 1;
  }
  return items;
}

function unpacked(payload: Buffer): string {
  const cut = payload.indexOf('\n');
  return payload.subarray(0, cut).toString() + inflateSync(payload.subarray(cut + 1)).toString();
}

/** Starts a receiver of errors and recordings, and a web process of the product that sends them to the receiver. */
async function startTraced() {
  const items: Item[] = [];
  let raw = '';
  const receiver: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (body.length > 0) items.push(...itemsOf(body));
      raw += `${request.url} ${body.toString('latin1')}`;
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
    });
  });
  await new Promise<void>((go) => receiver.listen(0, '127.0.0.1', go));
  const port = await freePort();
  const web: ChildProcess = spawn(process.execPath, ['scripts/start/run.mjs', 'web'], {
    env: {
      ...process.env,
      ...NOTHING_SET,
      DATA_DIR: products().standing.dataDir,
      PORT: String(port),
      WORKER: 'off',
      SENTRY_DSN: `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/1`,
    },
    stdio: 'ignore',
  });
  const url = `http://localhost:${port}`;
  return {
    url,
    items,
    /** Returns all received data, raw and uncompressed. */
    everything: () => raw + items.map(({ text }) => text).join('\n'),
    isUp: () =>
      fetch(`${url}/api/ready`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    stop: () => {
      web.kill('SIGTERM');
      receiver.close();
      receiver.closeAllConnections();
    },
  };
}

test.use({ expectedErrors: /greet|404 \(Not Found\)/ });

const isLoaded = (page: Page) =>
  page.evaluate(async () => {
    if (document.readyState !== 'complete') await new Promise((go) => window.addEventListener('load', go));
    // After three idle callbacks, all callbacks that were waiting have run. A page that draws may have no idle moment.
    for (let n = 0; n < 3; n++) await new Promise((go) => requestIdleCallback(go, { timeout: 15_000 }));
    return '__SENTRY__' in window;
  });

test('error tracing loads nothing without a receiver', async ({ page }) => {
  await page.goto('/');
  expect(await isLoaded(page)).toBe(false);
});

test.describe('error tracing with a receiver @deep', () => {
  let traced: Awaited<ReturnType<typeof startTraced>>;
  test.beforeAll(async () => {
    traced = await startTraced();
    await expect.poll(traced.isUp, { timeout: 80_000 }).toBe(true);
  });
  test.afterAll(() => traced.stop());

  test('sends no personal data in errors, traces and recordings, and nothing from payment and secret pages', async ({
    page,
  }) => {
    // The product records one visit in ten. This value makes it record this visit.
    await page.addInitScript(() => (Math.random = () => 0.05));
    await page.goto(`${traced.url}/register?from=s3cr3t#s3cr3t`);
    await expect.poll(() => isLoaded(page)).toBe(true);
    await fillPlan(page);
    await next(page, 'details').click();
    await fillDetails(page, CANARY);
    await page.evaluate(
      ({ firstName, email }) => {
        setTimeout(() => {
          throw new Error(`could not greet ${firstName}`);
        });
        setTimeout(() => {
          throw new TypeError(`can't greet ${email}`);
        });
      },
      { firstName: CANARY.firstName, email: CANARY.email },
    );
    await next(page, 'delivery').click();
    await fillDelivery(page, CANARY);
    const kinds = () => [...new Set(traced.items.map(({ type }) => type))].sort();
    await expect
      .poll(kinds, { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['event', 'replay_event', 'replay_recording', 'transaction']));
    const recording = traced.items.filter(({ type }) => type === 'replay_recording');
    expect(recording.some(({ text }) => text.includes('"type":2'))).toBe(true);
    await expect.poll(() => traced.items.filter(({ type }) => type === 'event').length).toBe(2);
    expect(traced.everything()).not.toMatch(SECRET);

    await next(page, 'payment').click();
    await expect(page.getByRole('heading', { level: 1, name: t('register.payment.heading') })).toBeFocused();
    expect(await isLoaded(page)).toBe(false);
    for (const path of ['/login/link', '/reset-password', '/pay/none-such', '/verify-email', '/not-me']) {
      await page.goto(`${traced.url}${path}`, { waitUntil: 'load' });
      expect([path, await isLoaded(page)]).toEqual([path, false]);
    }
    await page.goto(`${traced.url}/`);
    await expect.poll(() => isLoaded(page)).toBe(true);
  });
});
