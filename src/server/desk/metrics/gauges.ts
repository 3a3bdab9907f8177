import { sql } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { isOpen } from '@/domain/circuit';
import { settings } from '@/settings/settings';
import { isDue } from '../../money/charging/queries';
import type { Ctx } from '../../platform/context';
import { currentSwitches } from '../../platform/current-switches';
import type { Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import { readFlag } from '../../platform/flags';
import { log } from '../../platform/log';
import { isUnbooked, notDismissed } from '../../money/payment-links/unbooked-transfers';
import { disputes } from '../../db/schema';
import { needsOperator } from '../acts/stuck';
import { isPendingDispute } from '../../money/refunds/disputes';

/** The database metrics, whose names get the prefix `ira_`, and their descriptions. Ages in seconds are measured with the product clock. */
const GAUGES = {
  billing_due_orders: 'Orders whose automatic charge or payment link is due.',
  billing_oldest_due_seconds: 'Age of the oldest due order.',
  billing_unknown_attempts: 'Charge attempts whose outcome is not known.',
  billing_oldest_unknown_seconds: 'Age of the oldest unknown outcome.',
  billing_run_seconds: 'Age of the current billing run; 0 without one.',
  billing_idle_seconds: 'Time since the end of the last billing run.',
  billing_paused: '1 while an operator has paused billing.',
  card_gateway_circuit_open: '1 while the card gateway is unavailable and nothing is charged.',
  fulfilment_circuit_open: '1 while the fulfilment service is unavailable and no parcel is requested.',
  payment_links_open: 'Payment links that can be paid.',
  outbox_depth: 'Due messages that were not sent.',
  outbox_oldest_seconds: 'Age of the oldest due message.',
  outbox_failed: 'Failed messages that no operator has dismissed.',
  provider_events_unsettled: 'Provider events that are not settled.',
  webhook_lag_seconds: 'Age of the oldest unsettled provider event.',
  refunds_manual: 'Refunds to be made by hand.',
  disputes_pending: 'Disputed or reversed payments waiting for an operator.',
  transfers_unmatched: 'Transfers of the statement that were not booked.',
  parcels_with_problem: 'Parcels waiting for an operator.',
  jobs_failing: 'Jobs that failed three times or more.',
  points_liability: 'Points that subscribers hold.',
  invariant_violations: 'Invariants violated at the last check.',
  invariants_age_seconds: 'Time since the last check of the invariants.',
  invariants_unchecked: 'Invariants that timed out in the last check.',
  reconciliation_findings:
    "Charges and refunds of the gateway's list that were missing at the last comparison.",
  reconciliation_age_seconds: 'Time since the last comparison.',
  oldest_write_seconds: 'Age of the oldest open transaction that has written.',
  site_under_maintenance: '1 during maintenance.',
  incident_banner: '1 while the incident banner is shown.',
} as const;
type GaugeName = keyof typeof GAUGES;

const SESSION_STATES = ['active', 'idle', 'idle in transaction', 'waiting for a lock', 'other'] as const;

type Numbers = Partial<Record<GaugeName, number | null>>;

/**
 * Returns the database metrics in Prometheus' text format. If the database is unavailable, returns only
 * `ira_database_up 0`.
 */
export async function renderGauges(ctx: Ctx): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const up = new Gauge({ name: 'ira_database_up', help: '1 when the database answers.', registers });
  try {
    const [numbers, sessions] = await Promise.all([measure(ctx), countSessions(ctx.db)]);
    const states = new Gauge({
      name: 'ira_database_sessions',
      help: 'Sessions of this database, of all processes.',
      labelNames: ['state'],
      registers,
    });
    for (const state of SESSION_STATES) states.set({ state }, sessions[state] ?? 0);
    for (const [name, help] of Object.entries(GAUGES)) {
      const value = numbers[name as GaugeName];
      if (value !== null && value !== undefined)
        new Gauge({ name: `ira_${name}`, help, registers }).set(value);
    }
    up.set(1);
  } catch (error) {
    log.warn('metrics.not_measured', { error });
    up.set(0);
  }
  return registry.metrics();
}

async function measure(ctx: Ctx): Promise<Numbers> {
  const [row, flags] = await Promise.all([countRows(ctx), readFlags(ctx)]);
  return { ...row, ...flags };
}

// PostgreSQL's bigint and numeric are text in JavaScript.
const countsRow = z.record(z.string(), z.string().nullable());
const sessionsRow = z.object({ state: z.string(), n: z.string() });

