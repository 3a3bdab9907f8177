import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf } from '@/domain/day';
import { shownState, type ShownState } from '@/domain/subscription-state';
import {
  isNear,
  planSearch,
  similarWords,
  SEARCH_HITS,
  type SearchPlan,
  type SearchWord,
} from '@/domain/subscriber-search';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { accounts, subscriptions } from '../../db/schema';
import { accountPlaceSql, accountTextSql, searchKeySql } from '../../db/search-key';

const FOUND_BY = [
  ...(['account', 'order', 'email', 'document', 'charge', 'parcel', 'link', 'card'] as const),
  ...(['amount', 'text', 'place', 'near'] as const),
] as const;

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

/**
 * Finds subscribers by name, e-mail, phone, card, parcel, payment link, id, number of an order or document, charge, sum or
 * address. A name may have one letter wrong if nothing else is found.
 * @param page the page of 20 hits, from 1
 * @returns the hits, exact ones first. `hasMore`: there is another page
 */
export async function searchSubscribers(
  { db, now }: Ctx,
  typed: string,
  page = 1,
): Promise<{ hits: SearchHit[]; hasMore: boolean }> {
  const plan = planSearch(typed);
  // One more than the page shows, so that it knows of further ones.
  const limit = page * SEARCH_HITS + 1;
  const rows = await transaction(db, async (tx) => {
    // A plan for any text, or one that expects a frequent word, would read the whole table for a rare one.
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('pg_trgm.word_similarity_threshold', ${similarWords(plan.near ?? []).least.toFixed(2)}, true)`);
    const find = async (queries: readonly SQL[]) =>
      queries.length === 0 ? [] : queryRows(tx, hitRow, statementOf(queries, limit));
    const found = await find(queriesOf(plan, limit));
    if (found.length > 0 || !plan.words) return found;
    const inPlace = await find([
      part('place', 'a.id', sql`from accounts a where ${hasWords(plan.words, PLACE)}`, limit),
    ]);
    return inPlace.length > 0 ? inPlace : find(await nearOf(tx, plan.near ?? [], limit));
  });
  const hits = rows.slice(limit - 1 - SEARCH_HITS, limit - 1).map(({ status, pausedUntil, ...hit }) => ({
    ...hit,
    state: shownState(status === null ? null : { status, pausedUntil }, dayOf(now)),
  }));
  return { hits, hasMore: rows.length >= limit };
}

const NEAR_MAX = 300;
const nearRow = z.object({ id: z.string(), name: z.string() });

/** Returns the query of the subscribers whose name is near the words. */
async function nearOf(tx: Tx, near: readonly string[], limit: number): Promise<SQL[]> {
  const { words } = similarWords(near);
  const [longest] = words;
  if (longest === undefined) return [];
  const [before = '', after = ''] = searchKeySql('?').split('?', 2);
  const keyOf = (word: string) => sql`${sql.raw(before)}${word}::text${sql.raw(after)}`;
  const key = keyOf(longest);
  const text = sql.raw(searchKeySql(TEXT));
  const isSimilar = words.map((word) => sql`${keyOf(word)} <% ${text}`);
  const candidates = await queryRows(
    tx,
    nearRow,
    sql`select a.id, a.first_name || ' ' || a.last_name as name from accounts a
      where a.deleted_at is null and ${sql.join(isSimilar, sql` and `)} order by word_similarity(${key}, ${text}) desc limit ${NEAR_MAX}`,
  );
  const ids = candidates.filter(({ name }) => isNear(near, name)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return [
    part(
      'near',
      'a.id',
      sql`from accounts a where a.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
      limit,
    ),
  ];
}

const statementOf = (queries: readonly SQL[], limit: number) => sql`
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
  order by h.rank, name, a.id limit ${limit}`;

type FoundBy = (typeof FOUND_BY)[number];

const part = (by: FoundBy, accountId: string, rest: SQL, limit: number) =>
  sql`(select ${sql.raw(accountId)} as account_id, ${FOUND_BY.indexOf(by)}::int as rank ${rest} limit ${limit})`;

/** Returns one indexed statement per part of the plan. */
function queriesOf({ id, orderNumber, email, words, initials, ...exact }: SearchPlan, limit: number): SQL[] {
  const found: SQL[] = [];
  const add = (by: FoundBy, accountId: string, rest: SQL) => found.push(part(by, accountId, rest, limit));
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
    add(
      'card',
      'c.account_id',
      sql`from cards c where c.last_digits = ${exact.lastDigits} and
        replace(lower(c.brand), ' ', '') like ${startsWith(exact.brand ?? '')}`,
    );
  if (exact.document)
    add(
      'document',
      'o.account_id',
      sql`from documents d join orders o on o.id = d.order_id
        where d.kind = ${exact.document.kind} and d.number = ${exact.document.number}`,
    );
  if (exact.charge !== undefined)
    add('charge', 't.account_id', sql`from charge_attempts t where t.charge_id = ${exact.charge}`);
  if (exact.amount !== undefined)
    add(
      'amount',
      'o.account_id',
      sql`from money_received m join orders o on o.id = m.order_id
        where m.amount = ${exact.amount} order by m.recorded_at desc`,
    );
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
const PLACE = accountPlaceSql('a.');
const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
const contains = (text: string) => `%${escaped(text)}%`;
const startsWith = (text: string) => `${escaped(text)}%`;

/** Returns the condition that the searched text of the account `a` has all words. */
function hasWords(words: readonly SearchWord[], of = TEXT): SQL {
  const conditions = words.map(({ text, inside }) =>
    inside
      ? sql`${isInIndex(text, of)} and ${isInText(contains(text), of)}`
      : sql`(${isInText(startsWith(text), of)} or ${isInText(`% ${startsWith(text)}`, of)})`,
  );
  return sql.join([sql`a.deleted_at is null`, ...conditions], sql` and `);
}

const isInText = (pattern: string, of: string) => sql`lower(${sql.raw(of)}) like lower(${pattern}::text)`;

/** The index compares keys, and the text itself decides: characters can share a key. */
function isInIndex(text: string, of: string): SQL {
  const [before = '', after = ''] = searchKeySql('?').split('?', 2);
  return sql`${sql.raw(searchKeySql(of))} like ${sql.raw(before)}${contains(text)}::text${sql.raw(after)}`;
}
