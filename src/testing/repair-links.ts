import { and, asc, eq, inArray } from 'drizzle-orm';
import type { LinkAction } from '@/domain/order-link';
import { transaction } from '@/server/db';
import { accounts, messages, orders } from '@/server/db/schema';
import { writeOrderLinks } from '@/server/lifecycle/order-links';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { clearFaults, injectFault } from './providers';
import { goTo, ordersOf, plantKind, settledSubscriber, type Planted, runPaymentDates } from './subscribers';
import type { World } from './world';

/** The days on which the card of the order of 31 December is charged. */
export const RETRY_DATES = [
  '2026-12-31',
  '2027-01-01',
  '2027-01-03',
  '2027-01-05',
  '2027-01-07',
  '2027-01-13',
] as const;

const DECLINED = { op: 'POST /charges', kind: 'status', args: { status: 400, code: 'insufficient_fund' } };

/** Runs billing on a day, at 00:00 and 09:00. The gateway declines every card charge. */
export async function runDeclined(world: World, day: string): Promise<void> {
  await injectFault(world, { ...DECLINED, times: 'always' });
  await runPaymentDates(world, day);
  await clearFaults(world);
}

export interface Failed extends Planted {
  orderId: string;
  /** The token of the newest repair link. */
  token: string;
}

/**
 * Returns a subscriber whose renewal of 31 December was declined on the given number of retry dates: a copy of the first
 * one. The clock is at 09:00 of the last of these dates.
 */
export async function plantFailed(world: World, declines = 1): Promise<Failed> {
  const days = RETRY_DATES.slice(0, declines);
  await goTo(world, days.at(-1) ?? '');
  return plantKind(world, `failed ${declines}`, {}, async (wish) => {
    await goTo(world, '2026-11-20', '10:00');
    const person = await settledSubscriber(world, wish);
    for (const day of days) await runDeclined(world, day);
    const [, order] = await ordersOf(world, person.accountId);
    const [token = ''] = (await repairTokensOf(world, person.accountId)).slice(-1);
    return { ...person, orderId: order?.id ?? '', token };
  });
}

/** Returns the tokens of all repair links in an account's messages that are not sent yet, oldest first. */
export async function repairTokensOf(world: World, accountId: string): Promise<string[]> {
  const rows = await world.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.accountId, accountId),
        inArray(messages.kind, [
          'payment_failed',
          'action_needed',
          'subscription_ending',
          'subscription_inactive',
        ]),
      ),
    )
    .orderBy(asc(messages.createdAt), asc(messages.id));
  return rows.flatMap(({ payload }) =>
    typeof payload.fixLink === 'string' ? (payload.fixLink.split('/fix/')[1] ?? []) : [],
  );
}

/**
 * Makes a link for the next order of the account with this e-mail. The payment date of an order to repair begins, so that
 * its card is charged.
 * @returns the token
 */
export async function plantOrderLink(world: World, email: string, action: LinkAction): Promise<string> {
  const [order] = await world.db
    .select({ id: orders.id, subscriptionId: orders.subscriptionId, paymentDate: orders.paymentDate })
    .from(orders)
    .innerJoin(accounts, and(eq(accounts.id, orders.accountId), eq(accounts.email, email)))
    .where(eq(orders.status, 'upcoming'))
    .orderBy(asc(orders.cycleIndex))
    .limit(1);
  if (!order) throw new Error('no upcoming order');
  const { id: orderId, subscriptionId, paymentDate } = order;
  if (action === 'fix') {
    const begun = world.ctx(new Date(`${paymentDate}T00:00:00+07:00`));
    await beginPaymentDates(begun, [subscriptionId]);
  }
  const link = { orderId, action, paymentDate };
  const [token = ''] = await transaction(world.db, (tx) => writeOrderLinks(tx, world.now(), [link]));
  return token;
}
