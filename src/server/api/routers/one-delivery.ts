import { CHANGE } from './arguments';
import { subscriptionViewAnswer } from '@/schemas/answers/subscription';
import { answer } from '../call';
import { orderAddressInput, orderBoxInput, usualAddressInput, usualBoxInput } from '@/schemas/orders';
import {
  changeOrderBox,
  removeOrderAddress,
  restoreOrderBox,
  setOrderAddress,
} from '../../subscriber/plan/plan-commands';
import { accountProcedureNamed } from '../trpc';
import { changedSubscription, delivery, ownItem, upcoming } from './examples';

/** The errors of every change of one delivery. */
const ONE_DELIVERY_REFUSALS = [
  'ORDER_NOT_FOUND',
  'ORDER_NOT_NEXT',
  'NOT_ACTIVE',
  'PAYMENT_PENDING',
  'STALE',
  'TOTAL_CHANGED',
] as const;

/** The calls of `orders` that change one delivery and leave the subscription as it is. */
export const oneDeliveryCalls = {
  changeBox: accountProcedureNamed('CHANGE_ORDER_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/box',
        summary: 'Give the next order its own contents, or show what this would change',
        description:
          'Only the next order that is not skipped can have its own contents. A later change of the box leaves them. With `preview` nothing is written.',
      },
      graphql: {
        mutation: 'changeOrderBox',
        args: { orderId: 'The next order that is not skipped.', ...CHANGE },
      },
      refusals: ['BOX_INVALID', 'BOX_FIXED', ...ONE_DELIVERY_REFUSALS],
      example: {
        input: { orderId: upcoming[0].orderId, items: [ownItem] },
        data: {
          subscription: changedSubscription,
          upcomingOrders: [
            {
              ...upcoming[0],
              ownBox: true,
              items: [{ ...ownItem, unitPrice: 11_175, linePrice: 33_525 }],
            },
            upcoming[1],
            upcoming[2],
          ],
        },
      },
    })
    .input(orderBoxInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => changeOrderBox(ctx, ctx.accountId, input)),
  useUsualBox: accountProcedureNamed('CHANGE_ORDER_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/usual-box',
        summary: 'Give an order the contents of the box again, or show what this would change',
        description:
          'Prices the order as a change of the box would today. With `preview` nothing is written.',
      },
      graphql: { mutation: 'useUsualBox', args: CHANGE },
      refusals: ['BOX_FIXED', ...ONE_DELIVERY_REFUSALS],
      example: {
        input: { orderId: upcoming[0].orderId },
        data: { subscription: changedSubscription, upcomingOrders: [...upcoming] },
      },
    })
    .input(usualBoxInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => restoreOrderBox(ctx, ctx.accountId, input)),
  setAddress: accountProcedureNamed('CHANGE_ORDER_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/address',
        summary: 'Send one order to another address, or show what this would change',
        description:
          'Until the payment date the delivery fee follows the address. Afterwards the total stays, and the address can change until fulfilment has the parcel.',
      },
      graphql: { mutation: 'setOrderAddress', args: CHANGE },
      refusals: ['POSTCODE_INVALID', 'PROVINCE_MISMATCH', 'PARCEL_TAKEN', ...ONE_DELIVERY_REFUSALS],
      example: {
        input: { orderId: upcoming[0].orderId, ...delivery },
        data: {
          subscription: changedSubscription,
          upcomingOrders: [{ ...upcoming[0], ownAddress: delivery }, upcoming[1], upcoming[2]],
        },
      },
    })
    .input(orderAddressInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => setOrderAddress(ctx, ctx.accountId, input)),
  useUsualAddress: accountProcedureNamed('CHANGE_ORDER_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/usual-address',
        summary: 'Send an order to the address of the account again, or show what this would change',
        description:
          'Until the payment date the delivery fee follows the address of the account. With `preview` nothing is written.',
      },
      graphql: { mutation: 'useUsualAddress', args: CHANGE },
      refusals: ['PARCEL_TAKEN', ...ONE_DELIVERY_REFUSALS],
      example: {
        input: { orderId: upcoming[0].orderId },
        data: { subscription: changedSubscription, upcomingOrders: [...upcoming] },
      },
    })
    .input(usualAddressInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => removeOrderAddress(ctx, ctx.accountId, input)),
};
