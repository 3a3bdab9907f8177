import type { Day } from '@/domain/day';
import type { Tx } from '../../db';
import { applyChanges, type Applied } from '../../lifecycle/apply-changes';
import { announceRaises, type Raise } from './price-notices';
import { remindOfNear } from './reminders';

/** What follows from changed orders once they are written. */
export interface Consequences {
  raises?: readonly Raise[];
  /** The moves of free products to orders of the same decision. */
  freeProducts?: Applied;
  /** Orders on new dates, whose reminder may be due already. */
  near?: readonly { id: string; paymentDate: Day }[];
}

/** Writes the consequences of changed orders, in the transaction of the changes and after them. */
export async function writeConsequences(
  tx: Tx,
  now: Date,
  { raises = [], freeProducts, near = [] }: Consequences,
): Promise<void> {
  await announceRaises(tx, now, raises);
  if (freeProducts) await applyChanges(tx, now, [freeProducts]);
  await remindOfNear(tx, now, near);
}
