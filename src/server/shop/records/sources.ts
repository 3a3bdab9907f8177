import { sql, type SQL } from 'drizzle-orm';
import type { RECORD_INPUTS } from '@/schemas/records';
import type { RecordKind, RecordOf } from '@/schemas/answers/records';

type FilterOf<Kind extends RecordKind> = Exclude<
  keyof (typeof RECORD_INPUTS)[Kind]['shape'],
  'limit' | 'cursor' | 'from' | 'until'
>;

/** Where records of a kind are read, and how each of their fields is made. */
export interface Source<Kind extends RecordKind> {
  from: SQL;
  where?: SQL;
  /** The columns by which a list is ordered. An index has both. */
  key: [time: string, id: string];
  /** The fields of a record with the values of `key`. */
  keyFields: [keyof RecordOf<Kind> & string, keyof RecordOf<Kind> & string];
  fields: Record<keyof RecordOf<Kind>, SQL>;
  filters: Record<FilterOf<Kind>, string>;
}

/** Returns an instant as the API writes it. */
const at = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const money = (column: string) => sql.raw(`${column}::float8`);
const raw = (column: string) => sql.raw(column);

/** Returns the products of a box. @param where the table of its items with their condition */
const items = (where: string, more = '') =>
  sql.raw(`coalesce((select json_agg(json_build_object('productCode', i.product_code, 'quantity', i.quantity${more})
    order by p.sort) from ${where}), '[]')`);
const itemsOf = (table: string, owner: string) =>
  `${table} i join products p on p.code = i.product_code where i.${owner}`;

/** Name, phone and street. Those of a deleted account whose parcel is still to be sent stand together in its address. */
const HELD =
  sql.raw(`case when a.deleted_at is null then array[trim(a.first_name || ' ' || a.last_name), a.phone, a.address]
  else regexp_match(a.address, '^(.*?), (0[0-9]{9}), (.*)$') end`);
/** Returns a part of the address of an order: its own, or that of its account. */
const own = (column: string) => `case when d.order_id is null then a.${column} else d.${column} end`;

const PRICES = `, 'unitPrice', i.unit_price, 'linePrice', i.line_price`;

