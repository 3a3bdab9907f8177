import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, addMonthsTo, dayOf, monthOf, type Day, type Month } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { gapOf, type DifferenceKind, type MonthFigures } from '@/domain/payout';
import { queryRows } from '../../db/query-rows';
import type { Db } from '../../db';
import { payoutDifferences, payoutMonths, staff } from '../../db/schema';
import { firstOpenMonth } from '../../money/payouts/compare-payouts';
import {
  CLOSABLE_AFTER_MS,
  monthStart,
  readFigures,
  readOpening,
  sumEffects,
} from '../../money/payouts/months';
import { readFlag } from '../../platform/flags';
import type { Ctx } from '../../platform/context';
import { readHandRefunds } from './hand-refunds';

/** More differences of a month are only counted. */
const DIFFERENCES_MAX = 200;
const RECENT_DAYS = 7;

export interface ShownDifference {
  id: string;
  kind: DifferenceKind;
  /** The gateway's id of what differs. */
  subject: string;
  since: string;
  actual: number;
  expected: number;
  orderNumber: number | null;
  /** The payout that it is part of; null for what is in none. */
  payout: string | null;
  accepted: { at: string; by: string | null; why: string } | null;
}

export interface ShownPayout {
  id: string;
  /** The ids of the transfers: several if the gateway split it. */
  transfers: string[];
  sentAt: string;
  /** When the payout before it was sent; null for the first. */
  since: string | null;
  payments: number;
  returned: number;
  gross: number;
  fees: number;
  vat: number;
  /** Refunds and disputes, less what came back. */
  refunds: number;
  net: number;
  transferFee: number;
  arrivedOn: Day | null;
  text: string | null;
  state: 'onTheWay' | 'arrived' | 'failed';
}

export interface PayoutMonth {
  month: Month;
  earlier: Month | null;
  later: Month | null;
  figures: MonthFigures;
  /** What the equation is off by, and what the listed differences explain of it. */
  gap: number;
  listed: number;
  closed: { at: string; by: string | null } | null;
  canClose: boolean;
  reading: { readAt: string | null; triedAt: string; problem: string | null; by: string | null } | null;
  onTheWay: number;
  recent: { amount: number; count: number };
  /** The open differences of all months. */
  open: { amount: number; count: number };
  payouts: ShownPayout[];
  differences: ShownDifference[];
  /** The refunds by bank transfer. They do not pass the gateway, and are not part of the equation. */
  handRefunds: Awaited<ReturnType<typeof readHandRefunds>>;
}

/**
 * Returns the payouts of a month, its differences, and its equation.
 * @param asked missing for the present month
 * @throws AppError NOT_FOUND for a month before the first or after the present one
 */
export async function readPayoutMonth({ db, now }: Ctx, asked?: Month): Promise<PayoutMonth> {
  const present = monthOf(dayOf(now));
  const [firstOpen, reading, stored] = await Promise.all([
    firstOpenMonth(db, now),
    readFlag(db, 'payouts'),
    db.select().from(payoutMonths).orderBy(desc(payoutMonths.month)),
  ]);
  const first = stored.at(-1)?.month ?? firstOpen;
  const month = asked ?? present;
  if (month < first || month > present) throw new AppError('NOT_FOUND');
  const closed = stored.find((row) => row.month === month);
  const [open, recent, payouts, names] = await Promise.all([
    closed
      ? []
      : readFigures(db, { from: firstOpen, through: present, opening: await readOpening(db, firstOpen) }),
    readRecent(db, dayOf(now)),
    listPayouts(db, month),
    readNames(db),
  ]);
  const figures = closed?.figures ?? open.find((row) => row.month === month)?.figures;
  if (!figures) throw new AppError('NOT_FOUND');
  const differences = await listDifferences(db, month, payouts, names);
  const [listed, { onTheWay, ...openSums }] = await Promise.all([sumEffects(db, month), readOpen(db)]);
  const readAt = reading?.readAt ? new Date(reading.readAt).getTime() : 0;
  return {
    month,
    earlier: month > first ? addMonthsTo(month, -1) : null,
    later: month < present ? addMonthsTo(month, 1) : null,
    figures,
    gap: gapOf(figures),
    listed,
    closed: closed ? { at: closed.closedAt.toISOString(), by: names.get(closed.closedBy) ?? null } : null,
    canClose:
      month === firstOpen &&
      readAt >= monthStart(month, 1).getTime() + CLOSABLE_AFTER_MS &&
      gapOf(figures) === listed,
    reading: reading && { ...reading, by: names.get(reading.by) ?? null },
    onTheWay,
    recent,
    open: openSums,
    payouts,
    differences,
    handRefunds: await readHandRefunds(db, month),
  };
}

