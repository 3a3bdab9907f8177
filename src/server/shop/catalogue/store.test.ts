import { afterEach, describe, expect, test } from 'vitest';
import { clearFaults, injectFault } from '@/testing/providers';
import { withWorld } from '@/testing/with-world';
import { listStoreProducts } from './store';

/* The shop page against the sandbox's store. Each test moves a day ahead, because products are cached per process. */
const world = withWorld({ settings: { STORE_ID: '1003' } });
afterEach(async () => {
  await clearFaults(world);
  await fetch(`${world.sandboxUrl}/_control/reset`, { method: 'POST' });
  tomorrow();
});

let now = new Date('2026-11-20T03:00:00Z');
const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
const tomorrow = () => later(25 * 60);
const shop = () => listStoreProducts(world.ctx(now));
const find = async (id: string) => (await shop()).products.find((product) => product.id === id);

const LIST = 'GET /products';
const fail = (status: number, times: number | 'always' = 'always') =>
  injectFault(world, { service: 'ecwid', op: LIST, kind: 'status', times, args: { status } });
const odd = (kind: string) => injectFault(world, { service: 'ecwid', op: LIST, kind });
const change = (sku: string, body: object) =>
  fetch(`${world.sandboxUrl}/_control/ecwid/products/${sku}`, { method: 'POST', body: JSON.stringify(body) });
async function timesAsked(): Promise<number> {
  const journal = await fetch(`${world.sandboxUrl}/_control/journal?service=ecwid`);
  return ((await journal.json()) as { data: unknown[] }).data.length;
}

test("the store's products are shown in satang, ours with their price in a box, others without", async () => {
  const { source, products } = await shop();
  expect(source).toBe('store');
  expect(products.map(({ id }) => id)).not.toContain('4103');
  expect(products[0]).toMatchObject({ productCode: 'day-pads', price: 14_900, subscriptionPrice: 11_175 });
  expect(products[0]?.descriptionHtml.en).toContain('<strong>organic cotton</strong>');
  expect(products[0]?.url).toBe(`${world.sandboxUrl}/ecwid/shop/4001`);
  expect(products.find(({ id }) => id === '4101')).toMatchObject({
    productCode: null,
    subscriptionPrice: null,
    inStock: true,
    imageUrl: null,
  });
  expect(products.find(({ id }) => id === '4102')).toMatchObject({ price: 24_950, inStock: false });
});

test('concurrent readers share one request, and none is sent for five minutes', async () => {
  await Promise.all(Array.from({ length: 20 }, shop));
  later(4);
  await shop();
  expect(await timesAsked()).toBe(1);
});

test('a new price is shown after five minutes, and not before', async () => {
  await shop();
  await change('day-pads', { price: 155.5 });
  later(4);
  expect((await find('4001'))?.price).toBe(14_900);
  later(2);
  expect(await find('4001')).toMatchObject({ price: 15_550, subscriptionPrice: 11_175 });
});

describe('an unavailable store', () => {
  test.each([402, 403, 429, 500])(
    'with %i for a day shows the last known products, then our own catalogue',
    async (status) => {
      await shop();
      await fail(status);
      later(60);
      expect((await shop()).source).toBe('store');
      later(24 * 60);
      const own = await shop();
      expect(own.source).toBe('own');
      expect(own.products).toHaveLength(7);
      expect(own.products[0]).toMatchObject({
        id: 'day-pads',
        productCode: 'day-pads',
        price: 14_900,
        subscriptionPrice: 11_175,
        url: null,
        imageUrl: null,
        inStock: true,
      });
      expect(own.products[0]?.descriptionHtml.th).toMatch(/^<p>.+<\/p>$/);
    },
  );

  test('is called at most every 30 seconds', async () => {
    await fail(403);
    await shop();
    await shop();
    expect(await timesAsked()).toBe(1);
    await clearFaults(world);
    later(1);
    expect((await shop()).source).toBe('store');
  });

  test.each(['reset', 'html_502', 'bad_json'])('is called again after a single %s', async (kind) => {
    await odd(kind);
    expect((await shop()).source).toBe('store');
  });

  test('delays a page by at most two seconds, and its response is used for the next one', async () => {
    await injectFault(world, { service: 'ecwid', op: LIST, kind: 'latency', args: { ms: 2_600 } });
    expect((await shop()).source).toBe('own');
    await expect.poll(async () => (await shop()).source, { timeout: 10_000 }).toBe('store');
    expect(await timesAsked()).toBe(1);
  });
});

describe('data of the store', () => {
  test('never brings a script into a page', async () => {
    await odd('script_in_description');
    const said = JSON.stringify(await shop());
    expect(said).not.toMatch(/<script|onclick|alert/);
    expect(said).toContain('<p>Soft</p>');
  });

  test('with three decimals in a price is rounded half up to the satang', async () => {
    await odd('three_decimals');
    expect((await find('4001'))?.price).toBe(14_901);
  });

  test('without a translation uses the other language, not an empty name', async () => {
    await odd('translation_missing');
    expect((await find('4001'))?.name).toEqual({ en: 'Day pads', th: 'Day pads' });
  });

  test('without sale is left out', async () => {
    await odd('disabled_listed');
    expect(await find('4103')).toBeUndefined();
  });

  test('is read again when the list changes between two pages, and has each product once', async () => {
    await odd('total_changes');
    const { products } = await shop();
    expect(new Set(products.map(({ id }) => id)).size).toBe(products.length);
    expect(products).toHaveLength(9);
  });
});
