import { sql, type SQL } from 'drizzle-orm';
import { addDays, type Day } from '@/domain/day';
import type { SubscriberFilter } from '@/schemas/subscriber-filter';

/** The payment date of the next order of a subscription `s`; null without one. */
export const NEXT_DATE = sql`(select min(n.payment_date) from orders n
  where n.subscription_id = s.id and n.status = 'upcoming' and n.begun_at is null)`;

/** The state of a subscription `s` as the desk shows it. */
export const stateOf = (today: Day): SQL =>
  sql`case when s.status = 'active' and s.paused_until > ${today}::date then 'paused' else s.status end`;

/** Returns the condition on a subscription `s` that its subscriber fits a filter. A deleted account fits none with an account field. */
export function whoFits(filter: SubscriberFilter, today: Day): SQL {
  const { part, method, product, language, postcode, paysUntil, from, until, accountId, tag, staffId } =
    filter;
  const account = (is: SQL) =>
    sql`s.account_id in (select f.id from accounts f where f.deleted_at is null and ${is})`;
  const conditions = [
    part && ofPart(part, today),
    method && sql`s.payment_method = ${method}`,
    product &&
      sql`s.id in (select b.subscription_id from box_items b where b.product_code = ${product}
        or b.product_code in (select c.product_code from product_contents c where c.contained_code = ${product}))`,
    language && account(sql`f.locale = ${language}`),
    postcode && account(sql`f.postal_code like ${`${postcode}%`}`),
    paysUntil && sql`s.status = 'active' and ${NEXT_DATE} <= ${paysUntil}::date`,
    from && sql`s.registered_on >= ${from}::date`,
    until && sql`s.registered_on < ${addDays(until, 1)}::date`,
    tag && sql`s.account_id in (select m.account_id from subscriber_marks m where m.tags @> array[${tag}])`,
    staffId &&
      sql`s.account_id in (select m.account_id from subscriber_marks m where m.staff_id = ${staffId})`,
    accountId && sql`s.account_id = ${accountId}`,
  ].filter((one) => one !== null && one !== undefined && one !== '');
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function ofPart(part: NonNullable<SubscriberFilter['part']>, today: Day): SQL {
  if (part === 'retrying')
    return sql`s.account_id in (select p.account_id from payments p where p.status = 'failed'
      and (p.due_at is not null or p.gives_up_at is not null))`;
  if (part === 'expiring')
    return sql`s.status = 'active' and s.payment_method = 'card' and exists (select from cards c
      where c.account_id = s.account_id and c.is_default
        and make_date(c.expiry_year, c.expiry_month, 1) + interval '1 month' <= ${NEXT_DATE})`;
  if (part === 'unreached')
    return sql`s.account_id in (select f.id from accounts f
      where f.failed_email_norm = f.email_norm and f.deleted_at is null)`;
  return sql`${stateOf(today)} = ${part}`;
}
