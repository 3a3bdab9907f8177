import { sql } from 'drizzle-orm';
import { settleAndGetRegistration } from '@/server/account/queries';
import { getReactivationOptions } from '@/server/subscription/reactivation-options';
import type { Entry, Person } from './journal';
import type { Charge, OrderRow } from './order-row';
import type { Wish } from './wish';
import type { SimulatedWorld } from './world';

type PaymentCall = 'payFirst' | 'reactivate' | 'convertToCard';

/** How many send a total that was shown before prices changed. */
const OUTDATED = 0.1;

/**
 * Reads the page of a payment call and adds the total that it shows to what the subscriber sends.
 * @returns the same wish
 */
export async function withShownTotal<T extends Wish>(
  world: SimulatedWorld,
  { accountId }: Person,
  call: PaymentCall,
  wish: T,
): Promise<T & { expectedTotal?: number }> {
  const total = await readShownTotal(world, accountId, call, wish);
  if (total === undefined) return wish;
  const isOutdated = total > 0 && world.random.chance(OUTDATED);
  return Object.assign(wish, { isOutdated, expectedTotal: isOutdated ? total - 100 : total });
}

async function readShownTotal(
  world: SimulatedWorld,
  accountId: string,
  call: PaymentCall,
  wish: Wish,
): Promise<number | undefined> {
  switch (call) {
    case 'payFirst':
      return (await settleAndGetRegistration(world.ctx(), accountId)).totals.total;
    case 'reactivate': {
      const { chargedNow } = await getReactivationOptions(world.ctx(), accountId);
      return chargedNow ?? (wish.when === 'now' ? 0 : undefined);
    }
    case 'convertToCard': {
      const [owed] = await world.db.execute<{ total: number }>(sql`select total::int as total from orders
        where account_id = ${accountId} and status in ('charging','awaiting_payment') order by cycle_index desc limit 1`);
      return owed?.total;
    }
  }
}

/** No subscriber pays a first order or a return at a total that they were not shown before. */
export function judgeShownTotals(orders: OrderRow[], charges: Charge[], entries: Entry[]): string[] {
  const askedBy = new Map(
    orders.filter(({ kind }) => kind !== 'renewal').map(({ id, account }) => [id, account]),
  );
  return charges.flatMap((charge) => {
    const account = askedBy.get(charge.orderId);
    if (account === undefined || !charge.byCard || charge.automatic) return [];
    const wasShown = entries.some(
      ({ accountId, input, at }) =>
        accountId === account &&
        input.expectedTotal === charge.amount &&
        input.isOutdated === false &&
        at.getTime() <= charge.createdAt,
    );
    return wasShown ? [] : [`${charge.id}: ${charge.amount} was charged, and never shown`];
  });
}