/** Returns the names of the members by their actor. */
async function readNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.select({ id: staff.id, name: staff.name }).from(staff);
  return new Map(rows.map(({ id, name }) => [`staff:${id}`, name]));
}

async function readRecent(db: Db, today: Day) {
  const [row] = await queryRows(
    db,
    z.object({ amount: z.number(), count: z.number() }),
    sql`select coalesce(sum(b.amount), 0)::float8 as amount, count(*)::int as count
      from gateway_transfers g join bank_transfers b on b.id = g.bank_transfer_id
      where b.paid_on > ${addDays(today, -RECENT_DAYS)}`,
  );
  return row ?? { amount: 0, count: 0 };
}

/** Returns what the gateway has and what is between it and the bank now, and the open differences. */
async function readOpen(db: Db) {
  const [row] = await queryRows(
    db,
    z.object({ onTheWay: z.number(), amount: z.number(), count: z.number() }),
    sql`select (select coalesce(sum(amount), 0) from gateway_transactions)::float8
        + (select coalesce(sum(amount - fee - fee_vat), 0) from gateway_transfers g where bank_transfer_id is null
            and exists (select 1 from gateway_transactions t where t.origin = g.id and t.amount < 0)
            and not exists (select 1 from gateway_transactions t where t.origin = g.id and t.amount > 0))::float8 as "onTheWay",
        coalesce(sum(abs(actual - expected)), 0)::float8 as amount, count(*)::int as count
      from payout_differences where gone_at is null and accepted_at is null`,
  );
  return row ?? { onTheWay: 0, amount: 0, count: 0 };
}

const payoutRow = z.object({
  id: z.string(),
  /** Ids, separated by blanks. */
  transfers: z.string(),
  sentAt: z.string(),
  since: z.string().nullable(),
  payments: z.number(),
  returned: z.number(),
  gross: z.number(),
  fees: z.number(),
  vat: z.number(),
  refunds: z.number(),
  net: z.number(),
  transferFee: z.number(),
  arrivedOn: z.string().nullable(),
  parts: z.number(),
  arrivedParts: z.number(),
  text: z.string().nullable(),
  isFailed: z.boolean(),
});

/**
 * Returns the payouts that were sent in a month, the latest first. A payout contains what could be transferred since the
 * one before it: the gateway does not say more.
 */
