import type { z } from 'zod';
import type { convertCardAnswer, convertOfflineAnswer, paymentLinkAnswer } from '@/schemas/answers/payments';
import { builder, EXPECTED_TOTAL, given } from './builder';
import { PaymentMethodType } from './order-types';
import { ChargeType, PendingPaymentType } from './types';

const ConvertedToCardType = builder
  .objectRef<z.output<typeof convertCardAnswer>>('ConvertedToCard')
  .implement({
    fields: (t) => ({
      paymentMethod: t.expose('paymentMethod', { type: PaymentMethodType }),
      charge: t.expose('charge', { type: ChargeType, nullable: true }),
      pendingPayment: t.expose('pendingPayment', { type: PendingPaymentType, nullable: true }),
    }),
  });

const ConvertedToOfflineType = builder
  .objectRef<z.output<typeof convertOfflineAnswer>>('ConvertedToOffline')
  .implement({
    fields: (t) => ({
      paymentMethod: t.expose('paymentMethod', { type: PaymentMethodType }),
      pendingPayment: t.expose('pendingPayment', { type: PendingPaymentType, nullable: true }),
    }),
  });

type RequestedLink = z.output<typeof paymentLinkAnswer>;

const BankDetailsType = builder.objectRef<RequestedLink['bankDetails']>('BankDetails').implement({
  fields: (t) => ({
    accountName: t.exposeString('accountName'),
    bank: t.exposeString('bank'),
    accountNumber: t.exposeString('accountNumber'),
    reference: t.exposeString('reference', { description: 'What the transfer must name.' }),
  }),
});

const PaymentLinkType = builder.objectRef<RequestedLink>('PaymentLink').implement({
  fields: (t) => ({
    paymentUrl: t.exposeString('paymentUrl'),
    expiresAt: t.exposeString('expiresAt', { description: 'The first instant at which it no longer works.' }),
    bankDetails: t.expose('bankDetails', { type: BankDetailsType }),
    pendingPayment: t.expose('pendingPayment', { type: PendingPaymentType, nullable: true }),
  }),
});

builder.mutationFields((t) => ({
  convertToCard: t.field({
    nullable: true,
    type: ConvertedToCardType,
    description: 'Pay by card from now on: a new one by its token, or one that is saved.',
    args: { cardToken: t.arg.string(), cardId: t.arg.id(), expectedTotal: t.arg.int(EXPECTED_TOTAL) },
    resolve: (_root, args, { api }) => api.payments.convertToCard(given(args)),
  }),
  convertToOffline: t.field({
    nullable: true,
    type: ConvertedToOfflineType,
    description: 'Pay by PromptPay or bank transfer from now on.',
    args: { expectedTotal: t.arg.int(EXPECTED_TOTAL) },
    resolve: (_root, args, { api }) => api.payments.convertToOffline(given(args)),
  }),
  requestPaymentLink: t.field({
    nullable: true,
    type: PaymentLinkType,
    description: 'A link to pay what is owed by PromptPay or bank transfer.',
    args: { expectedTotal: t.arg.int(EXPECTED_TOTAL) },
    resolve: (_root, args, { api }) => api.payments.requestPaymentLink(given(args)),
  }),
}));
