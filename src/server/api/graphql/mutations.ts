import type { z } from 'zod';
import { updateEmailAnswer, updateMessagesAnswer, type profileAnswer } from '@/schemas/answers/account';
import { skipAnswer, taxInvoiceAnswer } from '@/schemas/answers/orders';
import { cancelAnswer, reactivateAnswer } from '@/schemas/answers/subscription';
import {
  builder,
  EXPECTED_TOTAL,
  PREVIEW,
  SHOWN_TOTAL,
  VERSION,
  withoutNulls,
  type GraphqlContext,
} from './builder';
import { firstOf } from './connections';
import { objectFrom } from './from-schema';
import { OrderConnectionType } from './order-types';
import {
  BoxItemInput,
  CancelOfferResultType,
  OrderAheadType,
  ProfileType,
  SubscriptionType,
  YEAR_AHEAD,
} from './types';

type View = Awaited<ReturnType<GraphqlContext['api']['subscription']['changeBox']>>;

export const SubscriptionViewType = builder.objectRef<View>('SubscriptionView').implement({
  description: 'The subscription and its next three orders, as they now are; in a preview, as they would be.',
  fields: (t) => ({
    subscription: t.expose('subscription', { type: SubscriptionType }),
    upcomingOrders: t.field({
      type: OrderConnectionType,
      args: { first: t.arg.int({ defaultValue: 3, required: true }) },
      resolve: ({ upcomingOrders }, { first }) => firstOf(upcomingOrders, first),
    }),
    yearAhead: t.expose('yearAhead', { type: [OrderAheadType], ...YEAR_AHEAD }),
  }),
});

const SkippedType = objectFrom('SkippedOrder', skipAnswer, {
  fields: (t) => ({
    upcoming: t.field({ type: OrderConnectionType, resolve: ({ upcoming }) => firstOf(upcoming, 3) }),
  }),
});

const TaxInvoiceOrderType = objectFrom('TaxInvoiceOrder', taxInvoiceAnswer);
const CancelledType = objectFrom('CancelledSubscription', cancelAnswer);
const ReactivatedType = objectFrom('ReactivatedSubscription', reactivateAnswer);
const MessageChoiceType = objectFrom('MessageChoice', updateMessagesAnswer);
const EmailChangeType = objectFrom('EmailChange', updateEmailAnswer);

const DetailsType = builder
  .objectRef<{ account: z.output<typeof profileAnswer> }>('UpdatedDetails')
  .implement({
    fields: (t) => ({ account: t.expose('account', { type: ProfileType }) }),
  });

builder.mutationType({
  description: 'Each may be refused by itself, and is null then; the others are done.',
});

builder.mutationFields((t) => {
  const change = {
    preview: t.arg.boolean(PREVIEW),
    version: t.arg.int(VERSION),
    expectedTotal: t.arg.int(SHOWN_TOTAL),
  };
  return {
    changeBox: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: { items: t.arg({ type: [BoxItemInput], required: true }), ...change },
      resolve: (_root, args, { api }) => api.subscription.changeBox(withoutNulls(args)),
    }),
    changeFrequency: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: {
        frequency: t.arg.int({ required: true }),
        after: t.arg.string({ required: true, description: 'One of the upcoming payment dates.' }),
        offeredFor: t.arg.string({ description: 'The group of the cancel offer that this accepts.' }),
        ...change,
      },
      resolve: (_root, args, { api }) => api.subscription.changeFrequency(withoutNulls(args)),
    }),
    changePaymentDay: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: { paymentDay: t.arg.int({ required: true }), ...change },
      resolve: (_root, args, { api }) => api.subscription.changePaymentDay(withoutNulls(args)),
    }),
    pauseSubscription: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: {
        until: t.arg.string({ required: true, description: 'The first day after the pause.' }),
        offeredFor: t.arg.string({ description: 'The group of the cancel offer that this accepts.' }),
        ...change,
      },
      resolve: (_root, args, { api }) => api.subscription.pause(withoutNulls(args)),
    }),
    moveOrder: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: {
        orderId: t.arg.id({ required: true }),
        date: t.arg.string({ required: true, description: 'The new payment date.' }),
        ...change,
      },
      resolve: (_root, args, { api }) => api.orders.move(withoutNulls(args)),
    }),
    resumeSubscription: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: change,
      resolve: (_root, args, { api }) => api.subscription.resume(withoutNulls(args)),
    }),
  };
});

