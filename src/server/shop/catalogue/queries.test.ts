import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { apiContext } from '@/server/api/context';
import { createCaller } from '@/server/api/root';
import { transaction } from '@/server/db';
import { withWorld } from '@/testing/with-world';
import { getCachedCatalogue, loadCatalogue } from './queries';

const world = withWorld();

const catalogue = () => createCaller(apiContext(new Headers())).catalogue;

describe('the catalogue', () => {
  test('contains the seven products with names, pieces and prices, and 25 % discount', async () => {
    const products = await catalogue().products();
    expect(
      products.map(({ code, name, pieces, listPrice, price }) => [code, name.en, pieces, listPrice, price]),
    ).toEqual([
      ['day-pads', 'Day pads', 10, 14900, 11175],
      ['light-day-pads', 'Light day pads', 10, 13900, 10425],
      ['night-pads', 'Night pads', 6, 14900, 11175],
      ['night-pads-xl', 'Night pads XL', 6, 15900, 11925],
      ['panty-liners', 'Panty liners', 16, 11900, 8925],
      ['starter-pack', 'Starter pack', null, 38900, 29175],
      ['starter-pack-v2', 'Starter pack V2', null, 52900, 39675],
    ]);
    for (const { name, description } of products) {
      expect(name.th).toMatch(/[฀-๿]/);
      expect(description.th).toMatch(/[฀-๿]/);
      expect(description.en).not.toBe('');
    }
  });

  test('recommends three plans, two of them with free delivery', async () => {
    const plans = await catalogue().plans();
    expect(
      plans.map(({ code, freeDelivery, listPrice, boxPrice }) => [code, freeDelivery, listPrice, boxPrice]),
    ).toEqual([
      ['light', false, 25800, 19350],
      ['regular', true, 41700, 31275],
      ['heavy', true, 72500, 54375],
    ]);
  });

  test.each([
    ['10110', 4000],
    ['74000', 4000],
    ['50000', 6000],
    ['84280', 8000],
    ['99999', 6000],
  ])('returns the delivery fee to %s', async (postalCode, deliveryFee) => {
    expect((await catalogue().addresses({ postalCode })).deliveryFee).toBe(deliveryFee);
  });

  test('returns the addresses of a postcode in both languages, and none for an unknown one', async () => {
    const { addresses } = await catalogue().addresses({ postalCode: '10110' });
    expect(addresses.map(({ subdistrict }) => subdistrict.en)).toContain('Khlong Toei');
    expect(addresses[0]?.province.th).toMatch(/กรุงเทพ/);
    expect((await catalogue().addresses({ postalCode: '99999' })).addresses).toEqual([]);
  });

  test('refuses a postcode that is not five digits', async () => {
    await expect(catalogue().addresses({ postalCode: '1011' })).rejects.toMatchObject({
      cause: { code: 'INPUT_INVALID', details: { fieldErrors: { postalCode: ['validation.postalCode'] } } },
    });
  });

  test("returns the product's own day and instant", async () => {
    const { today, now } = await catalogue().today();
    expect(today).toBe('2026-11-20');
    expect(now).toMatch(/^2026-11-20T03:0\d:\d\d\.\d{3}Z$/);
  });
});

test('a new price version applies from its instant on; until then the old one does', async () => {
  const from = '2026-12-01T00:00:00+07:00';
  await transaction(world.db, (tx) =>
    tx.execute(sql`insert into product_prices (product_code, version, list_price, valid_from)
      values ('day-pads', 99, 20000, ${from})`),
  );
  const priceAt = async (moment: string) => {
    const { products } = await loadCatalogue(world.db, new Date(moment));
    const { listPrice, priceVersion } = products.find(({ code }) => code === 'day-pads') ?? {};
    return [listPrice, priceVersion === 99];
  };
  expect(await priceAt('2026-11-30T23:59:59+07:00')).toEqual([14900, false]);
  expect(await priceAt(from)).toEqual([20000, true]);
});

test('concurrent reads of the displayed catalogue share one query', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => getCachedCatalogue(world.ctx())));
  expect(new Set(all).size).toBe(1);
});

test('the displayed catalogue is at most two seconds old by the product clock', async () => {
  const now = world.now().getTime();
  const at = (ms: number) => getCachedCatalogue(world.ctx(new Date(now + ms)));
  // The cache also ends after two real seconds. On a busy machine the two calls can be further apart: repeat them.
  const first = await vi.waitFor(async () => {
    const loaded = await at(0);
    expect(await at(1_500)).toBe(loaded);
    return loaded;
  }, 60_000);
  expect(await at(4_000)).not.toBe(first);
});
