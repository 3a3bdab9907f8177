import {
  assignments,
  ATTEMPT_COLUMNS,
  ORDER_COLUMNS,
  PAYMENT_COLUMNS,
  SUBSCRIPTION_COLUMNS,
} from './columns';

/**
 * Returns an SQL condition that repeats the ids of a join. Without it, PostgreSQL expects a hundred rows in
 * each JSON list and reads whole tables.
 */
const isAmong = (column: string, of: string, key: string) =>
  `${column} = any(array(select x ->> '${key}' from jsonb_array_elements($1::jsonb -> '${of}') x))`;

/** Returns SQL that inserts the `items` of orders. */
function writeItems(of: string): string {
  return `insert into order_items (order_id, product_code, quantity, list_price, unit_price, line_price, price_version)
    select c.j ->> 'id', l."productCode", l.quantity, l."listPrice", l."unitPrice", l."linePrice", l."priceVersion"
    from jsonb_array_elements($1::jsonb -> '${of}') c(j) cross join jsonb_to_recordset(c.j -> 'items')
      as l("productCode" text, quantity int, "listPrice" bigint, "unitPrice" bigint, "linePrice" bigint, "priceVersion" int)
    where c.j ? 'items'`;
}

/**
 * Returns an SQL condition on messages `m`: queued, not being sent, and with a dedupe key from a query. PostgreSQL then
 * reads them by key. Without `|| ''` it would read the index of all queued messages, which it expects to be few.
 */
const isQueuedWithKey = (keys: string) =>
  `m.dedupe_key = any(array(${keys})) and m.status || '' = 'queued' and m.lease_until is null`;

/** The dedupe key of the reminder of order `o`. It equals that of orders/reminders.ts. */
export const REMINDER_KEY = "'order_reminder:' || o.id || ':' || o.payment_date::text";

// Queued reminders of a changed order are deleted; one that is being sent stays.
const WRITE_ORDERS = `changed_orders as (
    update orders t set ${assignments(ORDER_COLUMNS)},
      reminded_at = case when t.id in (select id from deleted_reminders) then null else t.reminded_at end
    from jsonb_array_elements($1::jsonb -> 'orders') c(j)
    where t.id = c.j ->> 'id' and ${isAmong('t.id', 'orders', 'id')} and t.status = c.j ->> 'from' returning t.id)`;
const REMINDERS = `deleted_reminders as (
    delete from messages m where ${isQueuedWithKey(`
      select ${REMINDER_KEY} from orders o join jsonb_array_elements($1::jsonb -> 'orders') c(j) on o.id = c.j ->> 'id'
      where ${isAmong('o.id', 'orders', 'id')} and o.status = 'upcoming'
        and (c.j ->> 'to' in ('skipped', 'void', 'missed') or c.j ? 'total' or c.j ? 'freeProductCode'
          or c.j ? 'orderedFrom')`)}
    returning split_part(m.dedupe_key, ':', 2) as id)`;
const ITEMS = `deleted_items as (
    delete from order_items i using jsonb_array_elements($1::jsonb -> 'orders') c(j)
    where c.j ? 'items' and i.order_id = c.j ->> 'id' and ${isAmong('i.order_id', 'orders', 'id')} and i.product_code not in (
      select l.j ->> 'productCode' from jsonb_array_elements(c.j -> 'items') l(j))),
  priced_items as (${writeItems('orders')}
    on conflict (order_id, product_code) do update set quantity = excluded.quantity, list_price = excluded.list_price,
      unit_price = excluded.unit_price, line_price = excluded.line_price, price_version = excluded.price_version)`;
const NEW_ORDERS = `new_orders as (
    insert into orders (id, subscription_id, account_id, cycle_index, kind, status, payment_date, list_price, box_price,
      delivery_fee, code_discount, code, total, points, begun_at, paused, created_at)
    select n.id, n."subscriptionId", n."accountId", n."cycleIndex", n.kind, n.status, n."paymentDate", n."listPrice",
      n."boxPrice", n."deliveryFee", n."codeDiscount", n.code, n.total, n.points, n."begunAt", coalesce(n.paused, false), $2::timestamptz
    from jsonb_to_recordset($1::jsonb -> 'newOrders') as n(id text, "subscriptionId" text, "accountId" text,
      "cycleIndex" int, kind text, status text, "paymentDate" date, "listPrice" bigint, "boxPrice" bigint,
      "deliveryFee" bigint, "codeDiscount" bigint, code text, total bigint, points int, "begunAt" timestamptz, paused boolean)),
  new_items as (${writeItems('newOrders')})`;
