import { addDays, type Day } from './day';
import type { CancelReason } from './cancel-reason';
import type { Frequency } from './subscription';

/** The number of days after an offer in which the subscriber gets no other one. */
export const OFFER_WAIT_DAYS = 100;

export const CANCEL_OFFER_KINDS = ['pause', 'frequency'] as const;
/** The groups of cancellation reasons by which offers are counted. */
export const REASON_GROUPS = ['need', 'away', 'other'] as const;
export type ReasonGroup = (typeof REASON_GROUPS)[number];

/** An offer beside the confirmation of a cancellation: a pause of some months, or another frequency. */
export interface CancelOffer {
  kind: (typeof CANCEL_OFFER_KINDS)[number];
  /** The length of the pause; null for a frequency. */
  months: 1 | 3 | null;
  /** The months between orders; null for a pause. */
  frequency: 2 | 3 | null;
  group: ReasonGroup;
}

/** An offer that a subscriber accepts. */
export type AcceptedOffer = Pick<CancelOffer, 'kind' | 'group'>;

/**
 * The facts of an offer. `offeredOn`: the day of the last offer; null without one. `isChangeable`: whether the
 * subscription can be paused and changed now.
 */
export interface CancelOfferFacts {
  today: Day;
  frequency: Frequency;
  isPaused: boolean;
  isChangeable: boolean;
  offeredOn: Day | null;
}

/** The reasons with an offer. A health-related reason has none. */
const GROUPS: Partial<Record<CancelReason, ReasonGroup>> = {
  buyWhenNeed: 'need',
  alternativeProduct: 'need',
  leavingCountry: 'away',
  other: 'other',
};

/**
 * Returns the offer that fits a reason; null if none fits. A subscriber who has too much gets a box less often, or a
 * pause if the box already comes every three months. A subscriber who is away or gives another reason gets a pause.
 * A health-related reason and a reason against the product get none.
 */
export function cancelOffer(reason: CancelReason, facts: CancelOfferFacts): CancelOffer | null {
  const group = GROUPS[reason];
  if (!group || !facts.isChangeable) return null;
  const { offeredOn, today, frequency, isPaused } = facts;
  if (offeredOn && today < addDays(offeredOn, OFFER_WAIT_DAYS)) return null;
  if (group === 'need' && frequency < 3)
    return { kind: 'frequency', months: null, frequency: frequency === 1 ? 2 : 3, group };
  if (isPaused) return null;
  return { kind: 'pause', months: group === 'other' ? 1 : 3, frequency: null, group };
}
