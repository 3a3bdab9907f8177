import { DAY_MS } from './duration';

/** What happens to each noun, as other systems receive it. */
export const EVENT_TYPES = {
  customer: ['created', 'updated', 'deleted'],
  subscription: ['created', 'updated', 'activated', 'deactivated', 'cancelled', 'paused', 'resumed'],
  order: [
    ...(['created', 'updated', 'skipped', 'unskipped', 'due', 'paid', 'unpaid', 'missed'] as const),
    ...(['voided', 'refunded', 'refund_corrected'] as const),
  ],
  payment: ['created', 'updated', 'pending', 'failed', 'suspended', 'expired', 'succeeded', 'voided'],
  payment_method: ['added', 'updated', 'removed'],
  parcel: ['created', 'updated', 'packed', 'shipped', 'delivered', 'sent_again', 'taken_back'],
  points: ['earned', 'spent'],
  refund: ['created', 'updated', 'succeeded', 'left_to_staff', 'failed', 'corrected'],
  dispute: ['created', 'answered', 'reopened', 'won', 'lost'],
} as const;
export type EventNoun = keyof typeof EVENT_TYPES;
export type EventType = { [N in EventNoun]: `${N}.${(typeof EVENT_TYPES)[N][number]}` }[EventNoun];

/** All types, such as `order.paid`. */
export const ALL_EVENT_TYPES = Object.entries(EVENT_TYPES).flatMap(([noun, names]) =>
  names.map((name) => `${noun}.${name}`),
) as EventType[];

/**
 * An event before it has a position. `id`: the object it is about; of a payment and a parcel, the order. `changes`: the
 * new values of what changed, without personal data and cancel reasons.
 */
export interface NewEvent {
  type: EventType;
  id: string;
  changes: Record<string, unknown>;
}

/** How long events are stored. */
export const EVENT_DAYS = 90;
/** The most events of one set. Positions of one set are consecutive. */
export const EVENT_SET_MAX = 1000;
/** The partitions of the table of sets: three and a half that are read, and one that is empty. */
export const EVENT_SLOTS = 5;
const SLOT_DAYS = 30;

/** Returns the partition of a set. The partition of the slot after it holds nothing that is still stored. */
export function eventSlotOf(at: Date): number {
  return Math.floor(at.getTime() / (SLOT_DAYS * DAY_MS)) % EVENT_SLOTS;
}
