import { inArray, sql } from 'drizzle-orm';
import { accounts, orders } from '../../../src/server/db/schema/index';
import { findProblems } from '../../../src/testing/crashes/ledger-checks';
import { gatewayCharges } from '../../../src/testing/providers';
import type { World } from '../../../src/testing/world';
import type { Acknowledged, Sample } from './load';

/** Returns the value below which the share of all values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const isOk = ({ status }: Sample) => status === 200;

/** Returns requests, failures and times of a load as one line. */
export function summarize(samples: readonly Sample[]): string {
  const ok = samples.filter(isOk);
  const times = ok.map(({ ms }) => ms);
  const statuses = new Map<number, number>();
  for (const { status } of samples) if (status !== 200) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const failed = [...statuses].map(([status, count]) => `${count} × ${status || 'no response'}`).join(', ');
  const writes = ok.filter(({ kind }) => kind !== 'read').length;
  return `${samples.length} requests, ${writes} acknowledged writes, failed: ${failed || 'none'}, p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`;
}

/** Returns the longest time in ms without an acknowledged write from an instant until the last write. */
export function longestWait(samples: readonly Sample[], since: number): number {
  const writes = samples.filter((one) => one.kind !== 'read' && isOk(one) && one.at >= since);
  const times = [since, ...writes.map(({ at }) => at)];
  return times.reduce((longest, at, index) => Math.max(longest, at - (times[index - 1] ?? at)), 0);
}

/** Returns the time in ms from `since` until the first successful write that began after it. Null if there is none. */
export function firstWriteAfter(samples: readonly Sample[], since: number): number | null {
  const writes = samples.filter((one) => one.kind !== 'read' && isOk(one) && one.at - one.ms >= since);
  return writes.length === 0 ? null : Math.min(...writes.map(({ at }) => at)) - since;
}

/**
 * Lists acknowledged writes that the database lacks, orders that were charged twice, and the problems of the orders of a
 * day. Call it when the product is idle.
 */
export async function findLoadProblems(
  world: World,
  { emails, paidOrders, skips }: Acknowledged,
  day: string,
): Promise<string[]> {
  const problems = await findProblems(world, day, ['renewal']);
  const found = await world.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.email, ['', ...emails.keys()]));
  const known = new Set(found.map(({ email }) => email));
  for (const email of emails.keys())
    if (!known.has(email)) problems.push(`the acknowledged account ${email} is missing`);
  const rows = await world.db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, ['', ...paidOrders, ...skips.keys()]));
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const id of paidOrders)
    if (statuses.get(id) !== 'paid')
      problems.push(`${id} was acknowledged as paid and is ${statuses.get(id)}`);
  for (const [id, states] of skips)
    if (![...states].some((skip) => statuses.get(id) === (skip ? 'skipped' : 'upcoming')))
      problems.push(
        `${id} was acknowledged as ${[...states].join(' or ')} (skipped) and is ${statuses.get(id)}`,
      );
  const kept = await keptCharges(world);
  for (const [id, charges] of kept) if (charges > 1) problems.push(`${id}: ${charges} charges are kept`);
  for (const id of paidOrders)
    if (!kept.has(id)) problems.push(`${id} was acknowledged as paid without a charge`);
  return problems;
}

/** Returns the number of successful charges without a refund for each order. */
async function keptCharges(world: World): Promise<Map<string, number>> {
  const kept = new Map<string, number>();
  for (const { status, refunds, metadata } of await gatewayCharges(world))
    if (status === 'successful' && refunds.length === 0 && metadata.orderId !== undefined)
      kept.set(metadata.orderId, (kept.get(metadata.orderId) ?? 0) + 1);
  return kept;
}

/**
 * Lists the problems of the orders of a day, and charges that are kept twice or for an order that the database does not
 * know as paid.
 */
export async function findLedgerProblems(world: World, day: string): Promise<string[]> {
  const problems = await findProblems(world, day, ['renewal']);
  const kept = await keptCharges(world);
  const rows = await world.db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, ['', ...kept.keys()]));
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const [id, charges] of kept)
    if (charges > 1 || statuses.get(id) !== 'paid')
      problems.push(`${id} is ${statuses.get(id) ?? 'unknown'} with ${charges} charges`);
  return problems;
}

/** Returns the number of orders of a day that are not paid yet. */
export async function countUnpaid(world: World, day: string): Promise<number> {
  const [row] = await world.db.execute<{ count: number }>(sql`select count(*)::int from orders
    where payment_date = ${day} and kind = 'renewal' and status <> 'paid'`);
  return row?.count ?? 0;
}
