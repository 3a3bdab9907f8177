import { subscriptionViewAnswer } from '@/schemas/answers/subscription';
import { orderAddressInput, orderBoxInput, usualAddressInput, usualBoxInput } from '@/schemas/orders';
import { row } from './row';

const REFUSALS = [
  'ORDER_NOT_FOUND',
  'ORDER_NOT_NEXT',
  'NOT_ACTIVE',
  'PAYMENT_PENDING',
  'STALE',
  'TOTAL_CHANGED',
  'CHANGE_ORDER_FAILED',
] as const;

/** The REST paths that change one delivery and leave the subscription as it is. */
export const ONE_DELIVERY_ROUTES = {
  'POST /api/orders/box': row({
    who: 'subscriber',
    summary: 'Give the next order its own contents, or show what this would change',
    description:
      'Only the next order that is not skipped can have its own contents. A later change of the box leaves them. With `preview` nothing is written.',
    input: orderBoxInput,
    answer: subscriptionViewAnswer,
    refusals: ['BOX_INVALID', 'BOX_FIXED', ...REFUSALS],
    call: (api, input) => api.orders.changeBox(input),
  }),
  'POST /api/orders/usual-box': row({
    who: 'subscriber',
    summary: 'Give an order the contents of the box again, or show what this would change',
    description: 'Prices the order as a change of the box would today. With `preview` nothing is written.',
    input: usualBoxInput,
    answer: subscriptionViewAnswer,
    refusals: ['BOX_FIXED', ...REFUSALS],
    call: (api, input) => api.orders.useUsualBox(input),
  }),
  'POST /api/orders/address': row({
    who: 'subscriber',
    summary: 'Send one order to another address, or show what this would change',
    description:
      'Until the payment date the delivery fee follows the address. Afterwards the total stays, and the address can change until fulfilment has the parcel.',
    input: orderAddressInput,
    answer: subscriptionViewAnswer,
    refusals: ['POSTCODE_INVALID', 'PROVINCE_MISMATCH', 'PARCEL_TAKEN', ...REFUSALS],
    call: (api, input) => api.orders.setAddress(input),
  }),
  'POST /api/orders/usual-address': row({
    who: 'subscriber',
    summary: 'Send an order to the address of the account again, or show what this would change',
    description:
      'Until the payment date the delivery fee follows the address of the account. With `preview` nothing is written.',
    input: usualAddressInput,
    answer: subscriptionViewAnswer,
    refusals: ['PARCEL_TAKEN', ...REFUSALS],
    call: (api, input) => api.orders.useUsualAddress(input),
  }),
};
