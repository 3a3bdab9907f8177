import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import { transaction } from '../../db';
import { accounts, identities, providerEvents } from '../../db/schema';
import { queueMessage } from '../../lifecycle/outbox';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { accountUrl } from '../../platform/site-url';
import { doTapped, undoTapped, type Tapped } from './one-tap';

/** The time after which the billing run handles an event that its job has not handled. */
const LEFT_AFTER_MS = 60_000;

/** Returns the events of LINE whose job failed: words to answer, and buttons that were tapped. */
export async function listUnsettledLineEvents({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.provider, 'line'),
        isNull(providerEvents.settledAt),
        lt(providerEvents.receivedAt, new Date(now.getTime() - LEFT_AFTER_MS)),
      ),
    )
    .orderBy(asc(providerEvents.receivedAt))
    .limit(limit);
}

const isOf = (eventId: string) =>
  and(
    eq(providerEvents.provider, 'line'),
    eq(providerEvents.eventId, eventId),
    isNull(providerEvents.settledAt),
  );

/**
 * Does the action of a button that a subscriber tapped in LINE, and answers with a message. A button of another
 * account's order, a tap of an unknown LINE user and an unknown button change nothing and get no answer.
 */
export async function settleTap(ctx: Ctx, eventId: string): Promise<void> {
  const [tap] = await ctx.db
    .select({ body: providerEvents.body, account: accounts })
    .from(providerEvents)
    .leftJoin(
      identities,
      and(eq(identities.provider, 'line'), eq(identities.subject, providerEvents.subject)),
    )
    .leftJoin(accounts, and(eq(accounts.id, identities.accountId), isNull(accounts.deletedAt)))
    .where(isOf(eventId));
  if (!tap) return;
  const { account } = tap;
  const answer = account && (await answerOf(ctx, tap.body, account.id));
  if (!answer) log.warn('line.tap_refused', { eventId });
  await transaction(ctx.db, async (tx) => {
    await tx.update(providerEvents).set({ settledAt: ctx.now }).where(isOf(eventId));
    if (!account || !answer) return;
    const { firstName, locale, id: accountId } = account;
    await queueMessage(tx, ctx.now, {
      kind: 'order_action',
      accountId,
      dedupeKey: `order_action:${eventId}`,
      asked: true,
      payload: { firstName, ...answer, accountUrl: accountUrl(locale) },
    });
  });
}

function answerOf(
  ctx: Ctx,
  { hash, unskip, unmove }: Record<string, unknown>,
  accountId: string,
): Promise<Tapped | null> {
  if (typeof unskip === 'string') return undoTapped(ctx, 'unskip', { orderId: unskip, accountId });
  if (typeof unmove === 'string') return undoTapped(ctx, 'unmove', { orderId: unmove, accountId });
  return doTapped(ctx, { hash: hash as string, accountId });
}
