import type { GraphQLResolveInfo } from 'graphql';
import { AppError } from '@/domain/errors';
import { builder, type GraphqlContext } from './builder';
import { firstOf, sliceOf, sliceOfPages } from './connections';
import { PasskeyType } from './login-methods';
import { OrderConnectionType } from './order-types';
import { PointsConnectionType } from './reward-types';
import { selectedFields } from './selected-fields';
import {
  AccountType,
  BankAccountType,
  CancelReasonType,
  CardType,
  OrderAheadType,
  PendingPaymentType,
  PlanType,
  ProductType,
  ProfileType,
  SubscriptionType,
} from './types';

const UPCOMING = 3;
const PAGE = 10;

/** The fields of the viewer that `me` returns. */
const FIELDS_OF_ME: ReadonlySet<string> = new Set(['account', 'subscription', 'pendingPayment', 'points']);

const selectsAny = ({ fieldNodes, fragments }: GraphQLResolveInfo, wanted: ReadonlySet<string>) =>
  fieldNodes.some(
    ({ selectionSet }) =>
      selectionSet &&
      selectedFields(selectionSet, (name) => fragments[name]).some(({ name }) => wanted.has(name.value)),
  );

const ledgerOf = (api: GraphqlContext['api']) => async (number: number) => {
  const { entries: nodes, page, pages } = await api.rewards.ledger({ page: number });
  return { nodes, page, pages };
};

/* For a caller without a subscription, a subscriber's field is null and has an error. All other fields have values. */
const ViewerType = builder.objectRef<object>('Viewer').implement({
  description: 'Whoever is logged in.',
  fields: (t) => ({
    account: t.field({ type: AccountType, resolve: async (_viewer, _args, { me }) => (await me()).account }),
    profile: t.field({ type: ProfileType, resolve: (_viewer, _args, { api }) => api.account.profile() }),
    subscription: t.field({
      type: SubscriptionType,
      nullable: true,
      resolve: async (_viewer, _args, { me }) => (await me()).subscription,
    }),
    pendingPayment: t.field({
      type: PendingPaymentType,
      nullable: true,
      resolve: async (_viewer, _args, { me }) => (await me()).pendingPayment,
    }),
    points: t.int({ resolve: async (_viewer, _args, { me }) => (await me()).points }),
    pointsLedger: t.field({
      type: PointsConnectionType,
      nullable: true,
      description: 'Latest first.',
      args: { first: t.arg.int({ defaultValue: PAGE, required: true }), after: t.arg.string() },
      resolve: (_viewer, slice, { api }) =>
        sliceOfPages({ pageOf: ledgerOf(api), idOf: ({ id }) => id }, slice),
    }),
    referralCode: t.string({
      nullable: true,
      description: 'Null until it is generated.',
      resolve: async (_viewer, _args, { api }) => (await api.rewards.summary()).referral.code,
    }),
    upcomingOrders: t.field({
      type: OrderConnectionType,
      nullable: true,
      args: { first: t.arg.int({ defaultValue: UPCOMING, required: true }) },
      resolve: async (_viewer, { first }, { api }) => firstOf((await api.orders.upcoming()).orders, first),
    }),
    previousOrders: t.field({
      type: OrderConnectionType,
      nullable: true,
      description: 'Latest first.',
      args: { first: t.arg.int({ defaultValue: PAGE, required: true }), after: t.arg.string() },
      resolve: (_viewer, slice, { api }) => sliceOf((page) => api.orders.previous({ page }), slice),
    }),
    yearAhead: t.field({
      type: [OrderAheadType],
      nullable: true,
      description: 'The orders of the next twelve months, if nothing changes.',
      resolve: async (_viewer, _args, { api }) => (await api.subscription.yearAhead()).orders,
    }),
    passkeys: t.field({
      type: [PasskeyType],
      description: 'Oldest first.',
      resolve: async (_viewer, _args, { api }) => (await api.passkeys.list()).passkeys,
    }),
    cards: t.field({
      type: [CardType],
      nullable: true,
      resolve: async (_viewer, _args, { api }) => (await api.payments.cards()).cards,
    }),
    bankAccount: t.field({
      type: BankAccountType,
      nullable: true,
      description: 'Null without a linked bank account.',
      resolve: async (_viewer, _args, { api }) => (await api.bankAccounts.mine()).linked,
    }),
  }),
});

builder.queryType({
  fields: (t) => ({
    viewer: t.field({
      type: ViewerType,
      nullable: true,
      description: 'Refused with NOT_LOGGED_IN without a session.',
      resolve: async (_root, _args, { ctx, me }, info) => {
        // One query reads the session with these fields.
        if (selectsAny(info, FIELDS_OF_ME)) await me();
        else if (!(await ctx.session())) throw new AppError('NOT_LOGGED_IN');
        return {};
      },
    }),
    products: t.field({ type: [ProductType], resolve: (_root, _args, { api }) => api.catalogue.products() }),
    plans: t.field({ type: [PlanType], resolve: (_root, _args, { api }) => api.catalogue.plans() }),
    cancelReasons: t.field({
      type: [CancelReasonType],
      resolve: async (_root, _args, { api }) => (await api.subscription.cancelReasons()).reasons,
    }),
  }),
});
