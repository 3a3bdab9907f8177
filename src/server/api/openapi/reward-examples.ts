import type { REWARD_ROUTES } from '../rest/reward-routes';
import { items, totals, upcoming } from './example-parts';
import type { ExamplesOf } from './examples-of';

/** Examples of points and codes. */
export const REWARD_EXAMPLES: ExamplesOf<typeof REWARD_ROUTES> = {
  'POST /api/orders/product-rewards': {
    input: { productCode: 'panty-liners' },
    data: { order: { ...upcoming[0], freeProduct: 'panty-liners' }, points: 12 },
  },
  'POST /api/referral-codes/generate': {
    input: {},
    data: {
      code: 'IRA-7K3M9Q',
      shareUrl: 'https://ira.example/invite/IRA-7K3M9Q',
      friendDiscount: 10_000,
      referrerPoints: 100,
    },
  },
  'POST /api/referral-codes/apply': {
    input: { code: 'IRA-7K3M9Q', items, postalCode: '10110' },
    data: {
      discount: 10_000,
      message: 'You got a discount!',
      totals: { ...totals, deliveryFee: 4_000, codeDiscount: 10_000, total: 27_525 },
    },
  },
};
