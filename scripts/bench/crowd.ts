import type postgres from 'postgres';
import { addDays, dayOf, hourOf } from '@/domain/day';
import { writeSubscribers } from './subscribers';

const DAYS = 28;
const BOX = [{ productCode: 'day-pads' as const, quantity: 2 }];

/**
 * Inserts subscribers with one paid order and three upcoming orders. The payment dates are spread evenly over
 * the next four weeks.
 */
export async function writeCrowd(
  url: string,
  sql: postgres.Sql,
  { group, count, now }: { group: string; count: number; now: Date },
): Promise<void> {
  for (let day = 0; day < DAYS; day += 1) {
    const each = Math.floor((count + day) / DAYS);
    if (each === 0) continue;
    const nextPayment = addDays(dayOf(now), day);
    await writeSubscribers(url, {
      group: `${group}d${day}`,
      count: each,
      ...{ nextPayment, now, paidOrders: 1, box: BOX, isCrowd: true },
    });
  }
  await sql.unsafe('vacuum analyze');
}

/** Inserts subscribers whose orders are in the state `charging`, so that only the charge is missing. */
export async function writeChargeable(
  url: string,
  sql: postgres.Sql,
  { group, count, now }: { group: string; count: number; now: Date },
): Promise<void> {
  const today = dayOf(now);
  await writeSubscribers(url, {
    group,
    count,
    ...{ nextPayment: today, now, paidOrders: 1, box: BOX, isCrowd: true },
  });
  const theirs = sql`starts_with(account_id, 'acc_' || ${group}::text || '_') and status = 'upcoming' and payment_date = ${today}`;
  const at = hourOf(today, 9).toISOString();
  await sql`insert into payments (id, order_id, account_id, method, status, amount, due_at, created_at)
    select replace(id, 'ord_', 'pay_'), id, account_id, 'card', 'pending', total, ${at}, ${at} from orders where ${theirs}`;
  await sql`update orders set status = 'charging', begun_at = ${at} where ${theirs}`;
  await sql.unsafe('vacuum analyze');
}
