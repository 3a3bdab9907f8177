import { eq, sql } from 'drizzle-orm';
import { addDays } from '@/domain/day';
import { transaction } from '@/server/db';
import { subscriptions } from '@/server/db/schema';
import { openRenewalAttempt, settle } from './attempts';
import { plantPending } from './offline';
import type { Program } from './programs';
import { ordersOf, pass, plantSubscriber, plantWithParcel } from './subscribers';
import type { World } from './world';

/** Makes what the example of a call of programs is about. @returns the fields that replace those of the example */
export async function programInput(world: World, program: Program, path: string): Promise<object> {
  if (path === '/api/v1/codes/end')
    await program.call('POST /api/v1/codes', { code: 'RAINY', kind: 'percent', value: 10 });
  if (path === '/api/v1/payments/send-link') {
    const { accountId } = await plantPending(world);
    await pass(world, { minutes: 11 });
    return { accountId };
  }
  if (path === '/api/v1/payments/try') return { orderId: await plantDeclined(world) };
  if (path.startsWith('/api/v1/webhooks/')) return plantWebhook(program);
  if (path.startsWith('/api/v1/parcels/')) return { orderId: await plantParcel(world, program, path) };
  const { accountId } = await plantSubscriber(world);
  const own = await ordersOf(world, accountId);
  const [paid, next] = [
    own.find(({ status }) => status === 'paid'),
    own.find(({ status }) => status === 'upcoming'),
  ];
  if (path === '/api/v1/refunds') return { orderId: paid?.id };
  const [row] = await world.db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  const known = { accountId, version: row?.version };
  switch (path) {
    case '/api/v1/orders/skip':
      return { accountId, orderId: next?.id };
    case '/api/v1/orders/move':
      return { ...known, orderId: next?.id, date: next && addDays(next.date, 1) };
    case '/api/v1/subscribers/notes':
    case '/api/v1/subscribers/end-sessions':
    case '/api/v1/subscriptions/cancel':
      return { accountId };
    default:
      return /(subscribers|subscriptions)\/|points$/.test(path) ? known : {};
  }
}

/** Returns the id of a new webhook. */
async function plantWebhook({ call }: Pick<Program, 'call'>): Promise<{ endpointId: string }> {
  const { data } = await call('POST /api/v1/webhooks', { url: 'https://shop.example/events', types: [] });
  return { endpointId: (data as { endpointId: string }).endpointId };
}

async function plantDeclined(world: World): Promise<string> {
  const open = await openRenewalAttempt(world);
  await settle(world, open, { kind: 'declined', chargeId: null, code: 'insufficient_fund' });
  await transaction(world.db, (tx) =>
    tx.execute(
      sql`update charge_attempts set sent_at = sent_at - interval '2 days' where order_id = ${open.orderId}`,
    ),
  );
  return open.orderId;
}

/** Returns the order of a parcel that waits, or that was sent where the call is about a sent one. */
async function plantParcel(world: World, program: Program, path: string): Promise<string> {
  const { accountId } = await plantWithParcel(world);
  const [order] = await ordersOf(world, accountId);
  const orderId = order?.id ?? '';
  const sent = { orderId, courier: 'Flash', trackingNumber: 'TH99999999999', cancelledThere: true };
  if (/(correct-number|report|resend)$/.test(path)) await program.call('POST /api/v1/parcels/shipped', sent);
  return orderId;
}
