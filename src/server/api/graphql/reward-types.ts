import { POINTS_ENTRY_KINDS } from '@/domain/points';
import { totalsAnswer } from '@/schemas/answers/account';
import { applyCodeAnswer, redeemAnswer, referralCodeAnswer } from '@/schemas/answers/rewards';
import { builder, type GraphqlContext } from './builder';
import { objectFrom } from './from-schema';
import { connectionType } from './order-types';

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
    at: t.expose('at', { type: 'Moment' }),
    orderId: t.id({ nullable: true, resolve: ({ order }) => order?.orderId ?? null }),
    paymentDate: t.field({
      type: 'Day',
      nullable: true,
      description: 'Of the order that the points are about.',
      resolve: ({ order }) => order?.paymentDate ?? null,
    }),
  }),
});

export const PointsConnectionType = connectionType('Points', PointsEntryType);

objectFrom('RedeemedProduct', redeemAnswer);
objectFrom('ReferralCode', referralCodeAnswer);
objectFrom('Totals', totalsAnswer);
objectFrom('AppliedCode', applyCodeAnswer);
