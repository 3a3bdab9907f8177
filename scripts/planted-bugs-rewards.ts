import type { PlantedBug } from './planted-bugs';

const calls = 'src/server/parcels/calls.ts';
const earning = 'src/server/rewards/earning.ts';
const redeem = 'src/server/rewards/redeem.ts';

/** The same for points, free products, friends and parcels. */
export const PLANTED_REWARD_BUGS: readonly PlantedBug[] = [
  {
    name: 'points that are redeemed stay in the balance',
    file: redeem,
    find: 'points: [held], audit',
    put: 'points: [], audit',
  },
  {
    name: 'nobody asks whether there are enough points',
    file: redeem,
    find: '    enforce(canRedeem(balance));\n',
    put: '    if (balance < -1_000_000) enforce(canRedeem(balance));\n',
  },
  {
    name: 'points of a void order do not return, and its free product leaves',
    file: 'src/domain/lifecycle/orders.ts',
    find: "    points: [{ accountId, kind: 'returned' as const, source: id, delta: freeProductPoints, orderId: id }],\n",
    put: '    points: [],\n',
  },
  {
    name: 'every order after the tenth is a milestone',
    size: { subscribers: 6, years: 1.4 },
    file: 'src/domain/lifecycle/orders.ts',
    find: '  const milestone = milestoneReached(paidOrders + 1);\n',
    put: '  const milestone = paidOrders < 9 ? null : paidOrders + milestoneReached.length;\n',
  },
  {
    name: 'whoever brought a friend gets nothing',
    file: earning,
    find: "    if (referral.status === 'applied') await rewardReferrer(tx, now, order, referral);\n",
    put: "    if (referral.status === 'reversed') await rewardReferrer(tx, now, order, referral);\n",
  },
  {
    name: 'whoever brought a friend is rewarded when the friend has only begun to pay',
    file: 'src/server/checkout/first-payment.ts',
    find: '    return writeAttempt(tx, ctx.now, {\n      orderId: prepared.orderId,\n',
    put: "    await tx.update(referrals).set({ status: 'rewarded' }).where(eq(referrals.friendId, accountId));\n    return writeAttempt(tx, ctx.now, {\n      orderId: prepared.orderId,\n",
    also: [
      {
        file: 'src/server/checkout/first-payment.ts',
        find: "import { accounts, orders, subscriptions } from '../db/schema';",
        put: "import { accounts, orders, referrals, subscriptions } from '../db/schema';",
      },
    ],
  },
  {
    name: 'points stay when the money goes back',
    file: 'src/domain/points.ts',
    find: '  if (total <= 0 || refunded <= 0) return 0;\n',
    put: '  if (total <= 0 || refunded <= total) return 0;\n',
  },
  {
    name: 'a parcel whose asking was not answered is asked for again at once',
    file: calls,
    find: '  if (askedAt !== null) {\n',
    put: '  if (askedAt !== null && now < askedAt) {\n',
  },
  {
    name: 'a parcel that may have been made counts as certainly not made',
    file: calls,
    find: "  const maybeDone = answer.kind === 'refused' || answer.maybeDone;\n",
    put: "  const maybeDone = answer.kind === 'refused';\n",
  },
  {
    name: 'a free product is left out of the parcel',
    file: 'src/server/parcels/contents.ts',
    find: '        order.freeProductCode === null ? [] :',
    put: "        order.freeProductCode !== 'none' ? [] :",
  },
];