const PAYMENTS = `changed_payments as (
    update payments t set ${assignments(PAYMENT_COLUMNS)}
    from jsonb_array_elements($1::jsonb -> 'payments') c(j)
    where t.order_id = c.j ->> 'orderId' and ${isAmong('t.order_id', 'payments', 'orderId')} and (not c.j ? 'from' or c.j -> 'from' ? t.status) returning t.order_id),
  refused_payments as (
    select t.id from payments t join jsonb_array_elements($1::jsonb -> 'payments') c(j)
      on t.order_id = c.j ->> 'orderId' where ${isAmong('t.order_id', 'payments', 'orderId')} and c.j ? 'from' and not c.j -> 'from' ? t.status)`;
// The payment of an order that was put back on its planned date is void, and is opened again.
const NEW_PAYMENTS = `new_payments as (
    insert into payments (id, order_id, account_id, method, status, amount, due_at, created_at)
    select n.id, n."orderId", n."accountId", n.method, 'pending', n.amount, n."dueAt", $2::timestamptz
    from jsonb_to_recordset($1::jsonb -> 'newPayments')
      as n(id text, "orderId" text, "accountId" text, method text, amount bigint, "dueAt" timestamptz)
    on conflict (order_id) do update set method = excluded.method, status = 'pending', amount = excluded.amount,
      due_at = excluded.due_at, gives_up_at = null, retry_steps_used = 0, reason = null
    where payments.status = 'void')`;
const SUBSCRIPTIONS = `changed_subscriptions as (
    update subscriptions t set version = (c.j ->> 'version')::int + 1, ${assignments(SUBSCRIPTION_COLUMNS)}
    from jsonb_array_elements($1::jsonb -> 'subscriptions') c(j)
    where t.id = c.j ->> 'id' and ${isAmong('t.id', 'subscriptions', 'id')} and t.status = c.j ->> 'from' returning t.id)`;
const BOX = `deleted_lines as (
    delete from box_items b using jsonb_array_elements($1::jsonb -> 'box') c(j)
    where b.subscription_id = c.j ->> 'id' and ${isAmong('b.subscription_id', 'box', 'id')} and b.product_code not in (
      select l.j ->> 'productCode' from jsonb_array_elements(c.j -> 'items') l(j))),
  box_lines as (
    insert into box_items (subscription_id, product_code, quantity)
    select c.j ->> 'id', l."productCode", l.quantity from jsonb_array_elements($1::jsonb -> 'box') c(j)
      cross join jsonb_to_recordset(c.j -> 'items') as l("productCode" text, quantity int)
    on conflict (subscription_id, product_code) do update set quantity = excluded.quantity)`;
const EPOCHS = `new_epochs as (
    insert into schedule_epochs (subscription_id, seq, from_index, base_month, payment_day, frequency, skips, created_at)
    select e."subscriptionId", e.at + coalesce((select max(seq) + 1 from schedule_epochs x
        where x.subscription_id = e."subscriptionId"), 0),
      e."fromIndex", e."baseMonth", e."paymentDay", e.frequency, e.skips, $2::timestamptz
    from jsonb_to_recordset($1::jsonb -> 'epochs') as e("subscriptionId" text, at int, "fromIndex" int, "baseMonth" text,
      "paymentDay" int, frequency int, skips jsonb))`;
const PLACES = `changed_places as (
    update accounts t set address = p.address, subdistrict = p.subdistrict, district = p.district,
      province = p.province, postal_code = p."postalCode"
    from jsonb_to_recordset($1::jsonb -> 'places') as p("accountId" text, address text, subdistrict text, district text,
      province text, "postalCode" text)
    where t.id = p."accountId" and ${isAmong('t.id', 'places', 'accountId')})`;
const ORDER_PLACES = `own_places as (
    insert into order_addresses (order_id, address, subdistrict, district, province, postal_code, recipient_name,
      recipient_phone, changed_at)
    select c.j ->> 'orderId', p.address, p.subdistrict, p.district, p.province, p."postalCode", p."recipientName",
      p."recipientPhone", $2::timestamptz
    from jsonb_array_elements($1::jsonb -> 'orderPlaces') c(j) cross join jsonb_to_record(c.j -> 'place')
      as p(address text, subdistrict text, district text, province text, "postalCode" text, "recipientName" text,
        "recipientPhone" text)
    where c.j ->> 'place' is not null
    on conflict (order_id) do update set address = excluded.address, subdistrict = excluded.subdistrict,
      district = excluded.district, province = excluded.province, postal_code = excluded.postal_code,
      recipient_name = excluded.recipient_name, recipient_phone = excluded.recipient_phone,
      changed_at = excluded.changed_at),
  deleted_own_places as (
    delete from order_addresses a using jsonb_array_elements($1::jsonb -> 'orderPlaces') c(j)
    where c.j ->> 'place' is null and a.order_id = c.j ->> 'orderId' and ${isAmong('a.order_id', 'orderPlaces', 'orderId')})`;
