import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf } from '@/domain/day';
import { shownState, type ShownState } from '@/domain/subscription-state';
import { planSearch, SEARCH_HITS, type SearchPlan, type SearchWord } from '@/domain/subscriber-search';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { accounts, subscriptions } from '../../db/schema';
import { accountTextSql, searchKeySql } from '../../db/search-key';

const FOUND_BY = ['account', 'order', 'email', 'parcel', 'link', 'card', 'text'] as const;

const hitRow = z.object({
  accountId: z.string(),
  foundBy: z.enum(FOUND_BY),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: columnShape(subscriptions.status).nullable(),
  pausedUntil: columnShape(subscriptions.pausedUntil).nullable(),
});

/** A subscriber that a search has found. Personal data of deleted accounts are null. */
export interface SearchHit extends Pick<
  z.output<typeof hitRow>,
  'accountId' | 'foundBy' | 'name' | 'email' | 'phone'
> {
  state: ShownState;
}

/** The most rows of one query. One more than the list shows, so that the list knows of further ones. */
const ROWS = SEARCH_HITS + 1;

/**
 * Finds subscribers by name, e-mail, phone, card, parcel, payment link, id or order number.
 * @returns at most 20 hits, exact ones first. `hasMore`: there are further ones
 */
export async function searchSubscribers(
  { db, now }: Ctx,
  typed: string,
): Promise<{ hits: SearchHit[]; hasMore: boolean }> {
  const queries = queriesOf(planSearch(typed));
  if (queries.length === 0) return { hits: [], hasMore: false };
  const rows = await transaction(db, async (tx) => {
    // A plan for any text, or one that expects a frequent word, would read the whole table for a rare one.
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`);
    return queryRows(tx, hitRow, statementOf(queries));
  });
  const hits = rows.slice(0, SEARCH_HITS).map(({ status, pausedUntil, ...hit }) => ({
    ...hit,
    state: shownState(status === null ? null : { status, pausedUntil }, dayOf(now)),
  }));
  return { hits, hasMore: rows.length > SEARCH_HITS };
}

const statementOf = (queries: readonly SQL[]) => sql`
  with found as (${sql.join([...queries], sql` union all `)}),
    once as (select distinct on (account_id) account_id, rank from found order by account_id, rank)
  select a.id as "accountId", (array[${sql.join(
    FOUND_BY.map((by) => sql`${by}::text`),
    sql`, `,
  )}])[h.rank + 1] as "foundBy",
    case when a.deleted_at is null then a.first_name || ' ' || a.last_name end as name,
    case when a.deleted_at is null then a.email end as email,
    case when a.deleted_at is null then a.phone end as phone, s.status, s.paused_until as "pausedUntil"
  from once h join ${accounts} a on a.id = h.account_id left join ${subscriptions} s on s.account_id = a.id
  where a.deleted_at is null or h.rank <= ${FOUND_BY.indexOf('order')}
  order by h.rank, name, a.id limit ${ROWS}`;

/** Returns one indexed statement per part of the plan. */
function queriesOf({ id, orderNumber, email, words, initials, ...exact }: SearchPlan): SQL[] {
  const found: SQL[] = [];
  const add = (by: (typeof FOUND_BY)[number], accountId: string, rest: SQL) =>
    found.push(
      sql`(select ${sql.raw(accountId)} as account_id, ${FOUND_BY.indexOf(by)}::int as rank ${rest} limit ${ROWS})`,
    );
  if (id?.startsWith('acc_')) add('account', 'a.id', sql`from accounts a where a.id = ${id}`);
  if (id?.startsWith('ord_')) add('order', 'o.account_id', sql`from orders o where o.id = ${id}`);
  if (orderNumber !== undefined)
    add('order', 'o.account_id', sql`from orders o where o.order_number = ${orderNumber}`);
  if (email !== undefined)
    add(
      'email',
      'a.id',
      sql`from accounts a where a.deleted_at is null and a.email_norm like ${startsWith(email)}`,
    );
  for (const parcel of exact.parcels ?? []) addParcel(add, parcel);
  for (const reference of exact.references ?? [])
    add(
      'link',
      'o.account_id',
      sql`from payment_links l join orders o on o.id = l.order_id where l.reference = ${reference}`,
    );
  if (exact.lastDigits !== undefined)
    add('card', 'c.account_id', sql`from cards c where c.last_digits = ${exact.lastDigits}`);
  if (words) add('text', 'a.id', sql`from accounts a where ${hasWords(words)}`);
  if (initials)
    for (const name of ['first_name', 'last_name'])
      add(
        'text',
        'a.id',
        sql`from accounts a where lower(a.${sql.identifier(name)}) like lower(${startsWith(initials.first)}::text)
          and ${hasWords(initials.words)}`,
      );
  return found;
}

type Add = (by: 'parcel', accountId: string, rest: SQL) => void;

function addParcel(add: Add, parcel: string): void {
  for (const table of ['shipments', 'replaced_parcels'])
    for (const column of ['external_id', 'tracking_number'])
      add(
        'parcel',
        'o.account_id',
        sql`from ${sql.identifier(table)} p join orders o on o.id = p.order_id
          where p.${sql.identifier(column)} = ${parcel}`,
      );
}

const TEXT = accountTextSql('a.');
const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
const contains = (text: string) => `%${escaped(text)}%`;
const startsWith = (text: string) => `${escaped(text)}%`;

/** Returns the condition that the searched text of the account `a` has all words. */
function hasWords(words: readonly SearchWord[]): SQL {
  const conditions = words.map(({ text, inside }) =>
    inside
      ? sql`${isInIndex(text)} and ${isInText(contains(text))}`
      : sql`(${isInText(startsWith(text))} or ${isInText(`% ${startsWith(text)}`)})`,
  );
  return sql.join([sql`a.deleted_at is null`, ...conditions], sql` and `);
}

const isInText = (pattern: string) => sql`lower(${sql.raw(TEXT)}) like lower(${pattern}::text)`;

/** The index compares keys, and the text itself decides: characters can share a key. */
function isInIndex(text: string): SQL {
  const [before = '', after = ''] = searchKeySql('?').split('?', 2);
  return sql`${sql.raw(searchKeySql(TEXT))} like ${sql.raw(before)}${contains(text)}::text${sql.raw(after)}`;
}
