import type { ORDER_LINK_ROUTES } from '../rest/order-link-routes';
import { CARD_TOKEN } from './example-parts';
import type { ExamplesOf } from './examples-of';

const token = 'Zt5mQ0bYh3xV9cK1rW7nE4uJ2aL6sD8p';
const repair = {
  state: 'retrying',
  amount: 37525,
  paymentDate: '2026-12-31',
  paidOn: null,
  nextTryOn: '2027-01-01',
  endsOn: null,
  qr: null,
  authorizeUri: null,
  canSave: false,
} as const;

/** Examples of links in messages. */
export const ORDER_LINK_EXAMPLES: ExamplesOf<typeof ORDER_LINK_ROUTES> = {
  'POST /api/fix': { input: { token }, data: repair },
  'POST /api/fix/qr': {
    input: { token, expectedTotal: 37525 },
    data: {
      ...repair,
      qr: { imageUrl: `/api/fix/${token}/qr?v=2`, endsAt: '2026-12-31T03:10:00.000Z' },
    },
  },
  'POST /api/fix/card': {
    input: { token, cardToken: CARD_TOKEN, save: false, expectedTotal: 37525 },
    data: {
      charge: { outcome: 'paid' },
      order: { ...repair, state: 'paid', paidOn: '2026-12-31', nextTryOn: null },
    },
  },
  'POST /api/fix/give-up': {
    input: { token },
    data: { ...repair, state: 'given_up', nextTryOn: null },
  },
  'POST /api/do': {
    input: { token },
    data: { action: 'skip', state: 'open', paymentDate: '2026-12-31', movesTo: null, until: '2026-12-29' },
  },
  'POST /api/do/confirm': {
    input: { token },
    data: {
      action: 'move',
      state: 'done',
      paymentDate: '2027-01-07',
      movesTo: '2027-01-07',
      until: '2027-01-05',
    },
  },
};
