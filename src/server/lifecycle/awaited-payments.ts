/**
 * Returns the SQL condition that a subscription awaits a bank transfer or a QR payment. An unpaid order
 * awaits a payment only while it has a new link.
 * @param id the subscription's id in the surrounding statement, such as `s.id`
 */
export function awaitsOfflinePaymentSql(id: string): string {
  return `exists (select 1 from orders w left join payments wp on wp.order_id = w.id
    where w.subscription_id = ${id} and (w.status = 'awaiting_payment'
      or (w.status = 'unpaid' and wp.method = 'offline' and wp.status = 'pending')))`;
}
