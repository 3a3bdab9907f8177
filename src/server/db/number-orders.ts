import type postgres from 'postgres';

/** A set is changed in some milliseconds. Commands wait for its rows that long at most. */
const SET = 1000;

/**
 * Gives a number to the orders that were planned before orders had numbers, oldest first, in sets of rows. Can run
 * repeatedly, and while other processes write orders.
 * @param client a session without a transaction
 */
export async function numberOrders(client: postgres.Sql): Promise<void> {
  const [found] = await client`select exists(select from orders where order_number is null) as some`;
  if (found?.some !== true) return;
  await client`create temp table unnumbered as
    select id, row_number() over (order by created_at, id)::int as at from orders where order_number is null`;
  await client`create index on unnumbered (at)`;
  const [last] = await client`select max(at) as at from unnumbered`;
  for (let from = 0; from < Number(last?.at); from += SET)
    await client`update orders o set order_number = n.number
      from (select id, nextval('order_numbers') as number from unnumbered
        where at > ${from} and at <= ${from + SET} order by at) n
      where o.id = n.id and o.order_number is null`;
  await client`drop table unnumbered`;
}
