import type { ORDER_NOW_ROUTES } from '../rest/order-now-routes';
import { subscription, upcoming } from './example-parts';
import type { ExamplesOf } from './examples-of';

/** The example of an order now. */
export const ORDER_NOW_EXAMPLES: ExamplesOf<typeof ORDER_NOW_ROUTES> = {
  'POST /api/orders/now': {
    input: { later: 'keep', expectedTotal: 37_525 },
    data: {
      subscription: { ...subscription, version: 6 },
      upcomingOrders: [upcoming[1], upcoming[2]],
      orderId: upcoming[0].orderId,
      total: 37_525,
      charge: { outcome: 'paid', orderId: upcoming[0].orderId, receiveBy: '2026-12-10' },
      pendingPayment: null,
    },
  },
};
