import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db';

/** SQL: whether a dispute holds charges of the account, or of this card on any account. */
export const holdsCharging = (accountId: SQL, fingerprint: SQL) => sql`exists (
  select 1 from disputes d join money_received m on m.id = d.money_id left join orders disputed on disputed.id = m.order_id
  where d.charging <> 'allowed' and (disputed.account_id = ${accountId} or d.fingerprint = ${fingerprint}))`;

/** Whether cards of the account, or this card on any account, must not be charged because of a dispute. */
export async function isChargingHeld(
  db: Db | Tx,
  { accountId, fingerprint }: { accountId: string; fingerprint: string | null },
): Promise<boolean> {
  const [row] = await db.execute<{ held: boolean }>(
    sql`select ${holdsCharging(sql`${accountId}`, sql`${fingerprint}`)} as held`,
  );
  return row?.held ?? false;
}
