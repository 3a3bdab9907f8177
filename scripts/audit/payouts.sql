-- Proves the equation of every month from the tables alone:
--   opening + gross - fees - VAT - refunds - disputes + won - transfer fees = bank + closing + differences
-- Run: psql "$DATABASE_URL" -f scripts/audit/payouts.sql. The column "unexplained" must be 0 in every row.
with read as (
  select coalesce((value::jsonb ->> 'readAt')::timestamptz, '-infinity') - interval '24 hours' as missing_before
  from flags where name = 'payouts'
),
-- The first change of the balance of each origin and direction; further ones are differences.
firsts as (
  select distinct on (origin, sign(amount)) origin, sign(amount) as way, created_at, gross, fee, fee_vat
  from gateway_transactions order by origin, sign(amount), created_at, id
),
ledger as (
  select 'gross' as term, provider_ref as ref, 1 as way, amount, paid_at as own_at from money_received where provider = 'omise'
  union all select 'refunds', provider_ref, -1, amount, coalesce(closed_at, created_at) from refunds
    where provider_ref ~ '^rfnd' and status = 'succeeded'
  union all select 'disputes', provider_ref, -1, amount, opened_at from disputes
  union all select 'won', provider_ref, 1, amount, changed_at from disputes where status = 'won'
),
transfers as (
  select g.*, sent.created_at as sent_on, back.created_at as back_on,
    case when line.id is not null then greatest(sent.created_at, (line.paid_on || ' 00:00+07')::timestamptz) end as arrived_on, line.amount as arrived
  from gateway_transfers g
    left join firsts sent on sent.origin = g.id and sent.way = -1
    left join firsts back on back.origin = g.id and back.way = 1
    left join bank_transfers line on line.id = g.bank_transfer_id
),
entries as (
  select l.term, l.amount, coalesce(f.created_at, case when l.own_at < read.missing_before then l.own_at end) as at
    from ledger l cross join read left join firsts f on f.origin = l.ref and f.way = l.way
  union all select 'fees', fee, created_at from firsts where gross is not null
  union all select 'vat', fee_vat, created_at from firsts where gross is not null
  union all select 'transfer_fees', fee + fee_vat, sent_on from transfers
  union all select 'transfer_fees', -fee - fee_vat, back_on from transfers
  union all select 'bank', arrived, arrived_on from transfers where sent_on is not null
),
months as (
  select generate_series(date_trunc('month', min(at) at time zone 'Asia/Bangkok'),
    date_trunc('month', greatest(max(at), now()) at time zone 'Asia/Bangkok'), interval '1 month') as first
  from (select at from entries union all select created_at from gateway_transactions) e
),
bounds as (
  select first, to_char(first, 'YYYY-MM') as month, first at time zone 'Asia/Bangkok' as begins,
    (first + interval '1 month') at time zone 'Asia/Bangkok' as ends from months
),
states as (
  -- A closed month keeps what was on the way at its end.
  select b.*, coalesce((select (c.figures ->> 'closing')::numeric from payout_months c
      where c.month = to_char(b.first - interval '1 month', 'YYYY-MM')), (select coalesce(sum(amount), 0) from gateway_transactions where created_at < b.begins)
    + (select coalesce(sum(amount - fee - fee_vat), 0) from transfers where sent_on < b.begins
      and coalesce(back_on, 'infinity') >= b.begins and coalesce(arrived_on, 'infinity') >= b.begins)) as opening,
    (select coalesce(sum(amount), 0) from gateway_transactions where created_at < b.ends)
    + (select coalesce(sum(amount - fee - fee_vat), 0) from transfers where sent_on < b.ends
      and coalesce(back_on, 'infinity') >= b.ends and coalesce(arrived_on, 'infinity') >= b.ends) as closing from bounds b
),
sums as (
  select s.month, s.opening, s.closing,
    coalesce(sum(e.amount) filter (where e.term = 'gross'), 0) as gross,
    coalesce(sum(e.amount) filter (where e.term = 'fees'), 0) as fees,
    coalesce(sum(e.amount) filter (where e.term = 'vat'), 0) as vat,
    coalesce(sum(e.amount) filter (where e.term = 'refunds'), 0) as refunds,
    coalesce(sum(e.amount) filter (where e.term = 'disputes'), 0) as disputes,
    coalesce(sum(e.amount) filter (where e.term = 'won'), 0) as won,
    coalesce(sum(e.amount) filter (where e.term = 'transfer_fees'), 0) as transfer_fees,
    coalesce(sum(e.amount) filter (where e.term = 'bank'), 0) as bank
  from states s left join entries e on e.at >= s.begins and e.at < s.ends
  group by s.month, s.opening, s.closing
),
-- A closed month has the figures with which it was closed.
figures as (
  select s.month,
    coalesce((c.figures ->> 'opening')::numeric, s.opening) as opening,
    coalesce((c.figures ->> 'gross')::numeric, s.gross) as gross,
    coalesce((c.figures ->> 'fees')::numeric, s.fees) as fees,
    coalesce((c.figures ->> 'vat')::numeric, s.vat) as vat,
    coalesce((c.figures ->> 'refunds')::numeric, s.refunds) as refunds,
    coalesce((c.figures ->> 'disputes')::numeric, s.disputes) as disputes,
    coalesce((c.figures ->> 'won')::numeric, s.won) as won,
    coalesce((c.figures ->> 'transferFees')::numeric, s.transfer_fees) as transfer_fees,
    coalesce((c.figures ->> 'bank')::numeric, s.bank) as bank,
    coalesce((c.figures ->> 'closing')::numeric, s.closing) as closing
  from sums s left join payout_months c on c.month = s.month
)
select month, opening::float8, gross::float8, fees::float8, vat::float8, refunds::float8, disputes::float8, won::float8,
  transfer_fees::float8 as "transferFees", bank::float8, closing::float8, listed::float8,
  (opening + gross - fees - vat - refunds - disputes + won - transfer_fees - bank - closing - listed)::float8 as unexplained
from figures cross join lateral (select coalesce(sum(effect), 0) as listed from payout_differences d
  where d.month = figures.month and d.gone_at is null) d
order by month;