async function countRows({ db, now }: Ctx): Promise<Numbers> {
  const at = now.toISOString();
  const age = (column: string) =>
    sql`coalesce(extract(epoch from ${at}::timestamptz - min(${sql.raw(column)})), 0)`;
  const [row] = await queryRows(
    db,
    countsRow,
    sql`
    with due as (select count(*) as n, ${age('due_at')} as age from payments where ${isDue(now, sql`due_at`)}),
      unknown as (select count(*) as n, ${age('unknown_since')} as age from charge_attempts where status = 'unknown'),
      waiting as (select count(*) as n, ${age('not_before')} as age from messages
        where status = 'queued' and not_before <= ${at}),
      events as (select count(*) as n, ${age('received_at')} as age from provider_events where settled_at is null)
    select due.n as billing_due_orders, due.age as billing_oldest_due_seconds,
      unknown.n as billing_unknown_attempts, unknown.age as billing_oldest_unknown_seconds,
      waiting.n as outbox_depth, waiting.age as outbox_oldest_seconds,
      events.n as provider_events_unsettled, events.age as webhook_lag_seconds,
      (select count(*) from payment_links where status = 'open') as payment_links_open,
      (select count(*) from messages m where m.status = 'failed' and ${notDismissed('messages', { id: 'm.id', since: 'm.created_at' })}) as outbox_failed,
      (select count(*) from refunds where status = 'manual') as refunds_manual,
      (select count(*) from disputes where ${isPendingDispute(disputes)}) as disputes_pending,
      (select count(*) from bank_transfers t
        where ${isUnbooked} and ${notDismissed('transfers', { id: 't.id', since: 't.recorded_at' })}) as transfers_unmatched,
      (select count(*) from shipments s join orders o on o.id = s.order_id where ${needsOperator}) as parcels_with_problem,
      (select count(*) from graphile_worker._private_jobs where attempts >= 3 and last_error is not null) as jobs_failing,
      (select coalesce(sum(balance), 0) from points_balances) as points_liability,
      (select extract(epoch from case when until > ${at} then ${at}::timestamptz - taken_at else '0' end)
        from leases where name = 'billing') as billing_run_seconds,
      (select greatest(0, extract(epoch from ${at}::timestamptz - until))
        from leases where name = 'billing') as billing_idle_seconds,
      (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0) from pg_stat_activity
        where datname = current_database() and backend_xid is not null) as oldest_write_seconds
    from due, unknown, waiting, events`,
  );
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [name, value === null ? null : Number(value)]),
  );
}

async function readFlags({ db, now }: Ctx): Promise<Numbers> {
  const [billing, cardGateway, fulfilment, invariants, reconciliation, switches] = await Promise.all([
    readFlag(db, 'billing'),
    readFlag(db, 'cardGateway'),
    readFlag(db, 'fulfilment'),
    readFlag(db, 'invariants'),
    readFlag(db, 'reconciliation'),
    currentSwitches(db),
  ]);
  const since = (at: string | null | undefined) =>
    at ? Math.max(0, (now.getTime() - new Date(at).getTime()) / 1000) : null;
  const s = settings();
  return {
    billing_paused: billing?.paused ? 1 : 0,
    card_gateway_circuit_open: cardGateway && isOpen(cardGateway) ? 1 : 0,
    fulfilment_circuit_open: fulfilment && isOpen(fulfilment) ? 1 : 0,
    invariant_violations: invariants?.violated.length ?? 0,
    invariants_unchecked: invariants?.unchecked.length ?? 0,
    invariants_age_seconds: since(invariants?.at),
    reconciliation_findings: reconciliation
      ? reconciliation.found + reconciliation.failed + reconciliation.unknownRefunds.length
      : 0,
    reconciliation_age_seconds: since(reconciliation?.finishedAt),
    site_under_maintenance: (switches.maintenance?.on ?? s.MAINTENANCE) ? 1 : 0,
    incident_banner: (switches.incident?.on ?? s.INCIDENT) ? 1 : 0,
  };
}

async function countSessions(db: Db): Promise<Record<string, number>> {
  const rows = await queryRows(
    db,
    sessionsRow,
    sql`
    select case when wait_event_type = 'Lock' then 'waiting for a lock'
        when state in ('active','idle','idle in transaction') then state else 'other' end as state, count(*) as n
    from pg_stat_activity where datname = current_database() group by 1`,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]));
}
