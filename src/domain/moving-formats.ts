import { csvRows, firstRows } from './csv';
import type { MovingColumn } from './moving-in';
import { normaliseText } from './text';

/** A row of another system by the names of its columns. */
type Cells = Record<string, string>;
type Mapped = Partial<Record<MovingColumn, string>>;

/** How the file of another system becomes rows of the template. A subscription may have several lines, one per product. */
interface MovingFormat {
  /** Columns that only this file has. */
  marks: readonly string[];
  /** The key of the subscription of a line. A line without its own person belongs to the line before with this key. */
  keyOf: (cells: Cells) => string;
  map: (cells: Cells) => Mapped;
  /** The products of a line: their name or id in the other system, and the packs. */
  itemsOf: (cells: Cells) => [name: string, packs: string][];
  /** The column of the next payment date. */
  date: string;
}

const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(' ');
const of = (cells: Cells, name: string) => cells[name] ?? '';

/** Months, by their number or as weeks or days that make whole months. Another interval stays a text, which is refused. */
function monthsOf(unit: string, count: string): string {
  const number = Number(count);
  const per = { month: 1, week: 4, day: 30, year: 1 / 12 }[unit.toLowerCase().replace(/s$/, '')];
  const months = per === undefined ? NaN : number / per;
  return Number.isInteger(months) ? String(months) : joined(count, unit);
}

/** Only what runs is started here. A subscription that is on hold or paused there can be restarted by its owner. */
const statusOf = (status: string) => (/^(wc-)?active$/i.test(status) || status === '' ? 'active' : 'ended');

const RECHARGE: MovingFormat = {
  marks: ['charge_interval_unit_type', 'next_charge_date'],
  keyOf: (cells) => of(cells, 'shipping_email').toLowerCase(),
  date: 'next_charge_date',
  itemsOf: (cells) => [
    [of(cells, 'external_variant_id') || of(cells, 'external_product_name'), of(cells, 'quantity')],
  ],
  map: (cells) => {
    const interval = (kind: string) =>
      monthsOf(of(cells, `${kind}_interval_unit_type`), of(cells, `${kind}_interval_frequency`));
    const isPrepaid = /^(true|yes|1)$/i.test(of(cells, 'is_prepaid'));
    return {
      external_id: of(cells, 'shipping_email').toLowerCase(),
      email: of(cells, 'shipping_email'),
      first_name: of(cells, 'shipping_first_name'),
      last_name: of(cells, 'shipping_last_name'),
      phone: of(cells, 'shipping_phone') || of(cells, 'billing_phone'),
      address: joined(cells.shipping_address_1, cells.shipping_address_2, cells.shipping_company),
      district: of(cells, 'shipping_city'),
      province: of(cells, 'shipping_province') || of(cells, 'shipping_city'),
      postal_code: of(cells, 'shipping_zip'),
      status: statusOf(of(cells, 'status')),
      every_months: isPrepaid ? 'prepaid' : interval('charge'),
      next_payment_date: of(cells, 'next_charge_date'),
    };
  },
};

const SHOPIFY: MovingFormat = {
  marks: ['handle', 'upcoming_billing_date', 'line_variant_id'],
  keyOf: (cells) => of(cells, 'handle'),
  date: 'upcoming_billing_date',
  itemsOf: (cells) => [[of(cells, 'line_variant_id'), of(cells, 'line_quantity')]],
  map: (cells) => ({
    external_id: of(cells, 'handle'),
    email: of(cells, 'email'),
    first_name: of(cells, 'delivery_address_first_name'),
    last_name: of(cells, 'delivery_address_last_name'),
    phone: of(cells, 'delivery_address_phone') || of(cells, 'phone'),
    address: joined(
      cells.delivery_address_address1,
      cells.delivery_address_address2,
      cells.delivery_address_company,
    ),
    district: of(cells, 'delivery_address_city'),
    province: of(cells, 'delivery_address_province_code'),
    postal_code: of(cells, 'delivery_address_zip'),
    status: statusOf(of(cells, 'status')),
    every_months: monthsOf(of(cells, 'cadence_interval'), of(cells, 'cadence_interval_count')),
    next_payment_date: of(cells, 'upcoming_billing_date'),
  }),
};

const WOO: MovingFormat = {
  marks: ['subscription_status', 'billing_period', 'order_items'],
  keyOf: (cells) => of(cells, 'subscription_id') || of(cells, 'customer_email').toLowerCase(),
  date: 'next_payment_date',
  itemsOf: (cells) =>
    of(cells, 'order_items')
      .split(';')
      .filter((item) => item.trim() !== '')
      .map((item) => {
        const parts = item.split('|').map((part): [string, string] => {
          const at = part.indexOf(':');
          return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
        });
        const fields = Object.fromEntries(parts);
        return [fields.product_id ?? fields.name ?? item, fields.quantity ?? fields.qty ?? '1'];
      }),
  map: (cells) => {
    const place = (name: string) => of(cells, `shipping_${name}`) || of(cells, `billing_${name}`);
    return {
      external_id: of(cells, 'subscription_id') || of(cells, 'customer_email').toLowerCase(),
      email: of(cells, 'customer_email') || of(cells, 'billing_email'),
      first_name: place('first_name'),
      last_name: place('last_name'),
      phone: of(cells, 'billing_phone'),
      address: joined(place('address_1'), place('address_2')),
      district: place('city'),
      province: place('state') || place('city'),
      postal_code: place('postcode'),
      status: statusOf(of(cells, 'subscription_status')),
      gateway_customer: tokenIn(cells, /cust_\w+/),
      gateway_card: tokenIn(cells, /card_\w+/),
      every_months: monthsOf(of(cells, 'billing_period'), of(cells, 'billing_interval')),
      // WooCommerce writes UTC.
      next_payment_date: of(cells, 'next_payment_date').replace(
        /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/,
        '$1T$2Z',
      ),
    };
  },
};

