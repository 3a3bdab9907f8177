import { eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, auditEvents, staffNotes } from '@/server/db/schema';
import { revokeToken } from '@/server/login/staff/api-tokens';
import { plantMember } from '@/testing/desk';
import { programInput } from '@/testing/program-inputs';
import { plantProgram } from '@/testing/programs';
import { gatewayCharges } from '@/testing/providers';
import { ordersOf, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { writeAudit } from '@/server/lifecycle/audit';
import { transaction } from '@/server/db';
import { requireStaffMay } from '@/server/lifecycle/staff-limits';
import { tokenActor } from '@/domain/api-token';

const world = withWorld({ cleanup: 'check' });

const TOTAL = 37_525;

async function paid() {
  const { accountId, subscriptionId } = await plantSubscriber(world);
  const [order] = await ordersOf(world, accountId);
  return { accountId, subscriptionId, orderId: order?.id ?? '' };
}

const refundedOf = async (accountId: string) =>
  (await gatewayCharges(world, accountId)).flatMap(({ refunds }) => refunds.map(({ amount }) => amount));

describe('refunds with a token', () => {
  const asked = (orderId: string, amount: number) => ({ orderId, amount, refunded: 0, reason: 'damaged' });

  test('stay within its sum of the day, also with five at once, and begin anew the next day', async () => {
    const people = [await paid(), await paid(), await paid(), await paid(), await paid()];
    const { call, tokenId } = await plantProgram(world, ['refunds:write'], { refundLimit: 15_000 });
    const answers = await Promise.all(
      people.map(({ orderId }) => call('POST /api/v1/refunds', asked(orderId, 10_000))),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'DAILY_LIMIT'),
      'ok',
    ]);
    const sent = await Promise.all(people.map(({ accountId }) => refundedOf(accountId)));
    expect(sent.flat()).toEqual([10_000]);
    const events = await world.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actor, tokenActor(tokenId)));
    expect(events).toMatchObject([{ what: 'refund.asked', detail: { amount: 10_000, reason: 'damaged' } }]);
    const [other] = people.filter(({ orderId }) => events[0]?.detail?.orderId !== orderId);
    await pass(world, { days: 1 });
    expect((await call('POST /api/v1/refunds', asked(other?.orderId ?? '', 15_000))).code).toBe('ok');
  });

  test('are none without a sum, and none of the account of its owner', async () => {
    const { orderId, accountId } = await paid();
    const without = await plantProgram(world, ['refunds:write']);
    expect((await without.call('POST /api/v1/refunds', asked(orderId, 1))).code).toBe('DAILY_LIMIT');
    const { staffId, email } = await plantMember(world, 'owner');
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ email, emailNorm: email }).where(eq(accounts.id, accountId)),
    );
    const own = await plantProgram(world, ['refunds:write'], { refundLimit: TOTAL, ownerId: staffId });
    expect((await own.call('POST /api/v1/refunds', asked(orderId, 100))).code).toBe('OWN_ACCOUNT');
    expect(await refundedOf(accountId)).toEqual([]);
  });

  test('with the same Idempotency-Key are one refund, and another body is refused', async () => {
    const { orderId, accountId } = await paid();
    const { call } = await plantProgram(world, ['refunds:write'], { refundLimit: TOTAL });
    const key = { 'idempotency-key': 'refund-1' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST /api/v1/refunds', asked(orderId, 10_000), key)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 'ok', data: { amount: 10_000, left: TOTAL - 10_000 } });
    expect(await refundedOf(accountId)).toEqual([10_000]);
    const other = await call('POST /api/v1/refunds', asked(orderId, 5000), key);
    expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('end with the token, even for a call that has begun', async () => {
    const { tokenId, ownerId } = await plantProgram(world, ['refunds:write'], { refundLimit: TOTAL });
    await revokeToken(world.ctx(), ownerId, tokenId);
    const act = transaction(world.db, (tx) =>
      requireStaffMay(tx, world.now(), tokenActor(tokenId), { act: 'refunds', amount: 1 }),
    );
    await expect(act).rejects.toThrow('NOT_LOGGED_IN');
  });
});

test('points of a token have the limits of a member, and only its own acts count', async () => {
  const { accountId, subscriptionId } = await paid();
  const { call, tokenId } = await plantProgram(world, ['points:write']);
  await transaction(world.db, (tx) =>
    writeAudit(tx, world.now(), {
      actor: tokenActor(tokenId),
      subject: subscriptionId,
      what: 'points.apology_given',
      detail: { points: 990 },
    }),
  );
  const version = async () =>
    ((await programInput(world, { call } as never, '/api/v1/points')) as { version: number }).version;
  const give = async (points: number) =>
    (await call('POST /api/v1/points', { accountId, version: await version(), points, reason: 'Late.' }))
      .code;
  expect([await give(11), await give(10)]).toEqual(['DAILY_LIMIT', 'ok']);
});

test('a change by a token is in the history with its name, and its reason is a note of the token', async () => {
  const { accountId } = await paid();
  const { call, tokenId } = await plantProgram(world, ['subscriptions:write']);
  const input = { accountId, why: 'buyWhenNeed', reason: 'Wrote to the helpdesk.' };
  expect((await call('POST /api/v1/subscriptions/cancel', input)).code).toBe('ok');
  const events = await world.db.select().from(auditEvents).where(like(auditEvents.actor, 'token:%'));
  expect(events.map(({ what }) => what)).toContain('subscription.cancelled');
  const [note] = await world.db.select().from(staffNotes).where(eq(staffNotes.accountId, accountId));
  expect(note).toMatchObject({ staffId: tokenId, body: input.reason });
  expect((await call('POST /api/v1/subscriptions/cancel', input)).code).toBe('ALREADY_CANCELLED');
});

test('an account that does not exist is not found, and says nothing of the token', async () => {
  const { call } = await plantProgram(world, ['subscribers:write', 'subscriptions:write']);
  const answer = await call('POST /api/v1/subscribers/notes', { accountId: 'acc_none', body: 'x' });
  expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
  const cancelled = await call('POST /api/v1/subscriptions/cancel', { accountId: 'acc_none', why: 'other' });
  expect([cancelled.status, cancelled.code]).toEqual([404, 'NOT_FOUND']);
});

test('a webhook of a program gets no personal data, and its secret is in no list and in no repeated answer', async () => {
  const { call, tokenId } = await plantProgram(world, ['webhooks:read', 'webhooks:write']);
  const asked = { url: 'https://shop.example/events', types: ['order.paid'] };
  const add = (more = {}) =>
    call('POST /api/v1/webhooks', { ...asked, ...more }, { 'idempotency-key': 'w1' });
  expect((await add({ personal: true })).code).toBe('INPUT_INVALID');
  const [first, second] = [await add(), await add()].map(({ data }) => data as Record<string, string>);
  expect(first?.secret).toMatch(/^whsec_/);
  expect(second?.secret).not.toBe(first?.secret);
  const { endpointId } = first ?? {};
  expect((await call('POST /api/v1/webhooks/remove', { endpointId: second?.endpointId })).code).toBe('ok');
  expect((await call('POST /api/v1/webhooks/switch', { endpointId, on: false })).code).toBe('ok');
  const { items } = (await call('GET /api/v1/webhooks')).data as { items: object[] };
  expect(items).toEqual([
    expect.objectContaining({ ...asked, endpointId, personal: false, offWhy: 'staff' }) as object,
  ]);
  expect(JSON.stringify(items)).not.toMatch(/secret|whsec/i);
  const acts = await world.db
    .select({ what: auditEvents.what })
    .from(auditEvents)
    .where(eq(auditEvents.actor, tokenActor(tokenId)));
  expect(acts.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['webhook.created', 'webhook.removed']),
  );
  expect((await call('POST /api/v1/webhooks/test', { endpointId: second?.endpointId })).code).toBe(
    'NOT_FOUND',
  );
});
