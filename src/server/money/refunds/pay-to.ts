import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { BankCode, PayTo } from '@/domain/bank';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { seal, unseal } from '../../platform/sealed-text';
import { transaction, type Db, type Tx } from '../../db';
import { moneyReceived, orders, refunds } from '../../db/schema';

type Refund = typeof refunds.$inferSelect;

/** Returns the account to which a refund goes; null before it was named, and after it was deleted. */
export function openPayTo({ payTo }: Pick<Refund, 'payTo'>): PayTo | null {
  const opened = payTo === null ? null : unseal('refund account', payTo);
  return opened ? (JSON.parse(opened.text) as PayTo) : null;
}

/** The bank and the last digits of an account: what its owner and messages see of it. */
export interface ShownPayTo {
  bank: BankCode;
  lastDigits: string;
}

export function shownPayTo(refund: Pick<Refund, 'payTo'>): ShownPayTo | null {
  const payTo = openPayTo(refund);
  return payTo && { bank: payTo.bank, lastDigits: payTo.accountNumber.slice(-4) };
}

/** A refund by transfer, as its owner sees it. `paying`: a member of the staff is transferring it. */
export interface OwnTransfer {
  state: 'open' | 'paying' | 'paid' | 'ended';
  amount: Satang;
  orderNumber: number;
  payTo: ShownPayTo | null;
}

async function findOwn(db: Db | Tx, accountId: string, refundId: string) {
  const [found] = await db
    .select({ refund: refunds, orderNumber: orders.orderNumber })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .innerJoin(orders, eq(orders.id, moneyReceived.orderId))
    .where(and(eq(refunds.id, refundId), eq(orders.accountId, accountId)));
  // A refund by the gateway asks for no account.
  if (!found || ['created', 'sent', 'unknown'].includes(found.refund.status)) throw new AppError('NOT_FOUND');
  return found;
}

/** @throws AppError NOT_FOUND, also for a refund of another account */
export async function showTransfer(
  { db }: { db: Db | Tx },
  accountId: string,
  refundId: string,
): Promise<OwnTransfer> {
  const { refund, orderNumber } = await findOwn(db, accountId, refundId);
  const { status, amount, takenAt, providerRef } = refund;
  const open = takenAt === null ? 'open' : 'paying';
  const isMade = status === 'succeeded' && providerRef === null;
  const state = status === 'manual' ? open : isMade ? 'paid' : 'ended';
  return { state, amount, orderNumber, payTo: shownPayTo(refund) };
}

/**
 * Stores the account to which a refund is to be transferred, until a member of the staff begins the transfer.
 * @returns the refund; its state says whether the account was stored
 * @throws AppError NOT_FOUND, also for a refund of another account
 */
export async function givePayTo(
  { db, now }: Ctx,
  accountId: string,
  { refundId, ...payTo }: PayTo & { refundId: string },
): Promise<OwnTransfer> {
  return transaction(db, async (tx) => {
    await findOwn(tx, accountId, refundId);
    const [given] = await tx
      .update(refunds)
      .set({ payTo: seal('refund account', JSON.stringify(payTo)), payToAt: now })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'manual'), isNull(refunds.takenBy)))
      .returning({ id: refunds.id });
    if (given)
      await writeAudit(tx, now, {
        actor: accountId,
        subject: accountId,
        what: 'refund.account_named',
        detail: { refundId },
      });
    return showTransfer({ db: tx }, accountId, refundId);
  });
}

/** Deletes the accounts of an erased person's refunds, except of those that are still to be transferred. */
export async function erasePayTo(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(refunds)
    .set({ payTo: null })
    .where(
      and(
        ne(refunds.status, 'manual'),
        sql`${refunds.moneyId} in (select m.id from money_received m join orders o on o.id = m.order_id
          where o.account_id = ${accountId})`,
      ),
    );
}
