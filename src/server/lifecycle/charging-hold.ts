import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../db';
import { queryRows } from '../db/query-rows';

/** SQL condition that a dispute holds the charges of the account, or of this card on any account. */
export const holdsCharging = (accountId: SQL, fingerprint: SQL) => sql`exists (
  select 1 from disputes d join money_received m on m.id = d.money_id left join orders disputed on disputed.id = m.order_id
  where d.charging <> 'allowed' and (disputed.account_id = ${accountId} or d.fingerprint = ${fingerprint}))`;

const heldRow = z.object({ held: z.boolean() });

/** Whether cards of the account, or this card on any account, must not be charged because of a dispute. */
export async function isChargingHeld(
  db: Db | Tx,
  { accountId, fingerprint }: { accountId: string; fingerprint: string | null },
): Promise<boolean> {
  const [row] = await queryRows(
    db,
    heldRow,
    sql`select ${holdsCharging(sql`${accountId}`, sql`${fingerprint}`)} as held`,
  );
  return row?.held ?? false;
}
