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
export async function writeConsequences(tx: Tx, now: Date, all: readonly Consequences[]): Promise<void> {
  await announceRaises(
    tx,
    now,
    all.flatMap(({ raises = [] }) => raises),
  );
  const moved = all.flatMap(({ freeProducts }) => freeProducts ?? []);
  if (moved.length > 0) await applyChanges(tx, now, moved);
  await remindOfNear(
    tx,
    now,
    all.flatMap(({ near = [] }) => near),
  );
}
