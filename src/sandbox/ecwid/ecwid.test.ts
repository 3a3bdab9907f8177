import { describe, expect, test } from 'vitest';
import { openWorld } from '../test-world';

const BASE = 'http://sandbox.test/ecwid/api/v3/1003';

type World = ReturnType<typeof openWorld>;
interface Listed {
  total: number;
  count: number;
  offset: number;
  items: { id: number; sku: string; price: number; inStock: boolean; nameTranslated: { th?: string } }[];
}

async function ask({ sandbox }: World, path: string, token = 'public_sandbox') {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await sandbox.fetch(`${BASE}${path}`, { headers });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Listed };
}

const skus = (body: Listed) => body.items.map(({ sku }) => sku);

test('a public token lists enabled products with names in both languages', async () => {
  const world = openWorld();
  const { body } = await ask(world, '/products');
  expect([body.total, body.count]).toEqual([9, 9]);
  expect(skus(body)).not.toContain('gift-box');
  expect(body.items[0]).toMatchObject({ sku: 'day-pads', price: 149 });
  expect(body.items[0]?.nameTranslated.th).toBe('ผ้าอนามัยกลางวัน');
  const byQuery = await world.sandbox.fetch(`${BASE}/products?token=public_sandbox`);
  expect(byQuery.status).toBe(200);
});

test('a wrong token, another store and an invalid limit are rejected with the provider’s errors', async () => {
  const world = openWorld();
  expect((await ask(world, '/products', 'public_other')).status).toBe(403);
  const elsewhere = await world.sandbox.fetch(`${BASE.replace('1003', '7')}/products?token=public_sandbox`);
  expect(elsewhere.status).toBe(404);
  expect((await ask(world, '/products?limit=x')).status).toBe(400);
  expect((await ask(world, '/products?sortBy=COLOUR')).status).toBe(400);
  expect((await ask(world, '/nothing')).status).toBe(404);
});

test('products can be filtered, sorted and paged', async () => {
  const world = openWorld();
  const find = async (query: string) => skus((await ask(world, `/products?${query}`)).body);
  expect(await find('keyword=wings')).toEqual(['day-pads', 'light-day-pads']);
  expect(await find('sku=night-pads')).toEqual(['night-pads']);
  expect(await find('category=103&inStock=false')).toEqual(['warm-pack']);
  expect(await find('priceFrom=200&priceTo=400&sortBy=PRICE_DESC')).toEqual(['starter-pack', 'warm-pack']);
  expect(await find('productId=4005,4001')).toEqual(['day-pads', 'panty-liners']);
  expect(await find('limit=2&offset=8')).toEqual(['warm-pack']);
  expect(await find('offset=9')).toEqual([]);
});

test('a product, the categories and the profile can be read', async () => {
  const world = openWorld();
  expect(await ask(world, '/products/4101')).toMatchObject({ body: { sku: 'cotton-pouch', quantity: 40 } });
  expect((await ask(world, '/products/4103')).status).toBe(404);
  expect((await ask(world, '/categories')).body.items).toMatchObject([{ id: 101 }, { id: 102 }, { id: 103 }]);
  expect((await ask(world, '/profile')).body).toMatchObject({ formatsAndUnits: { currency: 'THB' } });
});

test('the control API changes price, stock and visibility of a product, and a reset restores them', async () => {
  const world = openWorld();
  const change = (id: string, body: object) => world.control('POST', `/ecwid/products/${id}`, body);
  await change('day-pads', { price: 155.5 });
  await change('4101', { quantity: 0 });
  await change('panty-liners', { enabled: false });
  const { body } = await ask(world, '/products');
  expect(body.items.find(({ sku }) => sku === 'day-pads')?.price).toBe(155.5);
  expect(body.items.find(({ sku }) => sku === 'cotton-pouch')?.inStock).toBe(false);
  expect(skus(body)).not.toContain('panty-liners');
  expect((await change('day-pads', { colour: 'red' })).status).toBe(400);
  expect((await change('nothing', { price: 1 })).status).toBe(404);
  world.sandbox.reset();
  expect((await ask(world, '/products')).body.items[0]?.price).toBe(149);
});

describe('a fault of the store', () => {
  const spoil = async (kind: string, args = {}) => {
    const world = openWorld();
    await world.control('POST', '/faults', { service: 'ecwid', op: 'GET /products', kind, args });
    return { spoiled: await ask(world, '/products'), after: await ask(world, '/products') };
  };

  test('of a busy store returns the time to retry', async () => {
    const { spoiled, after } = await spoil('status', { status: 429 });
    expect([spoiled.status, spoiled.headers.get('retry-after')]).toEqual([429, '5']);
    expect(after.status).toBe(200);
  });

  test('of the content applies to one response', async () => {
    const first = ({ spoiled }: Awaited<ReturnType<typeof spoil>>) => JSON.stringify(spoiled.body.items[0]);
    expect(first(await spoil('script_in_description'))).toContain('<script>');
    expect(first(await spoil('three_decimals'))).toContain('149.005');
    expect(first(await spoil('image_missing'))).toContain('nothing-here.jpg');
    expect(first(await spoil('translation_missing'))).not.toContain('ผ้าอนามัยกลางวัน');
    const disabled = await spoil('disabled_listed');
    expect([skus(disabled.spoiled.body).includes('gift-box'), disabled.after.body.total]).toEqual([true, 9]);
    const total = await spoil('total_changes');
    expect([total.spoiled.body.total, total.after.body.total]).toEqual([10, 9]);
  });
});
