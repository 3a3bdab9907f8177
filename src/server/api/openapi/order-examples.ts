import type { ORDER_ROUTES } from '../rest/order-routes';
import { skipped, subscription, upcoming } from './example-parts';
import type { ExamplesOf } from './examples-of';

/** Examples of orders. */
export const ORDER_EXAMPLES: ExamplesOf<typeof ORDER_ROUTES> = {
  'POST /api/orders/move': {
    input: { orderId: upcoming[0].orderId, date: '2026-12-20' },
    data: {
      subscription: { ...subscription, version: 5 },
      upcomingOrders: [
        {
          ...upcoming[0],
          ...{ paymentDate: '2026-12-20', receiveBy: '2026-12-25', canSkipUntil: '2026-12-18' },
          movedFrom: '2026-12-31',
        },
        upcoming[1],
        upcoming[2],
      ],
    },
  },
  'POST /api/orders/skip': {
    input: { orderId: skipped.orderId, skip: true },
    data: { order: skipped, upcoming: [skipped, upcoming[1], upcoming[2]] },
  },
  'GET /api/orders/upcoming': { data: { orders: [skipped, upcoming[1], upcoming[2]], page: 1, pages: 1 } },
  'GET /mycloud/orders': {
    input: { page: 1 },
    data: {
      orders: [
        {
          ...upcoming[0],
          status: 'previous',
          canChangeAddress: false,
          payment: { status: 'success', reason: null },
          paymentMethod: 'card',
          shipment: { status: 'shipped', courier: 'Flash', trackingNumber: 'TH0123', trackingUrl: null },
          receipt: { number: 'R-2026-000123', url: '/api/orders/ord_7k3m9q2c5t8w4x6z1n0p7r5d/receipt.pdf' },
        },
      ],
      page: 1,
      pages: 1,
    },
  },
};
