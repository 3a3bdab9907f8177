import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../../platform/context';
import { disputes, moneyReceived, refunds } from '../../db/schema';
import type { GatewayAnswer } from '../../gateways/omise/calls';
import { fetchCharge, readChargePage, type GatewayCharge } from '../../gateways/omise/charges';
import {
  fetchDispute,
  readDisputePage,
  readRefundPage,
  readTransactionPage,
  type ListCursor,
  type ListPage,
  type Transaction,
} from '../../gateways/omise/lists';
import { log } from '../../platform/log';
import { findOpenDisputes } from '../refunds/disputes';

/** The gateway's lists in the order in which they are compared. */
export const LISTS = ['charges', 'refunds', 'disputes', 'transactions'] as const;
export type List = (typeof LISTS)[number];

type ChargePage = GatewayAnswer<ListPage<GatewayCharge>>;
const ok = <T>(value: T): GatewayAnswer<T> => ({ kind: 'ok', value });

/**
 * Reads one page of a list. Of refunds, disputes and transactions returns the charges, of any age, whose change is not
 * recorded. So a change is found by its own date, however old its charge is.
 */
export function readChangedCharges(ctx: Ctx, list: List, cursor: ListCursor): Promise<ChargePage> {
  return {
    charges: () => readChargePage(cursor),
    refunds: () => readRefunded(ctx, cursor),
    disputes: () => readDisputed(ctx, cursor),
    transactions: () => readMoved(ctx, cursor),
  }[list]();
}

async function readRefunded(ctx: Ctx, cursor: ListCursor): Promise<ChargePage> {
  const page = await readRefundPage(cursor);
  if (page.kind !== 'ok') return page;
  const { rows, next } = page.value;
  const recorded = await findRecordedRefunds(
    ctx,
    rows.map(({ id }) => id),
  );
  return fetchCharges(
    rows.flatMap(({ id, charge }) => (recorded.has(id) ? [] : [charge])),
    next,
  );
}

async function readDisputed(ctx: Ctx, cursor: ListCursor): Promise<ChargePage> {
  const page = await readDisputePage(cursor);
  if (page.kind !== 'ok') return page;
  const { rows, next } = page.value;
  const recorded = await findRecordedDisputes(
    ctx,
    rows.map(({ id }) => id),
  );
  const changed = rows.flatMap(({ id, charge, status }) => (recorded.get(id) === status ? [] : [charge]));
  // A dispute that is lost moves no money, and may have begun before the first page.
  return fetchCharges(next === null ? [...changed, ...(await findOpenDisputes(ctx.db))] : changed, next);
}

async function readMoved(ctx: Ctx, cursor: ListCursor): Promise<ChargePage> {
  const page = await readTransactionPage(cursor);
  if (page.kind !== 'ok') return page;
  const { rows, next } = page.value;
  const changed = new Set(await findMovedCharges(ctx, rows));
  for (const find of [findDisputedCharges, findRefundedCharges]) {
    const found = await find(ctx, rows);
    if (found.kind !== 'ok') return found;
    for (const charge of found.value) changed.add(charge);
  }
  return fetchCharges([...changed], next);
}

const originsOf = (rows: readonly Transaction[], prefix: string) =>
  rows.flatMap((row) => (row.origin?.startsWith(prefix) ? [{ ...row, origin: row.origin }] : []));

/** Returns charges whose payment is not recorded, or from which money was taken. */
async function findMovedCharges({ db }: Ctx, rows: readonly Transaction[]): Promise<string[]> {
  const moved = originsOf(rows, 'chrg_');
  if (moved.length === 0) return [];
  const ids = moved.map(({ origin }) => origin);
  const recorded = await db
    .select({ id: moneyReceived.providerRef })
    .from(moneyReceived)
    .where(and(eq(moneyReceived.provider, 'omise'), inArray(moneyReceived.providerRef, ids)));
  const known = new Set(recorded.map(({ id }) => id));
  return moved.flatMap(({ origin, direction }) =>
    direction === 'debit' || !known.has(origin) ? [origin] : [],
  );
}

/** Returns charges with a dispute that is not recorded, or was won. */
async function findDisputedCharges(ctx: Ctx, rows: readonly Transaction[]): Promise<GatewayAnswer<string[]>> {
  const moved = originsOf(rows, 'dspt_');
  const recorded = await findRecordedDisputes(
    ctx,
    moved.map(({ origin }) => origin),
  );
  const changed: string[] = [];
  for (const { origin, direction } of moved) {
    const status = recorded.get(origin);
    if (status !== undefined && (direction === 'debit' || status === 'won')) continue;
    const dispute = await fetchDispute(origin);
    if (dispute.kind === 'unavailable') return dispute;
    if (dispute.kind === 'ok') changed.push(dispute.value.charge);
  }
  return ok(changed);
}

/** Returns charges with a refund that is not recorded. The list of refunds was stale when it was read. */
async function findRefundedCharges(ctx: Ctx, rows: readonly Transaction[]): Promise<GatewayAnswer<string[]>> {
  const moved = originsOf(rows, 'rfnd_');
  const recorded = await findRecordedRefunds(
    ctx,
    moved.map(({ origin }) => origin),
  );
  const changed: string[] = [];
  for (const { origin, created_at } of moved.filter((row) => !recorded.has(row.origin))) {
    const page = await readRefundPage({ from: new Date(created_at), offset: 0 });
    if (page.kind !== 'ok') return page;
    const refund = page.value.rows.find(({ id }) => id === origin);
    if (refund) changed.push(refund.charge);
    else log.warn('reconciliation.refund_not_listed', { code: origin });
  }
  return ok(changed);
}

async function findRecordedRefunds({ db }: Ctx, ids: string[]): Promise<Set<string | null>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: refunds.providerRef })
    .from(refunds)
    .where(inArray(refunds.providerRef, ids));
  return new Set(rows.map(({ id }) => id));
}

async function findRecordedDisputes({ db }: Ctx, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .select({ id: disputes.providerRef, status: disputes.status })
    .from(disputes)
    .where(inArray(disputes.providerRef, ids));
  return new Map(rows.map(({ id, status }) => [id, status as string]));
}

/** Reads charges one after the other. Leaves out those that the gateway does not have. */
async function fetchCharges(ids: readonly string[], next: ListCursor | null): Promise<ChargePage> {
  const rows: GatewayCharge[] = [];
  for (const id of new Set(ids)) {
    const charge = await fetchCharge(id);
    if (charge.kind === 'unavailable') return charge;
    if (charge.kind === 'ok') rows.push(charge.value);
    else log.warn('reconciliation.charge_not_found', { code: charge.code });
  }
  return ok({ rows, next });
}
