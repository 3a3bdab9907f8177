import { sql } from 'drizzle-orm';
import {
  changeOrderBox,
  removeOrderAddress,
  restoreOrderBox,
  setOrderAddress,
} from '@/server/subscriber/plan/plan-commands';
import { PRODUCTS, type Call, type Input } from './inputs';
import type { Subscriber } from './journal';
import type { SimulatedWorld } from './world';

/** Weights of the commands that change one delivery. */
export const ONE_DELIVERY_COMMANDS = {
  changeOrderBox: 10,
  restoreOrderBox: 3,
  setOrderAddress: 8,
  removeOrderAddress: 2,
} as const;
type Command = keyof typeof ONE_DELIVERY_COMMANDS;

/**
 * Draws the input of a command: mostly the next order, sometimes a later one, which the product must refuse.
 * The key is not `orderId`, because the oracle takes that as the target of a skip.
 */
export async function drawOneDeliveryInput(
  world: SimulatedWorld,
  { accountId }: Subscriber,
  command: Command,
): Promise<Input | null> {
  const { random, db } = world;
  const ahead = await db.execute<{ id: string }>(sql`select id from orders
    where account_id = ${accountId} and status in ('upcoming','skipped') and begun_at is null order by payment_date`);
  if (ahead.length === 0) return null;
  const deliveryId = random.chance(0.8) ? ahead[0]!.id : random.pick([...ahead]).id;
  switch (command) {
    case 'changeOrderBox': {
      const start = random.below(PRODUCTS.length);
      const items = Array.from({ length: 1 + random.below(3) }, (_, n) => ({
        productCode: PRODUCTS[(start + n) % PRODUCTS.length]!,
        quantity: 1 + random.below(5),
      }));
      return { deliveryId, items };
    }
    case 'setOrderAddress':
      // The number makes each address unique, so that the oracle recognises it on the parcel.
      return { deliveryId, ...ELSEWHERE, address: `${1 + random.below(9_000)} Own Road` };
    case 'restoreOrderBox':
    case 'removeOrderAddress':
      return { deliveryId };
  }
}

const ELSEWHERE = { district: 'Mueang Chiang Mai', province: 'Chiang Mai', postalCode: '50200' };

const withOrderId = ({ deliveryId, ...input }: Input) => ({ ...input, orderId: deliveryId }) as never;

export const ONE_DELIVERY_CALLS: Record<Command, Call> = {
  changeOrderBox: (world, { accountId }, input) => changeOrderBox(world.ctx(), accountId, withOrderId(input)),
  restoreOrderBox: (world, { accountId }, input) =>
    restoreOrderBox(world.ctx(), accountId, withOrderId(input)),
  setOrderAddress: (world, { accountId }, input) =>
    setOrderAddress(world.ctx(), accountId, withOrderId(input)),
  removeOrderAddress: (world, { accountId }, input) =>
    removeOrderAddress(world.ctx(), accountId, withOrderId(input)),
};
