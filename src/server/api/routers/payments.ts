import { EXPECTED_TOTAL } from './arguments';
import {
  cardExpiryAnswer,
  cardsAndChargeAnswer,
  cardsAnswer,
  convertCardAnswer,
  convertOfflineAnswer,
  payLinkAnswer,
  paymentLinkAnswer,
} from '@/schemas/answers/payments';
import { answer } from '../call';
import { addCardInput, deleteCardInput, updateCardInput } from '@/schemas/cards';
import {
  convertCardInput,
  makeLinkInput,
  payByAppInput,
  payLinkInput,
  payToInput,
  refundIdInput,
} from '@/schemas/payments';
import { addCard } from '../../money/payment-method/add-card';
import { updateCard } from '../../money/payment-method/change-card';
import { convertToBankAccount } from '../../money/payment-method/convert-bank-account';
import { convertToCard } from '../../money/payment-method/convert-card';
import { convertToOffline } from '../../money/payment-method/convert-offline';
import { deleteCard } from '../../money/payment-method/delete-card';
import { nextQr } from '../../money/payment-links/next-qr';
import { payByApp } from '../../money/payment-links/pay-by-app';
import { showPayLink } from '../../money/payment-links/pay-page';
import { requestPaymentLink } from '../../money/payment-links/request-link';
import { checkCardExpiry, listSubscriberCards } from '../../money/cards/queries';
import { givePayTo, showTransfer } from '../../money/refunds/pay-to';
import { accountProcedure, accountProcedureNamed, procedureNamed, publicProcedure, router } from '../trpc';
import { CARD_TOKEN, LINK_TOKEN, PAYMENT_URL, REFUND_ID, card, payLink } from './examples';

/** The errors of every call that may charge a card. */
const CARD_CHARGE_REFUSALS = [
  'CARD_DECLINED',
  'TOTAL_CHANGED',
  'PAYMENT_PENDING',
  'CHECKOUT_FAILED',
  'THROTTLED',
] as const;

