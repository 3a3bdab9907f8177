import { sql } from 'drizzle-orm';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { getReactivationOptions } from '@/server/subscriber/plan/reactivation-options';
import type { Entry, Subscriber } from './journal';
import type { Charge, OrderRow } from './oracle-facts';
import type { Input } from './inputs';
import type { SimulatedWorld } from './world';

type PaymentCall = 'payFirst' | 'reactivate' | 'convertToCard' | 'convertToBankAccount';

/** Share of calls that send a total from before a price change. */
const OUTDATED = 0.1;

/** Adds to the input the total that the page of the payment call shows. @returns the same input object */
export async function withShownTotal<T extends Input>(
  world: SimulatedWorld,
  { accountId }: Subscriber,
  call: PaymentCall,
  input: T,
): Promise<T & { expectedTotal?: number }> {
  const total = await readShownTotal(world, accountId, call, input);
  if (total === undefined) return input;
  const isOutdated = total > 0 && world.random.chance(OUTDATED);
  return Object.assign(input, { isOutdated, expectedTotal: isOutdated ? total - 100 : total });
}

async function readShownTotal(
  world: SimulatedWorld,
  accountId: string,
  call: PaymentCall,
  input: Input,
): Promise<number | undefined> {
  switch (call) {
    case 'payFirst':
      return (await settleAndGetRegistration(world.ctx(), accountId)).totals.total;
    case 'reactivate': {
      const { chargedNow } = await getReactivationOptions(world.ctx(), accountId);
      return chargedNow ?? (input.when === 'now' ? 0 : undefined);
    }
    case 'convertToCard':
    case 'convertToBankAccount': {
      const [owed] = await world.db.execute<{ total: number }>(sql`select total::int as total from orders
        where account_id = ${accountId} and status in ('charging','awaiting_payment') order by cycle_index desc limit 1`);
      return owed?.total;
    }
  }
}

/** Checks that the charged total of a first order or a reactivation was shown to the subscriber before the charge. */
export function checkShownTotals(orders: OrderRow[], charges: Charge[], entries: Entry[]): string[] {
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
    return wasShown ? [] : [`${charge.id}: ${charge.amount} was charged and never shown`];
  });
}
