import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '@/server/db/client';
import {
  idempotencyRecords,
  lineFlows,
  lineRegistrations,
  oneTimeTokens,
  sessions,
  throttles,
} from '@/server/db/schema';
import { createBrowser } from '@/testing/people';
import { plantSubscriber } from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
});
afterAll(() => world.close());

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

test('a billing run forgets what has ended, links after a week, and nothing that is alive', async () => {
  const { accountId } = await plantSubscriber(world);
  const now = world.now();
  await transaction(world.db, async (tx) => {
    await tx.delete(throttles);
    for (const [name, past] of [
      ['over', MINUTE],
      ['alive', -MINUTE],
    ] as const) {
      const times = {
        createdAt: new Date(now.getTime() - 2 * WEEK),
        expiresAt: new Date(now.getTime() - past),
      };
      const link = { ...times, expiresAt: new Date(now.getTime() - WEEK - past) };
      await tx.insert(sessions).values({ id: name, userId: accountId, ...times });
      await tx
        .insert(oneTimeTokens)
        .values({ id: name, kind: 'magic_link', accountId, tokenHash: name, ...link });
      await tx.insert(throttles).values({ key: name, count: 1, windowEndsAt: times.expiresAt });
      await tx.insert(lineRegistrations).values({ id: name, subject: 'U1', ...times });
      const answered = { key: name, requestHash: name, createdAt: now };
      await tx.insert(idempotencyRecords).values({ scope: `session:${name}`, ...answered });
      const secrets = { stateHash: 'a', nonce: 'b', codeVerifier: 'c' };
      const flow = { ...secrets, intent: 'login', nextPath: '/', locale: 'en' } as const;
      await tx.insert(lineFlows).values({ id: name, ...flow, ...times });
    }
    const answered = { requestHash: 'a', createdAt: now };
    await tx.insert(idempotencyRecords).values([
      { scope: 'session:logged out', key: 'over', ...answered },
      { scope: 'anybody:a', key: 'alive', ...answered },
    ]);
  });
  const run = await createBrowser(world).post('/api/omise/schedule-payments', {}, world.operator);
  expect(run.status).toBe(200);
  const left = await Promise.all([
    world.db.select({ name: sessions.id }).from(sessions),
    world.db.select({ name: oneTimeTokens.id }).from(oneTimeTokens),
    world.db.select({ name: throttles.key }).from(throttles),
    world.db.select({ name: lineRegistrations.id }).from(lineRegistrations),
    world.db.select({ name: lineFlows.id }).from(lineFlows),
    world.db.selectDistinct({ name: idempotencyRecords.key }).from(idempotencyRecords),
  ]);
  for (const rows of left) expect(rows.map(({ name }) => name)).toEqual(['alive']);
  expect(await world.db.$count(idempotencyRecords)).toBe(2);
});