const CONSENTS = `given_consents as (
    insert into consents (account_id, purpose, text_version, given_at)
    select c."accountId", c.purpose, c.text, $2::timestamptz
    from jsonb_to_recordset($1::jsonb -> 'consents') as c("accountId" text, purpose text, text text)
    where c.text is not null on conflict do nothing),
  withdrawn_consents as (
    update consents t set withdrawn_at = $2::timestamptz
    from jsonb_to_recordset($1::jsonb -> 'consents') as c("accountId" text, purpose text, text text)
    where c.text is null and t.account_id = c."accountId" and ${isAmong('t.account_id', 'consents', 'accountId')}
      and t.purpose = c.purpose and t.withdrawn_at is null)`;
const LINKS = `closed_links as (
    update payment_links l set status = c.j ->> 'as', closed_at = $2::timestamptz, check_at = null, remind_at = null
    from jsonb_array_elements($1::jsonb -> 'links') c(j)
    where l.order_id = c.j ->> 'orderId' and ${isAmong('l.order_id', 'links', 'orderId')} and l.status = 'open'
    returning l.id),
  deleted_link_messages as (
    delete from messages m where ${isQueuedWithKey(`
      select kind || l.id from closed_links l, unnest(array['payment_link:', 'payment_link_expiring:']) kind`)}),
  voided_qr_codes as (
    update charge_attempts a set status = 'voided', closed_at = $2::timestamptz, reason = 'left',
      check_at = case when a.app is null then a.check_at else $2::timestamptz end
    from jsonb_array_elements($1::jsonb -> 'links') c(j)
    where a.order_id = c.j ->> 'orderId' and ${isAmong('a.order_id', 'links', 'orderId')} and a.source = 'promptpay' and a.status = 'action_required'
      and not $1::jsonb -> 'attempts' @> jsonb_build_array(jsonb_build_object('id', a.id)))`;
const ATTEMPTS = `closed_attempts as (
    update charge_attempts t set ${assignments(ATTEMPT_COLUMNS)}
    from jsonb_array_elements($1::jsonb -> 'attempts') c(j)
    where t.id = c.j ->> 'id' and ${isAmong('t.id', 'attempts', 'id')} and t.status = c.j ->> 'from' returning t.id)`;
const MONEY = `kept_money as (
    insert into money_received (id, provider, provider_ref, order_id, attempt_id, amount, verdict, paid_at, recorded_at)
    select m.id, m.provider, m."providerRef", m."orderId", m."attemptId", m.amount, 'kept', m."paidAt", $2::timestamptz
    from jsonb_to_recordset($1::jsonb -> 'money') as m(id text, provider text, "providerRef" text, "orderId" text,
      "attemptId" text, amount bigint, "paidAt" timestamptz))`;
const PARCELS = `new_parcels as (
    insert into shipments (order_id, status, check_at, updated_at)
    select p."orderId", 'preparing', p."checkAt", $2::timestamptz
    from jsonb_to_recordset($1::jsonb -> 'parcels') as p("orderId" text, "checkAt" timestamptz)
    on conflict do nothing)`;
const AUDIT = `audited as (
    insert into audit_events (id, at, actor, subject, what, detail)
    select e.id, $2::timestamptz, e.actor, e.subject, e.what, e.detail
    from jsonb_to_recordset($1::jsonb -> 'audit')
      as e(id text, actor text, subject text, what text, detail jsonb))`;

/**
 * The number of days by which payment dates move temporarily, while other orders get these dates. It is so
 * large that no other order has such a date.
 */
const PARKED_DAYS = 100_000;
// A unique index allows one order per date, and an order may take another's old date.
const MOVING = `deleted_dated as (
    delete from messages m where ${isQueuedWithKey(`
      select ${REMINDER_KEY} from orders o where ${isAmong('o.id', 'moving', 'id')}`)}),
  parked as (
    update orders o set payment_date = o.payment_date + ${PARKED_DAYS}, moved_from = null, reminded_at = null
    where ${isAmong('o.id', 'moving', 'id')})`;

/**
 * The common table expressions of the statement, one per kind of change. `$1`: the changes as JSON; `$2`: the
 * current instant.
 */
export const PARTS = {
  orders: `${REMINDERS},\n  ${WRITE_ORDERS}`,
  items: ITEMS,
  moving: MOVING,
  newOrders: NEW_ORDERS,
  payments: PAYMENTS,
  newPayments: NEW_PAYMENTS,
  subscriptions: SUBSCRIPTIONS,
  box: BOX,
  epochs: EPOCHS,
  places: PLACES,
  orderPlaces: ORDER_PLACES,
  consents: CONSENTS,
  links: LINKS,
  attempts: ATTEMPTS,
  money: MONEY,
  parcels: PARCELS,
  audit: AUDIT,
};
