import { and, asc, eq, gt, gte, isNull, like, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, addMonthsTo, dayOf, monthOf, parseDay, type Month } from '@/domain/day';
import { DAY_MS } from '@/domain/duration';
import {
  compareMovement,
  comparePayout,
  compareReceipt,
  matchLines,
  missingAtGateway,
  MISSING_AFTER_MS,
  monthOfReceipt,
  type Difference,
  type Payout,
  type Untraced,
} from '@/domain/payout';
import { transaction, type Db, type Tx } from '../../db';
import { queryRows, typedSql } from '../../db/query-rows';
import {
  bankTransfers,
  disputes,
  gatewayReceipts,
  gatewayTransactions as moved,
  gatewayTransfers,
  moneyReceived,
  payoutDifferences,
  payoutMonths,
  refunds,
} from '../../db/schema';
import { systemNow } from '../../platform/clock';
import { readFlag, writeFlag } from '../../platform/flags';
import { isUnbooked } from '../payment-links/unbooked-transfers';
import { monthStart, readFigures } from './months';

/** The changes of the balance that are compared at once. */
const CHUNK = 2_000;
/** The days before the first open month of which transfers are compared: they may have arrived in it. */
const TRANSFER_DAYS = 31;

/**
 * Compares what is stored of the gateway with the ledger and the bank's statement, from the first month that is not
 * closed. Writes the differences, and which line of the statement is which transfer. Books nothing.
 * @param at the instant of the last complete reading, and the balance that the gateway said then
 * @returns the number of differences that no member of the staff has accepted
 */
export async function comparePayouts(
  db: Db,
  at: { now: Date; balance: { total: number; created_at: Date } | null },
): Promise<number> {
  const { now } = at;
  const from = await firstOpenMonth(db, now);
  await transaction(db, (tx) => assignLines(tx, from));
  const payouts = await listPayouts(db, from);
  const found = [
    ...(await compareMovements(db, from)),
    ...(await listUntraced(db, from, now)).map(missingAtGateway),
    ...payouts.flatMap((payout) => comparePayout(payout, now)),
    ...(await compareReceipts(db, from, now)),
    ...(await compareBalance(db, at)),
    ...(await compareClosing(db, from)),
  ];
  await transaction(db, (tx) => write(tx, { now, from, found, payouts, isBalanceRead: at.balance !== null }));
  const isOpen = and(isNull(payoutDifferences.goneAt), isNull(payoutDifferences.acceptedAt));
  return db.$count(payoutDifferences, isOpen);
}

/** Compares again after a statement brought lines, with what the last reading stored. */
export async function compareStatement(db: Db): Promise<void> {
  const reading = await readFlag(db, 'payouts');
  if (!reading?.readAt) return;
  const differences = await comparePayouts(db, { now: new Date(reading.readAt), balance: null });
  await transaction(db, (tx) => writeFlag(tx, 'payouts', { ...reading, differences }));
}

/** Returns the month after the last closed one; without one, that of the first change of the balance or payment. */
export async function firstOpenMonth(db: Db | Tx, now: Date): Promise<Month> {
  const [row] = await queryRows(
    db,
    z.object({ closed: z.string().nullable(), first: z.string().nullable() }),
    sql`select (select max(month) from payout_months) as closed,
      to_char(least((select min(created_at) from gateway_transactions),
        (select min(paid_at) from money_received where provider = 'omise')) at time zone 'Asia/Bangkok', 'YYYY-MM') as first`,
  );
  if (row?.closed) return monthOf(addDays(parseDay(`${row.closed}-01`), 31));
  return (row?.first as Month | null) ?? monthOf(dayOf(now));
}

