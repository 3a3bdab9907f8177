import { and, eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Totals } from '@/domain/payment';
import type { PaymentMethod } from '@/domain/subscription';
import type { Catalogue } from '../catalogue/queries';
import type { Tx } from '../db/client';
import { accounts, orderItems, orders, payments, subscriptions } from '../db/schema';
import { newId } from '../ids';
import { loadBox, quoteOrder, writeOrder, writeOrderItems } from '../orders/planning';
import { countCodeUse, findCode, releaseCodeUse } from '../rewards/codes';
import type { Subscription } from '../subscription/locks';

/** A code that no longer holds: committed as removed, then refused. */
export interface Refused {
  refusal: AppError;
}

/** Prices the first order as of today and counts its code; an order left by a declined attempt is priced again. */
export async function prepareFirstOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { catalogue, method }: { catalogue: Catalogue; method: PaymentMethod },
): Promise<{ orderId: string; total: number } | Refused> {
  const [account] = await tx
    .select({ postalCode: accounts.postalCode })
    .from(accounts)
    .where(eq(accounts.id, subscription.accountId));
  if (!account?.postalCode) throw new AppError('STEP_MISSING');
  const items = await loadBox(tx, subscription.id);
  const found =
    subscription.code === null ? null : await findCode(tx, subscription.code, subscription.accountId, now);
  const counted = found ? await countCodeUse(tx, found, subscription.id, subscription.accountId, now) : false;
  if (subscription.code !== null && !counted) {
    await tx.update(subscriptions).set({ code: null }).where(eq(subscriptions.id, subscription.id));
    await releaseCodeUse(tx, subscription.id, subscription.accountId);
    return { refusal: codeRefused(quoteOrder(catalogue, items, account.postalCode).totals) };
  }
  if (subscription.code === null) await releaseCodeUse(tx, subscription.id, subscription.accountId);
  const quote = quoteOrder(catalogue, items, account.postalCode, found?.discount ?? null);
  const orderId = await putFirstOrder(tx, now, subscription, {
    catalogue,
    quote,
    code: found?.code ?? null,
    method,
  });
  await tx
    .insert(payments)
    .values({
      id: newId('payment'),
      orderId,
      accountId: subscription.accountId,
      method,
      status: 'pending',
      amount: quote.totals.total,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: payments.orderId,
      set: { method, status: 'pending', amount: quote.totals.total, reason: null },
    });
  return { orderId, total: quote.totals.total };
}

function codeRefused(totals: Totals): AppError {
  return new AppError('CODE_INVALID', { data: { totals } }, 'conflict');
}

interface FirstOrder {
  catalogue: Catalogue;
  quote: ReturnType<typeof quoteOrder>;
  code: string | null;
  method: PaymentMethod;
}

async function putFirstOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { catalogue, quote, code, method }: FirstOrder,
): Promise<string> {
  const status = method === 'card' ? 'charging' : 'awaiting_payment';
  await tx
    .update(subscriptions)
    .set({ nextIndex: 1, paymentMethod: method })
    .where(eq(subscriptions.id, subscription.id));
  const [earlier] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscription.id), eq(orders.cycleIndex, 0)));
  if (!earlier) {
    const paymentDate = dayOf(now);
    return writeOrder(tx, {
      subscription,
      cycleIndex: 0,
      kind: 'first',
      status,
      paymentDate,
      now,
      code,
      quote,
      catalogue,
    });
  }
  const { totals } = quote;
  await tx
    .update(orders)
    .set({
      status,
      paymentDate: dayOf(now),
      listPrice: totals.listPrice,
      boxPrice: totals.boxPrice,
      deliveryFee: totals.deliveryFee ?? 0,
      codeDiscount: totals.codeDiscount,
      code,
      total: totals.total,
      points: totals.points,
    })
    .where(eq(orders.id, earlier.id));
  await tx.delete(orderItems).where(eq(orderItems.orderId, earlier.id));
  await writeOrderItems(tx, earlier.id, quote.box, catalogue);
  return earlier.id;
}