async function listPayouts(db: Db, month: Month): Promise<ShownPayout[]> {
  const [from, to] = [monthStart(month), monthStart(month, 1)].map((at) => at.toISOString());
  const rows = await queryRows(
    db,
    payoutRow,
    sql`with sent as (
        select coalesce(g.split_group, g.id) as id, min(g.created_at) as at, string_agg(g.id, ' ' order by g.id) as transfers,
          sum(g.net) as net, sum(g.fee + g.fee_vat) as fee, max(b.paid_on)::text as paid_on, count(*) as parts, count(b.id) as arrived,
          min(b.reference) as text, bool_or(g.failure_code is not null) as failed
        from gateway_transfers g left join bank_transfers b on b.id = g.bank_transfer_id group by 1
      ), ordered as (select *, lag(at) over (order by at, id) as since from sent)
      select s.id, s.transfers, to_json(s.at) #>> '{}' as "sentAt", to_json(s.since) #>> '{}' as since, s.net::float8 as net,
        s.fee::float8 as "transferFee", s.paid_on as "arrivedOn", s.parts::int as parts, s.arrived::int as "arrivedParts", s.text,
        s.failed as "isFailed", count(*) filter (where c.gross is not null)::int as payments,
        count(*) filter (where c.amount < 0)::int as returned, coalesce(sum(c.gross), 0)::float8 as gross,
        coalesce(sum(c.fee), 0)::float8 as fees, coalesce(sum(c.fee_vat), 0)::float8 as vat,
        coalesce(-sum(c.amount) filter (where c.gross is null), 0)::float8 as refunds
      from ordered s left join gateway_transactions c on c.transferable_at > coalesce(s.since, '-infinity')
        and c.transferable_at <= s.at and c.origin not like 'trsf%'
      where s.at >= ${from}::timestamptz and s.at < ${to}::timestamptz
      group by s.id, s.transfers, s.at, s.since, s.net, s.fee, s.paid_on, s.parts, s.arrived, s.text, s.failed
      order by s.at desc, s.id`,
  );
  return rows.map(({ parts, arrivedParts, isFailed, arrivedOn, ...row }) => ({
    ...row,
    transfers: row.transfers.split(' '),
    sentAt: new Date(row.sentAt).toISOString(),
    arrivedOn: arrivedParts === parts ? (arrivedOn as Day | null) : null,
    state: isFailed ? 'failed' : arrivedParts === parts ? 'arrived' : 'onTheWay',
  }));
}

const differenceRow = z.object({
  id: z.string(),
  orderNumber: z.number().nullable(),
  transferableAt: z.string().nullable(),
});

async function listDifferences(
  db: Db,
  month: Month,
  payouts: readonly ShownPayout[],
  names: ReadonlyMap<string, string>,
): Promise<ShownDifference[]> {
  const ofMonth = and(eq(payoutDifferences.month, month), isNull(payoutDifferences.goneAt));
  const rows = await db
    .select()
    .from(payoutDifferences)
    .where(ofMonth)
    .orderBy(sql`accepted_at is not null`, desc(payoutDifferences.since), payoutDifferences.id)
    .limit(DIFFERENCES_MAX);
  const facts = await queryRows(
    db,
    differenceRow,
    sql`select d.id, o.order_number as "orderNumber",
        to_json((select min(t.transferable_at) from gateway_transactions t where t.origin = d.subject)) #>> '{}' as "transferableAt"
      from payout_differences d left join refunds r on r.provider_ref = d.subject left join disputes s on s.provider_ref = d.subject
        left join money_received m on m.id = coalesce(r.money_id, s.money_id)
          or (r.id is null and s.id is null and m.provider = 'omise' and m.provider_ref = d.subject)
        left join orders o on o.id = m.order_id
      where d.id in (select jsonb_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::jsonb))`,
  );
  const factsOf = new Map(facts.map((row) => [row.id, row]));
  return rows.map((row) => {
    const fact = factsOf.get(row.id);
    const at = fact?.transferableAt ? new Date(fact.transferableAt).getTime() : null;
    const payout = payouts.find(
      ({ transfers, since, sentAt }) =>
        transfers.includes(row.subject) ||
        (at !== null && at <= Date.parse(sentAt) && (since === null || at > Date.parse(since))),
    );
    const { id, kind, subject, actual, expected, acceptedAt, acceptedBy, why } = row;
    return {
      id,
      kind,
      subject,
      actual,
      expected,
      since: row.since.toISOString(),
      orderNumber: fact?.orderNumber ?? null,
      payout: payout?.id ?? null,
      accepted: acceptedAt && {
        at: acceptedAt.toISOString(),
        by: names.get(acceptedBy ?? '') ?? null,
        why: why ?? '',
      },
    };
  });
}
