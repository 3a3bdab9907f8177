import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, boxItems, subscriptions } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { moveIn, readMovingFile } from '@/testing/moving';
import { goTo, ordersOf, statusOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { readImportRows } from './read-import';

/* Walks docs/moving-in.md with the files on it. */

const world = withWorld({ cleanup: 'empty' });
const PAGE = readFileSync('docs/moving-in.md', 'utf8');

function block(name: string): string {
  const [, text] = new RegExp(`\`\`\`${name}\n([^]*?)\n\`\`\``).exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`docs/moving-in.md has no block ${name}`);
  return text;
}

test.each(['recharge', 'shopify', 'woocommerce'])(
  'the file of %s on the page moves in, and its first payment here is on the next date there',
  async (system) => {
    await goTo(world, '2026-11-20');
    const extras = { products: block('products'), customers: block('customers') };
    const importId = await readMovingFile(world, block(system), system, extras);
    const rows = { importId, faulty: false, after: 0, limit: 10 };
    expect(await readImportRows(world.ctx(), rows)).toMatchObject([
      { state: 'ready', faults: [], total: 37525 },
    ]);
    await moveIn(world, importId, 'commit');
    const [person] = await world.db
      .select({ id: accounts.id, email: accounts.email, phone: accounts.phone, province: accounts.province })
      .from(accounts);
    expect(person).toMatchObject({ email: 'mali@example.test', phone: '0812345678', province: 'Bangkok' });
    const id = person?.id ?? '';
    await runBilling(world.ctx());
    expect([await statusOf(world, id), await ordersOf(world, id)]).toEqual(['imported', []]);
    await moveIn(world, importId, 'activate');
    expect((await ordersOf(world, id)).map(({ date, total }) => [date, total])).toEqual([
      ['2026-12-25', 37525],
      ['2027-01-25', 37525],
      ['2027-02-25', 37525],
    ]);
    const box = await world.db
      .select({ code: boxItems.productCode, packs: boxItems.quantity })
      .from(boxItems)
      .innerJoin(subscriptions, eq(subscriptions.id, boxItems.subscriptionId))
      .orderBy(boxItems.productCode);
    expect(box).toEqual([
      { code: 'day-pads', packs: 2 },
      { code: 'night-pads', packs: 1 },
    ]);
  },
);
