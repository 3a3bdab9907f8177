/** An order as the judge reads it: satang, days as YYYY-MM-DD. */
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
  /** The code that the order was priced with. */
  code: string | null;
  /** The product redeemed into it. */
  free: string | null;
}

/** A charge as the gateway's own list has it: satang, instants in milliseconds. */
export interface Charge {
  id: string;
  amount: number;
  status: string;
  createdAt: number;
  paidAt: number | null;
  orderId: string;
  refunded: number;
  byCard: boolean;
  card: string | null;
  /** Asked for by nobody: the billing run's own. */
  automatic: boolean;
  failure: string | null;
}

/** Money came, and did not go back whole. */
export const isKept = (charge: Charge) => charge.status === 'successful' && charge.refunded < charge.amount;