builder.mutationFields((t) => ({
  skipOrder: t.field({
    nullable: true,
    type: SkippedType,
    args: {
      orderId: t.arg.id({ required: true }),
      skip: t.arg.boolean({ description: 'False un-skips.' }),
    },
    resolve: (_root, args, { api }) => api.orders.skip(withoutNulls(args)),
  }),
  unskipOrder: t.field({
    nullable: true,
    type: SkippedType,
    args: { orderId: t.arg.id({ required: true }) },
    resolve: (_root, { orderId }, { api }) => api.orders.skip({ orderId, skip: false }),
  }),
  requestTaxInvoice: t.field({
    nullable: true,
    type: TaxInvoiceOrderType,
    description:
      'Replaces the receipt of a paid order by a tax invoice with the buyer. It cannot be changed.',
    args: {
      orderId: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
      address: t.arg.string({ required: true }),
      taxId: t.arg.string({ required: true, description: '13 digits.' }),
      branch: t.arg.string({ description: '5 digits; 00000 is the head office. Null for a person.' }),
    },
    resolve: (_root, args, { api }) => api.orders.requestTaxInvoice(withoutNulls(args)),
  }),
  cancelOffer: t.field({
    nullable: true,
    type: CancelOfferResultType,
    args: { reason: t.arg.string({ required: true }) },
    resolve: (_root, args, { api }) => api.subscription.cancelOffer(args),
  }),
  cancelSubscription: t.field({
    nullable: true,
    type: CancelledType,
    args: { reason: t.arg.string({ required: true }), comment: t.arg.string() },
    resolve: (_root, args, { api }) => api.subscription.cancel(withoutNulls(args)),
  }),
  reactivateSubscription: t.field({
    nullable: true,
    type: ReactivatedType,
    args: {
      when: t.arg.string({ required: true, description: '"now" or a day.' }),
      frequency: t.arg.int({ required: true }),
      expectedTotal: t.arg.int(EXPECTED_TOTAL),
    },
    resolve: (_root, args, { api }) => api.subscription.reactivate(withoutNulls(args)),
  }),
}));

builder.mutationFields((t) => ({
  updateDetails: t.field({
    nullable: true,
    type: DetailsType,
    description: 'Only what is given changes; a null age group forgets it.',
    args: {
      firstName: t.arg.string(),
      lastName: t.arg.string(),
      phone: t.arg.string(),
      ageGroup: t.arg.string(),
      locale: t.arg.string(),
    },
    resolve: (_root, args, { api }) => api.account.updateDetails(withoutNulls(args, ['ageGroup'])),
  }),
  updateAddress: t.field({
    nullable: true,
    type: SubscriptionViewType,
    args: {
      address: t.arg.string({ required: true }),
      subdistrict: t.arg.string(),
      district: t.arg.string(),
      province: t.arg.string({ required: true }),
      postalCode: t.arg.string({ required: true }),
      preview: t.arg.boolean(),
      version: t.arg.int(),
      expectedTotal: t.arg.int(SHOWN_TOTAL),
    },
    resolve: (_root, args, { api }) => api.account.updateAddress(withoutNulls(args)),
  }),
  updateMessages: t.field({
    nullable: true,
    type: MessageChoiceType,
    description: 'Chooses whether messages about points and offers are sent.',
    args: { optionalMessages: t.arg.boolean({ required: true }) },
    resolve: (_root, args, { api }) => api.account.updateMessages(args),
  }),
  updateEmail: t.field({
    nullable: true,
    type: EmailChangeType,
    args: { email: t.arg.string({ required: true }), password: t.arg.string() },
    resolve: (_root, args, { api }) => api.account.updateEmail(withoutNulls(args)),
  }),
  updatePassword: t.boolean({
    nullable: true,
    args: {
      currentPassword: t.arg.string(),
      password: t.arg.string({ required: true }),
      confirmPassword: t.arg.string({ required: true }),
    },
    resolve: async (_root, args, { api }) => {
      await api.account.updatePassword(withoutNulls(args));
      return true;
    },
  }),
  downloadMyData: t.field({
    nullable: true,
    type: 'JSON',
    description: 'Everything we keep about the person.',
    args: { password: t.arg.string() },
    resolve: (_root, args, { api }) => api.account.myData(withoutNulls(args)),
  }),
  deleteAccount: t.boolean({
    nullable: true,
    args: { password: t.arg.string() },
    resolve: async (_root, args, { api }) => {
      await api.account.delete(withoutNulls(args));
      return true;
    },
  }),
}));
