import { z } from 'zod';
import type { EventNoun } from '@/domain/event';
import type { RecordKind } from '@/schemas/answers/records';
import type { Ctx } from '../../platform/context';
import { readRecords } from '../../shop/records/read';
import { listEvents } from '../events/read-events';

/** A delivery that this process sends now. `position`: null for a test. */
export const claimedRow = z.object({
  endpointId: z.string(),
  eventId: z.string(),
  position: z.number().nullable(),
  type: z.string(),
  tries: z.number(),
});
export type Claimed = z.output<typeof claimedRow>;

/** The version of what is sent. A change that an endpoint could misread gets another. */
const API_VERSION = '2026-11-29';
/** The type of the event that the desk sends to try an endpoint. */
export const TEST_TYPE = 'test';

/** The record of the API that shows what an event is about, and the filter that finds it by the id of the event. */
const RECORD_OF: Partial<Record<EventNoun, readonly [RecordKind, string]>> = {
  customer: ['subscribers', 'accountId'],
  subscription: ['subscriptions', 'subscriptionId'],
  order: ['orders', 'orderId'],
  payment: ['payments', 'orderId'],
  parcel: ['parcels', 'orderId'],
  refund: ['refunds', 'refundId'],
};
/** The fields of records that say who someone is, where she lives or what she uses. */
const PERSONAL: Partial<Record<RecordKind, readonly string[]>> = {
  subscribers: ['email', 'firstName', 'lastName', 'phone', 'address'],
  subscriptions: ['items'],
  orders: ['items', 'freeProduct'],
  parcels: ['recipient', 'items', 'freeProduct'],
};

/** Returns the body of a delivery. Its record is read now, so that no copy of personal data is kept. */
export async function bodyOf(
  ctx: Ctx,
  { eventId, position, type }: Claimed,
  { personal }: { personal: boolean },
): Promise<string> {
  const [event] = position === null ? [] : await listEvents(ctx.db, position - 1, 1);
  const about = { id: eventId, apiVersion: API_VERSION };
  if (event?.eventId !== eventId)
    return JSON.stringify({ type, timestamp: ctx.now.toISOString(), ...about, position, data: null });
  const { id, changes, at } = event;
  const data = { id, changes, record: await recordOf(ctx, type, id, personal) };
  return JSON.stringify({ type, timestamp: at.toISOString(), ...about, position, data });
}

async function recordOf(ctx: Ctx, type: string, id: string, personal: boolean): Promise<unknown> {
  const [kind, filter] = RECORD_OF[type.split('.', 1)[0] as EventNoun] ?? [];
  if (!kind || !filter) return null;
  const { items } = await readRecords(ctx, kind, { limit: 1, [filter]: id });
  const [record] = items as unknown as Record<string, unknown>[];
  if (!record) return null;
  const hidden = personal ? [] : (PERSONAL[kind] ?? []);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.includes(name)));
}
