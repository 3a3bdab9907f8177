import { POINTS_ENTRY_KINDS } from '@/domain/points';
import { totalsAnswer } from '@/schemas/answers/account';
import { applyCodeAnswer, redeemAnswer, referralCodeAnswer } from '@/schemas/answers/rewards';
import { builder, withoutNulls, type GraphqlContext } from './builder';
import { objectFrom } from './from-schema';
import { connectionType } from './order-types';
import { BoxItemInput } from './types';

type PointsEntry = Awaited<ReturnType<GraphqlContext['api']['rewards']['ledger']>>['entries'][number];

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

export const PointsConnectionType = connectionType('Points', PointsEntryType);

const RedeemedType = objectFrom('RedeemedProduct', redeemAnswer);
const ReferralCodeType = objectFrom('ReferralCode', referralCodeAnswer);
objectFrom('Totals', totalsAnswer);
const AppliedCodeType = objectFrom('AppliedCode', applyCodeAnswer);

builder.mutationFields((t) => ({
  redeemProduct: t.field({
    nullable: true,
    type: RedeemedType,
    description: 'Points for one pack, in the order that is named or the first upcoming one without.',
    args: { productCode: t.arg.string({ required: true }), orderId: t.arg.id() },
    resolve: (_root, args, { api }) => api.rewards.redeem(withoutNulls(args)),
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
    resolve: (_root, args, { api }) => api.rewards.applyCode(withoutNulls(args, ['code'])),
  }),
}));
