import { AppError } from '@/domain/errors';
import { getMeOfAccount } from '../../subscriber/account/me';
import { homeOf } from '../../subscriber/account/queries';
import { getYearAhead } from '../../subscriber/plan/queries';
import { listPreviousOrders } from '../../shop/orders/queries';
import type { Ctx } from '../../platform/context';
import { viewRewards } from '../../shop/rewards/queries';
import { recordView } from './record-view';

/**
 * Returns the data of a subscriber's account page, without the links with which the subscriber pays. Records the view,
 * which the subscriber sees under recent activity.
 * @throws AppError NOT_FOUND for an unknown or deleted account, or one without a paid order, which has no such page
 */
export async function showAsSubscriber(ctx: Ctx, staffId: string, accountId: string) {
  const me = await getMeOfAccount(ctx, accountId);
  if (!me.subscription || me.subscription.registering) throw new AppError('NOT_FOUND');
  await recordView(ctx, staffId, accountId, 'account');
  const [home, past, { milestone }, { orders: year }] = await Promise.all([
    homeOf(ctx, me),
    listPreviousOrders(ctx, accountId, 1),
    viewRewards(ctx, accountId),
    getYearAhead(ctx, accountId),
  ]);
  return { home: { ...home, pendingPayment: withoutLinks(home.pendingPayment) }, past, milestone, year };
}

type Pending = Awaited<ReturnType<typeof homeOf>>['pendingPayment'];

const withoutLinks = (payment: Pending): Pending =>
  payment && { ...payment, paymentUrl: null, authorizeUri: null };
