import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CsvRow } from '@/domain/csv';
import { AppError } from '@/domain/errors';
import { IMPORT_LISTS, type ImportList, type KeptImport } from '@/domain/statement';
import type { statementInput } from '@/schemas/desk';
import { transaction, type Db } from '../../db';
import { accounts, bankTransfers, orders, staff, statementImports } from '../../db/schema';
import { lockFlag, readFlag, writeFlag } from '../../platform/flags';
import { newId } from '../../platform/ids';
import { runInThread } from '../../platform/run-in-thread';
import type { Ctx } from '../../platform/context';
import { importStatement, type ImportResult } from './import-statement';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';
import { withProgress } from './statement-progress';
import { formatOf, rowsToChoose, type Layout, type StatementSource } from './statement-file';

type Input = z.output<typeof statementInput>;

/** The lines of a list that are shown and kept; more are counted. */
const LINES_MAX = 200;
const LAYOUTS_MAX = 20;
const READER = 'src/server/desk/acts/workbook-reader.js';
const HEAP_MB = 512;

/** Opens the file of a statement, with the layouts that the shop has seen. `chosen`: the layout that the staff now chose. */
async function openStatement(db: Db, { text = '', xlsx, columns }: Input) {
  const source = xlsx === undefined ? text : await readWorkbook(Buffer.from(xlsx, 'base64'));
  const layouts: Layout[] = (await readFlag(db, 'statementLayouts'))?.layouts ?? [];
  const row = columns && rowsToChoose(source, layouts)?.find(({ line }) => line === columns.line);
  if (!columns || !row?.fields) return { source, layouts, chosen: null };
  const { date, time, amount, texts } = columns;
  const chosen: Layout = { header: formatOf(row.fields), date, time, amount, texts };
  return { source, layouts: [chosen, ...layouts], chosen };
}

/** Reads the first sheet of a workbook. @throws OperatorRefusal, AppError THROTTLED */
async function readWorkbook(bytes: Buffer): Promise<StatementSource> {
  const isZip = bytes.toString('latin1', 0, 2) === 'PK';
  const rows = isZip ? await runInThread<{ line: number; fields: string[] }[]>(READER, bytes, HEAP_MB) : null;
  if (!rows || rows.length === 0) throw new OperatorRefusal('notWorkbook');
  return rows.map(({ line, fields }): CsvRow => ({ line, fields, text: '' }));
}

/**
 * Returns what an import of a statement would book, and books nothing; for an unknown layout its first rows, so that the
 * staff chooses the columns.
 * @throws OperatorRefusal for a file that is not a statement
 */
export async function previewStatement(ctx: OperatorCtx, input: Input) {
  const { source, layouts } = await openStatement(ctx.db, input);
  const rows = rowsToChoose(source, layouts);
  if (rows) return { rows: rows.map(({ line, fields }) => ({ line, fields: fields ?? [] })), result: null };
  const result = await withProgress(ctx, (report) =>
    importStatement(ctx, source, { isPreview: true, layouts, report }),
  );
  return { rows: null, result: await showResult(ctx.db, result) };
}

/** Imports a statement, keeps its result, and remembers the columns that the staff chose. */
export async function bookStatement(ctx: OperatorCtx, input: Input) {
  const { source, layouts, chosen } = await openStatement(ctx.db, input);
  const result = await withProgress(ctx, (report) => importStatement(ctx, source, { layouts, report }));
  const id = newId('statement');
  await transaction(ctx.db, async (tx) => {
    await tx.insert(statementImports).values({
      id,
      importedAt: ctx.now,
      importedBy: ctx.operator,
      result: keep(result),
    });
    if (!chosen) return;
    const known = (await lockFlag(tx, 'statementLayouts'))?.layouts ?? [];
    const others = known.filter(({ header }) => header !== chosen.header);
    await writeFlag(tx, 'statementLayouts', { layouts: [chosen, ...others].slice(0, LAYOUTS_MAX) });
    await auditOperator(tx, ctx, { subject: 'statement', what: 'statement.columns_chosen' });
  });
  return { importId: id, ...(await showResult(ctx.db, result)) };
}

