import postgres from 'postgres';
import { addDays, addMonthsTo, dayOf, hourOf, monthOf } from '@/domain/day';
import { say } from '../launch/terminal.mjs';
import { writeCrowd } from './crowd';
import type { Size } from './main';
import type { Report } from './report';
import type { Stage } from './stage';

const MOST = 1_000_000;
const READS = 40;

/**
 * Inserts what the crowd lacks and the desk counts: the events of subscriptions, and the payments, parcels, declines,
 * refunds and open links of the last four weeks.
 */
async function writeHistory(sql: postgres.Sql, now: Date): Promise<void> {
  // The last paid orders of the crowd are some days old: their payments are moved to today.
  const shift = `(select ${at(now, 0)} - max(paid_at) from orders)`;
  const statements = [
    `insert into audit_events (id, at, actor, subject, what, detail)
      select 'aud_a' || s.id, s.activated_at, 'billing', s.id, 'subscription.activated', '{"from":"awaiting_payment"}'
      from subscriptions s order by s.activated_at`,
    `insert into audit_events (id, at, actor, subject, what, detail)
      select 'aud_o' || o.id, o.paid_at, 'billing', o.subscription_id, 'order.paid', '{}' from orders o
      where o.paid_at is not null order by o.paid_at`,
    `insert into audit_events (id, at, actor, subject, what, detail)
      select 'aud_p' || s.id, ${at(now, -5)}, s.account_id, s.id, 'subscription.paused',
        '{"from":null,"until":"${addDays(dayOf(now), 60)}"}' from subscriptions s where hashtext(s.id) % 50 = 0`,
    `insert into audit_events (id, at, actor, subject, what, detail)
      select 'aud_c' || s.id, ${at(now, -4)} + (abs(hashtext(s.id)) % 300000) * interval '1 second', s.account_id, s.id,
        'subscription.cancelled', '{"from":"active","reason":"buyWhenNeed"}' from subscriptions s where hashtext(s.id) % 40 = 1`,
    `insert into money_received (id, provider, provider_ref, order_id, amount, verdict, paid_at, recorded_at)
      select 'mon_' || o.id, 'omise', 'chrg_' || o.id, o.id, o.total, 'kept', o.paid_at, o.paid_at + ${shift}
      from orders o where o.paid_at is not null order by o.paid_at`,
    `update shipments s set status = 'shipped', shipped_at = o.paid_at + ${shift}, requested_at = o.paid_at,
        taken_at = o.paid_at from orders o where o.id = s.order_id`,
    `insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at,
        closed_at, reason)
      select 'att_d' || o.id, o.id, o.account_id, 90, 'card', 'merchant', 'declined', o.total, o.paid_at, o.paid_at,
        o.paid_at + ${shift}, 'insufficient_fund' from orders o where o.paid_at is not null and hashtext(o.id) % 20 = 0`,
    `insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
      select 'rfd_' || m.id, m.id, m.amount, 'succeeded', 'asked', m.recorded_at, m.recorded_at + interval '1 hour'
      from money_received m where hashtext(m.id) % 100 = 0`,
    `insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at)
      select 'lnk_' || o.id, o.id, md5(o.id), 'r' || md5(o.id), o.total, 'open', ${at(now, -1)}, ${at(now, 2)}
      from orders o where o.status = 'upcoming' and hashtext(o.id) % 500 = 0`,
  ];
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const statement of statements) await tx.unsafe(statement);
  });
  await sql.unsafe('vacuum analyze');
}

const at = (now: Date, days: number) =>
  `'${hourOf(addDays(dayOf(now), days), 9).toISOString()}'::timestamptz`;

/** Measures the pages *Today* and *Numbers* of the desk, and the roll-up of a month, with very many subscribers. */
export async function desk(stage: Stage, { subscribers = MOST }: Size): Promise<Report[]> {
  const url = await stage.database('desk');
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  stage.stopLater(() => sql.end());
  const now = new Date(hourOf(dayOf(new Date()), 12).getTime());
  const started = performance.now();
  await writeCrowd(url, sql, { group: 'd', count: subscribers, now });
  await writeHistory(sql, now);
  say(`${subscribers} subscribers written in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const reader = stage.child('desk', new URL('./desk-reader.ts', import.meta.url), stage.productEnv(url));
  const months = [addMonthsTo(monthOf(dayOf(now)), -1), monthOf(dayOf(now))];
  const rolled: Report['rows'] = [];
  for (const month of months) {
    const seconds = await reader.ask<number>('rollUp', { month, now });
    rolled.push({ month, seconds });
  }
  const names = await reader.ask<string[]>('names');
  const rows: Report['rows'] = [];
  for (const name of names) {
    const ms: number[] = [];
    for (let read = 0; read <= READS; read += 1) ms.push(await reader.ask<number>('read', { name, now }));
    const sorted = ms.slice(1).toSorted((a, b) => a - b);
    rows.push({
      read: name,
      'p50, ms': sorted[Math.floor(READS / 2)] ?? NaN,
      'p95, ms': sorted[Math.floor(READS * 0.95)] ?? NaN,
      'first, ms': ms[0] ?? NaN,
    });
  }
  return [
    { title: `desk: roll-up of a month with ${subscribers} subscribers`, rows: rolled, notes: [] },
    {
      title: `desk: reads of the pages with ${subscribers} subscribers`,
      rows,
      notes: [`${READS} reads each, one at a time`],
    },
  ];
}
