import type { ORDER_ROUTES } from '../rest/order-routes';
import { skipped, subscription, upcoming } from './example-parts';
import type { ExamplesOf } from './examples-of';

const paid = {
  ...upcoming[0],
  status: 'previous' as const,
  canChangeAddress: false,
  paymentMethod: 'card' as const,
  payment: { status: 'success' as const, reason: null },
  shipment: {
    status: 'shipped' as const,
    courier: 'Flash',
    trackingNumber: 'TH0123',
    trackingUrl: null,
  },
  receipt: { number: 'R-2026-000123', url: '/api/orders/ord_7k3m9q2c5t8w4x6z1n0p7r5d/receipt.pdf' },
};

/** Examples of orders. */
export const ORDER_EXAMPLES: ExamplesOf<typeof ORDER_ROUTES> = {
  'POST /api/orders/move': {
    input: { orderId: upcoming[0].orderId, date: '2026-12-20' },
    data: {
      subscription: { ...subscription, version: 5 },
      upcomingOrders: [
        {
          ...upcoming[0],
          paymentDate: '2026-12-20',
          receiveBy: '2026-12-25',
          canSkipUntil: '2026-12-18',
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
  'POST /api/orders/tax-invoice': {
    input: {
      orderId: paid.orderId,
      name: 'Example Trading Co., Ltd.',
      address: '99/9 Sukhumvit Road, Khlong Tan, Khlong Toei, Bangkok 10110',
      taxId: '0105566000001',
      branch: '00000',
    },
    data: {
      order: {
        ...paid,
        taxInvoice: {
          number: 'T-2026-000007',
          url: '/api/orders/ord_7k3m9q2c5t8w4x6z1n0p7r5d/tax-invoice.pdf',
        },
      },
    },
  },
  'GET /mycloud/orders': {
    input: { page: 1 },
    data: {
      orders: [{ ...paid, canRequestTaxInvoice: true }],
      page: 1,
      pages: 1,
    },
  },
};
