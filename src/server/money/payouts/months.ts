import { and, eq, isNull, sql, sum } from 'drizzle-orm';
import { z } from 'zod';
import { addMonthsTo, monthsBetween, parseDay, startOfDay, type Month } from '@/domain/day';
import { DAY_MS } from '@/domain/duration';
import { MISSING_AFTER_MS, type MonthFigures } from '@/domain/payout';
import type { Db, Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { payoutDifferences, payoutMonths } from '../../db/schema';
import { readFlag } from '../../platform/flags';

/** Returns the start of a month in Bangkok, or of one some months later. */
export const monthStart = (month: Month, later = 0): Date =>
  startOfDay(parseDay(`${addMonthsTo(month, later)}-01`));

/** A month can be closed when it was read two days after its end: the gateway lists some changes late. */
export const CLOSABLE_AFTER_MS = 2 * DAY_MS;

/** Returns what was on the way when a month began, if the month before was closed; undefined otherwise. */
export async function readOpening(db: Db | Tx, month: Month): Promise<number | undefined> {
  const [before] = await db
    .select()
    .from(payoutMonths)
    .where(eq(payoutMonths.month, addMonthsTo(month, -1)));
  return before?.figures.closing;
}

/** Returns the sum of what the listed differences explain in a month. */
export async function sumEffects(db: Db | Tx, month: Month): Promise<number> {
  const rows = await db
    .select({ sum: sum(payoutDifferences.effect) })
    .from(payoutDifferences)
    .where(and(eq(payoutDifferences.month, month), isNull(payoutDifferences.goneAt)));
  return Number(rows[0]?.sum ?? 0);
}

type Term = Exclude<keyof MonthFigures, 'opening' | 'closing'> | 'onTheWay';

const IS_FIRST = `not exists (select 1 from gateway_transactions e where e.origin = t.origin
  and (e.amount < 0) = (t.amount < 0) and (e.created_at, e.id) < (t.created_at, t.id))`;
const untraced = (ref: string, sign: string) =>
  `not exists (select 1 from gateway_transactions t where t.origin = ${ref} and t.amount ${sign} 0)`;
const TX = 'gateway_transactions t';
const ARRIVAL = '(g.amount - g.fee - g.fee_vat)';

/**
 * The rows of each term: what they add, their instant, and their tables. What no transaction of the gateway has counts
 * at its own time once it is missing (`until`).
 */
const TERMS: [Term, amount: string, at: string, rows: string, isUntraced?: true][] = [
  [
    'gross',
    'm.amount',
    't.created_at',
    `${TX} join money_received m on m.provider = 'omise' and m.provider_ref = t.origin
    where t.amount >= 0 and ${IS_FIRST}`,
  ],
  [
    'gross',
    'm.amount',
    'm.paid_at',
    `money_received m where m.provider = 'omise' and ${untraced('m.provider_ref', '>')}`,
    true,
  ],
  ['fees', 't.fee', 't.created_at', `${TX} where t.gross is not null and ${IS_FIRST}`],
  ['vat', 't.fee_vat', 't.created_at', `${TX} where t.gross is not null and ${IS_FIRST}`],
  [
    'refunds',
    'r.amount',
    't.created_at',
    `${TX} join refunds r on r.provider_ref = t.origin
    where t.origin like 'rfnd%' and r.status = 'succeeded' and ${IS_FIRST}`,
  ],
  [
    'refunds',
    'r.amount',
    'coalesce(r.closed_at, r.created_at)',
    `refunds r where r.provider_ref like 'rfnd%'
    and r.status = 'succeeded' and ${untraced('r.provider_ref', '<')}`,
    true,
  ],
  [
    'disputes',
    'd.amount',
    't.created_at',
    `${TX} join disputes d on d.provider_ref = t.origin where t.amount < 0 and ${IS_FIRST}`,
  ],
  ['disputes', 'd.amount', 'd.opened_at', `disputes d where ${untraced('d.provider_ref', '<')}`, true],
  [
    'won',
    'd.amount',
    't.created_at',
    `${TX} join disputes d on d.provider_ref = t.origin
    where t.origin like 'dspt%' and t.amount > 0 and d.status = 'won' and ${IS_FIRST}`,
  ],
  [
    'won',
    'd.amount',
    'd.changed_at',
    `disputes d where d.status = 'won' and ${untraced('d.provider_ref', '>')}`,
    true,
  ],
  [
    'transferFees',
    'sign(-t.amount) * (g.fee + g.fee_vat)',
    't.created_at',
    `${TX} join gateway_transfers g on g.id = t.origin where ${IS_FIRST}`,
  ],
  [
    'bank',
    'b.amount',
    'greatest(t.created_at, b.paid_on::timestamp at time zone $zone)',
    `gateway_transfers g
    join bank_transfers b on b.id = g.bank_transfer_id join ${TX} on t.origin = g.id and t.amount < 0 where ${IS_FIRST}`,
  ],
  [
    'direct',
    'b.amount',
    'b.paid_on::timestamp at time zone $zone',
    'bank_transfers b where b.money_id is not null',
  ],
  ['onTheWay', 't.amount', 't.created_at', `${TX} where true`],
  [
    'onTheWay',
    `sign(-t.amount) * ${ARRIVAL}`,
    't.created_at',
    `${TX} join gateway_transfers g on g.id = t.origin where ${IS_FIRST}`,
  ],
  [
    'onTheWay',
    `-${ARRIVAL}`,
    'greatest(t.created_at, b.paid_on::timestamp at time zone $zone)',
    `gateway_transfers g
    join bank_transfers b on b.id = g.bank_transfer_id join ${TX} on t.origin = g.id and t.amount < 0 where ${IS_FIRST}`,
  ],
];

const sumRow = z.object({ month: z.string(), term: z.string(), amount: z.number() });

/** Returns the sums of each term by month. @param range instants as ISO texts; without `from`, all before `to` */
function sumsBetween(
  db: Db | Tx,
  terms: readonly Term[],
  range: { from?: string; to: string; until: string },
) {
  const selects = TERMS.filter(([term]) => terms.includes(term)).map(
    ([term, amount, instant, rows, isUntraced]) => {
      const at = instant.replace('$zone', "'Asia/Bangkok'");
      const to = isUntraced && range.until < range.to ? range.until : range.to;
      const since = range.from === undefined ? '' : ` and ${at} >= '${range.from}'`;
      return `select '${term}' as term, ${at} as at, ${amount} as amount from ${rows}${since} and ${at} < '${to}'`;
    },
  );
  return queryRows(
    db,
    sumRow,
    sql.raw(`select to_char(at at time zone 'Asia/Bangkok', 'YYYY-MM') as month, term, sum(amount)::float8 as amount
      from (${selects.join(' union all ')}) rows group by 1, 2`),
  );
}

/** Returns the fees of the gateway for the payments of a month that is open, and the VAT on them. */
export async function readFees(db: Db | Tx, month: Month): Promise<Pick<MonthFigures, 'fees' | 'vat'>> {
  const [from, to] = [monthStart(month), monthStart(month, 1)].map((at) => at.toISOString());
  const sums = await sumsBetween(db, ['fees', 'vat'], { from, to: to ?? '', until: '' });
  const of = (term: Term) => sums.find((row) => row.term === term)?.amount ?? 0;
  return { fees: of('fees'), vat: of('vat') };
}

const lateFee = z.object({ month: z.string(), day: z.string(), fee: z.number(), vat: z.number() });

/** Returns the fees that were read in a month, after the month of their payments was closed: by that month and by day. */
export function readLateFees(db: Db, month: Month) {
  const [from, to] = [monthStart(month), monthStart(month, 1)].map((at) => at.toISOString());
  return queryRows(
    db,
    lateFee,
    sql`select m.month, to_char(t.read_at at time zone 'Asia/Bangkok', 'YYYY-MM-DD') as day, sum(t.fee)::float8 as fee,
        sum(t.fee_vat)::float8 as vat
      from gateway_transactions t join payout_months m on m.closed_at < t.read_at
        and m.month = to_char(t.created_at at time zone 'Asia/Bangkok', 'YYYY-MM')
      where t.read_at >= ${from}::timestamptz and t.read_at < ${to}::timestamptz and t.gross is not null
        and ${sql.raw(IS_FIRST)} group by 1, 2`,
  );
}

/**
 * Computes the figures of months from their rows.
 * @param period `opening`: what was on the way when the month before was closed; undefined if it is open
 */
export async function readFigures(
  db: Db | Tx,
  period: { from: Month; through: Month; opening?: number | undefined },
): Promise<{ month: Month; figures: MonthFigures }[]> {
  const { from, through } = period;
  const reading = await readFlag(db, 'payouts');
  const read = reading?.readAt ? new Date(reading.readAt).getTime() : 0;
  const until = new Date(read - MISSING_AFTER_MS).toISOString();
  const start = monthStart(from).toISOString();
  const terms = [...new Set(TERMS.map(([term]) => term))];
  const sums = await sumsBetween(db, terms, { from: start, to: monthStart(through, 1).toISOString(), until });
  const before = await sumsBetween(db, ['onTheWay'], { to: start, until });
  let onTheWay = before.reduce((total, { amount }) => total + amount, 0);
  let opening = period.opening ?? onTheWay;
  return Array.from({ length: monthsBetween(from, through) + 1 }, (_, at) => {
    const month = addMonthsTo(from, at);
    const of = (term: Term) => sums.find((row) => row.month === month && row.term === term)?.amount ?? 0;
    onTheWay += of('onTheWay');
    const figures = {
      opening,
      gross: of('gross'),
      fees: of('fees'),
      vat: of('vat'),
      refunds: of('refunds'),
      disputes: of('disputes'),
      won: of('won'),
      transferFees: of('transferFees'),
      bank: of('bank'),
      closing: onTheWay,
      direct: of('direct'),
    };
    opening = onTheWay;
    return { month, figures };
  });
}
