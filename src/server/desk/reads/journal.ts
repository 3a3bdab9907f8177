import { and, eq, gte, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, addMonthsTo, dayOf, parseDay, type Day, type Month } from '@/domain/day';
import { documentNumber } from '@/domain/document';
import { groupBy } from '@/domain/group-by';
import {
  ACCOUNTS,
  feesEntry,
  noteEntry,
  numberEntries,
  owedEntry,
  payoutEntry,
  pointsEntries,
  saleEntry,
  USUAL_COLUMNS,
  type AccountKey,
  type Chart,
  type JournalColumn,
  type JournalEntry,
  type NumberedEntry,
  type Place,
} from '@/domain/journal';
import type { Db } from '../../db';
import { queryRows, typedSql } from '../../db/query-rows';
import {
  bankTransfers,
  documents,
  gatewayTransfers,
  moneyReceived,
  payoutMonths,
  refunds,
} from '../../db/schema';
import { monthStart, readFees, readLateFees } from '../../money/payouts/months';
import { readFlag } from '../../platform/flags';
import type { Ctx } from '../../platform/context';

export async function readChart(db: Db): Promise<Chart> {
  const changed = (await readFlag(db, 'chart'))?.accounts ?? {};
  const accounts = Object.entries(ACCOUNTS) as [AccountKey, string][];
  return Object.fromEntries(
    accounts.map(([key, code]) => [key, changed[key] ?? { code, name: null }]),
  ) as Chart;
}

/** Returns the columns of the journal file in their order. */
export async function readColumns(db: Db): Promise<readonly JournalColumn[]> {
  return (await readFlag(db, 'journalColumns'))?.columns ?? USUAL_COLUMNS;
}

/** Returns whether a month is closed. Before, statements and fees that are read later change entries and numbers. */
const isClosed = async (db: Db, month: Month) =>
  (await db.$count(payoutMonths, eq(payoutMonths.month, month))) > 0;

/** Reads the numbered journal entries of a month, day by day: sales, refunds, money owed, fees, payouts and points. */
export async function* readJournal({ db }: Ctx, month: Month): AsyncGenerator<NumberedEntry[]> {
  const [isFinal, ...entries] = await Promise.all([
    isClosed(db, month),
    owedEntries(db, month),
    feeEntries(db, month),
    payoutEntries(db, month),
    readPoints(db, month),
  ]);
  const others = groupBy(entries.flat(), ({ day }) => day);
  let before = 0;
  for (let day = parseDay(`${month}-01`); day <= lastDay(month); day = addDays(day, 1)) {
    const ofDay = [...(await documentEntries(db, day)), ...(others.get(day) ?? [])];
    const numbered = numberEntries(month, ofDay, { before, isFinal });
    before += numbered.length;
    yield numbered;
  }
}

const lastDay = (month: Month) => addDays(parseDay(`${addMonthsTo(month, 1)}-01`), -1);
const placeOf = (provider: 'omise' | 'bank' | null): Place => (provider === 'bank' ? 'bank' : 'gateway');

async function documentEntries(db: Db, day: Day): Promise<JournalEntry[]> {
  const rows = await db
    .select({
      kind: documents.kind,
      number: documents.number,
      issuedOn: documents.issuedOn,
      amount: documents.amount,
      vat: documents.vat,
      provider: moneyReceived.provider,
      refundRef: refunds.providerRef,
    })
    .from(documents)
    .leftJoin(refunds, eq(refunds.id, documents.refundId))
    .leftJoin(
      moneyReceived,
      and(eq(moneyReceived.orderId, documents.orderId), eq(moneyReceived.verdict, 'kept')),
    )
    .where(and(eq(documents.issuedOn, day), ne(documents.kind, 'tax_invoice')));
  return rows.map((row) => {
    const booked = { day: row.issuedOn, reference: documentNumber(row), amount: row.amount, vat: row.vat };
    if (row.kind === 'receipt') return saleEntry({ ...booked, place: placeOf(row.provider) });
    // A refund without an id of the gateway was transferred by hand.
    const place = row.refundRef === null ? 'bank' : 'gateway';
    return noteEntry({ ...booked, place, isCorrection: row.kind === 'debit_note' });
  });
}

async function owedEntries(db: Db, month: Month): Promise<JournalEntry[]> {
  const [from, until] = [monthStart(month), monthStart(month, 1)];
  const isIn = (at: typeof refunds.closedAt | typeof refunds.correctedAt) =>
    and(gte(at, from), lt(at, until));
  const [received, returned] = await Promise.all([
    db
      .select()
      .from(moneyReceived)
      .where(
        and(
          ne(moneyReceived.verdict, 'kept'),
          gte(moneyReceived.recordedAt, from),
          lt(moneyReceived.recordedAt, until),
        ),
      ),
    db
      .select({ refund: refunds })
      .from(refunds)
      .innerJoin(moneyReceived, and(eq(moneyReceived.id, refunds.moneyId), ne(moneyReceived.verdict, 'kept')))
      .where(
        and(
          inArray(refunds.status, ['succeeded', 'corrected']),
          or(isIn(refunds.closedAt), isIn(refunds.correctedAt)),
        ),
      ),
  ]);
  const isOfMonth = (at: Date | null): at is Date => at !== null && at >= from && at < until;
  return [
    ...received.map(({ recordedAt, id, amount, provider }) =>
      owedEntry({
        day: dayOf(recordedAt),
        reference: id,
        amount,
        place: placeOf(provider),
        isReturned: false,
      }),
    ),
    ...returned.flatMap(({ refund: { closedAt, correctedAt, id: reference, amount, providerRef } }) => {
      const place: Place = providerRef === null ? 'bank' : 'gateway';
      // The correction of a dispute's loss is an entry of its own, so that the first one stays in its month.
      return [
        { at: closedAt, isReturned: true },
        { at: correctedAt, isReturned: false },
      ].flatMap(({ at, isReturned }) =>
        isOfMonth(at) ? owedEntry({ day: dayOf(at), reference, amount, place, isReturned }) : [],
      );
    }),
  ];
}

