import { sql } from 'drizzle-orm';
import { addDays, hourOf, type Day } from '@/domain/day';
import { transaction } from '@/server/db';
import { cancelOfferCounts } from '@/server/db/schema';
import { GOOD_CARD, registration } from '../browser';
import { createCardToken } from '../cards';
import { plantOrderLink, repairTokensOf, runDeclined } from '../repair-links';
import type { World } from '../world';
import { findWrongCharges, registering, type Journey, type Step } from './journeys';
import { findProblems } from './ledger-checks';
import { REGISTERED_ON } from './recovery';
import { setAllClocks } from './time';

/** The second order of the only subscriber. */
async function secondOrder(world: World) {
  const [order] = await world.db.execute<{ accountId: string; date: Day; status: string }>(sql`
    select account_id as "accountId", payment_date::text as date, status from orders where cycle_index = 1`);
  if (!order) throw new Error('no second order');
  return order;
}

/**
 * Creates a journey that begins with the failed payment of a renewal.
 * @param listSteps returns the steps from the body that has the token of the repair link
 */
function repairing(
  world: World,
  listSteps: (withToken: (more?: object) => object) => Step[],
  findOwnProblems: (day: Day) => Promise<string[]>,
): Journey {
  const form = registration();
  let token = '';
  return {
    email: form.email,
    password: form.password,
    before: registering(form),
    startAt: hourOf(addDays(REGISTERED_ON, 1), 10),
    arrange: async () => {
      const { accountId, date } = await secondOrder(world);
      await runDeclined(world, date);
      // The links of sent messages are deleted.
      token = (await repairTokensOf(world, accountId)).at(-1) ?? '';
      await setAllClocks(world, hourOf(date, 10));
    },
    steps: listSteps((more) => ({ token, ...more })),
    findProblems: async () => findOwnProblems((await secondOrder(world)).date),
  };
}

/** A failed payment that is paid by another card with its repair link. */
export function repairJourney(world: World): Journey {
  return repairing(
    world,
    (withToken) => [
      { path: '/api/fix', body: () => withToken() },
      {
        path: '/api/fix/card',
        body: async () => withToken({ cardToken: await createCardToken(GOOD_CARD), save: true }),
        doneCode: 'NOTHING_TO_PAY',
        // A charge that the gateway never received counts as declined after an hour.
        next: ({ charge }) => {
          const { outcome } = charge as { outcome: string };
          return outcome === 'paid' ? 'done' : outcome === 'declined' ? 'restart' : 'repeat';
        },
      },
    ],
    async (day) => [...(await findWrongCharges(world, 2)), ...(await findProblems(world, day))],
  );
}

/** A failed payment whose order is given up with its repair link. */
export function giveUpJourney(world: World): Journey {
  return repairing(
    world,
    (withToken) => [
      { path: '/api/fix', body: () => withToken() },
      { path: '/api/fix/give-up', body: () => withToken() },
    ],
    async () => {
      const { status } = await secondOrder(world);
      return [
        ...(await findWrongCharges(world, 1)),
        ...(status === 'void' ? [] : [`the order is ${status}`]),
      ];
    },
  );
}

/** One-tap links of reminders, then the offer beside a cancellation. */
export function oneTapJourney(world: World): Journey {
  const form = registration();
  const today = addDays(REGISTERED_ON, 1);
  const confirm = (action: 'skip' | 'move'): Step => ({
    path: '/api/do/confirm',
    body: async () => ({ token: await plantOrderLink(world, form.email, action) }),
  });
  return {
    email: form.email,
    password: form.password,
    before: registering(form),
    startAt: hourOf(today, 10),
    arrange: () => transaction(world.db, async (tx) => void (await tx.delete(cancelOfferCounts))),
    steps: [
      confirm('skip'),
      confirm('move'),
      { path: '/api/subscriptions/cancel-offer', body: () => ({ reason: 'other' }) },
      {
        path: '/api/subscriptions/pause',
        body: () => ({ until: addDays(today, 31), offeredFor: 'other' }),
      },
    ],
    findProblems: async () => [
      ...(await findWrongCharges(world, 1)),
      ...(await findUncountedOffer(world)),
      ...(await findWrongTaps(world)),
    ],
  };
}

async function findUncountedOffer(world: World): Promise<string[]> {
  const counts = await world.db.select().from(cancelOfferCounts);
  const [{ shown = 0, accepted = 0 } = {}] = counts;
  return shown === 1 && accepted === 1 ? [] : [`${shown} offers shown, ${accepted} accepted`];
}

/** Lists what is wrong with the two orders whose links were used. Each link is used and recorded once. */
async function findWrongTaps(world: World): Promise<string[]> {
  const rows = await world.db.execute<{ action: string; isUsed: boolean; status: string; moved: number }>(sql`
    select l.action, l.used_at is not null as "isUsed", o.status, o.payment_date - l.payment_date as moved
    from order_links l join orders o on o.id = l.order_id where l.action <> 'fix' order by l.action desc`);
  const found = rows.map(({ action, isUsed, status, moved }) => `${action} ${isUsed} ${status} ${moved}`);
  const wanted = ['skip true skipped 0', 'move true upcoming 7'];
  return found.join() === wanted.join() ? [] : [`links: ${found.join(', ')}`];
}
