import { orderPageAnswer, skipAnswer, taxInvoiceAnswer } from '@/schemas/answers/orders';
import { subscriptionViewAnswer } from '@/schemas/answers/subscription';
import { moveInput, skipInput, taxInvoiceInput } from '@/schemas/orders';
import { pageInput } from '@/schemas/paging';
import { row } from './row';

/** The REST paths of orders. */
export const ORDER_ROUTES = {
  'POST /api/orders/skip': row({
    who: 'subscriber',
    summary: 'Skip an upcoming order, or un-skip it',
    description:
      'Skips the order, or with `skip` false makes it upcoming again. Possible until two days before the payment date. `/api/orders/upcoming` has the ids.',
    input: skipInput,
    answer: skipAnswer,
    refusals: ['SKIP_TOO_LATE', 'ORDER_NOT_UPCOMING', 'ORDER_NOT_FOUND', 'PAYMENT_PENDING'],
    call: (api, input) => api.orders.skip(input),
  }),
  'POST /api/orders/move': row({
    who: 'subscriber',
    summary: 'Move one upcoming order to another day, or show what this would change',
    description:
      'Moves the payment date of one order by at most 20 days from its planned date. With `preview` nothing is written.',
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
      'TOTAL_CHANGED',
      'MOVE_FAILED',
    ],
    call: (api, input) => api.orders.move(input),
  }),
  'POST /api/orders/tax-invoice': row({
    who: 'subscriber',
    summary: 'Request the tax invoice of a paid order',
    description:
      'Issues the full tax invoice with the buyer, once per order. It replaces and cancels the receipt, and cannot be changed. The same request again returns the same tax invoice. `canRequestTaxInvoice` of the order says whether it is possible.',
    input: taxInvoiceInput,
    answer: taxInvoiceAnswer,
    refusals: [
      'ORDER_NOT_FOUND',
      'TAX_INVOICE_NOT_POSSIBLE',
      'TAX_INVOICE_TOO_LATE',
      'TAX_INVOICE_ISSUED',
      'TAX_INVOICE_FAILED',
    ],
    call: (api, input) => api.orders.requestTaxInvoice(input),
  }),
  'GET /api/orders/upcoming': row({
    who: 'logged_in',
    summary: 'The next three orders, with the ids that skip and move need',
    description:
      'Returns the upcoming and skipped orders in the form of `/mycloud/orders`, always on one page. Empty before the first payment.',
    input: null,
    answer: orderPageAnswer,
    refusals: [],
    call: async (api) => ({ orders: (await api.orders.upcoming()).orders, page: 1, pages: 1 }),
  }),
  'GET /mycloud/orders': row({
    who: 'subscriber',
    summary: 'Own orders with where their parcels are, ten a page',
    description:
      'Returns the orders from their payment date on, in every state, latest first, with courier and tracking number. The path is at the root of the cloud API.',
    input: pageInput,
    answer: orderPageAnswer,
    refusals: [],
    call: (api, input) => api.orders.shipments(input),
  }),
};
