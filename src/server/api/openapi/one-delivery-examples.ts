import type { ONE_DELIVERY_ROUTES } from '../rest/one-delivery-routes';
import { delivery, subscription, upcoming } from './example-parts';
import type { ExamplesOf } from './examples-of';

const [first, second, third] = upcoming;
const changed = { ...subscription, version: 5 };
const ownItem = { productCode: 'night-pads' as const, quantity: 3 };

/** Examples of changes of one delivery. */
export const ONE_DELIVERY_EXAMPLES: ExamplesOf<typeof ONE_DELIVERY_ROUTES> = {
  'POST /api/orders/box': {
    input: { orderId: first.orderId, items: [ownItem] },
    data: {
      subscription: changed,
      upcomingOrders: [
        {
          ...first,
          ownBox: true,
          items: [{ ...ownItem, unitPrice: 11_175, linePrice: 33_525 }],
        },
        second,
        third,
      ],
    },
  },
  'POST /api/orders/usual-box': {
    input: { orderId: first.orderId },
    data: { subscription: changed, upcomingOrders: [first, second, third] },
  },
  'POST /api/orders/address': {
    input: { orderId: first.orderId, ...delivery },
    data: {
      subscription: changed,
      upcomingOrders: [{ ...first, ownAddress: delivery }, second, third],
    },
  },
  'POST /api/orders/usual-address': {
    input: { orderId: first.orderId },
    data: { subscription: changed, upcomingOrders: [first, second, third] },
  },
};
