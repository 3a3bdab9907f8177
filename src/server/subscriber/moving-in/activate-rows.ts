import { and, eq, inArray, isNull } from 'drizzle-orm';
import { addDays, dayOf, maxDay, type Day } from '@/domain/day';
import { groupBy } from '@/domain/group-by';
import { join } from '@/domain/lifecycle/changes';
import { activate, endMovedIn } from '@/domain/lifecycle/subscriptions';
import { MOVING_LINK_DAYS, movingSchedule, type MovingPlan } from '@/domain/moving-in';
import type { Tx } from '../../db';
import { accounts, boxItems, cards, importRows, subscriptions } from '../../db/schema';
import { applyChanges, type Applied } from '../../lifecycle/apply-changes';
import { planFrom } from '../../shop/orders/planning';
import type { MovingSet } from './open-import';

/** A row that was activated. `firstDate` null: the subscription had ended. */
interface Done {
  line: number;
  firstDate: Day | null;
  hasCard: boolean;
  method: MovingPlan['method'];
}

/**
 * Activates imported subscriptions: their next orders are planned from the next payment date of the earlier system on,
 * and a subscription that had ended there is cancelled. A subscription whose owner deleted the account stays as it is.
 */
export async function activateRows(set: MovingSet): Promise<void> {
  const { tx, now, found, rows, catalogue } = set;
  const locked = await lockImported(
    tx,
    rows.flatMap(({ accountId }) => accountId ?? []),
  );
  const today = dayOf(now);
  const done: Done[] = [];
  const changes: Applied[] = [];
  for (const { line, accountId, plan } of rows) {
    const owner = locked.get(accountId ?? '');
    if (!owner || !plan) continue;
    const { subscription, postalCode, box, hasCard } = owner;
    const about = { cause: 'moved_in', actor: found.createdBy, subscriptionId: subscription.id } as const;
    const { nextDate, ...terms } = plan;
    if (plan.status === 'ended' || nextDate === null) {
      changes.push({ ...about, ...endMovedIn(subscription, now) });
      done.push({ line, firstDate: null, hasCard, method: plan.method });
      continue;
    }
    const { epoch, firstDate } = movingSchedule({ nextDate, ...terms }, today);
    const prices = { held: [], notice: null };
    const { newOrders, nextIndex } = planFrom(
      { box, postalCode, prices, epochs: [epoch], existing: [], lastIndex: -1 },
      now,
      { ...subscription, status: 'active' },
      catalogue,
    );
    const started = activate(subscription, { ...epoch, nextIndex }, now);
    changes.push({ ...about, ...join(started, { newOrders, epochs: [epoch] }) });
    done.push({
      line,
      firstDate,
      hasCard,
      method: subscription.paymentMethod === 'offline' ? 'offline' : 'card',
    });
  }
  await applyChanges(tx, now, changes);
  await setDone(tx, found.id, { rows: rows.map(({ line }) => line), done, today });
}

/** Locks imported subscriptions, and returns them by account with what their orders are planned from. */
async function lockImported(tx: Tx, accountIds: string[]) {
  const owners = await tx
    .select({ subscription: subscriptions, postalCode: accounts.postalCode })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(and(inArray(subscriptions.accountId, accountIds), eq(subscriptions.status, 'imported')))
    .orderBy(subscriptions.id)
    .for('no key update', { of: subscriptions });
  const ids = owners.map(({ subscription }) => subscription.id);
  const items = await tx.select().from(boxItems).where(inArray(boxItems.subscriptionId, ids));
  const boxes = groupBy(items, ({ subscriptionId }) => subscriptionId);
  const saved = await tx
    .select({ accountId: cards.accountId })
    .from(cards)
    .where(and(inArray(cards.accountId, accountIds), eq(cards.isDefault, true), isNull(cards.removedAt)));
  const withCard = new Set(saved.map(({ accountId }) => accountId));
  return new Map(
    owners.map(({ subscription, postalCode }) => {
      const box = (boxes.get(subscription.id) ?? []).map(({ productCode, quantity }) => ({
        productCode,
        quantity,
      }));
      const hasCard = withCard.has(subscription.accountId);
      return [subscription.accountId, { subscription, postalCode, box, hasCard }];
    }),
  );
}

async function setDone(
  tx: Tx,
  importId: string,
  { rows, done, today }: { rows: number[]; done: readonly Done[]; today: Day },
): Promise<void> {
  const of = (lines: number[]) => and(eq(importRows.importId, importId), inArray(importRows.line, lines));
  const isDone = new Set(done.map(({ line }) => line));
  const left = rows.filter((line) => !isDone.has(line));
  if (left.length > 0) await tx.update(importRows).set({ state: 'undone' }).where(of(left));
  const byDay = groupBy(done, ({ firstDate, hasCard, method }) =>
    JSON.stringify([firstDate, firstDate !== null && method === 'card' && !hasCard]),
  );
  for (const [key, group] of byDay) {
    const [firstDate, needsLink] = JSON.parse(key) as [Day | null, boolean];
    const linkOn = firstDate && needsLink ? maxDay(today, addDays(firstDate, -MOVING_LINK_DAYS)) : null;
    await tx
      .update(importRows)
      .set({ state: 'active', firstDate, linkOn })
      .where(of(group.map(({ line }) => line)));
  }
}
