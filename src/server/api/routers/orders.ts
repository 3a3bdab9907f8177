import { CHANGE, EXPECTED_TOTAL } from './arguments';
import { orderPageAnswer, skipAnswer, taxInvoiceAnswer } from '@/schemas/answers/orders';
import { orderNowAnswer, subscriptionViewAnswer } from '@/schemas/answers/subscription';
import { answer } from '../call';
import { moveInput, orderInput, orderNowInput, skipInput, taxInvoiceInput } from '@/schemas/orders';
import { pageInput } from '@/schemas/paging';
import { moveOrder, skipOrder } from '../../subscriber/plan/plan-commands';
import { listPreviousOrders, listShipments, listUpcomingOrders } from '../../shop/orders/queries';
import { requestTaxInvoice } from '../../work/documents/request-tax-invoice';
import { getOrderDetails } from '../../shop/orders/order-details';
import { orderNow } from '../../subscriber/plan/order-now';
import { getOrderNowOptions } from '../../subscriber/plan/order-now-options';
import { accountProcedure, accountProcedureNamed, router } from '../trpc';
import { paid, skipped, subscription, upcoming } from './examples';
import { oneDeliveryCalls } from './one-delivery';

export const ordersRouter = router({
  upcoming: accountProcedure
    .meta({
      who: 'logged_in',
      rest: {
        path: 'GET /api/orders/upcoming',
        summary: 'The next three orders, with the ids that skip and move need',
        description:
          'Returns the upcoming and skipped orders in the form of `/mycloud/orders`, always on one page. Empty before the first payment.',
      },
      example: { data: { orders: [skipped, upcoming[1], upcoming[2]], page: 1, pages: 1 } },
    })
    .output(answer(orderPageAnswer))
    .query(async ({ ctx }) => {
      const { orders } = await listUpcomingOrders(ctx, ctx.accountId);
      return { orders, page: 1, pages: 1 };
    }),
  previous: accountProcedure
    .meta({ who: 'logged_in', example: { input: { page: 1 } } })
    .input(pageInput)
    .query(({ ctx, input }) => listPreviousOrders(ctx, ctx.accountId, input.page)),
  shipments: accountProcedure
    .meta({
      who: 'subscriber',
      rest: {
        path: 'GET /mycloud/orders',
        summary: 'Own orders with where their parcels are, ten a page',
        description:
          'Returns the orders from their payment date on, in every state, latest first, with courier and tracking number. The path is at the root of the cloud API.',
      },
      example: {
        input: { page: 1 },
        data: {
          orders: [{ ...paid, canRequestTaxInvoice: true }],
          page: 1,
          pages: 1,
        },
      },
    })
    .input(pageInput)
    .output(answer(orderPageAnswer))
    .query(({ ctx, input }) => listShipments(ctx, ctx.accountId, input.page)),
  show: accountProcedure
    .meta({ who: 'subscriber', example: { input: { orderId: upcoming[0].orderId } } })
    .input(orderInput)
    .query(({ ctx, input }) => getOrderDetails(ctx, ctx.accountId, input.orderId)),
  skip: accountProcedure
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/skip',
        summary: 'Skip an upcoming order, or un-skip it',
        description:
          'Skips the order, or with `skip` false makes it upcoming again. Possible until two days before the payment date. `/api/orders/upcoming` has the ids.',
      },
      graphql: [
        { mutation: 'skipOrder', args: { skip: 'False un-skips.' } },
        { mutation: 'unskipOrder', fixed: { skip: false } },
      ],
      refusals: ['SKIP_TOO_LATE', 'ORDER_NOT_UPCOMING', 'ORDER_NOT_FOUND', 'PAYMENT_PENDING'],
      example: {
        input: { orderId: skipped.orderId, skip: true },
        data: { order: skipped, upcoming: [skipped, upcoming[1], upcoming[2]] },
      },
    })
    .input(skipInput)
    .output(answer(skipAnswer))
    .mutation(({ ctx, input }) => skipOrder(ctx, ctx.accountId, input)),
  move: accountProcedureNamed('MOVE_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/move',
        summary: 'Move one upcoming order to another day, or show what this would change',
        description:
          'Moves the payment date of one order by at most 20 days from its planned date. With `preview` nothing is written.',
      },
      graphql: { mutation: 'moveOrder', args: { date: 'The new payment date.', ...CHANGE } },
      refusals: [
        'ORDER_NOT_FOUND',
        'ORDER_NOT_UPCOMING',
        'MOVE_TOO_LATE',
        'DATE_OUT_OF_RANGE',
        'NOT_ACTIVE',
        'PAYMENT_PENDING',
        'STALE',
        'TOTAL_CHANGED',
      ],
      example: {
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
    })
    .input(moveInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => moveOrder(ctx, ctx.accountId, input)),
  requestTaxInvoice: accountProcedureNamed('TAX_INVOICE_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/tax-invoice',
        summary: 'Request the tax invoice of a paid order',
        description:
          'Issues the full tax invoice with the buyer, once per order. It replaces and cancels the receipt, and cannot be changed. The same request again returns the same tax invoice. `canRequestTaxInvoice` of the order says whether it is possible.',
      },
      graphql: {
        mutation: 'requestTaxInvoice',
        description:
          'Replaces the receipt of a paid order by a tax invoice with the buyer. It cannot be changed.',
        args: { taxId: '13 digits.', branch: '5 digits; 00000 is the head office. Null for a person.' },
      },
      refusals: ['ORDER_NOT_FOUND', 'TAX_INVOICE_NOT_POSSIBLE', 'TAX_INVOICE_TOO_LATE', 'TAX_INVOICE_ISSUED'],
      example: {
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
    })
    .input(taxInvoiceInput)
    .output(answer(taxInvoiceAnswer))
    .mutation(({ ctx, input }) => requestTaxInvoice(ctx, ctx.accountId, input)),
  ...oneDeliveryCalls,
  orderNowOptions: accountProcedure
    .meta({ who: 'subscriber' })
    .query(({ ctx }) => getOrderNowOptions(ctx, ctx.accountId)),
  orderNow: accountProcedureNamed('ORDER_NOW_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/now',
        summary: 'Send the next order now and charge it, or show what this would change',
        description:
          'Dates the next order that is not skipped today and charges it at once, or opens its payment link. A decline puts it back on its planned date without a retry. With `preview` nothing is written.',
      },
      graphql: {
        mutation: 'orderNow',
        enums: ['later'],
        args: {
          later: 'keep: the later orders keep their dates (default). restart: they follow today.',
          ...CHANGE,
          expectedTotal: EXPECTED_TOTAL,
        },
      },
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
        'THROTTLED',
      ],
      example: {
        input: { later: 'keep', expectedTotal: 37_525 },
        data: {
          subscription: { ...subscription, version: 6 },
          upcomingOrders: [upcoming[1], upcoming[2]],
          orderId: upcoming[0].orderId,
          orderNumber: upcoming[0].orderNumber,
          total: 37_525,
          charge: {
            outcome: 'paid',
            orderId: upcoming[0].orderId,
            orderNumber: upcoming[0].orderNumber,
            receiveBy: '2026-12-10',
          },
          pendingPayment: null,
        },
      },
    })
    .input(orderNowInput)
    .output(answer(orderNowAnswer))
    .mutation(({ ctx, input }) => orderNow(ctx, ctx.accountId, input)),
});
