import { eq, sql } from 'drizzle-orm';
import { transaction } from '@/server/db';
import { accounts } from '@/server/db/schema';
import type { Planted } from './subscribers';
import type { World } from './world';

/** Adds copies of a subscriber with their upcoming orders and cards, without their paid orders. */
export async function cloneSubscriber(world: World, template: Planted, count: number): Promise<void> {
  const { gateway } = world.sandbox;
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, template.accountId));
  const customer = gateway.customers.get(account?.omiseCustomerId ?? '');
  if (!customer) throw new Error('the template has no customer at the gateway');
  for (let n = 1; n <= count; n++) {
    const cards = customer.cards.map((card) => ({ ...card, id: `${card.id}_${n}` }));
    const defaultCard = customer.defaultCard && `${customer.defaultCard}_${n}`;
    gateway.customers.put({ ...customer, id: `${customer.id}_${n}`, cards, defaultCard });
  }
  await transaction(world.db, async (tx) => {
    const copy = async (table: string, which: string, changes: string[]) => {
      const columns = await tx.execute<{
        name: string;
      }>(sql`select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and column_name <> 'order_number' order by ordinal_position`);
      const changed = new Set([
        ...changes,
        ...(table === 'accounts' ? ['email', 'email_norm', 'omise_customer_id'] : []),
      ]);
      const list = columns.map(({ name }) => (changed.has(name) ? `t."${name}" || '_' || n` : `t."${name}"`));
      const names = columns.map(({ name }) => `"${name}"`);
      await tx.execute(
        sql.raw(`insert into ${table} (${names.join(', ')}) select ${list.join(', ')}
        from ${table} t, generate_series(1, ${count}) n where ${which}`),
      );
    };
    const { accountId, subscriptionId } = template;
    const ahead = `subscription_id = '${subscriptionId}' and status = 'upcoming'`;
    await copy('accounts', `id = '${accountId}'`, ['id']);
    await copy('subscriptions', `id = '${subscriptionId}'`, ['id', 'account_id']);
    await copy('schedule_epochs', `subscription_id = '${subscriptionId}'`, ['subscription_id']);
    await copy('box_items', `subscription_id = '${subscriptionId}'`, ['subscription_id']);
    await copy('cards', `account_id = '${accountId}'`, ['id', 'account_id', 'omise_card_id']);
    await copy('orders', ahead, ['id', 'subscription_id', 'account_id']);
    await copy('order_items', `order_id in (select id from orders where ${ahead})`, ['order_id']);
  });
}
