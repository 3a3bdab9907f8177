import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld } from '../test-world';

type World = ReturnType<typeof openWorld>;
const BASE = 'http://sandbox.test/mycloud/api/v1';
const HOUR_MS = 3_600_000;

const ORDER = {
  order_number: 'ORD1001-1',
  delivery_mode_id: 3,
  name: 'Mali S.',
  address: '1 Soi 2, Khlong Toei, Bangkok',
  postcode: '10110',
  phone_number: '0812345678',
  status: 'APPROVED',
  total_price: 439,
  order_items: [{ product_sku: 'day-pads', quantity: 2, price: 120 }],
};

interface Wire {
  success: boolean;
  error_code?: string;
  error_message?: string;
  error_messages?: string[];
  data: {
    attributes: { id: number; status: string; tracking_number: string | null; bitly_url: string | null };
    order_items: unknown;
  };
}

async function tokenOf({ sandbox, settings }: World): Promise<string> {
  const keys = { apikey: settings.myCloudApiKey, secretkey: settings.myCloudSecretKey };
  const answer = await sandbox.fetch(`${BASE}/gettoken`, { method: 'POST', body: JSON.stringify(keys) });
  return ((await answer.json()) as { token: string }).token;
}

async function call(world: World, method: string, path: string, body?: unknown, token?: string) {
  const authorization = `Bearer ${token ?? (await tokenOf(world))}`;
  const isForm = body instanceof FormData;
  const answer = await world.sandbox.fetch(`${BASE}${path}`, {
    method,
    headers: { authorization, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Wire };
}

const later = async (world: World, hours: number) => {
  world.pass(hours * HOUR_MS);
  await world.sandbox.tick();
};

test('a parcel moves from APPROVED to DELIVERED by the clock, and the shop receives each status once', async () => {
  const world = openWorld();
  const { body } = await call(world, 'POST', '/orders', ORDER);
  expect(body.data).toMatchObject({ attributes: { status: 'APPROVED', tracking_number: null } });
  expect(body.data.order_items).toHaveProperty('0');
  const words: string[] = [];
  for (const hours of [2, 3, 5, 20, 96]) {
    await later(world, hours);
    const seen = await call(world, 'GET', `/orders/${body.data.attributes.id}`);
    words.push(seen.body.data.attributes.status);
  }
  expect(words).toEqual(['PICKING', 'PROCESSING', 'PACKED', 'SHIPPED', 'DELIVERED']);
  const told = world.received.map(({ body: text }) => JSON.parse(text) as Record<string, string>);
  expect(told.map(({ status }) => status)).toEqual(words);
  expect(told[0]?.order_number).toBe(ORDER.order_number);
});

test('a token is valid for eight hours, and every call needs one', async () => {
  const world = openWorld();
  const token = await tokenOf(world);
  expect((await call(world, 'GET', '/deliverymodes', undefined, token)).status).toBe(200);
  world.pass(8 * HOUR_MS);
  expect((await call(world, 'GET', '/deliverymodes', undefined, token)).status).toBe(401);
  expect((await call(world, 'POST', '/orders', ORDER, 'a.b.c')).status).toBe(401);
  const journal = await world.control('GET', '/journal?service=mycloud');
  expect(JSON.stringify(journal)).not.toContain(world.settings.myCloudSecretKey);
  expect(JSON.stringify(journal)).not.toContain(token);
});

test('an invalid order is rejected, with one format for one error and another for several', async () => {
  const world = openWorld();
  await world.control('POST', '/mycloud/stock', { 'day-pads': 1 });
  const short = await call(world, 'POST', '/orders', ORDER);
  expect(short).toMatchObject({ status: 422, body: { error_code: 'OUT_OF_STOCK' } });
  const nowhere = await call(world, 'POST', '/orders', { ...ORDER, postcode: '99999' });
  expect(nowhere.body.error_message).toMatch(/postcode/);
  const empty = await call(world, 'POST', '/orders', { order_items: [] });
  expect(empty.body.error_messages).toContain('order_number is required');
  expect((await call(world, 'GET', '/orders/501')).status).toBe(404);
});

test('the form of its own client is accepted, and a repeated order is created twice', async () => {
  const world = openWorld();
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...ORDER, order_items: '' }))
    if (value !== '') form.set(name, String(value));
  form.set('order_items[0][product_sku]', 'day-pads');
  form.set('order_items[0][quantity]', '1');
  expect((await call(world, 'POST', '/orders', form)).status).toBe(200);
  await call(world, 'POST', '/orders', ORDER);
  const { body } = await call(world, 'GET', '/orders?offset=0&count=10');
  expect(body.data).toHaveLength(2);
});

test('parcels survive a restart, are shown on a page, and can be moved on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  try {
    const before = openWorld({}, folder);
    await call(before, 'POST', '/orders', ORDER);
    before.sandbox.close();
    const world = openWorld({}, folder);
    const act = await world.control('POST', `/mycloud/parcels/${ORDER.order_number}`, { status: 'SHIPPED' });
    const { trackingNumber } = act.body.data as { trackingNumber: string };
    expect(trackingNumber).toMatch(/^EX\d{9}TH$/);
    const page = await (await world.sandbox.fetch('http://sandbox.test/mycloud')).text();
    expect(page).toContain(trackingNumber);
    expect((await world.sandbox.fetch(`http://sandbox.test/mycloud/track/${trackingNumber}`)).status).toBe(
      200,
    );
    const next = { method: 'POST', redirect: 'manual' } as const;
    expect((await world.sandbox.fetch('http://sandbox.test/mycloud/parcels/501/next', next)).status).toBe(
      303,
    );
    expect((await call(world, 'GET', '/orders/501')).body.data.attributes.status).toBe('DELIVERED');
    world.sandbox.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