/** The id of Omise that WooCommerce's plugin keeps with the customer or the payment. */
const tokenIn = (cells: Cells, pattern: RegExp) =>
  pattern.exec(joined(cells.payment_method_user_meta, cells.payment_method_post_meta))?.[0] ?? '';

const FORMATS = [RECHARGE, SHOPIFY, WOO];

const plain = (name: string) =>
  normaliseText(name)
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** A table with its columns by name. */
interface Table {
  delimiter: string;
  header: string[];
  line: number;
}

/** Returns the header that has all of these columns; null without one. */
function findTable(text: string, columns: readonly string[]): Table | null {
  for (const { delimiter, rows } of firstRows(text))
    for (const { fields, line } of rows) {
      const header = (fields ?? []).map(plain);
      if (columns.every((column) => header.includes(column))) return { delimiter, header, line };
    }
  return null;
}

function* cellsIn(
  text: string,
  { delimiter, header, line: first }: Table,
): Generator<[number, Cells | null]> {
  for (const { line, fields } of csvRows(text, delimiter))
    if (line > first)
      yield [line, fields && Object.fromEntries(header.map((name, at) => [name, (fields[at] ?? '').trim()]))];
}

/** Returns the format of a file; null for the template and unknown files. */
export function formatOf(text: string): { format: MovingFormat; table: Table } | null {
  for (const format of FORMATS) {
    const table = findTable(text, format.marks);
    if (table) return { format, table };
  }
  return null;
}

/** Returns the e-mail and phone of each customer of Shopify, whose contracts name customers by their ids only. */
export function readCustomers(text: string): ReadonlyMap<string, Cells> | null {
  const table = findTable(text, ['customer_id', 'email']);
  if (!table || table.header.includes('handle')) return null;
  const customers = new Map<string, Cells>();
  for (const [, cells] of cellsIn(text, table))
    if (cells) customers.set(of(cells, 'customer_id').replace(/\D/g, ''), cells);
  return customers;
}

/**
 * Reads lines like `41234567 = day-pads`: the product here of each product of the other system, by its name or id there.
 */
export function readProductNames(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const at = line.lastIndexOf('=');
    return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
  });
  return new Map(pairs);
}

const DATE_BY_PARTS = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/;

/** Whether the dates of a column begin with the month. One date decides for all of them; without one, they do. */
function isMonthFirst(dates: Iterable<string>): boolean {
  for (const date of dates) {
    const [, first, second] = DATE_BY_PARTS.exec(date) ?? [];
    if (Number(first) > 12) return false;
    if (Number(second) > 12) return true;
  }
  return true;
}

const isoOf = (date: string, monthFirst: boolean) =>
  date.replace(DATE_BY_PARTS, (_, first: string, second: string, year: string) => {
    const [month, day] = monthFirst ? [first, second] : [second, first];
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  });

/**
 * Returns each subscription of a file as a row of the template, with its first line, in the order of the lines. Its
 * further lines bring products. A line that cannot be read is null.
 */
export function mapRows(
  text: string,
  { format, table }: NonNullable<ReturnType<typeof formatOf>>,
  more: { products: ReadonlyMap<string, string>; customers: ReadonlyMap<string, Cells> | null },
): [line: number, row: Mapped | null][] {
  const lines = () => cellsIn(text, table);
  function* datesOf() {
    for (const [, cells] of lines()) if (cells) yield of(cells, format.date);
  }
  const monthFirst = isMonthFirst(datesOf());
  const unreadable: [number, null][] = [];
  const found = new Map<string, { line: number; cells: Cells; items: string[] }>();
  for (const [line, cells] of lines()) {
    if (!cells) {
      unreadable.push([line, null]);
      continue;
    }
    const key = format.keyOf(cells);
    const first = found.get(key) ?? { line, cells, items: [] };
    found.set(key, first);
    for (const [name, packs] of format.itemsOf(cells))
      first.items.push(`${more.products.get(name.toLowerCase()) ?? name}:${packs || '1'}`);
  }
  const rows = [...found.values()].map(({ line, cells, items }): [number, Mapped] => {
    const customer = more.customers?.get(of(cells, 'customer_id').replace(/\D/g, ''));
    const contact = customer && { email: of(customer, 'email'), phone: of(customer, 'phone') };
    const mapped = format.map({ ...cells, ...contact });
    const next = isoOf(mapped.next_payment_date ?? '', monthFirst);
    return [line, { ...mapped, box: items.join('; '), next_payment_date: next }];
  });
  return [...rows, ...unreadable].toSorted(([a], [b]) => a - b);
}
