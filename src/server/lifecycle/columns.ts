/** The PostgreSQL type of a column. */
type ColumnType = 'text' | 'int' | 'bigint' | 'boolean' | 'timestamptz' | 'date';

/** Maps the keys of a change to database columns and their types. */
export type Columns = Record<string, readonly [column: string, type: ColumnType]>;

export const ORDER_COLUMNS: Columns = {
  to: ['status', 'text'],
  begunAt: ['begun_at', 'timestamptz'],
  paidAt: ['paid_at', 'timestamptz'],
  paidOn: ['paid_on', 'date'],
  paymentDate: ['payment_date', 'date'],
  cycleIndex: ['cycle_index', 'int'],
  refunded: ['refunded', 'bigint'],
  freeProductCode: ['free_product_code', 'text'],
  freeProductPoints: ['free_product_points', 'int'],
  listPrice: ['list_price', 'bigint'],
  boxPrice: ['box_price', 'bigint'],
  deliveryFee: ['delivery_fee', 'bigint'],
  codeDiscount: ['code_discount', 'bigint'],
  total: ['total', 'bigint'],
  points: ['points', 'int'],
  code: ['code', 'text'],
  paused: ['paused', 'boolean'],
  movedFrom: ['moved_from', 'date'],
  ownBox: ['own_box', 'boolean'],
  orderedFrom: ['ordered_from', 'date'],
  restarts: ['restarts', 'boolean'],
  feeWhenBack: ['fee_when_back', 'bigint'],
  waived: ['waived', 'bigint'],
};

export const PAYMENT_COLUMNS: Columns = {
  status: ['status', 'text'],
  method: ['method', 'text'],
  amount: ['amount', 'bigint'],
  reason: ['reason', 'text'],
  dueAt: ['due_at', 'timestamptz'],
  givesUpAt: ['gives_up_at', 'timestamptz'],
  retryStepsUsed: ['retry_steps_used', 'int'],
};

export const ATTEMPT_COLUMNS: Columns = {
  to: ['status', 'text'],
  chargeId: ['charge_id', 'text'],
  reason: ['reason', 'text'],
  closedAt: ['closed_at', 'timestamptz'],
  checkAt: ['check_at', 'timestamptz'],
  sentAt: ['sent_at', 'timestamptz'],
  network: ['network', 'text'],
};

export const SUBSCRIPTION_COLUMNS: Columns = {
  to: ['status', 'text'],
  nextIndex: ['next_index', 'int'],
  paymentDay: ['payment_day', 'int'],
  frequency: ['frequency', 'int'],
  paymentMethod: ['payment_method', 'text'],
  activatedAt: ['activated_at', 'timestamptz'],
  cancelledAt: ['cancelled_at', 'timestamptz'],
  cancelReason: ['cancel_reason', 'text'],
  cancelComment: ['cancel_comment', 'text'],
  code: ['code', 'text'],
  pausedUntil: ['paused_until', 'date'],
};

/**
 * Returns the SQL assignments that update table `t` with the changes `c.j`. If a key is missing in a change,
 * its column does not change.
 */
export function assignments(columns: Columns): string {
  return Object.entries(columns)
    .map(
      ([key, [column, type]]) =>
        `${column} = case when c.j ? '${key}' then (c.j ->> '${key}')::${type} else t.${column} end`,
    )
    .join(', ');
}