const listsOf = <T>(make: (list: ImportList) => T) =>
  Object.fromEntries(IMPORT_LISTS.map((list) => [list, make(list)])) as Record<ImportList, T>;

const keep = (result: ImportResult): KeptImport => ({
  lists: listsOf((list) => ({
    count: result[list].length,
    lines: result[list]
      .slice(0, LINES_MAX)
      .map(({ row, transferId, expected }) => ({ row, transferId, expected })),
  })),
  unreadable: result.unreadable.map(({ row }) => row).slice(0, LINES_MAX),
  alreadyBooked: result.alreadyBooked.length,
  others: result.others,
});

async function showResult(db: Db, result: ImportResult) {
  const { orderOf } = await loadOrders(
    db,
    IMPORT_LISTS.flatMap((list) => result[list].slice(0, LINES_MAX).map(({ orderId }) => orderId)),
  );
  return {
    lists: listsOf((list) => ({
      count: result[list].length,
      lines: result[list]
        .slice(0, LINES_MAX)
        .map(({ row, paidOn, amount, reference, expected, orderId }) => ({
          row,
          paidOn,
          amount,
          reference,
          expected,
          ...orderOf(orderId),
        })),
    })),
    unreadable: result.unreadable.slice(0, LINES_MAX),
    alreadyBooked: result.alreadyBooked.length,
    others: result.others,
  };
}
export type ShownImport = Awaited<ReturnType<typeof showResult>>;

/** Returns a function that returns number and subscriber of an order. */
async function loadOrders(db: Db, ids: readonly (string | null)[]) {
  const rows = await db
    .select({ order: orders, account: accounts })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(inArray(orders.id, [...new Set(ids.filter((id) => id !== null))]));
  const orderOf = (id: string | null) => {
    const found = rows.find(({ order }) => order.id === id);
    if (!found) return { orderNumber: null, person: null };
    const { account, order } = found;
    const name = account.deletedAt ? null : `${account.firstName} ${account.lastName}`.trim() || null;
    return { orderNumber: order.orderNumber, person: { accountId: account.id, name, phone: null } };
  };
  return { orderOf };
}

const RECENT = 5;

/** Returns the latest imports of statements. */
export async function listImports({ db }: Ctx) {
  const rows = await db
    .select({ kept: statementImports, name: staff.name })
    .from(statementImports)
    .leftJoin(staff, sql`${statementImports.importedBy} = 'staff:' || ${staff.id}`)
    .orderBy(desc(statementImports.importedAt), desc(statementImports.id))
    .limit(RECENT);
  return rows.map(({ kept: { id, importedAt, result }, name }) => ({
    id,
    at: importedAt.toISOString(),
    by: name,
    booked: result.lists.matched.count + result.lists.toSendBack.count,
    open: result.lists.mismatched.count + result.lists.unknown.count + result.lists.doubtful.count,
  }));
}

/** Returns the result of an import as it was, with the present order of each line. @throws AppError NOT_FOUND */
export async function readImport({ db }: Ctx, importId: string): Promise<ShownImport> {
  const [kept] = await db.select().from(statementImports).where(eq(statementImports.id, importId));
  if (!kept) throw new AppError('NOT_FOUND');
  const { lists, unreadable, alreadyBooked, others } = kept.result;
  const ids = IMPORT_LISTS.flatMap((list) => lists[list].lines.map(({ transferId }) => transferId));
  const transfers = await db.select().from(bankTransfers).where(inArray(bankTransfers.id, ids));
  const { orderOf } = await loadOrders(
    db,
    transfers.map(({ orderId }) => orderId),
  );
  return {
    lists: listsOf((list) => ({
      count: lists[list].count,
      lines: lists[list].lines.flatMap(({ row, transferId, expected }) => {
        const found = transfers.find(({ id }) => id === transferId);
        if (!found) return [];
        const { paidOn, amount, reference, orderId } = found;
        return [{ row, paidOn, amount, reference, expected, ...orderOf(orderId) }];
      }),
    })),
    unreadable: unreadable.map((row) => ({ row, text: '' })),
    alreadyBooked,
    others,
  };
}
