import { sql } from 'drizzle-orm';
import type { World } from './world';

/** The conditions that select the rows of an account, by table. */
const TABLES: Record<string, string> = {
  subscriptions: 'account_id = $1',
  orders: 'account_id = $1',
  order_items: 'order_id in (select id from orders where account_id = $1)',
  payments: 'account_id = $1',
  charge_attempts: 'account_id = $1',
  money_received: 'order_id in (select id from orders where account_id = $1)',
  shipments: 'order_id in (select id from orders where account_id = $1)',
  points_balances: 'account_id = $1',
  points_entries: 'account_id = $1',
  referrals: 'friend_id = $1',
  messages: 'account_id = $1',
  audit_events: "subject = (select id from subscriptions where account_id = $1) and actor = 'billing'",
};
/** Columns with random values or with times of the system clock. A dump does not contain these columns. */
const VOLATILE = ['order_number', 'retry_key', 'job_until', 'requested_at', 'lease_until'];
const ID = /\b(?:acc|reg|ord|pay|att|mon|pts|msg|aud|ref|card|chrg|cust)_\w{12,}/g;
/** Matches the seconds of an instant. Dumps have minutes only, because the clock of a test keeps running. */
const SECONDS = /(T\d\d:\d\d):\d\d(?:\.\d+)?/g;
/** Matches the random token of a link in a message. */
const LINK_TOKEN = /(\/(?:fix|do|pay|bank)\/)[\w-]+/g;

/** Returns all rows of an account as text. Replaces each id by a number. */
export async function dumpAccount({ db }: World, accountId: string): Promise<string> {
  const names = new Map<string, string>();
  const parts: string[] = [];
  const nameOf = (id: string) => {
    if (!names.has(id)) names.set(id, `id${names.size + 1}`);
    return names.get(id) ?? id;
  };
  for (const [table, which] of Object.entries(TABLES)) {
    const condition = sql.raw(which.replaceAll('$1', `'${accountId}'`));
    const found = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where ${condition}`,
    );
    const rows: string[] = [];
    const texts = [...found].map(({ row }) => {
      for (const column of VOLATILE) delete row[column];
      return JSON.stringify(row).replace(SECONDS, '$1').replace(LINK_TOKEN, '$1');
    });
    // The sort order must not depend on ids, nor on where PostgreSQL keeps a row: rows of earlier tables name theirs.
    const keyed = texts.map((text) => ({ text, key: text.replace(ID, (id) => names.get(id) ?? '') }));
    for (const { text } of keyed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))))
      rows.push(text.replace(ID, nameOf));
    parts.push(table, ...rows);
  }
  return parts.join('\n');
}
