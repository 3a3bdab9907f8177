import { setTimeout as sleep } from 'node:timers/promises';
import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { DAY_MS } from '@/domain/duration';
import type { Db } from '../../db';
import { transaction } from '../../db';
import { gatewayReceipts, gatewayTransactions, gatewayTransfers } from '../../db/schema';
import type { GatewayAnswer } from '../../gateways/omise/calls';
import type { ListCursor, ListPage } from '../../gateways/omise/lists';
import {
  fetchBalance,
  readMovementPage,
  readReceiptPage,
  readTransferPage,
} from '../../gateways/omise/payouts';
import { systemNow } from '../../platform/clock';
import { readFlag, writeFlag, type Flag } from '../../platform/flags';
import { withLease } from '../../platform/lease';
import { log } from '../../platform/log';
import { comparePayouts } from './compare-payouts';

export type PayoutReading = Flag<'payouts'>;

/** How far before the last reading each list is read again: it may show a row late, and transfers change until paid. */
const OVERLAP_MS = { transactions: 2 * DAY_MS, transfers: 45 * DAY_MS, receipts: 62 * DAY_MS };
/** Before the gateway's first transaction. */
const BEGINNING = new Date('2010-01-01T00:00:00Z');
/** The pause between two pages. */
const PAUSE_MS = 100;

/**
 * Reads the gateway's balance transactions, transfers and receipts, stores them, and compares them with the ledger and
 * the bank's statement. Books nothing.
 * @param by who wanted it: a member's actor, or 'worker'
 * @returns the result, which stays; null if another process is reading
 */
export async function readPayouts(db: Db, by: string, pauseMs = PAUSE_MS): Promise<PayoutReading | null> {
  let result: PayoutReading | null = null;
  await withLease(db, { name: 'payouts' }, async () => {
    const before = await readFlag(db, 'payouts');
    const startedAt = systemNow();
    const problem = await readLists(db, before?.readAt ? new Date(before.readAt) : null, pauseMs);
    const balance = problem === null ? await fetchBalance() : null;
    const failed = problem ?? (balance?.kind === 'ok' ? null : problemOf(balance));
    if (failed !== null) log.warn('payouts.list_failed', { code: failed });
    const compared =
      failed === null && balance?.kind === 'ok'
        ? await comparePayouts(db, { now: startedAt, balance: balance.value })
        : null;
    result = {
      readAt: compared !== null ? startedAt.toISOString() : (before?.readAt ?? null),
      triedAt: startedAt.toISOString(),
      by,
      problem: failed,
      balance: balance?.kind === 'ok' ? balance.value.total : (before?.balance ?? null),
      differences: compared ?? before?.differences ?? 0,
    };
    const state = result;
    await transaction(db, (tx) => writeFlag(tx, 'payouts', state));
  });
  return result;
}

const problemOf = (answer: GatewayAnswer<unknown> | null) =>
  answer?.kind === 'refused' ? answer.code : answer?.kind === 'unavailable' ? answer.why : 'UNREAD';

/** Stores the rows of the three lists. Returns why a page could not be read; null if all were. */
async function readLists(db: Db, last: Date | null, pauseMs: number): Promise<string | null> {
  const from = (overlapMs: number) => (last ? new Date(last.getTime() - overlapMs) : BEGINNING);
  const lists = [
    () =>
      eachPage(readMovementPage, from(OVERLAP_MS.transactions), pauseMs, (rows) =>
        upsert(
          db,
          gatewayTransactions,
          rows.map(({ charge, ...row }) => ({
            ...row,
            ...(charge ?? { gross: null, fee: null, feeVat: null, net: null, feeRate: null }),
            readAt: systemNow(),
          })),
          ['readAt'],
        ),
      ),
    () =>
      eachPage(readTransferPage, from(OVERLAP_MS.transfers), pauseMs, (rows) =>
        upsert(db, gatewayTransfers, rows, ['bankTransferId', 'matchedAt']),
      ),
    () =>
      eachPage(readReceiptPage, from(OVERLAP_MS.receipts), pauseMs, (rows) =>
        upsert(db, gatewayReceipts, rows),
      ),
  ];
  for (const read of lists) {
    const problem = await read();
    if (problem !== null) return problem;
  }
  return null;
}

async function eachPage<Row>(
  read: (cursor: ListCursor) => Promise<GatewayAnswer<ListPage<Row>>>,
  from: Date,
  pauseMs: number,
  store: (rows: Row[]) => Promise<void>,
): Promise<string | null> {
  let cursor: ListCursor | null = { from, offset: 0 };
  while (cursor) {
    const page: GatewayAnswer<ListPage<Row>> = await read(cursor);
    if (page.kind !== 'ok') return problemOf(page);
    if (page.value.rows.length > 0) await store(page.value.rows);
    cursor = page.value.next;
    if (cursor) await sleep(pauseMs);
  }
  return null;
}

/** Inserts rows of the gateway, or replaces what it says now. @param ours the columns that stay */
async function upsert<T extends PgTable & { id: PgTable['_']['columns'][string] }>(
  db: Db,
  table: T,
  rows: T['$inferInsert'][],
  ours: readonly string[] = [],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name]) => name !== 'id' && !ours.includes(name),
  );
  const set = Object.fromEntries(columns.map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]));
  await transaction(db, (tx) =>
    tx
      .insert(table)
      .values(rows)
      .onConflictDoUpdate({ target: table.id, set: set as never }),
  );
}
