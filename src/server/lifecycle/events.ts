import { EVENT_SET_MAX, eventSlotOf, type EventType, type NewEvent } from '@/domain/event';
import { writeLast, type Tx } from '../db';
import { queryRows } from '../db/query-rows';
import { newId } from '../platform/ids';
import { z } from 'zod';

const INSERT = `insert into event_sets (id, slot, at, size, events)
  select s.id, $2::int, $3::timestamptz, json_array_length(s.events), s.events
  from json_to_recordset($1::json) as s(id text, events json)`;

/** The events of each transaction that are not written yet. */
const waiting = new WeakMap<Tx, NewEvent[]>();

/**
 * Adds events to the transaction that causes them, which writes all of its events together at its end. They are read
 * after it, in the order of transactions.
 */
export function addEvents(tx: Tx, now: Date, events: readonly NewEvent[]): void {
  const before = waiting.get(tx);
  if (before) before.push(...events);
  else if (events.length > 0) {
    const all = [...events];
    waiting.set(tx, all);
    writeLast(tx, () => {
      waiting.delete(tx);
      return writeEvents(tx, now, all);
    });
  }
}

async function writeEvents(tx: Tx, now: Date, events: readonly NewEvent[]): Promise<void> {
  const count = Math.ceil(events.length / EVENT_SET_MAX);
  const sets = Array.from({ length: count }, (_, at) => ({
    id: newId('event'),
    events: events.slice(at * EVENT_SET_MAX, (at + 1) * EVENT_SET_MAX),
  }));
  const params = [JSON.stringify(sets), eventSlotOf(now), now.toISOString()];
  await queryRows(tx, z.never(), { text: INSERT, params });
}

const UPDATED: EventType = 'customer.updated';
/** The event that an entry of the audit means to other systems. */
const EVENT_OF_AUDIT: Readonly<Record<string, EventType>> = {
  'account.details_changed': UPDATED,
  'account.email_changed': UPDATED,
  'account.change_reported': UPDATED,
  'account.deleted': 'customer.deleted',
  'registration.expired': 'customer.deleted',
  'card.put_back': 'payment_method.added',
  'card.edited': 'payment_method.updated',
  'card.made_default': 'payment_method.updated',
  'card.removed': 'payment_method.removed',
  'card.discarded': 'payment_method.removed',
  'bank_account.linked': 'payment_method.added',
  'bank_account.replaced': 'payment_method.added',
  'bank_account.removed': 'payment_method.removed',
  'bank_account.ended_at_bank': 'payment_method.removed',
};

/** Returns the event of an entry of the audit, whose subject is the customer; null for entries that only the shop needs. */
export function eventOfAudit(entry: {
  subject: string;
  what: string;
  detail?: Record<string, unknown>;
}): NewEvent | null {
  const type = EVENT_OF_AUDIT[entry.what];
  if (!type) return null;
  const { cardId, bankAccountId } = entry.detail ?? {};
  const methodId = cardId ?? bankAccountId;
  if (typeof methodId === 'string') return { type, id: methodId, changes: { accountId: entry.subject } };
  // The orders of a registration that ended unpaid are deleted with it.
  const changes = type === 'customer.deleted' ? { ordersKept: entry.what === 'account.deleted' } : {};
  return { type, id: entry.subject, changes };
}
