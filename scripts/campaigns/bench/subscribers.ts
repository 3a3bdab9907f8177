import postgres from 'postgres';
import type { BoxItem } from '@/domain/box';
import { addDays, addMonths, addMonthsTo, dayInMonth, dayOf, hourOf, monthOf, type Day } from '@/domain/day';
import { newSessionSecret } from '@/server/login/lucia';
import { hashSecret } from '@/server/login/session';
import { loadCatalogue } from '@/server/shop/catalogue/queries';
import { openDatabase } from '@/server/db';
import { quoteOrder } from '@/domain/quote';
import type { Writer } from './write-pairs';

const BOX: BoxItem[] = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];
const PAID_ORDERS = 6;
const SESSION_MS = 50 * 60_000;
const POSTAL_CODE = '10110';

/** The subscribers to insert. `group` is a part of every id and must be unique in the database. */
export interface Wanted {
  group: string;
  count: number;
  /** The payment date of the next order. Each subscriber gets two more orders, one per month. */
  nextPayment: Day;
  now: Date;
  /** The number of paid monthly orders of each subscriber. */
  paidOrders?: number;
  /** The products of each order. */
  box?: BoxItem[];
  /**
   * Whether to insert very many rows: without checks of foreign keys and without `vacuum analyze`, which the
   * caller must run.
   */
  isCrowd?: boolean;
}

async function quote(url: string, now: Date, wanted: BoxItem[]) {
  const db = openDatabase(url, 2);
  try {
    const catalogue = await loadCatalogue(db, now);
    const versions = new Map(catalogue.products.map(({ code, priceVersion }) => [code, priceVersion]));
    const { box, totals } = quoteOrder(catalogue, wanted, POSTAL_CODE);
    return {
      totals,
      lines: box.lines.map((line) => ({ ...line, priceVersion: versions.get(line.productCode) ?? 1 })),
    };
  } finally {
    await db.$client.end();
  }
}

type Quote = Awaited<ReturnType<typeof quote>>;