/** Writes which line of the bank's statement is which transfer. A line that was booked meanwhile is freed. */
async function assignLines(tx: Tx, from: Month): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('payout_lines'))`);
  await tx.execute(sql`update gateway_transfers g set bank_transfer_id = null, matched_at = null from bank_transfers t
    where t.id = g.bank_transfer_id and (t.money_id is not null or t.order_id is not null or g.failure_code is not null
      or exists (select 1 from gateway_transactions m where m.origin = g.id and m.amount > 0))`);
  const waiting = (await listPayouts(tx, from)).filter(({ line }) => line === null);
  const [first] = waiting;
  if (!first) return;
  const lines = await tx
    .select({
      id: bankTransfers.id,
      amount: bankTransfers.amount,
      paidOn: bankTransfers.paidOn,
      text: bankTransfers.reference,
    })
    .from(bankTransfers)
    .where(
      and(
        gte(bankTransfers.paidOn, dayOf(first.createdAt)),
        isNull(bankTransfers.orderId),
        sql`exists (select 1 from bank_transfers t where t.id = ${bankTransfers.id} and ${isUnbooked})`,
        sql`not exists (select 1 from gateway_transfers g where g.bank_transfer_id = ${bankTransfers.id})`,
      ),
    );
  for (const [id, bankTransferId] of matchLines(waiting, lines))
    await tx
      .update(gatewayTransfers)
      .set({ bankTransferId, matchedAt: systemNow() })
      .where(eq(gatewayTransfers.id, id));
}

const movedAt = (sign: '<' | '>') =>
  typedSql(
    z.number().nullable(),
    sql`(select extract(epoch from min(m.created_at))::float8 from gateway_transactions m
      where m.origin = ${gatewayTransfers.id} and m.amount ${sql.raw(sign)} 0)`,
  );

/** Returns the transfers since a month before the first open one, and all that did not arrive, the oldest first. */
async function listPayouts(db: Db | Tx, from: Month): Promise<Payout[]> {
  const since = new Date(monthStart(from).getTime() - TRANSFER_DAYS * DAY_MS);
  const rows = await db
    .select({
      transfer: gatewayTransfers,
      debitedAt: movedAt('<'),
      returnedAt: movedAt('>'),
      lineAmount: bankTransfers.amount,
      paidOn: bankTransfers.paidOn,
    })
    .from(gatewayTransfers)
    .leftJoin(bankTransfers, eq(bankTransfers.id, gatewayTransfers.bankTransferId))
    .where(or(gte(gatewayTransfers.createdAt, since), isNull(gatewayTransfers.bankTransferId)))
    .orderBy(asc(gatewayTransfers.createdAt), asc(gatewayTransfers.id));
  const instantOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));
  return rows.map(({ transfer, debitedAt, returnedAt, lineAmount, paidOn }) => ({
    ...transfer,
    vat: transfer.feeVat,
    isFailed: transfer.failureCode !== null,
    debitedAt: instantOf(debitedAt),
    returnedAt: instantOf(returnedAt),
    line: lineAmount !== null && paidOn !== null ? { amount: lineAmount, paidOn } : null,
  }));
}

/** Compares all changes of the balance since a month began, in sets, so that a long history needs little memory. */
async function compareMovements(db: Db, from: Month): Promise<Difference[]> {
  const found: Difference[] = [];
  let after = { createdAt: monthStart(from), id: '' };
  for (;;) {
    const rows = await readMovements(db, after);
    for (const { row, ours, isRepeated, disputeStatus } of rows) {
      const { gross, fee, feeVat, net, feeRate } = row;
      const isCharge = gross !== null && fee !== null && feeVat !== null && net !== null;
      const charge = isCharge ? { gross, fee, vat: feeVat, net, rate: feeRate } : null;
      const facts = { ours, isRepeated, isWon: disputeStatus === 'won', charge };
      found.push(...compareMovement({ ...row, at: row.createdAt, ...facts }));
    }
    const last = rows.at(-1)?.row;
    if (!last || rows.length < CHUNK) return found;
    after = last;
  }
}

function readMovements(db: Db, after: { createdAt: Date; id: string }) {
  const { origin, amount, createdAt, id } = moved;
  return db
    .select({
      row: moved,
      ours: typedSql(
        z.number().nullable(),
        sql`coalesce(${moneyReceived.amount}, ${refunds.amount}, ${disputes.amount}, ${gatewayTransfers.amount})::float8`,
      ),
      isRepeated: typedSql(
        z.boolean(),
        sql`exists (select 1 from gateway_transactions e where e.origin = ${origin} and (e.amount < 0) = (${amount} < 0)
          and (e.created_at, e.id) < (${createdAt}, ${id}))`,
      ),
      disputeStatus: disputes.status,
    })
    .from(moved)
    .leftJoin(
      moneyReceived,
      and(eq(moneyReceived.provider, 'omise'), eq(moneyReceived.providerRef, origin), sql`${amount} >= 0`),
    )
    .leftJoin(
      refunds,
      and(eq(refunds.providerRef, origin), like(origin, 'rfnd%'), eq(refunds.status, 'succeeded')),
    )
    .leftJoin(disputes, and(eq(disputes.providerRef, origin), or(like(origin, 'dspt%'), lt(amount, 0))))
    .leftJoin(gatewayTransfers, eq(gatewayTransfers.id, origin))
    .where(or(gt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), gt(id, after.id))))
    .orderBy(asc(createdAt), asc(id))
    .limit(CHUNK);
}

const untracedRow = z.object({
  about: z.enum(['charge', 'refund', 'dispute', 'disputeWon']),
  subject: z.string(),
  amount: z.number(),
  at: z.string(),
});

/** Returns what the ledger has since a month began, longer than a day ago, and no transaction of the gateway has. */
async function listUntraced(db: Db, from: Month, now: Date): Promise<Untraced[]> {
  const [since, until] = [monthStart(from), new Date(now.getTime() - MISSING_AFTER_MS)].map((at) =>
    at.toISOString(),
  );
  const of = (
    about: Untraced['about'],
    columns: { ref: string; at: string; sign: '<' | '>' },
    rows: string,
  ) =>
    sql.raw(`select '${about}' as about, ${columns.ref} as subject, amount::float8 as amount, ${columns.at}::text as at
      from ${rows} and ${columns.at} >= '${since}' and ${columns.at} < '${until}' and not exists (
        select 1 from gateway_transactions t where t.origin = ${columns.ref} and t.amount ${columns.sign} 0)`);
  const rows = await queryRows(
    db,
    untracedRow,
    sql`${of('charge', { ref: 'provider_ref', at: 'paid_at', sign: '>' }, "money_received where provider = 'omise'")}
      union all ${of('refund', { ref: 'provider_ref', at: 'coalesce(closed_at, created_at)', sign: '<' }, "refunds where provider_ref like 'rfnd%' and status = 'succeeded'")}
      union all ${of('dispute', { ref: 'provider_ref', at: 'opened_at', sign: '<' }, 'disputes where true')}
      union all ${of('disputeWon', { ref: 'provider_ref', at: 'changed_at', sign: '>' }, "disputes where status = 'won'")}`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** The day of a month by which the gateway's receipt of the month before is there. */
const RECEIPT_DAY = 10;

async function compareReceipts(db: Db, from: Month, now: Date): Promise<Difference[]> {
  const receipts = await db
    .select()
    .from(gatewayReceipts)
    .where(gte(gatewayReceipts.issuedOn, dayOf(monthStart(from))));
  const found: Difference[] = [];
  for (const receipt of receipts) {
    if (monthOfReceipt(receipt) < from) continue;
    found.push(...compareReceipt(receipt, await feesOfMonth(db, monthOfReceipt(receipt))));
  }
  const today = dayOf(now);
  const before = addMonthsTo(monthOf(today), -1);
  const has = receipts.some((receipt) => monthOfReceipt(receipt) === before);
  if (has || before < from || Number(today.slice(8)) < RECEIPT_DAY) return found;
  const { charges, transfers, vat } = await feesOfMonth(db, before);
  const expected = charges + transfers + vat;
  const of = { subject: before, month: before, since: monthStart(before, 1), actual: 0, effect: 0 };
  return expected === 0 ? found : [...found, { kind: 'receipt.missing', ...of, expected }];
}

const feesRow = z.object({ charges: z.number(), transfers: z.number(), vat: z.number() });

async function feesOfMonth(db: Db, month: Month) {
  const [since, until] = [monthStart(month), monthStart(month, 1)].map((at) => at.toISOString());
  const [fees] = await queryRows(
    db,
    feesRow,
    sql`select coalesce(sum(fee) filter (where not is_transfer), 0)::float8 as charges,
      coalesce(sum(fee) filter (where is_transfer), 0)::float8 as transfers, coalesce(sum(vat), 0)::float8 as vat
    from (select t.fee, t.fee_vat as vat, false as is_transfer from gateway_transactions t
        where t.gross is not null and t.created_at >= ${since}::timestamptz and t.created_at < ${until}::timestamptz
      union all select case when t.amount < 0 then g.fee else -g.fee end, case when t.amount < 0 then g.fee_vat else -g.fee_vat end, true
        from gateway_transactions t join gateway_transfers g on g.id = t.origin
        where t.created_at >= ${since}::timestamptz and t.created_at < ${until}::timestamptz) fees`,
  );
  return fees ?? { charges: 0, transfers: 0, vat: 0 };
}

/** Compares the balance with the sum of its changes. Those of the same second may be in it or not. */
async function compareBalance(
  db: Db,
  { now, balance }: { now: Date; balance: { total: number; created_at: Date } | null },
): Promise<Difference[]> {
  if (!balance) return [];
  const at = balance.created_at.toISOString();
  const [sums] = await queryRows(
    db,
    z.object({ before: z.number(), until: z.number() }),
    sql`select coalesce(sum(amount) filter (where created_at < ${at}::timestamptz), 0)::float8 as before,
      coalesce(sum(amount), 0)::float8 as until from gateway_transactions where created_at <= ${at}::timestamptz`,
  );
  if (!sums || sums.before === balance.total || sums.until === balance.total) return [];
  const month = monthOf(dayOf(now));
  const of = { subject: 'balance', month, since: now, effect: 0 };
  return [{ kind: 'balance.total', ...of, actual: balance.total, expected: sums.until }];
}

/** Compares what was on the way when the last month was closed with what its rows say now. */
async function compareClosing(db: Db, from: Month): Promise<Difference[]> {
  const closed = monthOf(addDays(parseDay(`${from}-01`), -1));
  const [row] = await db.select().from(payoutMonths).where(eq(payoutMonths.month, closed));
  if (!row) return [];
  const [now] = await readFigures(db, { from: closed, through: closed, opening: row.figures.opening });
  const [actual, expected] = [now?.figures.closing ?? 0, row.figures.closing];
  if (actual === expected) return [];
  const of = { subject: closed, month: from, since: monthStart(from), effect: expected - actual };
  return [{ kind: 'closed.changed', ...of, actual, expected }];
}

interface Comparison {
  now: Date;
  from: Month;
  found: readonly Difference[];
  payouts: readonly Payout[];
  isBalanceRead: boolean;
}

/** Stores what was found, and that what was found before and not now is gone. */
async function write(tx: Tx, { now, from, found, payouts, isBalanceRead }: Comparison): Promise<void> {
  const rows = found.map((one) => ({ id: `${one.kind} ${one.subject}`, ...one, foundAt: now }));
  const json = (ids: readonly string[]) => JSON.stringify(ids);
  await tx.execute(sql`update payout_differences d set gone_at = ${now.toISOString()}::timestamptz
    where gone_at is null and (${isBalanceRead} or kind <> 'balance.total') and (month >= ${from} or subject in (select jsonb_array_elements_text(${json(
      payouts.map(({ id }) => id),
    )}::jsonb))) and id not in (select jsonb_array_elements_text(${json(rows.map(({ id }) => id))}::jsonb))`);
  const same = sql`payout_differences.actual = excluded.actual and payout_differences.expected = excluded.expected`;
  const keep = (column: string) => sql.raw(`payout_differences.${column}`);
  for (let at = 0; at < rows.length; at += CHUNK)
    await tx
      .insert(payoutDifferences)
      .values(rows.slice(at, at + CHUNK))
      .onConflictDoUpdate({
        target: payoutDifferences.id,
        set: {
          month: sql`excluded.month`,
          since: sql`excluded.since`,
          actual: sql`excluded.actual`,
          expected: sql`excluded.expected`,
          effect: sql`excluded.effect`,
          goneAt: null,
          foundAt: sql`case when ${keep('gone_at')} is null then ${keep('found_at')} else excluded.found_at end`,
          acceptedAt: sql`case when ${same} then ${keep('accepted_at')} end`,
          acceptedBy: sql`case when ${same} then ${keep('accepted_by')} end`,
          why: sql`case when ${same} then ${keep('why')} end`,
        },
      });
}
