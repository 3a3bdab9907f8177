import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { chargeableFrom } from '@/domain/payment';
import { isDue } from '../../money/charging/queries';
import type { Counts } from '../../platform/run-counts';
import { momentOf, runBillingAsOf } from '../../work/jobs/as-of';
import { SCHEDULED_JOBS } from '../../work/jobs/scheduled-jobs';
import { transaction, type Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { orders } from '../../db/schema';
import { isBillingPaused } from '../../platform/flags';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

const LISTED_MAX = 1000;
/** The name of the only job whose due-work query writes to the database. A preview skips this job. */
const JOB_WITH_WRITING_QUERY = 'expireLeases';

const orderToBill = z.object({
  orderId: z.string(),
  accountId: z.string(),
  paymentDate: columnShape(orders.paymentDate),
  /** The total in satang. */
  total: columnShape(orders.total),
  /**
   * The action of the run for the order. `begin`: creates the payment, which is due at 09:00 (Bangkok). `wait`: no
   * action, because billing is paused.
   */
  what: z.enum([
    'charge',
    'make_link',
    'begin',
    'charge_again',
    'miss',
    'close_unpaid',
    'close_skipped',
    'wait',
  ]),
});
export type OrderToBill = z.output<typeof orderToBill>;

export interface BillPreview {
  dryRun: true;
  /** The instant of the previewed run (ISO 8601). */
  asOf: string;
  paused: boolean;
  orders: OrderToBill[];
  /**
   * The due rows of each job, at most a thousand per job. A run may handle more rows: a job can make rows due for a
   * later job.
   */
  jobs: { name: string; found: number; ids: string[] }[];
}

/**
 * Runs billing now. Outside production, also runs billing as if it were a later day or instant.
 * @param asOf a day or an ISO instant; undefined for now
 * @throws OperatorRefusal if another run is in progress, or `asOf` is malformed, past or not allowed
 */
export async function runBill(ctx: OperatorCtx, asOf: string | undefined): Promise<Counts> {
  const at = momentFor(ctx, asOf);
  await transaction(ctx.db, (tx) =>
    auditOperator(tx, ctx, { subject: 'billing', what: 'billing.run', detail: { asOf: at.toISOString() } }),
  );
  try {
    return await runBillingAsOf(ctx, { asOf });
  } catch (error) {
    if (error instanceof AppError && error.code === 'BILLING_RUNNING')
      throw new OperatorRefusal('billingRuns');
    throw error;
  }
}

/**
 * Returns the orders and jobs that a billing run would handle. Changes nothing.
 * @param asOf a day or an ISO instant; undefined for now
 * @throws OperatorRefusal if `asOf` is malformed, past or not allowed
 */
export async function previewBill(ctx: OperatorCtx, asOf: string | undefined): Promise<BillPreview> {
  const now = momentFor(ctx, asOf);
  return ctx.db.transaction(
    async (tx) => {
      const db = tx as unknown as Db;
      const paused = await isBillingPaused(db);
      const jobs: BillPreview['jobs'] = [];
      for (const { name, find } of SCHEDULED_JOBS.filter((job) => job.name !== JOB_WITH_WRITING_QUERY)) {
        const ids = (await find({ db, now }, LISTED_MAX)).map(({ id }) => id);
        if (ids.length > 0) jobs.push({ name, found: ids.length, ids });
      }
      return { dryRun: true, asOf: now.toISOString(), paused, orders: await toBill(db, now, paused), jobs };
    },
    { accessMode: 'read only', isolationLevel: 'repeatable read' },
  );
}

function momentFor(ctx: OperatorCtx, asOf: string | undefined): Date {
  if (asOf === undefined) return ctx.now;
  if (settings().production) throw new OperatorRefusal('asOfProduction');
  try {
    return momentOf(asOf, ctx.now);
  } catch (error) {
    if (error instanceof RangeError)
      throw new OperatorRefusal('asOfMalformed', {
        asOf,
        day: '2027-01-15',
        instant: '2027-01-15T09:00:00+07:00',
      });
    if (error instanceof AppError)
      throw new OperatorRefusal('asOfPast', { asOf, now: ctx.now.toISOString() });
    throw error;
  }
}

async function toBill(db: Db, now: Date, paused: boolean): Promise<OrderToBill[]> {
  const today = dayOf(now);
  const isNight = chargeableFrom(now) > now;
  return queryRows(
    db,
    orderToBill,
    sql`
    with due as (
      select o.*, s.payment_method,
        row_number() over (partition by o.subscription_id, o.status order by o.payment_date desc) as newest
      from orders o join subscriptions s on s.id = o.subscription_id and s.status = 'active'
      where o.begun_at is null and o.status in ('upcoming','skipped') and o.payment_date <= ${today})
    select id as "orderId", account_id as "accountId", payment_date::text as "paymentDate", total::float8 as total,
      case when status = 'skipped' then 'close_skipped' when newest > 1 then 'miss'
        when ${isNight} then 'begin'
        when ${paused} then 'wait' when payment_method <> 'offline' then 'charge' else 'make_link' end as what
    from due
    union all
    select o.id, o.account_id, o.payment_date::text, o.total::float8,
      case when d.id is not null then 'close_unpaid' when ${paused} then 'wait'
        when p.method <> 'offline' then 'charge_again' else 'make_link' end
    from orders o join payments p on p.order_id = o.id
      left join due d on d.subscription_id = o.subscription_id and d.status = 'upcoming' and d.newest = 1
    where o.status in ('charging','awaiting_payment') and (${isDue(now, sql`p.due_at`)} or d.id is not null)
    order by 3, 1`,
  );
}
