import { oneTapAnswer, repairAnswer, repairByCardAnswer } from '@/schemas/answers/order-links';
import { answer } from '../call';
import {
  doOneTapInput,
  orderLinkInput,
  repairByAppInput,
  repairByCardInput,
  repairByQrInput,
} from '@/schemas/order-links';
import { doOneTap, showOneTap } from '../../subscriber/message-links/one-tap';
import { giveUpOrder } from '../../subscriber/message-links/give-up';
import { repairByCard } from '../../subscriber/message-links/repair-by-card';
import { repairByApp, repairByQr } from '../../subscriber/message-links/repair-by-qr';
import { showRepair } from '../../subscriber/message-links/repair-page';
import { asReader, procedureNamed, publicProcedure, router } from '../trpc';
import { CARD_TOKEN, LINK_TOKEN, repair } from './examples';

/**
 * The calls of links in messages. The token is the access control: they need no session and
 * start none. A session of the owner only lets a card be saved.
 */
export const orderLinksRouter = router({
  repair: publicProcedure
    .use(asReader)
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/fix',
        unkeyed: true,
        summary: 'Get the order of a repair link',
        description:
          'Returns amount, date and state of the order whose payment failed. The token of the link authorises the call, which changes nothing.',
      },
      refusals: ['NOT_FOUND'],
      example: { input: { token: LINK_TOKEN }, data: repair },
    })
    .input(orderLinkInput)
    .output(answer(repairAnswer))
    .query(({ ctx, input }) => showRepair(ctx, input.token)),
  repairByQr: procedureNamed('CHECKOUT_FAILED')
    .use(asReader)
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/fix/qr',
        unkeyed: true,
        summary: 'Create a QR code for the order of a repair link',
        description:
          'Creates a PromptPay QR code, or returns the present one. The card is not retried while the code can be scanned.',
      },
      refusals: ['NOT_FOUND', 'TOTAL_CHANGED', 'THROTTLED'],
      example: {
        input: { token: LINK_TOKEN, expectedTotal: 37525 },
        data: {
          ...repair,
          qr: { imageUrl: `/api/fix/${LINK_TOKEN}/qr?v=2`, endsAt: '2026-12-31T03:10:00.000Z' },
        },
      },
    })
    .input(repairByQrInput)
    .output(answer(repairAnswer))
    .mutation(({ ctx, input: { token, expectedTotal } }) =>
      repairByQr(ctx, token, { expectedTotal, address: ctx.caller.address }),
    ),
  repairByApp: procedureNamed('CHECKOUT_FAILED')
    .use(asReader)
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/fix/app',
        unkeyed: true,
        summary: 'Pay the order of a repair link in a banking app or wallet',
        description:
          'Starts the payment in one of `apps`, or returns the one that waits there. `authorizeUri` opens the app. The card is not retried while the payment waits.',
      },
      refusals: ['NOT_FOUND', 'TOTAL_CHANGED', 'THROTTLED'],
      example: {
        input: { token: LINK_TOKEN, app: 'kbank', expectedTotal: 37525 },
        data: {
          ...repair,
          app: {
            name: 'kbank',
            authorizeUri: 'https://pay.omise.co/payments/pay2_test_5xyz/authorize',
            endsAt: '2026-12-31T02:50:00.000Z',
          },
        },
      },
    })
    .input(repairByAppInput)
    .output(answer(repairAnswer))
    .mutation(({ ctx, input: { token, ...wanted } }) =>
      repairByApp(ctx, token, { ...wanted, locale: ctx.locale, ...ctx.caller }),
    ),
  repairByCard: procedureNamed('CHECKOUT_FAILED')
    .use(asReader)
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/fix/card',
        unkeyed: true,
        summary: 'Pay the order of a repair link with another card, or with the saved one',
        description:
          'Charges the card of a token once. Without `cardToken` the saved card is charged again, once a day (`sameCard`). The card is saved for later orders only if `save` is true and the caller has a session of the order’s owner (`canSave`). The same token is never charged twice.',
      },
      refusals: [
        'NOT_FOUND',
        'NOTHING_TO_PAY',
        'NOT_ALLOWED',
        'CARD_DECLINED',
        'TOTAL_CHANGED',
        'PAYMENT_PENDING',
        'THROTTLED',
      ],
      example: {
        input: { token: LINK_TOKEN, cardToken: CARD_TOKEN, save: false, expectedTotal: 37525 },
        data: {
          charge: { outcome: 'paid' },
          order: { ...repair, state: 'paid', paidOn: '2026-12-31', nextTryOn: null },
        },
      },
    })
    .input(repairByCardInput)
    .output(answer(repairByCardAnswer))
    .mutation(({ ctx, input: { token, ...card } }) => repairByCard(ctx, token, card)),
  giveUp: procedureNamed('UPDATE_FAILED')
    .use(asReader)
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/fix/give-up',
        unkeyed: true,
        summary: 'Give up the order of a repair link',
        description:
          'Makes the order void, so that nothing is owed for it. Held points return, later orders stay. A repeated call changes nothing.',
      },
      refusals: ['NOT_FOUND', 'NOTHING_TO_PAY', 'PAYMENT_PENDING', 'CHECKOUT_FAILED', 'THROTTLED'],
      example: {
        input: { token: LINK_TOKEN },
        data: { ...repair, state: 'given_up', nextTryOn: null },
      },
    })
    .input(orderLinkInput)
    .output(answer(repairAnswer))
    .mutation(({ ctx, input }) => giveUpOrder(ctx, input.token, ctx.caller.address)),
  oneTap: publicProcedure
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/do',
        unkeyed: true,
        summary: 'Get the order of a one-tap link',
        description:
          'Returns the action of the link and the dates of its order. The token of the link authorises the call, which changes nothing.',
      },
      refusals: ['NOT_FOUND'],
      example: {
        input: { token: LINK_TOKEN },
        data: {
          action: 'skip',
          orderNumber: 10_243,
          state: 'open',
          paymentDate: '2026-12-31',
          movesTo: null,
          until: '2026-12-29',
          nextDate: '2027-01-31',
          hasFreeProduct: false,
          swap: null,
          undoUntil: null,
        },
      },
    })
    .input(orderLinkInput)
    .output(answer(oneTapAnswer))
    .query(({ ctx, input }) => showOneTap(ctx, input.token)),
  doOneTap: procedureNamed('UPDATE_FAILED')
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/do/confirm',
        unkeyed: true,
        summary: 'Confirm the action of a one-tap link',
        description:
          'Skips the order or moves it to the day of the link, once, until the cut-off of the order. The link of another box changes nothing. The link of a substitute gives it to the order; `expectedTotal` is the total that was shown. With `undo`, takes the change back until `undoUntil`, if nothing else has changed; the link is then open again.',
      },
      refusals: [
        'NOT_FOUND',
        'SKIP_TOO_LATE',
        'MOVE_TOO_LATE',
        'ORDER_NOT_UPCOMING',
        'DATE_OUT_OF_RANGE',
        'TOTAL_CHANGED',
        'PAYMENT_PENDING',
        'NOT_ACTIVE',
        'THROTTLED',
      ],
      example: {
        input: { token: LINK_TOKEN },
        data: {
          action: 'move',
          orderNumber: 10_243,
          state: 'done',
          paymentDate: '2027-01-07',
          movesTo: '2027-01-07',
          until: '2027-01-05',
          nextDate: '2027-01-31',
          hasFreeProduct: false,
          swap: null,
          undoUntil: '2026-12-26T03:01:00.000Z',
        },
      },
    })
    .input(doOneTapInput)
    .output(answer(oneTapAnswer))
    .mutation(({ ctx, input: { token, ...asked } }) =>
      doOneTap(ctx, token, { address: ctx.caller.address, ...asked }),
    ),
});
