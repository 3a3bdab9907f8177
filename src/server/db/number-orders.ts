import type postgres from 'postgres';

const SET = 1_000;

/**
 * Gives a number to the orders that were planned before orders had numbers, oldest first, in sets of rows. Can run
 * repeatedly, and while other processes write orders.
 * @param client a session without a transaction
 */
export async function numberOrders(client: postgres.Sql): Promise<void> {
  for (;;) {
    const numbered = await client`
      with first_rows as (select id from orders where order_number is null order by created_at, id limit ${SET})
      update orders o set order_number = n.number
      from (select id, nextval('order_numbers') as number from first_rows) n
      where o.id = n.id and o.order_number is null`;
    if (numbered.count === 0) return;
  }
}
