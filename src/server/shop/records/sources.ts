import type { RECORD_INPUTS } from '@/schemas/records';
import type { RecordKind, RecordOf } from '@/schemas/answers/records';

type Field<Kind extends RecordKind> = keyof RecordOf<Kind> & string;
type FilterOf<Kind extends RecordKind> = Exclude<
  keyof (typeof RECORD_INPUTS)[Kind]['shape'],
  'limit' | 'cursor' | 'from' | 'until'
>;

/** Where records of a kind are read. A field is the column of its name of the table `alias`, unless `fields` has another. */
export interface Source<Kind extends RecordKind> {
  from: string;
  alias: string;
  where?: string;
  /** The fields by whose columns a list is ordered. An index has both. */
  key: [time: Field<Kind>, id: Field<Kind>];
  fields: Partial<Record<Field<Kind>, string>>;
  /** The columns of filters that do not compare the field of their name. */
  filters?: Partial<Record<FilterOf<Kind>, string>>;
}

/** Returns an instant as the API writes it. */
export const instantText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Returns the products of a box. @param where the table of its items with their condition */
const items = (table: string, owner: string, more = '') =>
  `coalesce((select json_agg(json_build_object('productCode', i.product_code, 'quantity', i.quantity${more})
    order by p.sort) from ${table} i join products p on p.code = i.product_code where i.${owner}), '[]')`;

/** Name, phone and street. Those of a deleted account whose parcel is still to be sent stand together in its address. */
const HELD = `case when a.deleted_at is null then array[trim(a.first_name || ' ' || a.last_name), a.phone, a.address]
  else regexp_match(a.address, '^(.*?), (0[0-9]{9}), (.*)$') end`;
/** Returns a part of the address of an order: its own, or that of its account. */
const own = (column: string) => `case when d.order_id is null then a.${column} else d.${column} end`;

export const SOURCES: { [Kind in RecordKind]: Source<Kind> } = {
  subscribers: {
    from: 'accounts a left join points_balances b on b.account_id = a.id',
    alias: 'a',
    where: 'a.deleted_at is null',
    key: ['createdAt', 'accountId'],
    fields: {
      accountId: 'a.id',
      emailVerified: 'a.email_verified_at is not null',
      address: `case when a.address is not null then json_build_object('address', a.address,
        'subdistrict', a.subdistrict, 'district', a.district, 'province', a.province, 'postalCode', a.postal_code) end`,
      points: 'coalesce(b.balance, 0)',
      pointsDebt: 'coalesce(b.debt, 0)',
    },
    filters: { email: 'a.email_norm' },
  },
  subscriptions: {
    from: 'subscriptions s',
    alias: 's',
    key: ['createdAt', 'subscriptionId'],
    fields: {
      subscriptionId: 's.id',
      items: items('box_items', 'subscription_id = s.id'),
      nextPaymentDate: `(select min(o.payment_date) from orders o
        where o.subscription_id = s.id and o.status = 'upcoming' and o.begun_at is null)`,
    },
  },
  orders: {
    from: 'orders o',
    alias: 'o',
    key: ['createdAt', 'orderId'],
    fields: {
      orderId: 'o.id',
      items: items(
        'order_items',
        'order_id = o.id',
        `, 'unitPrice', i.unit_price, 'linePrice', i.line_price`,
      ),
      freeProduct: 'o.free_product_code',
    },
  },
  payments: {
    from: 'payments p',
    alias: 'p',
    key: ['createdAt', 'paymentId'],
    fields: {
      paymentId: 'p.id',
      received: `coalesce((select json_agg(json_build_object('moneyId', m.id, 'provider', m.provider,
          'reference', m.provider_ref, 'amount', m.amount, 'verdict', m.verdict, 'paidAt', ${instantText('m.paid_at')})
          order by m.recorded_at, m.id) from money_received m where m.order_id = p.order_id), '[]')`,
    },
  },
  refunds: {
    from: 'refunds r join money_received m on m.id = r.money_id',
    alias: 'r',
    key: ['createdAt', 'refundId'],
    fields: { refundId: 'r.id', orderId: 'm.order_id', reference: 'r.provider_ref' },
  },
  parcels: {
    from: `orders o join shipments s on s.order_id = o.id join accounts a on a.id = o.account_id
      left join order_addresses d on d.order_id = o.id cross join lateral (select ${HELD} as held) h`,
    alias: 's',
    where: 'o.paid_at is not null',
    key: ['paidAt', 'orderId'],
    fields: {
      orderId: 'o.id',
      orderNumber: 'o.order_number',
      accountId: 'o.account_id',
      paidAt: 'o.paid_at',
      items: items('order_items', 'order_id = o.id'),
      freeProduct: 'o.free_product_code',
      recipient: `case when h.held[3] is not null then json_build_object(
        'name', coalesce(d.recipient_name, h.held[1]), 'phone', coalesce(d.recipient_phone, h.held[2]),
        'address', coalesce(d.address, h.held[3]), 'subdistrict', ${own('subdistrict')},
        'district', ${own('district')}, 'province', ${own('province')}, 'postalCode', ${own('postal_code')}) end`,
    },
  },
  points: {
    from: 'points_entries e',
    alias: 'e',
    key: ['createdAt', 'entryId'],
    fields: { entryId: 'e.id' },
  },
  codes: {
    from: 'discount_codes c',
    alias: 'c',
    key: ['validFrom', 'code'],
    fields: { uses: '(select count(*)::int from code_uses u where u.code = c.code)' },
  },
};
