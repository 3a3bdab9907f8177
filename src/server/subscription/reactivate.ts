import type { Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Frequency } from '@/domain/subscription';
import type { PendingPayment } from '../account/me';
import type { Ctx } from '../context';
import type { ChargeView } from '../payments/outcome';
import type { ShownSubscription } from './shown';

export interface Reactivation {
  subscription: ShownSubscription;
  today: Day;
  /** The first and last day that may be chosen. */
  from: Day;
  until: Day;
  /** What "now" would charge, in satang; null when an order of today is paid already and nothing is charged. */
  chargedNow: number | null;
  /** The three dates of "now" for each frequency, today's included when charged. */
  datesNow: Record<Frequency, Day[]>;
  /** A paid box has not been sent yet, so two boxes would come. */
  boxUnsent: boolean;
}

export async function getReactivation(_ctx: Ctx, _accountId: string): Promise<Reactivation> {
  throw new AppError('INTERNAL');
}

export async function reactivate(
  _ctx: Ctx,
  _accountId: string,
  _input: { when: 'now' | Day; frequency: Frequency },
): Promise<{
  subscription: ShownSubscription;
  dates: Day[];
  charge: ChargeView | null;
  pendingPayment: PendingPayment | null;
}> {
  throw new AppError('INTERNAL');
}
