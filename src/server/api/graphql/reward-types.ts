import type { z } from 'zod';
import { POINTS_ENTRY_KINDS } from '@/domain/points';
import type { totalsAnswer } from '@/schemas/answers/account';
import type { applyCodeAnswer, redeemAnswer, referralCodeAnswer } from '@/schemas/answers/rewards';
import { builder, given, type GraphqlContext } from './builder';
import type { Connection } from './connections';
import { OrderType, PageInfoType } from './order-types';
import { BoxItemInput } from './types';

type PointsEntry = Awaited<ReturnType<GraphqlContext['api']['rewards']['ledger']>>['entries'][number];
type PointsConnection = Connection<PointsEntry>;

const PointsEntryKindType = builder.enumType('PointsEntryKind', { values: POINTS_ENTRY_KINDS });

const PointsEntryType = builder.objectRef<PointsEntry>('PointsEntry').implement({
  description: 'One movement of points; the balance is the sum of all `points`.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: PointsEntryKindType }),
    points: t.exposeInt('points'),
    held: t.exposeInt('held', {
      description:
        'Points for a friend that are not in the balance yet: an entry of the kind referral releases them.',
    }),
    at: t.exposeString('at'),
    orderId: t.id({ nullable: true, resolve: ({ order }) => order?.orderId ?? null }),
    paymentDate: t.string({
      nullable: true,
      description: 'Of the order that the points are about.',
      resolve: ({ order }) => order?.paymentDate ?? null,
    }),
  }),
});

const PointsEdgeType = builder.objectRef<PointsConnection['edges'][number]>('PointsEdge').implement({
  fields: (t) => ({ cursor: t.exposeString('cursor'), node: t.expose('node', { type: PointsEntryType }) }),
});

export const PointsConnectionType = builder.objectRef<PointsConnection>('PointsConnection').implement({
  fields: (t) => ({
    edges: t.expose('edges', { type: [PointsEdgeType] }),
    nodes: t.field({ type: [PointsEntryType], resolve: ({ edges }) => edges.map(({ node }) => node) }),
    pageInfo: t.expose('pageInfo', { type: PageInfoType }),
  }),
});

const RedeemedType = builder.objectRef<z.output<typeof redeemAnswer>>('RedeemedProduct').implement({
  fields: (t) => ({
    order: t.expose('order', { type: OrderType }),
    points: t.exposeInt('points', { description: 'The balance that is left.' }),
  }),
});

const ReferralCodeType = builder.objectRef<z.output<typeof referralCodeAnswer>>('ReferralCode').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    shareUrl: t.exposeString('shareUrl'),
    friendDiscount: t.exposeInt('friendDiscount'),
    referrerPoints: t.exposeInt('referrerPoints'),
  }),
});

const TotalsType = builder.objectRef<z.output<typeof totalsAnswer>>('Totals').implement({
  fields: (t) => ({
    currency: t.exposeString('currency'),
    listPrice: t.exposeInt('listPrice'),
    subscriptionDiscount: t.exposeInt('subscriptionDiscount'),
    boxPrice: t.exposeInt('boxPrice'),
    deliveryFee: t.exposeInt('deliveryFee', { nullable: true }),
    codeDiscount: t.exposeInt('codeDiscount'),
    total: t.exposeInt('total'),
    points: t.exposeInt('points'),
  }),
});

const AppliedCodeType = builder.objectRef<z.output<typeof applyCodeAnswer>>('AppliedCode').implement({
  fields: (t) => ({
    discount: t.exposeInt('discount'),
    message: t.exposeString('message'),
    totals: t.expose('totals', { type: TotalsType }),
  }),
});

builder.mutationFields((t) => ({
  redeemProduct: t.field({
    nullable: true,
    type: RedeemedType,
    description: 'Points for one pack, in the order that is named or the first upcoming one without.',
    args: { productCode: t.arg.string({ required: true }), orderId: t.arg.id() },
    resolve: (_root, args, { api }) => api.rewards.redeem(given(args)),
  }),
  generateReferralCode: t.field({
    nullable: true,
    type: ReferralCodeType,
    resolve: (_root, _args, { api }) => api.rewards.generateCode({}),
  }),
  applyCode: t.field({
    nullable: true,
    type: AppliedCodeType,
    description:
      'With a registration in progress the code is attached to it, and null removes it; otherwise it is checked for a box.',
    args: { code: t.arg.string(), items: t.arg({ type: [BoxItemInput] }), postalCode: t.arg.string() },
    resolve: (_root, args, { api }) => api.rewards.applyCode(given(args, ['code'])),
  }),
}));
