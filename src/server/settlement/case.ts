import type { chargeAttempts, orders, payments } from '../db/schema';
import type { Subscription } from '../lifecycle/locks';

/** The rows that an outcome is about, read after the subscription was locked. */
export interface Case {
  subscription: Subscription;
  attempt: typeof chargeAttempts.$inferSelect;
  order: typeof orders.$inferSelect;
  payment: typeof payments.$inferSelect;
}

/** Whose money it is: that of an attempt, or of a bank transfer, which nobody attempted. */
export type MoneyCase = Pick<Case, 'subscription' | 'order'> & { attempt: Case['attempt'] | null };
