import {
  cardsAndChargeAnswer,
  cardsAnswer,
  convertCardAnswer,
  convertOfflineAnswer,
  paymentLinkAnswer,
} from '@/schemas/answers/payments';
import { builder, EXPECTED_TOTAL, withoutNulls } from './builder';
import { objectFrom } from './from-schema';

const CardsAndChargeType = objectFrom('CardsAndCharge', cardsAndChargeAnswer);
const CardsType = objectFrom('Cards', cardsAnswer);
const ConvertedToCardType = objectFrom('ConvertedToCard', convertCardAnswer);
const ConvertedToOfflineType = objectFrom('ConvertedToOffline', convertOfflineAnswer);
objectFrom('BankDetails', paymentLinkAnswer.shape.bankDetails);
const PaymentLinkType = objectFrom('PaymentLink', paymentLinkAnswer);

builder.mutationFields((t) => ({
  addCard: t.field({
    nullable: true,
    type: CardsAndChargeType,
    args: {
      cardToken: t.arg.string({ required: true }),
      makeDefault: t.arg.boolean(),
      expectedTotal: t.arg.int(EXPECTED_TOTAL),
    },
    resolve: (_root, args, { api }) => api.payments.addCard(withoutNulls(args)),
  }),
  updateCard: t.field({
    nullable: true,
    type: CardsAndChargeType,
    args: {
      cardId: t.arg.id({ required: true }),
      makeDefault: t.arg.boolean(),
      expiryMonth: t.arg.int(),
      expiryYear: t.arg.int(),
      name: t.arg.string(),
      expectedTotal: t.arg.int(EXPECTED_TOTAL),
    },
    resolve: (_root, args, { api }) => api.payments.updateCard(withoutNulls(args)),
  }),
  deleteCard: t.field({
    nullable: true,
    type: CardsType,
    args: { cardId: t.arg.id({ required: true }) },
    resolve: (_root, args, { api }) => api.payments.deleteCard(withoutNulls(args)),
  }),
}));

builder.mutationFields((t) => ({
  convertToCard: t.field({
    nullable: true,
    type: ConvertedToCardType,
    description: 'Pay by card from now on: a new one by its token, or one that is saved.',
    args: { cardToken: t.arg.string(), cardId: t.arg.id(), expectedTotal: t.arg.int(EXPECTED_TOTAL) },
    resolve: (_root, args, { api }) => api.payments.convertToCard(withoutNulls(args)),
  }),
  convertToOffline: t.field({
    nullable: true,
    type: ConvertedToOfflineType,
    description: 'Pay by PromptPay or bank transfer from now on.',
    args: { expectedTotal: t.arg.int(EXPECTED_TOTAL) },
    resolve: (_root, args, { api }) => api.payments.convertToOffline(withoutNulls(args)),
  }),
  requestPaymentLink: t.field({
    nullable: true,
    type: PaymentLinkType,
    description: 'A link to pay what is owed by PromptPay or bank transfer.',
    args: { expectedTotal: t.arg.int(EXPECTED_TOTAL) },
    resolve: (_root, args, { api }) => api.payments.requestPaymentLink(withoutNulls(args)),
  }),
}));
