import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { needsOrder } from '@/domain/broadcast';
import { fillAnswer } from '@/domain/conversation';
import { dayOf, type Day } from '@/domain/day';
import { LOCALES } from '@/domain/locale';
import { mayGoByLine } from '@/emails/messages';
import { bahtText, dayText } from '@/locales/format';
import type { BroadcastInput } from '@/schemas/broadcasts';
import { settings } from '@/settings/settings';
import type { Db, Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { accounts } from '../../db/schema';
import { hasProvenEmail } from '../../login/proven-email';
import { NEXT_DATE, whoFits } from './subscriber-filter';

const reader = z.object({
  accountId: z.string(),
  firstName: z.string(),
  name: z.string(),
  locale: z.enum(LOCALES),
  date: z.string().nullable(),
  /** Satang. */
  amount: z.number().nullable(),
});
type Reader = z.output<typeof reader>;

const sizes = z.object({
  line: z.number(),
  email: z.number(),
  en: z.number(),
  th: z.number(),
  /** Left out: no way to reach them. */
  unreached: z.number(),
  /** Left out: they switched off messages about offers. */
  refused: z.number(),
  /** Left out: the text names a date or an amount, and they have no next order. */
  withoutOrder: z.number(),
});
export type GroupSizes = z.output<typeof sizes>;

const staffKind = (purpose: BroadcastInput['purpose']) =>
  purpose === 'news' ? ('staff_news' as const) : ('staff_message' as const);

/** Conditions on an account `a`, its LINE identity `i` and the date of its next order. */
function reachOf({ purpose, en, th, filter }: BroadcastInput) {
  const byLine =
    settings().LINE_MESSAGING_ACCESS_TOKEN && mayGoByLine(staffKind(purpose))
      ? sql`coalesce(i.friend and not i.blocked, false)`
      : sql`false`;
  const isRefused = purpose === 'news' ? sql`not a.optional_messages` : sql`false`;
  // Anyone can register with the e-mail of a stranger, who must get no message for a group. Who moved in is known to the shop.
  const isUnproven =
    filter.accountId === undefined
      ? sql`not exists (select from ${accounts} where ${accounts.id} = a.id and ${hasProvenEmail()})
          and not exists (select from import_rows r where r.account_id = a.id)`
      : sql`false`;
  const isUnreached = sql`not ${byLine} and (a.failed_email_norm is not distinct from a.email_norm or ${isUnproven})`;
  const isWithout = needsOrder([en, th]) ? sql`${NEXT_DATE} is null` : sql`false`;
  return { byLine, isRefused, isUnreached, isWithout };
}

/** Who has moved in and is not started gets no message for a group. */
const groupOf = ({ filter }: BroadcastInput, now: Date): SQL => sql`subscriptions s
  join accounts a on a.id = s.account_id and a.deleted_at is null
  left join identities i on i.account_id = a.id and i.provider = 'line'
  where ${filter.accountId === undefined ? sql`s.status <> 'imported'` : sql`true`} and ${whoFits(filter, dayOf(now))}`;

/** Counts the subscribers of a group by how the message reaches them, and by why it does not. */
export async function countGroup(db: Db | Tx, now: Date, input: BroadcastInput): Promise<GroupSizes> {
  const { byLine, isRefused, isUnreached, isWithout } = reachOf(input);
  const [found] = await queryRows(
    db,
    sizes,
    sql`select ${sum(sql`g.why is null and g.line`)} as line, ${sum(sql`g.why is null and not g.line`)} as email,
        ${sum(sql`g.why is null and g.locale = 'en'`)} as en, ${sum(sql`g.why is null and g.locale = 'th'`)} as th,
        ${sum(sql`g.why = 'refused'`)} as refused, ${sum(sql`g.why = 'unreached'`)} as unreached,
        ${sum(sql`g.why = 'order'`)} as "withoutOrder"
      from (select a.locale, ${byLine} as line, case when ${isRefused} then 'refused' when ${isUnreached} then 'unreached'
        when ${isWithout} then 'order' end as why from ${groupOf(input, now)}) g`,
  );
  if (!found) throw new Error('a count has one row');
  return found;
}

const sum = (is: SQL) => sql`count(*) filter (where ${is})::int`;

/** Returns the next readers of a group, by account. */
export function listReaders(
  db: Db | Tx,
  now: Date,
  input: BroadcastInput,
  { after, limit }: { after: string; limit: number },
): Promise<Reader[]> {
  const { isRefused, isUnreached, isWithout } = reachOf(input);
  return queryRows(
    db,
    reader,
    sql`select a.id as "accountId", a.first_name as "firstName", trim(a.first_name || ' ' || a.last_name) as name,
        a.locale, n.payment_date::text as date, n.total::float8 as amount
      from (select s.id as "subscriptionId", a.* from ${groupOf(input, now)}
          and not (${isRefused}) and not (${isUnreached}) and not (${isWithout}) and a.id > ${after}
        order by a.id limit ${limit}) a
        left join lateral (select o.payment_date, o.total from orders o where o.subscription_id = a."subscriptionId"
          and o.status = 'upcoming' and o.begun_at is null order by o.payment_date limit 1) n on true
      order by a.id`,
  );
}

/** Returns the message of one reader, in the language of the reader. */
export function messageFor({ firstName, locale, date, amount }: Reader, input: BroadcastInput) {
  const values = {
    ...(date !== null && { date: dayText(date as Day, locale) }),
    ...(amount !== null && { amount: bahtText(amount, locale) }),
  };
  return { kind: staffKind(input.purpose), firstName, text: fillAnswer(input[locale], values) };
}
