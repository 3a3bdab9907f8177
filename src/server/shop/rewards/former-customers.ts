import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import type { Db, Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { accounts, orders } from '../../db/schema';
import { keyedHashes } from '../../platform/keyed-hash';

interface Identity {
  phone: string;
  fingerprints: string[];
  hashes: string[];
}

const identityRow = z.object({
  email: columnShape(accounts.emailNorm),
  phone: columnShape(accounts.phone),
  line: z.array(z.string()),
  prints: z.array(z.string()),
});

/**
 * Returns the facts that identify a former customer: phone, card fingerprints and keyed hashes.
 * @param about `cards`: use all cards of the account, or only saved cards. `card`: the fingerprint of the
 *   card that is about to pay
 */
async function readIdentity(
  db: Db | Tx,
  accountId: string,
  { cards, card }: { cards: 'all' | 'saved'; card?: string },
): Promise<Identity> {
  const [row] = await queryRows(
    db,
    identityRow,
    sql`
    select email_norm as email, phone,
      to_json(array(select provider || ' ' || subject from identities where account_id = a.id)) as line,
      to_json(array(select distinct fingerprint from cards where account_id = a.id
        and (removed_at is null or ${cards === 'all'}::boolean))) as prints
    from accounts a where id = ${accountId}`,
  );
  if (!row) return { phone: '', fingerprints: [], hashes: [] };
  const fingerprints = card === undefined ? row.prints : [card, ...row.prints];
  const values = [
    `email ${row.email}`,
    `phone ${row.phone}`,
    ...row.line.map((subject) => `line ${subject}`),
    ...fingerprints.map((print) => `card ${print}`),
  ];
  return {
    phone: row.phone,
    fingerprints,
    hashes: values.flatMap((value) => keyedHashes('former customer', value)).sort(),
  };
}

/**
 * Stores hashes of a customer with a paid order. They identify the customer even after the account was
 * deleted.
 */
export async function rememberCustomer(tx: Tx, now: Date, accountId: string): Promise<void> {
  const { hashes } = await readIdentity(tx, accountId, { cards: 'all' });
  await tx.execute(sql`insert into former_customers (hash, account_id, created_at)
    select hash, ${accountId}, ${now.toISOString()}::timestamptz from json_array_elements_text(${JSON.stringify(hashes)}::json) hash
    on conflict (hash, account_id) do update set created_at = excluded.created_at`);
}

/** Whether an account ever had a paid order. */
export async function hasPaid(db: Db | Tx, accountId: string): Promise<boolean> {
  const [paid] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), inArray(orders.status, ['paid', 'refunded'])))
    .limit(1);
  return paid !== undefined;
}

/**
 * Whether the customer had a paid order before: with this account, or with another account that has the same
 * e-mail, phone, LINE identity or card. An open first payment of such another account counts too, if it has a
 * discount.
 * @param about `exceptOrderId`: the order that has just been paid, which is ignored. `card`: the fingerprint
 *   of the card that is about to pay. `lock`: locks the customer's hashes until the transaction ends. It is
 *   required before a payment is written, so that only one of two concurrent first payments gets the
 *   discount.
 */
export async function isFormerCustomer(
  db: Db | Tx,
  accountId: string,
  about: { exceptOrderId?: string; card?: string; lock?: boolean } = {},
): Promise<boolean> {
  const { phone, fingerprints, hashes } = await readIdentity(db, accountId, {
    cards: 'saved',
    card: about.card,
  });
  if (about.lock)
    for (const hash of hashes)
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`);
  const [found] = await db.execute(sql`
    select 1 from orders where account_id = ${accountId} and status in ('paid', 'refunded')
      and id is distinct from ${about.exceptOrderId ?? null}::text
    union all
    select 1 from former_customers where hash in ${hashes} and account_id <> ${accountId}
    union all
    select 1 from (
        select id from accounts where phone = ${phone} and deleted_at is null
        union select account_id from cards where fingerprint in ${['', ...fingerprints]}) other
      join orders o on o.account_id = other.id and other.id <> ${accountId}
      where o.status in ('paid', 'refunded') or (o.kind = 'first' and o.code_discount > 0
        and (o.status = 'awaiting_payment' or exists (
          select 1 from charge_attempts t where t.order_id = o.id and t.status in ${[...OPEN_ATTEMPT_STATUSES]})))
    limit 1`);
  return found !== undefined;
}
