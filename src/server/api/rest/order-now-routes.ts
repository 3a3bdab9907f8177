import { orderNowAnswer } from '@/schemas/answers/subscription';
import { orderNowInput } from '@/schemas/orders';
import { row } from './row';

/** The REST path that sends the next order now. */
export const ORDER_NOW_ROUTES = {
  'POST /api/orders/now': row({
    who: 'subscriber',
    summary: 'Send the next order now and charge it, or show what this would change',
    description:
      'Dates the next order that is not skipped today and charges it at once, or opens its payment link. A decline puts it back on its planned date without a retry. With `preview` nothing is written.',
    input: orderNowInput,
    answer: orderNowAnswer,
    refusals: [
      'NO_UPCOMING_ORDER',
      'PAID_TODAY',
      'CARD_NOT_FOUND',
      'CARD_DECLINED',
      'TOTAL_CHANGED',
      'NOT_ACTIVE',
      'PAYMENT_PENDING',
      'STALE',
      'CHECKOUT_FAILED',
      'ORDER_NOW_FAILED',
      'THROTTLED',
    ],
    call: (api, input) => api.orders.orderNow(input),
  }),
};
