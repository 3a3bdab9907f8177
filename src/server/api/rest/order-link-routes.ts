import { oneTapAnswer, repairAnswer, repairByCardAnswer } from '@/schemas/answers/order-links';
import { orderLinkInput, repairByCardInput, repairByQrInput } from '@/schemas/order-links';
import { row } from './row';

/** The REST paths of links in messages. The token in the body authorises them; they need no session. */
export const ORDER_LINK_ROUTES = {
  'POST /api/fix': row({
    who: 'anyone',
    summary: 'Get the order of a repair link',
    description:
      'Returns amount, date and state of the order whose payment failed. The token of the link authorises the call, which changes nothing.',
    input: orderLinkInput,
    answer: repairAnswer,
    refusals: ['NOT_FOUND'],
    unkeyed: true,
    call: (api, input) => api.orderLinks.repair(input),
  }),
  'POST /api/fix/qr': row({
    who: 'anyone',
    summary: 'Create a QR code for the order of a repair link',
    description:
      'Creates a PromptPay QR code, or returns the present one. The card is not retried while the code can be scanned.',
    input: repairByQrInput,
    answer: repairAnswer,
    refusals: ['NOT_FOUND', 'TOTAL_CHANGED', 'CHECKOUT_FAILED', 'THROTTLED'],
    unkeyed: true,
    call: (api, input) => api.orderLinks.repairByQr(input),
  }),
  'POST /api/fix/card': row({
    who: 'anyone',
    summary: 'Pay the order of a repair link with another card',
    description:
      'Charges the card of a token once. The card is saved for later orders only if `save` is true and the caller has a session of the order’s owner (`canSave`). The same token is never charged twice.',
    input: repairByCardInput,
    answer: repairByCardAnswer,
    refusals: [
      'NOT_FOUND',
      'NOTHING_TO_PAY',
      'CARD_DECLINED',
      'TOTAL_CHANGED',
      'PAYMENT_PENDING',
      'CHECKOUT_FAILED',
      'THROTTLED',
    ],
    unkeyed: true,
    call: (api, input) => api.orderLinks.repairByCard(input),
  }),
  'POST /api/fix/give-up': row({
    who: 'anyone',
    summary: 'Give up the order of a repair link',
    description:
      'Makes the order void, so that nothing is owed for it. Held points return, later orders stay. A repeated call changes nothing.',
    input: orderLinkInput,
    answer: repairAnswer,
    refusals: [
      'NOT_FOUND',
      'NOTHING_TO_PAY',
      'PAYMENT_PENDING',
      'CHECKOUT_FAILED',
      'THROTTLED',
      'UPDATE_FAILED',
    ],
    unkeyed: true,
    call: (api, input) => api.orderLinks.giveUp(input),
  }),
  'POST /api/do': row({
    who: 'anyone',
    summary: 'Get the order of a one-tap link',
    description:
      'Returns the action of the link and the dates of its order. The token of the link authorises the call, which changes nothing.',
    input: orderLinkInput,
    answer: oneTapAnswer,
    refusals: ['NOT_FOUND'],
    unkeyed: true,
    call: (api, input) => api.orderLinks.oneTap(input),
  }),
  'POST /api/do/confirm': row({
    who: 'anyone',
    summary: 'Confirm the action of a one-tap link',
    description:
      'Skips the order or moves it by 7 days, once, until the cut-off of the order. The link of another box changes nothing.',
    input: orderLinkInput,
    answer: oneTapAnswer,
    refusals: [
      'NOT_FOUND',
      'SKIP_TOO_LATE',
      'MOVE_TOO_LATE',
      'ORDER_NOT_UPCOMING',
      'DATE_OUT_OF_RANGE',
      'PAYMENT_PENDING',
      'NOT_ACTIVE',
      'THROTTLED',
      'UPDATE_FAILED',
    ],
    unkeyed: true,
    call: (api, input) => api.orderLinks.doOneTap(input),
  }),
};
