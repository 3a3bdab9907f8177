import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts } from '@/server/db/schema';
import { plantProgram } from '@/testing/programs';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { pass, plantSubscriber, plantWithParcel } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { RECORDS, type RecordKind } from '@/schemas/answers/records';

const world = withWorld({ cleanup: 'empty' });

interface Page {
  items: Record<string, unknown>[];
  cursor: string | null;
  hasMore: boolean;
}
const pageOf = (answer: { data: unknown }) => answer.data as Page;

describe('a list of records', () => {
  test('gives each record once, in pages, the oldest first, and what was added later', async () => {
    const planted = await plantSubscriber(world);
    const { accountId, subscriptionId, email } = planted;
    await cloneSubscriber(world, { accountId, subscriptionId, email }, 6);
    const { call } = await plantProgram(world, ['subscribers:read']);
    const seen: unknown[] = [];
    let page = pageOf(await call('GET /api/v1/subscribers', { limit: 3 }));
    for (
      ;
      page.hasMore;
      page = pageOf(await call('GET /api/v1/subscribers', { limit: 3, cursor: page.cursor }))
    )
      seen.push(...page.items.map(({ accountId }) => accountId));
    seen.push(...page.items.map(({ accountId }) => accountId));
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
    await pass(world, { minutes: 1 });
    const added = await plantSubscriber(world);
    const next = pageOf(await call('GET /api/v1/subscribers', { limit: 3, cursor: page.cursor }));
    expect(next.items.map(({ accountId }) => accountId)).toEqual([added.accountId]);
    const end = pageOf(await call('GET /api/v1/subscribers', { limit: 3, cursor: next.cursor }));
    expect(end).toEqual({ items: [], cursor: next.cursor, hasMore: false });
  });

  test.each(Object.keys(RECORDS) as RecordKind[])(
    'of %s fits its description and its filters',
    async (kind) => {
      const { accountId } = await plantSubscriber(world);
      await plantSubscriber(world);
      const scope = `${kind}:read` as const;
      const { call } = await plantProgram(world, [scope]);
      const { items } = pageOf(await call(`GET /api/v1/${kind}`));
      for (const item of items) expect(RECORDS[kind].safeParse(item).error).toBeUndefined();
      const hasOwner = 'accountId' in RECORDS[kind].shape && kind !== 'refunds';
      if (!hasOwner) return;
      const own = pageOf(await call(`GET /api/v1/${kind}`, { accountId }));
      expect(own.items.length).toBe(items.filter((item) => item.accountId === accountId).length);
    },
  );

  test('of parcels has the recipient of a deleted account until its parcel is sent', async () => {
    const { accountId } = await plantWithParcel(world);
    const { call } = await plantProgram(world, ['parcels:read', 'subscribers:read']);
    const recipient = async () =>
      pageOf(await call('GET /api/v1/parcels', { accountId })).items[0]?.recipient;
    const before = await recipient();
    expect(before).toMatchObject({ name: expect.any(String) as string, postalCode: '10110' });
    const write = (address: string | null) =>
      transaction(world.db, (tx) =>
        tx
          .update(accounts)
          .set({ firstName: 'Deleted', lastName: 'account', phone: '', deletedAt: world.now(), address })
          .where(eq(accounts.id, accountId)),
      );
    const { name, phone, address } = before as Record<string, string>;
    await write(`${name}, ${phone}, ${address}`);
    expect(await recipient()).toEqual(before);
    expect(pageOf(await call('GET /api/v1/subscribers', { accountId })).items).toEqual([]);
  });

  test('refuses a cursor of other filters, of another list, or that was made up', async () => {
    await plantSubscriber(world);
    const { call } = await plantProgram(world, ['orders:read', 'subscriptions:read']);
    const { cursor } = pageOf(await call('GET /api/v1/orders', { limit: 1 }));
    const wrong = async (path: string, input: Record<string, unknown>) => {
      const { code, fieldErrors } = await call(path, input);
      expect([code, Object.keys(fieldErrors ?? {})]).toEqual(['INPUT_INVALID', ['cursor']]);
    };
    await wrong('GET /api/v1/orders', { cursor, status: 'upcoming' });
    await wrong('GET /api/v1/subscriptions', { cursor });
    const madeUp = Buffer.from(cursor ?? '', 'base64url').toString();
    for (const text of [
      madeUp.replace(/ .* /, ' infinity '),
      madeUp.split(' ').slice(0, 2).join(' '),
      "' or 1=1",
    ])
      await wrong('GET /api/v1/orders', { cursor: Buffer.from(text).toString('base64url') });
    expect((await call('GET /api/v1/orders', { cursor, limit: 2 })).code).toBe('ok');
  });

  test('has no more than 100 records, and the time of its filter', async () => {
    const { accountId } = await plantSubscriber(world);
    const { call } = await plantProgram(world, ['subscribers:read']);
    expect((await call('GET /api/v1/subscribers', { limit: 101 })).code).toBe('INPUT_INVALID');
    const [{ createdAt = '' } = {}] = pageOf(await call('GET /api/v1/subscribers', { accountId })).items;
    const within = async (input: Record<string, unknown>) =>
      pageOf(await call('GET /api/v1/subscribers', input)).items.length;
    expect([await within({ from: createdAt }), await within({ until: createdAt })]).toEqual([1, 0]);
  });
});
