/**
 * SQL: whether a subscription waits for a transfer or a QR payment that may come at any moment. So does one that went
 * unpaid, from the moment at which a new link was asked for until that ends.
 * @param id how the surrounding statement calls the subscription's id, such as `s.id`.
 */
export function awaitsOffline(id: string): string {
  return `exists (select 1 from orders w left join payments wp on wp.order_id = w.id
    where w.subscription_id = ${id} and (w.status = 'awaiting_payment'
      or (w.status = 'unpaid' and wp.method = 'offline' and wp.status = 'pending')))`;
}
