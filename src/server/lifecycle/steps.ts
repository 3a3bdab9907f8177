import { transitionBetween, type Transition } from '@/domain/lifecycle/transitions';

/** A change of a status. `from`: the statuses that the row may have before it. */
export interface Steps<S extends string> {
  from: readonly S[];
  to: S;
}

/** Throws RangeError for a step that the machine does not have. A status may stay as it is. */
export function requireSteps<S extends string>(
  machine: readonly Transition<S>[],
  { from, to }: Steps<S>,
): void {
  for (const start of from) if (start !== to) transitionBetween(machine, start, to);
}