async function inPlain(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Inserts subscribers with paid monthly orders, three upcoming orders and a card. The ids are
 * `<kind>_<group>_<n>`, with n from 1.
 */
export async function writeSubscribers(url: string, given: Wanted): Promise<void> {
  const wanted = { paidOrders: PAID_ORDERS, box: BOX, isCrowd: false, ...given };
  const prices = await quote(url, wanted.now, wanted.box);
  await inPlain(url, async (sql) => {
    await sql.begin(async (tx) => {
      if (wanted.isCrowd) await tx`set local session_replication_role = replica`;
      await writePeople(tx, wanted);
      await writeOrders(tx, wanted, prices);
      await writePayments(tx, wanted, prices);
    });
    if (!wanted.isCrowd) await sql.unsafe('vacuum analyze');
  });
}

async function writePeople(
  tx: postgres.TransactionSql,
  { group, count, nextPayment, paidOrders, box }: Required<Wanted>,
): Promise<void> {
  const since = addMonths(nextPayment, -paidOrders);
  const at = hourOf(since, 9).toISOString();
  const paymentDay = Number(nextPayment.slice(8));
  const people = tx`generate_series(1, ${count}::int) n`;
  const account = tx`'acc_' || ${group}::text || '_' || n`;
  const subscription = tx`'reg_' || ${group}::text || '_' || n`;
  await tx`insert into accounts (id, email, email_norm, email_verified_at, first_name, last_name, phone, locale, address,
      subdistrict, district, province, postal_code, omise_customer_id, consent_at, created_at)
    select ${account}, mail, mail, ${at}, 'Mali', 'Suksan', '0812345678', 'en', '1 Soi Sukhumvit 26', 'Khlong Tan',
      'Khlong Toei', 'Bangkok', ${POSTAL_CODE}, 'cust_test_' || ${group}::text || '_' || n, ${at}, ${at}
    from ${people}, lateral (select 'p' || n || '@' || ${group}::text || '.test' as mail) m`;
  await tx`insert into subscriptions (id, account_id, status, frequency, payment_day, payment_method, next_index,
      registered_on, created_at, activated_at)
    select ${subscription}, ${account}, 'active', 1, ${paymentDay}, 'card', ${paidOrders + 3}, ${since}, ${at}, ${at} from ${people}`;
  await tx`insert into schedule_epochs (subscription_id, seq, from_index, base_month, payment_day, frequency, created_at)
    select ${subscription}, 0, 1, ${addMonthsTo(monthOf(nextPayment), 1 - paidOrders)}, ${paymentDay}, 1, ${at} from ${people}`;
  await tx`insert into box_items (subscription_id, product_code, quantity)
    select ${subscription}, b.code, b.quantity from ${people}, jsonb_to_recordset(${tx.json(
      box.map(({ productCode, quantity }) => ({ code: productCode, quantity })),
    )}) as b(code text, quantity int)`;
  await tx`insert into cards (id, account_id, omise_card_id, brand, last_digits, name, expiry_month, expiry_year, fingerprint,
      is_default, created_at)
    select 'card_' || ${group}::text || '_' || n, ${account}, 'card_test_' || ${group}::text || '_' || n, 'Visa', '4242',
      'MALI SUKSAN', 12, 2040, 'fp_' || ${group}::text || '_' || n, true, ${at} from ${people}`;
}

async function writeOrders(
  tx: postgres.TransactionSql,
  { group, count, nextPayment, paidOrders }: Required<Wanted>,
  { totals, lines }: Quote,
): Promise<void> {
  const month = monthOf(nextPayment);
  const cycles = Array.from({ length: paidOrders + 3 }, (_, index) => {
    const day = dayInMonth(addMonthsTo(month, index - paidOrders), Number(nextPayment.slice(8)));
    const paid = index < paidOrders;
    return {
      index,
      day,
      kind: index === 0 ? 'first' : 'renewal',
      status: paid ? 'paid' : 'upcoming',
      paid_on: paid ? day : null,
      paid_at: paid ? hourOf(day, 9).toISOString() : null,
      created_at: hourOf(addDays(day, -90), 9).toISOString(),
    };
  });
  await tx`insert into orders (id, subscription_id, account_id, cycle_index, kind, status, payment_date, list_price, box_price,
      delivery_fee, total, points, begun_at, paid_on, paid_at, created_at)
    select 'ord_' || ${group}::text || '_' || n || '_' || c.index, 'reg_' || ${group}::text || '_' || n,
      'acc_' || ${group}::text || '_' || n, c.index, c.kind, c.status, c.day, ${totals.listPrice}, ${totals.boxPrice},
      ${totals.deliveryFee ?? 0}, ${totals.total}, ${totals.points}, c.paid_at, c.paid_on, c.paid_at, c.created_at
    from generate_series(1, ${count}::int) n, jsonb_to_recordset(${tx.json(cycles)}) as c(index int, day date, kind text,
      status text, paid_on date, paid_at timestamptz, created_at timestamptz)`;
  const items = lines.map((line) => ({
    code: line.productCode,
    quantity: line.quantity,
    list: line.listPrice,
    unit: line.unitPrice,
    whole: line.linePrice,
    version: line.priceVersion,
  }));
  await tx`insert into order_items (order_id, product_code, quantity, list_price, unit_price, line_price, price_version)
    select o.id, l.code, l.quantity, l.list, l.unit, l.whole, l.version from orders o,
      jsonb_to_recordset(${tx.json(items)}) as l(code text, quantity int, list bigint, unit bigint, whole bigint, version int)
    where starts_with(o.id, 'ord_' || ${group}::text || '_')`;
}

async function writePayments(
  tx: postgres.TransactionSql,
  { group, count, paidOrders }: Required<Wanted>,
  { totals }: Quote,
): Promise<void> {
  const paid = tx`orders o where starts_with(o.id, 'ord_' || ${group}::text || '_') and o.status = 'paid'`;
  await tx`insert into payments (id, order_id, account_id, method, status, amount, retry_steps_used, created_at)
    select replace(o.id, 'ord_', 'pay_'), o.id, o.account_id, 'card', 'succeeded', o.total, 1, o.paid_at from ${paid}`;
  await tx`insert into shipments (order_id, status, updated_at) select o.id, 'delivered', o.paid_at from ${paid}`;
  await tx`insert into points_entries (id, account_id, kind, source, points, order_id, created_at)
    select replace(o.id, 'ord_', 'pts_'), o.account_id, 'earned', o.id, o.points, o.id, o.paid_at from ${paid} and o.points > 0`;
  await tx`insert into points_balances (account_id, balance)
    select 'acc_' || ${group}::text || '_' || n, ${totals.points * paidOrders} from generate_series(1, ${count}::int) n`;
}

/** Cancels the subscriptions of a group at the time `now`. */
export async function cancelAll(url: string, { group, now }: Pick<Wanted, 'group' | 'now'>): Promise<void> {
  await inPlain(url, async (sql) => {
    const theirs = sql`starts_with(account_id, 'acc_' || ${group}::text || '_')`;
    await sql`update orders set status = 'void' where ${theirs} and status = 'upcoming'`;
    await sql`update subscriptions set status = 'cancelled', cancelled_at = ${now.toISOString()}, cancel_reason = 'other'
      where ${theirs}`;
  });
}

/** Inserts subscribers, each with two cards and a session. */
export async function writeWriters(url: string, wanted: Wanted): Promise<Writer[]> {
  const { group, nextPayment, now, paidOrders = PAID_ORDERS } = wanted;
  await writeSubscribers(url, wanted);
  await inPlain(
    url,
    (
      sql,
    ) => sql`insert into cards (id, account_id, omise_card_id, brand, last_digits, name, expiry_month, expiry_year,
        fingerprint, is_default, created_at)
      select id || '_2', account_id, omise_card_id || '_2', brand, '1111', name, expiry_month, expiry_year,
        fingerprint || '_2', false, created_at
      from cards where starts_with(account_id, 'acc_' || ${group}::text || '_')`,
  );
  const cookies = await signIn(url, wanted);
  return cookies.map((cookie, at) => ({
    cookie,
    orderId: `ord_${group}_${at + 1}_${paidOrders}`,
    cardIds: [`card_${group}_${at + 1}`, `card_${group}_${at + 1}_2`],
    nextPayment,
    today: dayOf(now),
  }));
}

/**
 * Starts a session for the first `count` subscribers of a group. It expires 50 minutes after `now`.
 * @returns the `Cookie` header of each session
 */
export async function signIn(
  url: string,
  { group, count, now }: Pick<Wanted, 'group' | 'count' | 'now'>,
): Promise<string[]> {
  const secrets = Array.from({ length: count }, newSessionSecret);
  await inPlain(url, async (sql) => {
    await sql`insert into sessions (id, account_id, expires_at, created_at)
      select s.id, 'acc_' || ${group}::text || '_' || s.n, ${new Date(now.getTime() + SESSION_MS).toISOString()}, ${now.toISOString()}
      from unnest(${secrets.map(hashSecret)}::text[]) with ordinality as s(id, n)`;
    await sql.unsafe('vacuum analyze sessions');
  });
  return secrets.map((secret) => `session=${secret}`);
}
