import { sql } from 'drizzle-orm';
import type { SimulatedWorld } from './world';

/** An order as the oracle reads it. Amounts are in satang, days are YYYY-MM-DD. */
export interface OrderRow extends Record<string, unknown> {
  id: string;
  account: string;
  cycle: number;
  kind: string;
  status: string;
  date: string;
  total: number;
  box: number;
  paid_on: string | null;
  /** The discount or referral code with which the order was priced, or null. */
  code: string | null;
  /** The code of the free product that was redeemed with points, or null. */
  free: string | null;
}

/** A charge as the gateway lists it. Amounts are in satang, instants in milliseconds. */
export interface Charge {
  id: string;
  amount: number;
  status: string;
  createdAt: number;
  paidAt: number | null;
  orderId: string;
  refunded: number;
  byCard: boolean;
  /** The id of the card or bank account; null for a QR code. */
  card: string | null;
  /** Whether the billing run made the charge, without a request of the subscriber. */
  automatic: boolean;
  failure: string | null;
}

/** Whether the charge was paid and not refunded completely. */
export const isKept = (charge: Charge) => charge.status === 'successful' && charge.refunded < charge.amount;

/** Lists the gateway's charges with the refunded amount of each. */
export async function listCharges({ db, sandbox }: SimulatedWorld): Promise<Charge[]> {
  // The operator refunds by hand what the gateway cannot refund. An order stays paid until that is reported.
  const listed = await db.execute<{ id: string }>(sql`select m.provider_ref as id from refunds r
    join money_received m on m.id = r.money_id where r.status = 'manual' and m.verdict <> 'kept'`);
  // The gateway does not record whether the owner of a bank account requested a charge.
  const made = await db.execute<{ id: string }>(
    sql`select id from charge_attempts where trigger in ('billing_run','retry')`,
  );
  const automatic = new Set([...made].map((row) => row.id));
  const byHand = new Set([...listed].map((row) => row.id));
  return [...sandbox.gateway.charges.values()].map((charge) => ({
    id: charge.id,
    amount: charge.amount,
    status: charge.status,
    createdAt: charge.createdAt,
    paidAt: charge.paidAt,
    orderId: (charge.metadata as { orderId?: string }).orderId ?? '',
    // If a dispute is lost, the bank takes the rest of the payment.
    refunded:
      byHand.has(charge.id) || charge.dispute?.status === 'lost'
        ? charge.amount
        : charge.refunds.reduce((sum, refund) => sum + refund.amount, 0),
    byCard: charge.source === null,
    card: charge.card?.id ?? charge.linkedAccount?.id ?? null,
    automatic: charge.linkedAccount
      ? automatic.has(String(charge.metadata.attemptId))
      : charge.transactionIndicator === 'MIT',
    failure: charge.failureCode,
  }));
}

/** Lists all orders by account and cycle. */
export async function listOrders({ db }: SimulatedWorld): Promise<OrderRow[]> {
  return [
    ...(await db.execute<OrderRow>(sql`select id, account_id as account, cycle_index as cycle, kind, status,
      payment_date::text as date, total::int as total, box_price::int as box, paid_on::text as paid_on,
      code, free_product_code as free
      from orders order by account_id, cycle_index`)),
  ];
}
