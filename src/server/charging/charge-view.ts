import type { Day } from '@/domain/day';

/** What a charge that a person asked for has led to, as every door answers it. */
export type ChargeView =
  | { outcome: 'paid'; orderId: string; receiveBy: Day }
  | { outcome: 'action_required'; authorizeUri: string }
  | { outcome: 'pending' }
  | { outcome: 'declined'; reason: string };
