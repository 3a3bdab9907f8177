import { orderPageAnswer, skipAnswer } from '@/schemas/answers/orders';
import { subscriptionViewAnswer } from '@/schemas/answers/subscription';
import { moveInput, skipInput } from '@/schemas/orders';
import { pageInput } from '@/schemas/paging';
import { row } from './row';

/** The REST paths of orders. */
export const ORDER_ROUTES = {
  'POST /api/orders/skip': row({
    who: 'subscriber',
    summary: 'Skip an upcoming order, or un-skip it',
    input: skipInput,
    answer: skipAnswer,
    refusals: ['SKIP_TOO_LATE', 'ORDER_NOT_UPCOMING', 'ORDER_NOT_FOUND', 'PAYMENT_PENDING'],
    call: (api, input) => api.orders.skip(input),
  }),
  'POST /api/orders/move': row({
    who: 'subscriber',
    summary: 'Move one upcoming order to another day, or show what this would change',
    input: moveInput,
    answer: subscriptionViewAnswer,
    refusals: [
      'ORDER_NOT_FOUND',
      'ORDER_NOT_UPCOMING',
      'MOVE_TOO_LATE',
      'DATE_OUT_OF_RANGE',
      'NOT_ACTIVE',
      'PAYMENT_PENDING',
      'STALE',
      'MOVE_FAILED',
    ],
    call: (api, input) => api.orders.move(input),
  }),
  'GET /mycloud/orders': row({
    who: 'subscriber',
    summary: 'Own orders with where their parcels are, ten a page',
    input: pageInput,
    answer: orderPageAnswer,
    refusals: [],
    call: (api, input) => api.orders.shipments(input),
  }),
};