export const SOURCES: { [Kind in RecordKind]: Source<Kind> } = {
  subscribers: {
    from: sql`accounts a left join points_balances b on b.account_id = a.id`,
    where: sql`a.deleted_at is null`,
    key: ['a.created_at', 'a.id'],
    keyFields: ['createdAt', 'accountId'],
    fields: {
      accountId: raw('a.id'),
      email: raw('a.email'),
      emailVerified: raw('a.email_verified_at is not null'),
      firstName: raw('a.first_name'),
      lastName: raw('a.last_name'),
      phone: raw('a.phone'),
      locale: raw('a.locale'),
      address: sql.raw(`case when a.address is not null then json_build_object('address', a.address,
        'subdistrict', a.subdistrict, 'district', a.district, 'province', a.province, 'postalCode', a.postal_code) end`),
      optionalMessages: raw('a.optional_messages'),
      points: raw('coalesce(b.balance, 0)'),
      pointsDebt: raw('coalesce(b.debt, 0)'),
      createdAt: at('a.created_at'),
    },
    filters: { accountId: 'a.id', email: 'a.email_norm' },
  },
  subscriptions: {
    from: sql`subscriptions s`,
    key: ['s.created_at', 's.id'],
    keyFields: ['createdAt', 'subscriptionId'],
    fields: {
      subscriptionId: raw('s.id'),
      accountId: raw('s.account_id'),
      status: raw('s.status'),
      pausedUntil: raw('s.paused_until::text'),
      frequency: raw('s.frequency'),
      paymentDay: raw('s.payment_day'),
      paymentMethod: raw('s.payment_method'),
      version: raw('s.version'),
      items: items(itemsOf('box_items', 'subscription_id = s.id')),
      nextPaymentDate: sql`(select min(o.payment_date)::text from orders o
        where o.subscription_id = s.id and o.status = 'upcoming' and o.begun_at is null)`,
      createdAt: at('s.created_at'),
      activatedAt: at('s.activated_at'),
      cancelledAt: at('s.cancelled_at'),
    },
    filters: { accountId: 's.account_id', subscriptionId: 's.id', status: 's.status' },
  },
  orders: {
    from: sql`orders o`,
    key: ['o.created_at', 'o.id'],
    keyFields: ['createdAt', 'orderId'],
    fields: {
      orderId: raw('o.id'),
      orderNumber: raw('o.order_number'),
      accountId: raw('o.account_id'),
      subscriptionId: raw('o.subscription_id'),
      kind: raw('o.kind'),
      status: raw('o.status'),
      paymentDate: raw('o.payment_date::text'),
      items: items(itemsOf('order_items', 'order_id = o.id'), PRICES),
      freeProduct: raw('o.free_product_code'),
      listPrice: money('o.list_price'),
      boxPrice: money('o.box_price'),
      deliveryFee: money('o.delivery_fee'),
      codeDiscount: money('o.code_discount'),
      waived: money('o.waived'),
      total: money('o.total'),
      refunded: money('o.refunded'),
      points: raw('o.points'),
      createdAt: at('o.created_at'),
      paidAt: at('o.paid_at'),
    },
    filters: {
      accountId: 'o.account_id',
      orderId: 'o.id',
      orderNumber: 'o.order_number',
      status: 'o.status',
    },
  },
  payments: {
    from: sql`payments p`,
    key: ['p.created_at', 'p.id'],
    keyFields: ['createdAt', 'paymentId'],
    fields: {
      paymentId: raw('p.id'),
      orderId: raw('p.order_id'),
      accountId: raw('p.account_id'),
      method: raw('p.method'),
      status: raw('p.status'),
      amount: money('p.amount'),
      reason: raw('p.reason'),
      received: sql`coalesce((select json_agg(json_build_object('moneyId', m.id, 'provider', m.provider,
          'reference', m.provider_ref, 'amount', m.amount, 'verdict', m.verdict, 'paidAt', ${at('m.paid_at')})
          order by m.recorded_at, m.id) from money_received m where m.order_id = p.order_id), '[]')`,
      createdAt: at('p.created_at'),
    },
    filters: { accountId: 'p.account_id', orderId: 'p.order_id', status: 'p.status' },
  },
  refunds: {
    from: sql`refunds r join money_received m on m.id = r.money_id`,
    key: ['r.created_at', 'r.id'],
    keyFields: ['createdAt', 'refundId'],
    fields: {
      refundId: raw('r.id'),
      moneyId: raw('r.money_id'),
      orderId: raw('m.order_id'),
      amount: money('r.amount'),
      status: raw('r.status'),
      reference: raw('r.provider_ref'),
      createdAt: at('r.created_at'),
      closedAt: at('r.closed_at'),
    },
    filters: { refundId: 'r.id', orderId: 'm.order_id', status: 'r.status' },
  },
  parcels: {
    from: sql`orders o join shipments s on s.order_id = o.id join accounts a on a.id = o.account_id
      left join order_addresses d on d.order_id = o.id cross join lateral (select ${HELD} as held) h`,
    where: sql`o.paid_at is not null`,
    key: ['o.paid_at', 'o.id'],
    keyFields: ['paidAt', 'orderId'],
    fields: {
      orderId: raw('o.id'),
      orderNumber: raw('o.order_number'),
      accountId: raw('o.account_id'),
      number: raw('s.number'),
      status: raw('s.status'),
      problem: raw('s.problem'),
      loss: raw('s.loss'),
      courier: raw('s.courier'),
      trackingNumber: raw('s.tracking_number'),
      trackingUrl: raw('s.tracking_url'),
      items: items(itemsOf('order_items', 'order_id = o.id')),
      freeProduct: raw('o.free_product_code'),
      recipient: sql.raw(`case when h.held[3] is not null then json_build_object(
        'name', coalesce(d.recipient_name, h.held[1]), 'phone', coalesce(d.recipient_phone, h.held[2]),
        'address', coalesce(d.address, h.held[3]), 'subdistrict', ${own('subdistrict')},
        'district', ${own('district')}, 'province', ${own('province')}, 'postalCode', ${own('postal_code')}) end`),
      paidAt: at('o.paid_at'),
      shippedAt: at('s.shipped_at'),
      deliveredAt: at('s.delivered_at'),
    },
    filters: { accountId: 'o.account_id', orderId: 'o.id', status: 's.status' },
  },
  points: {
    from: sql`points_entries e`,
    key: ['e.created_at', 'e.id'],
    keyFields: ['createdAt', 'entryId'],
    fields: {
      entryId: raw('e.id'),
      accountId: raw('e.account_id'),
      kind: raw('e.kind'),
      points: raw('e.points'),
      orderId: raw('e.order_id'),
      createdAt: at('e.created_at'),
    },
    filters: { accountId: 'e.account_id' },
  },
  codes: {
    from: sql`discount_codes c`,
    key: ['c.valid_from', 'c.code'],
    keyFields: ['validFrom', 'code'],
    fields: {
      code: raw('c.code'),
      kind: raw('c.kind'),
      value: raw('c.value'),
      uses: sql`(select count(*)::int from code_uses u where u.code = c.code)`,
      usesMax: raw('c.uses_max'),
      validFrom: at('c.valid_from'),
      validTo: at('c.valid_to'),
    },
    filters: { code: 'c.code' },
  },
};
