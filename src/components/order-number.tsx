import { orderNumberText } from '@/domain/order';

/** Shows the short number of an order. It never breaks across lines. */
export function OrderNumber({ of: order }: { of: { orderNumber: number } }) {
  return <span className="number muted small">{orderNumberText(order.orderNumber)}</span>;
}
