import { sql } from 'drizzle-orm';
import { monthOf, dayOf, addDays } from '@/domain/day';
import { transaction } from '@/server/db';
import { queryRows } from '@/server/db/query-rows';
import { addCard } from '@/server/money/payment-method/add-card';
import { reconcileNow } from '@/server/money/reconciliation/reconcile';
import { addJob } from '@/server/platform/job-queue';
import { checkInvariants } from '@/server/work/invariants/check-invariants';
import { settings } from '@/settings/settings';
import { z } from 'zod';
import { createCardToken } from './cards';
import { dismiss, newCard, paidOrder, write, type Anomaly } from './desk-month';
import { makeJobsDue, runJobs } from './jobs';
import { actOnCharge, gatewayCharges, injectFault } from './providers';
import { pass, plantSubscriber, plantWithParcel, type Planted, type Wish } from './subscribers';
import type { World } from './world';

/* What goes wrong in the systems of a shop and at its providers, and what the staff should see before it goes wrong. */

const BROKEN =
  'an order has its own address at the request of its subscriber, and not after the account was erased';
/** A job of the queue is listed after so many tries. */
const FAILED_TRIES = 3;

/** Returns the present month as a card has it. */
function cardMonth(world: World) {
  const [year = 0, month = 0] = monthOf(dayOf(world.now())).split('-').map(Number);
  return { expiryMonth: month, expiryYear: year };
}

/** Returns a subscriber with a card of its own at the gateway. */
const withCard = (world: World, wish: Wish) => plantSubscriber(world, wish, newCard());

/** Returns a subscriber whose card ends with the present month, before the next order is paid. */
const withEndingCard = (world: World, wish: Wish) =>
  plantSubscriber(world, { ...wish, paymentDay: 1 }, { ...newCard(), ...cardMonth(world) });

/** The subscriber saves another card. */
async function saveNewCard(world: World, { accountId }: Planted): Promise<void> {
  const cardToken = await createCardToken(newCard());
  await addCard(world.ctx(), accountId, { cardToken, makeDefault: true });
}

async function chargeOf(world: World, { accountId }: Planted): Promise<string> {
  const [charge] = await gatewayCharges(world, accountId);
  if (!charge) throw new Error('the subscriber was never charged');
  return charge.id;
}

const NOT_AVAILABLE = { kind: 'status', times: 'always', args: { status: 503 } } as const;

export const SYSTEM_ANOMALIES: readonly Anomaly[] = [
  {
    kind: 'violated',
    role: 'owner',
    happen: async (world, person) => {
      await write(
        world,
        sql`insert into order_addresses (order_id, address, province, postal_code, changed_at)
          values (${await paidOrder(world, person)}, '9 Nimman', 'Chiang Mai', '50200', ${world.now().toISOString()})`,
      );
      await checkInvariants(world.ctx());
      return BROKEN;
    },
    mend: async (world, person) => {
      await write(world, sql`delete from order_addresses where order_id = ${await paidOrder(world, person)}`);
      await checkInvariants(world.ctx());
    },
  },
  {
    kind: 'jobs',
    role: 'owner',
    happen: async (world, { accountId }) => {
      const customerId = `cust_${accountId}`;
      await injectFault(world, { op: 'DELETE /customers/{id}', match: { id: customerId }, ...NOT_AVAILABLE });
      await transaction(world.db, (tx) => addJob(tx, 'delete_customer', { customerId }, customerId));
      for (let tries = 0; tries < FAILED_TRIES; tries += 1) {
        await makeJobsDue();
        await runJobs();
      }
      // The queue has the time of the system, which is not that of the world.
      const ofWorld = sql`update graphile_worker._private_jobs set created_at = ${world.now().toISOString()}
        where key = ${customerId} returning id::text`;
      const [job] = await transaction(world.db, (tx) => queryRows(tx, z.object({ id: z.string() }), ofWorld));
      return job?.id;
    },
    act: dismiss('dismissWork', 'jobs'),
  },
  {
    kind: 'events',
    role: 'owner',
    who: withCard,
    happen: async (world, person) => {
      const id = await chargeOf(world, person);
      await injectFault(world, { op: 'GET /charges/{id}', match: { id }, ...NOT_AVAILABLE });
      await actOnCharge(world, id, 'refund', false, 1000);
      await world.sandbox.settled();
      await runJobs();
      await pass(world, { minutes: 11 });
      const event = sql`select event_id as id from provider_events where subject = ${id} and settled_at is null`;
      const [unsettled] = await queryRows(world.db, z.object({ id: z.string() }), event);
      return unsettled?.id;
    },
    act: dismiss('dismissWork', 'events'),
  },
  {
    kind: 'unknownRefunds',
    role: 'finance',
    who: withCard,
    happen: async (world, person) => {
      const id = await chargeOf(world, person);
      await actOnCharge(world, id, 'refund');
      const { charges } = world.sandbox.gateway;
      const record = charges.get(id);
      const [made] = record?.refunds ?? [];
      if (!record || !made) throw new Error('nothing was refunded');
      charges.put({ ...record, refunds: [made, { ...made, id: `${made.id}_again` }] });
      await reconcileNow(world.ctx());
      return id;
    },
    act: dismiss('dismissMoney', 'unknownRefunds'),
  },
  {
    kind: 'overdue',
    role: 'warehouse',
    who: plantWithParcel,
    happen: async (world, { accountId }) => {
      const days = settings().LATE_BOX_DAYS + 1;
      await write(
        world,
        sql`update orders set paid_at = paid_at - make_interval(days => ${days}), paid_on = paid_on - ${days}::int,
          payment_date = payment_date - ${days}::int where account_id = ${accountId} and status = 'paid'`,
      );
      return undefined;
    },
    act: ({ orderId }) => [
      'parcels.markShipped',
      { orderId, courier: 'Flash', trackingNumber: 'TH0123456789', cancelledThere: true },
    ],
  },
  {
    kind: 'expiring',
    role: 'support',
    who: withEndingCard,
    happen: () => Promise.resolve(undefined),
    mend: saveNewCard,
  },
  {
    kind: 'tomorrow',
    role: 'support',
    who: withEndingCard,
    happen: async (world, { accountId }) => {
      const tomorrow = addDays(dayOf(world.now()), 1);
      await write(
        world,
        sql`update orders set payment_date = ${tomorrow} where id = (select id from orders
          where account_id = ${accountId} and status = 'upcoming' order by payment_date limit 1)`,
      );
      await write(
        world,
        sql`update cards set expiry_year = date_part('year', d.day), expiry_month = date_part('month', d.day)
          from (select ${tomorrow}::date - interval '1 month' as day) d where account_id = ${accountId}`,
      );
      return undefined;
    },
    mend: saveNewCard,
  },
];

/** What waits in a shop that sends its boxes itself. */
export const BY_HAND: readonly Anomaly[] = [
  {
    kind: 'toSend',
    role: 'warehouse',
    who: plantWithParcel,
    happen: () => Promise.resolve(undefined),
    act: ({ orderId }) => [
      'parcels.markShipped',
      { orderId, courier: 'Flash', trackingNumber: 'TH0123456789' },
    ],
  },
];

/** Runs work while the shop has no fulfilment service. */
export async function withoutFulfilment<T>(work: () => Promise<T>): Promise<T> {
  const current = settings();
  const { MYCLOUD_API_KEY: keys } = current;
  current.MYCLOUD_API_KEY = undefined;
  try {
    return await work();
  } finally {
    current.MYCLOUD_API_KEY = keys;
  }
}
