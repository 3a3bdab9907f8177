import { and, desc, eq, gte, isNull, lt, or, type SQL } from 'drizzle-orm';
import { dayOf, type Day, type Month } from '@/domain/day';
import type { Satang } from '@/domain/money';
import type { Db } from '../../db';
import { moneyReceived, orders, refunds } from '../../db/schema';
import { monthStart } from '../../money/payouts/months';

/** More refunds of a month are only counted. */
const ROWS_MAX = 200;

/** A refund that a member of the staff transfers at the bank, because the gateway cannot make it. */
export interface HandRefund {
  id: string;
  /** The day of the transfer, or of the request while it waits. */
  day: Day;
  amount: Satang;
  reference: string | null;
  orderNumber: number | null;
  accountId: string | null;
}

interface HandRefunds {
  count: number;
  amount: Satang;
  rows: HandRefund[];
}

/** Returns the refunds by bank transfer of a month: those that were sent, and those that waited at its end, or wait now. */
export async function readHandRefunds(
  db: Db,
  month: Month,
): Promise<{ sent: HandRefunds; waiting: HandRefunds }> {
  const [from, until] = [monthStart(month), monthStart(month, 1)];
  const isSent = eq(refunds.status, 'succeeded');
  const [sent, waiting] = await Promise.all([
    list(db, and(isSent, gte(refunds.closedAt, from), lt(refunds.closedAt, until))),
    list(
      db,
      and(
        lt(refunds.createdAt, until),
        or(eq(refunds.status, 'manual'), and(isSent, gte(refunds.closedAt, until))),
      ),
    ),
  ]);
  return { sent: sum(sent, 'closedAt'), waiting: sum(waiting, 'createdAt') };
}

function list(db: Db, which: SQL | undefined) {
  return (
    db
      .select({ refund: refunds, orderNumber: orders.orderNumber, accountId: orders.accountId })
      .from(refunds)
      .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
      .leftJoin(orders, eq(orders.id, moneyReceived.orderId))
      // A refund with an id of the gateway was made by the gateway.
      .where(and(which, isNull(refunds.providerRef)))
      .orderBy(desc(refunds.createdAt), desc(refunds.id))
  );
}

function sum(rows: Awaited<ReturnType<typeof list>>, when: 'closedAt' | 'createdAt'): HandRefunds {
  return {
    count: rows.length,
    amount: rows.reduce((total, { refund }) => total + refund.amount, 0),
    rows: rows.slice(0, ROWS_MAX).map(({ refund, orderNumber, accountId }) => ({
      id: refund.id,
      day: dayOf(refund[when] ?? refund.createdAt),
      amount: refund.amount,
      reference: refund.reference,
      orderNumber,
      accountId,
    })),
  };
}