/** When the statement's line of a payout was known: it was imported, and its transfer was read. */
const KNOWN_AT = sql`greatest(${bankTransfers.recordedAt}, ${gatewayTransfers.matchedAt})`;
/** The day of a payout. One that was known after its month was closed is booked on the day on which it was known. */
const ARRIVED_ON = typedSql(
  z.string(),
  sql`coalesce((select to_char(${KNOWN_AT} at time zone 'Asia/Bangkok', 'YYYY-MM-DD') from payout_months m
    where m.month = to_char(${bankTransfers.paidOn}, 'YYYY-MM') and m.closed_at < ${KNOWN_AT}), ${bankTransfers.paidOn}::text)`,
);

async function payoutEntries(db: Db, month: Month): Promise<JournalEntry[]> {
  const arrived = await db
    .select({ transfer: gatewayTransfers, amount: bankTransfers.amount, arrivedOn: ARRIVED_ON })
    .from(gatewayTransfers)
    .innerJoin(bankTransfers, eq(bankTransfers.id, gatewayTransfers.bankTransferId))
    .where(and(gte(ARRIVED_ON, `${month}-01`), lte(ARRIVED_ON, lastDay(month))));
  return arrived.flatMap(({ transfer: { id, fee, feeVat }, amount, arrivedOn }) => [
    payoutEntry({ day: parseDay(arrivedOn), reference: id, amount }),
    feesEntry({ day: parseDay(arrivedOn), reference: id, fee, vat: feeVat }),
  ]);
}

/**
 * Returns the fees of the month's payments: of a closed month those with which it was closed. Fees that are read after
 * that are booked on the day on which they were read, and name the closed month.
 */
async function feeEntries(db: Db, month: Month): Promise<JournalEntry[]> {
  const [closed] = await db.select().from(payoutMonths).where(eq(payoutMonths.month, month));
  const { fees, vat } = closed?.figures ?? (await readFees(db, month));
  const late = await readLateFees(db, month);
  return [
    feesEntry({ day: lastDay(month), reference: month, fee: fees, vat }),
    ...late.map((one) =>
      feesEntry({ day: parseDay(one.day), reference: one.month, fee: one.fee, vat: one.vat, isLate: true }),
    ),
  ];
}

const movedRow = z.object({ day: z.string().nullable(), earned: z.number(), spent: z.number() });
const priceRow = z.object({ before: z.number().nullable(), after: z.number() });

/** The highest list price of a product that can be redeemed, before an instant. */
const dearest = (at: string) => sql`(select max(v.list_price)::float8 from (
  select distinct on (product_code) list_price from product_prices
  where valid_from < ${at}::timestamptz and product_code not in (select product_code from product_contents)
  order by product_code, version desc) v)`;

/** Returns the entries of points. The points of a deleted account are released with it. */
async function readPoints(db: Db, month: Month): Promise<JournalEntry[]> {
  const from = monthStart(month).toISOString();
  const until = monthStart(month, 1).toISOString();
  const [days, [price]] = await Promise.all([
    queryRows(
      db,
      movedRow,
      sql`with moved as (
          select e.created_at as at, e.points from points_entries e join accounts a on a.id = e.account_id
            where a.deleted_at is null or e.created_at <= a.deleted_at
          union all
          select a.deleted_at, -sum(e.points) from accounts a join points_entries e on e.account_id = a.id
            and e.created_at <= a.deleted_at group by a.id)
        select case when at >= ${from}::timestamptz then to_char(at at time zone 'Asia/Bangkok', 'YYYY-MM-DD') end as day,
          coalesce(sum(points) filter (where points > 0), 0)::int as earned,
          coalesce(-sum(points) filter (where points < 0), 0)::int as spent
        from moved where at < ${until}::timestamptz group by 1 order by 1`,
    ),
    queryRows(db, priceRow, sql`select ${dearest(from)} as before, ${dearest(until)} as after`),
  ]);
  const opening = days.find(({ day }) => day === null);
  if (!price) return [];
  return pointsEntries(
    lastDay(month),
    opening ? opening.earned - opening.spent : 0,
    { before: price.before ?? price.after, after: price.after },
    days.flatMap(({ day, ...moved }) => (day === null ? [] : { day: parseDay(day), ...moved })),
  );
}