export const paymentsRouter = router({
  cards: accountProcedure
    .meta({ who: 'subscriber' })
    .query(({ ctx }) => listSubscriberCards(ctx, ctx.accountId)),
  cardExpiryCheck: accountProcedure
    .meta({
      who: 'subscriber',
      rest: {
        path: 'GET /api/customers/card-expiry-check',
        summary: 'The cards, with the first payment that each will miss',
        description:
          'Returns the saved cards. `missedPayment` is the first payment date after the expiry of a card.',
      },
      example: {
        data: {
          cards: [
            {
              ...card,
              expiryMonth: 12,
              expiryYear: 2026,
              status: 'nearly_expired',
              missedPayment: '2027-01-31',
            },
          ],
        },
      },
    })
    .output(answer(cardExpiryAnswer))
    .query(({ ctx }) => checkCardExpiry(ctx, ctx.accountId)),
  addCard: accountProcedureNamed('CHECKOUT_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/customers/add-card',
        summary: 'Add a card; a payment that failed is tried again at once',
        description:
          'Saves the card of a token. If a payment has failed, the card is charged at once and `charge` has the outcome.',
      },
      graphql: { mutation: 'addCard', args: { expectedTotal: EXPECTED_TOTAL } },
      refusals: ['CARD_DUPLICATE', ...CARD_CHARGE_REFUSALS],
      example: {
        input: { cardToken: CARD_TOKEN, makeDefault: true, expectedTotal: 0 },
        data: { cards: [card], charge: null },
      },
    })
    .input(addCardInput)
    .output(answer(cardsAndChargeAnswer))
    .mutation(({ ctx, input }) => addCard(ctx, ctx.accountId, input)),
  updateCard: accountProcedureNamed('CARD_DEFAULT_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/customers/update-card',
        summary: 'Make a card the default one, or correct what is printed on it',
        description:
          'Makes a saved card the default one, or changes its name or expiry. A failed payment is then charged again.',
      },
      graphql: { mutation: 'updateCard', args: { expectedTotal: EXPECTED_TOTAL } },
      refusals: ['CARD_NOT_FOUND', 'CARD_DEFAULT_FAILED', ...CARD_CHARGE_REFUSALS],
      example: {
        input: { cardId: card.cardId, expiryMonth: 8, expiryYear: 2029 },
        data: { cards: [card], charge: null },
      },
    })
    .input(updateCardInput)
    .output(answer(cardsAndChargeAnswer))
    .mutation(({ ctx, input }) => updateCard(ctx, ctx.accountId, input)),
  deleteCard: accountProcedureNamed('CARD_REMOVE_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/customers/delete-card',
        also: 'DELETE /api/customers/delete-card',
        summary: 'Remove a card',
        description: 'Removes a saved card. The only card of a card subscription cannot be removed.',
      },
      graphql: { mutation: 'deleteCard' },
      refusals: ['CARD_NOT_FOUND', 'CARD_LAST', 'PAYMENT_PENDING'],
      example: { input: { cardId: card.cardId }, data: { cards: [] } },
    })
    .input(deleteCardInput)
    .output(answer(cardsAnswer))
    .mutation(({ ctx, input }) => deleteCard(ctx, ctx.accountId, input)),
  payLink: publicProcedure
    .meta({ who: 'link', example: { input: { token: LINK_TOKEN } } })
    .input(payLinkInput)
    .query(({ ctx, input }) => showPayLink(ctx, input.token)),
  nextQr: procedureNamed('CHECKOUT_FAILED')
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/payments/qr',
        unkeyed: true,
        summary: 'Create a QR code for a payment link',
        description: 'Creates a PromptPay QR code, or returns the present one.',
      },
      refusals: ['NOT_FOUND', 'CHECKOUT_FAILED', 'THROTTLED'],
      example: {
        input: { token: LINK_TOKEN },
        data: {
          ...payLink,
          qr: { imageUrl: `/api/pay/${LINK_TOKEN}/qr?v=1`, endsAt: '2026-12-31T03:10:00.000Z' },
        },
      },
    })
    .input(payLinkInput)
    .output(answer(payLinkAnswer))
    .mutation(({ ctx, input }) => nextQr(ctx, input.token, ctx.caller.address)),
  payByApp: procedureNamed('CHECKOUT_FAILED')
    .meta({
      who: 'link',
      rest: {
        path: 'POST /api/payments/app',
        unkeyed: true,
        summary: 'Pay a payment link in a banking app or wallet',
        description:
          'Starts the payment in one of `apps`, or returns the one that waits there. `authorizeUri` opens the app.',
      },
      refusals: ['NOT_FOUND', 'CHECKOUT_FAILED', 'THROTTLED'],
      example: {
        input: { token: LINK_TOKEN, app: 'kbank' },
        data: {
          ...payLink,
          app: {
            name: 'kbank',
            authorizeUri: 'https://pay.omise.co/payments/pay2_test_5xyz/authorize',
            endsAt: '2026-12-31T02:50:00.000Z',
          },
        },
      },
    })
    .input(payByAppInput)
    .output(answer(payLinkAnswer))
    .mutation(({ ctx, input: { token, app } }) =>
      payByApp(ctx, token, { app, locale: ctx.locale, ...ctx.caller }),
    ),
  refund: accountProcedure
    .meta({ who: 'logged_in', example: { input: { refundId: REFUND_ID } } })
    .input(refundIdInput)
    .query(({ ctx, input }) => showTransfer(ctx, ctx.accountId, input.refundId)),
  namePayTo: accountProcedureNamed('UPDATE_FAILED')
    .meta({
      who: 'logged_in',
      example: {
        input: { refundId: REFUND_ID, bank: '004', accountNumber: '0012345678', name: 'Mali Rakdee' },
      },
    })
    .input(payToInput)
    .mutation(({ ctx, input }) => givePayTo(ctx, ctx.accountId, input)),
  requestPaymentLink: accountProcedureNamed('CHECKOUT_FAILED')
    .meta({
      who: 'subscriber',
      graphql: {
        mutation: 'requestPaymentLink',
        description: 'A link to pay what is owed by PromptPay or bank transfer.',
        args: { expectedTotal: EXPECTED_TOTAL },
      },
    })
    .input(makeLinkInput)
    .output(answer(paymentLinkAnswer))
    .mutation(({ ctx, input }) => requestPaymentLink(ctx, ctx.accountId, input?.expectedTotal)),
  convertToCard: accountProcedureNamed('CONVERT_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/customers/payment-methods/convert-card',
        summary: 'Pay by card from now on; what is due is charged at once',
        description:
          'Changes an offline subscription to card payments, with the token of a new card or the id of a saved one.',
      },
      graphql: {
        mutation: 'convertToCard',
        description: 'Pay by card from now on: a new one by its token, or one that is saved.',
        args: { expectedTotal: EXPECTED_TOTAL },
      },
      refusals: [
        'CARD_DECLINED',
        'CARD_NOT_FOUND',
        'TOTAL_CHANGED',
        'PAYMENT_PENDING',
        'STEP_MISSING',
        ['CODE_INVALID', 'conflict'],
        'CONVERT_FAILED',
        'THROTTLED',
      ],
      example: {
        input: { cardToken: CARD_TOKEN },
        data: { paymentMethod: 'card', charge: null, pendingPayment: null },
      },
    })
    .input(convertCardInput)
    .output(answer(convertCardAnswer))
    .mutation(({ ctx, input }) => convertToCard(ctx, ctx.accountId, input)),
  convertToBankAccount: accountProcedureNamed('CONVERT_FAILED')
    .meta({
      who: 'subscriber',
      graphql: {
        mutation: 'convertToBankAccount',
        description: 'Pay by the linked bank account from now on. What is due is charged immediately.',
        args: { expectedTotal: EXPECTED_TOTAL },
      },
      refusals: ['NOT_FOUND', 'TOTAL_CHANGED', 'PAYMENT_PENDING'],
      example: { input: {}, data: { paymentMethod: 'bank_account', charge: null, pendingPayment: null } },
    })
    .input(makeLinkInput)
    .output(answer(convertCardAnswer))
    .mutation(({ ctx, input }) => convertToBankAccount(ctx, ctx.accountId, input?.expectedTotal)),
  convertToOffline: accountProcedureNamed('CONVERT_FAILED', 'paymentMethod')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/subscriptions/convert-offline',
        summary: 'Pay by PromptPay or bank transfer from now on; what is due gets its link at once',
        description:
          'Changes a card subscription to PromptPay or bank transfer. A failed payment gets a payment link.',
      },
      graphql: {
        mutation: 'convertToOffline',
        description: 'Pay by PromptPay or bank transfer from now on.',
        args: { expectedTotal: EXPECTED_TOTAL },
      },
      refusals: ['TOTAL_CHANGED', 'PAYMENT_PENDING'],
      example: {
        input: {},
        data: {
          paymentMethod: 'offline',
          pendingPayment: {
            orderId: 'ord_01k9f5x0d2e8r',
            orderNumber: 10_243,
            method: 'offline',
            status: 'pending',
            reason: null,
            amount: 37_525,
            paymentUrl: PAYMENT_URL,
            expiresAt: '2027-01-03T17:00:00.000Z',
            endsUnpaid: 'subscription',
            authorizeUri: null,
            nextTryOn: null,
            cardNeededBy: null,
            nextCardPays: false,
          },
        },
      },
    })
    .input(makeLinkInput)
    .output(answer(convertOfflineAnswer))
    .mutation(({ ctx, input }) => convertToOffline(ctx, ctx.accountId, input?.expectedTotal)),
});
