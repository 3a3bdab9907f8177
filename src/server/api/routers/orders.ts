import {
  moveInput,
  orderAddressInput,
  orderBoxInput,
  orderInput,
  orderNowInput,
  skipInput,
  taxInvoiceInput,
  usualAddressInput,
  usualBoxInput,
} from '@/schemas/orders';
import { pageInput } from '@/schemas/paging';
import {
  changeOrderBox,
  moveOrder,
  removeOrderAddress,
  restoreOrderBox,
  setOrderAddress,
  skipOrder,
} from '../../subscription/plan-commands';
import { listPreviousOrders, listShipments, listUpcomingOrders } from '../../orders/queries';
import { requestTaxInvoice } from '../../documents/request-tax-invoice';
import { getOrderDetails } from '../../orders/order-details';
import { orderNow } from '../../subscription/order-now';
import { getOrderNowOptions } from '../../subscription/order-now-options';
import { accountProcedure, asAccount, procedureNamed, router } from '../trpc';

export const ordersRouter = router({
  upcoming: accountProcedure.query(({ ctx }) => listUpcomingOrders(ctx, ctx.accountId)),
  previous: accountProcedure
    .input(pageInput)
    .query(({ ctx, input }) => listPreviousOrders(ctx, ctx.accountId, input.page)),
  shipments: accountProcedure
    .input(pageInput)
    .query(({ ctx, input }) => listShipments(ctx, ctx.accountId, input.page)),
  show: accountProcedure
    .input(orderInput)
    .query(({ ctx, input }) => getOrderDetails(ctx, ctx.accountId, input.orderId)),
  skip: accountProcedure.input(skipInput).mutation(({ ctx, input }) => skipOrder(ctx, ctx.accountId, input)),
  move: procedureNamed('MOVE_FAILED')
    .use(asAccount)
    .input(moveInput)
    .mutation(({ ctx, input }) => moveOrder(ctx, ctx.accountId, input)),
  changeBox: procedureNamed('CHANGE_ORDER_FAILED')
    .use(asAccount)
    .input(orderBoxInput)
    .mutation(({ ctx, input }) => changeOrderBox(ctx, ctx.accountId, input)),
  useUsualBox: procedureNamed('CHANGE_ORDER_FAILED')
    .use(asAccount)
    .input(usualBoxInput)
    .mutation(({ ctx, input }) => restoreOrderBox(ctx, ctx.accountId, input)),
  requestTaxInvoice: procedureNamed('TAX_INVOICE_FAILED')
    .use(asAccount)
    .input(taxInvoiceInput)
    .mutation(({ ctx, input }) => requestTaxInvoice(ctx, ctx.accountId, input)),
  setAddress: procedureNamed('CHANGE_ORDER_FAILED')
    .use(asAccount)
    .input(orderAddressInput)
    .mutation(({ ctx, input }) => setOrderAddress(ctx, ctx.accountId, input)),
  useUsualAddress: procedureNamed('CHANGE_ORDER_FAILED')
    .use(asAccount)
    .input(usualAddressInput)
    .mutation(({ ctx, input }) => removeOrderAddress(ctx, ctx.accountId, input)),
  orderNowOptions: accountProcedure.query(({ ctx }) => getOrderNowOptions(ctx, ctx.accountId)),
  orderNow: procedureNamed('ORDER_NOW_FAILED')
    .use(asAccount)
    .input(orderNowInput)
    .mutation(({ ctx, input }) => orderNow(ctx, ctx.accountId, input)),
});
