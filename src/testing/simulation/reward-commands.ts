import { sql } from 'drizzle-orm';
import { moveFreeProduct } from '@/server/desk/acts/free-product';
import { refund } from '@/server/desk/acts/refund';
import { generateReferralCode } from '@/server/shop/rewards/referral-code';
import { redeemProduct } from '@/server/shop/rewards/redeem';
import type { Subscriber } from './journal';
import { PRODUCTS, type Call, type Input } from './inputs';
import type { SimulatedWorld } from './world';

/** Weights of the commands about points. `giveBack` and `moveFreeProduct` are commands of the operator. */
export const REWARD_COMMANDS = { redeem: 16, generateCode: 8, giveBack: 8, moveFreeProduct: 4 } as const;
type Command = keyof typeof REWARD_COMMANDS;

const OPERATOR = 'support';

/**
 * Draws the input of a command: a product to redeem, a refund of a paid order, or a skipped order with a free
 * product.
 */
export async function drawRewardInput(
  world: SimulatedWorld,
  { accountId }: Subscriber,
  command: Command,
): Promise<Input | null> {
  const { random, db } = world;
  switch (command) {
    case 'redeem':
      return { productCode: random.pick(PRODUCTS) };
    case 'generateCode':
      return {};
    case 'giveBack': {
      const paid = await db.execute<{ id: string; total: number; refunded: number }>(sql`
        select o.id, o.total::int as total, m.reserved_refund::int as refunded from orders o
        join money_received m on m.order_id = o.id and m.verdict = 'kept' join charge_attempts t on t.order_id = o.id
        where o.account_id = ${accountId} and o.status = 'paid' and t.status = 'succeeded' and t.source = 'card'
        order by o.id`);
      if (paid.length === 0) return null;
      const { id, total, refunded } = random.pick([...paid]);
      return { target: id, amount: random.chance(0.3) ? null : 1 + random.below(total / 2), refunded };
    }
    case 'moveFreeProduct': {
      const skipped = await db.execute<{ id: string }>(sql`select id from orders
        where account_id = ${accountId} and status = 'skipped' and free_product_code is not null order by id`);
      return skipped.length === 0 ? null : { orderId: random.pick([...skipped]).id };
    }
  }
}

const asOperator = (world: SimulatedWorld) => ({ ...world.ctx(), operator: OPERATOR });

export const REWARD_CALLS: Record<Command, Call> = {
  redeem: (world, { accountId }, input) => redeemProduct(world.ctx(), accountId, input as never),
  generateCode: (world, { accountId }) => generateReferralCode(world.ctx(), accountId),
  giveBack: (world, _, input) => refund(asOperator(world), input as never),
  moveFreeProduct: (world, _, input) => moveFreeProduct(asOperator(world), String(input.orderId)),
};
