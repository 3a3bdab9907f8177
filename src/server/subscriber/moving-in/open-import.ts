import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { normaliseEmail } from '@/domain/contact';
import { withoutQuote } from '@/domain/csv';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import {
  headsOf,
  movingSchedule,
  readMovingHeader,
  type MovingChoice,
  type MovingFault,
  type MovingPlan,
} from '@/domain/moving-in';
import { quoteOrder } from '@/domain/quote';
import { normaliseText } from '@/domain/text';
import {
  readMovingRow,
  type addRowsInput,
  type MovingCells,
  type MovingRow,
  type openImportInput,
  type RawRow,
} from '@/schemas/moving-in';
import { isAmong } from '../../db/among';
import { transaction, type Db, type Tx } from '../../db';
import { accounts, importRows, imports, oneTimeTokens } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import { deletedIdsOf } from '../../lifecycle/moved-in-ids';
import type { Ctx } from '../../platform/context';
import { lockFlag, readFlag, writeFlag } from '../../platform/flags';
import { newId } from '../../platform/ids';
import { getCachedCatalogue, type Catalogue } from '../../shop/catalogue/queries';

/** Who moves subscribers in, as the audit names them. */
export interface MovingCtx extends Ctx {
  operator: string;
}

export type Import = typeof imports.$inferSelect;
export type ImportRow = typeof importRows.$inferSelect;

/** The rows of a set, in the transaction that does them. */
export interface MovingSet {
  tx: Tx;
  now: Date;
  found: Import;
  rows: readonly ImportRow[];
  catalogue: Catalogue;
}

/**
 * Opens an import of a file, or the one of the same file and columns whose upload was interrupted. Remembers the chosen
 * columns for the next file with the same heads.
 * @returns `line`: the last line that was read. Reading goes on after it
 * @throws AppError INPUT_INVALID for a header that lacks columns, or has two for one
 */
export async function openImport(
  ctx: MovingCtx,
  { source, fileName, fileHash, header, chosen }: z.output<typeof openImportInput>,
): Promise<{ importId: string; line: number }> {
  return transaction(ctx.db, async (tx) => {
    const at = await findColumns(tx, header, chosen);
    const [open] = await tx
      .select()
      .from(imports)
      .where(
        and(
          eq(imports.source, source),
          eq(imports.fileHash, fileHash),
          eq(imports.state, 'upload'),
          eq(imports.columns, at),
        ),
      )
      .orderBy(desc(imports.createdAt))
      .limit(1);
    if (open) return { importId: open.id, line: open.line };
    const id = newId('import');
    const createdBy = ctx.operator;
    await tx
      .insert(imports)
      .values({ id, source, fileName, fileHash, columns: at, createdBy, createdAt: ctx.now });
    await writeAudit(tx, ctx.now, {
      actor: ctx.operator,
      subject: id,
      what: 'import.opened',
      detail: { source, fileName },
    });
    return { importId: id, line: 0 };
  });
}

const CHOICES_MAX = 20;

/** Returns the position of each column, and remembers what was chosen. @throws AppError INPUT_INVALID */
async function findColumns(tx: Tx, header: readonly string[], chosen: MovingChoice | undefined) {
  const heads = createHash('sha256').update(headsOf(header)).digest('base64url');
  let found = readMovingHeader(header, chosen);
  const wrongOf = () => [...found.missing, ...found.doubled];
  if (chosen === undefined && wrongOf().length > 0) {
    const known = (await readFlag(tx, 'movingChoices'))?.choices.find((one) => one.heads === heads);
    found = readMovingHeader(header, known?.chosen);
  }
  if (wrongOf().length > 0) throw new AppError('INPUT_INVALID', { fieldErrors: { header: wrongOf() } });
  if (chosen !== undefined) {
    const others = (await lockFlag(tx, 'movingChoices'))?.choices.filter((one) => one.heads !== heads) ?? [];
    await writeFlag(tx, 'movingChoices', { choices: [{ heads, chosen }, ...others].slice(0, CHOICES_MAX) });
  }
  return found.at;
}

/** Locks and returns an import. @throws AppError NOT_FOUND */
export async function lockImport(tx: Tx, importId: string): Promise<Import> {
  const [found] = await tx.select().from(imports).where(eq(imports.id, importId)).for('update');
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/**
 * Checks rows and stores what they would do. Rows that were read before are passed over, so that an upload may go on
 * anywhere. Nothing else changes.
 * @throws AppError NOT_FOUND, STALE after the last row
 */
export async function addRows(
  ctx: Ctx,
  { importId, rows, isLast }: z.output<typeof addRowsInput>,
): Promise<{ line: number }> {
  const catalogue = await getCachedCatalogue(ctx);
  return transaction(ctx.db, async (tx) => {
    const found = await lockImport(tx, importId);
    if (found.state !== 'upload') throw new AppError('STALE');
    const fresh = rows.filter(([line]) => line > found.line);
    const checked = await checkRows(tx, ctx.now, found, { rows: fresh, catalogue });
    if (checked.length > 0) await tx.insert(importRows).values(checked);
    const line = fresh.reduce((last, [at]) => Math.max(last, at), found.line);
    await tx
      .update(imports)
      .set({ line, movedAt: sql`now()`, ...(isLast ? { state: 'checked' } : {}) })
      .where(eq(imports.id, importId));
    return { line };
  });
}

async function checkRows(
  tx: Tx,
  now: Date,
  { id: importId, source, columns }: Import,
  { rows, catalogue }: { rows: readonly RawRow[]; catalogue: Catalogue },
): Promise<(typeof importRows.$inferInsert)[]> {
  const today = dayOf(now);
  const read = rows.map(([line, cells]) => ({ line, ...readRow(cells, columns, catalogue, today) }));
  const facts = await loadClaims(tx, now, { importId, source, read });
  return read.map(({ line, externalId, person, plan, faults }) => {
    const emailNorm = person && normaliseEmail(person.email);
    const isKnown = externalId !== null && facts.known.has(externalId);
    const claims = isKnown ? [] : claimFaults({ line, externalId, emailNorm }, facts);
    const all = [...faults, ...claims];
    const isReady = person !== null && plan !== null && claims.length === 0 && !isKnown;
    return {
      importId,
      line,
      source,
      externalId,
      emailNorm: isReady ? emailNorm : null,
      state: isKnown ? 'known' : isReady ? 'ready' : 'refused',
      person: isReady ? person : null,
      plan: isReady ? plan : null,
      faults: isKnown ? [] : all,
      ...(isReady ? firstOf(plan, person.place.postalCode, catalogue, now) : {}),
    };
  });
}

const UNREADABLE: MovingRow = {
  externalId: null,
  person: null,
  plan: null,
  faults: [{ column: null, code: 'unreadable' }],
};

function readRow(
  fields: readonly string[] | null,
  columns: Import['columns'],
  catalogue: Catalogue,
  today: ReturnType<typeof dayOf>,
): MovingRow {
  if (fields === null) return UNREADABLE;
  const cells: MovingCells = Object.fromEntries(
    Object.entries(columns).map(([column, at]) => [column, normaliseText(withoutQuote(fields[at] ?? ''))]),
  );
  return readMovingRow(cells, catalogue, today);
}

/** Returns the first payment date here and its total. */
function firstOf(
  { status, items, nextDate, ...plan }: MovingPlan,
  postalCode: string,
  catalogue: Catalogue,
  now: Date,
) {
  if (status === 'ended' || nextDate === null) return {};
  const { firstDate } = movingSchedule({ nextDate, ...plan }, dayOf(now));
  return { firstDate, total: quoteOrder(catalogue, items, postalCode).totals.total };
}

interface Claims {
  /** The ids that moved in before. */
  known: ReadonlySet<string>;
  taken: ReadonlySet<string>;
  /** The first line of each id and e-mail of this import. */
  ids: Map<string, number>;
  emails: Map<string, number>;
}

/** Loads who has the ids and e-mails of rows: accounts, and earlier lines of the same import. */
async function loadClaims(
  tx: Tx,
  now: Date,
  {
    importId,
    source,
    read,
  }: { importId: string; source: string; read: readonly (MovingRow & { line: number })[] },
): Promise<Claims> {
  const ids = read.flatMap(({ externalId }) => externalId ?? []);
  const emails = read.flatMap(({ person }) => (person ? [normaliseEmail(person.email)] : []));
  const inFile = await tx
    .select({ line: importRows.line, id: importRows.externalId, email: importRows.emailNorm })
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, importId),
        sql`(${isAmong(importRows.externalId, ids)} or ${isAmong(importRows.emailNorm, emails)})`,
      ),
    );
  const facts: Claims = {
    known: await findKnown(tx, source, ids),
    taken: await findTaken(tx, now, emails),
    ids: new Map(),
    emails: new Map(),
  };
  const rows = [
    ...inFile,
    ...read.map(({ line, externalId, person }) => ({
      line,
      id: externalId,
      email: person && normaliseEmail(person.email),
    })),
  ];
  for (const { line, id, email } of rows) {
    if (id !== null && !facts.ids.has(id)) facts.ids.set(id, line);
    if (email !== null && !facts.emails.has(email)) facts.emails.set(email, line);
  }
  return facts;
}

/** Returns the ids of a source whose subscriptions moved in before, also those of accounts that were deleted since. */
export async function findKnown(tx: Tx, source: string, ids: readonly string[]): Promise<Set<string>> {
  const deleted = deletedIdsOf(source, ids);
  const rows = await tx
    .select({ id: importRows.externalId })
    .from(importRows)
    .where(
      and(
        eq(importRows.source, source),
        isAmong(importRows.externalId, [...ids, ...deleted.keys()]),
        inArray(importRows.state, ['imported', 'active']),
      ),
    );
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : (deleted.get(id) ?? id))));
}

async function findTaken(tx: Tx, now: Date, emails: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ email: accounts.emailNorm })
    .from(accounts)
    .where(isAmong(accounts.emailNorm, emails));
  const reserved = await findReserved(tx, now, emails);
  return new Set([...rows.map(({ email }) => email), ...reserved]);
}

/** Returns the e-mails that another account can restore with a "this was not me" link. */
export async function findReserved(db: Db | Tx, now: Date, emails: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: oneTimeTokens.email })
    .from(oneTimeTokens)
    .where(
      and(
        sql`${oneTimeTokens.kind} = 'not_me'`,
        isAmong(oneTimeTokens.email, emails),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
        sql`${oneTimeTokens.undo} ->> 'change' = 'email_changed'`,
      ),
    );
  return rows.flatMap(({ email }) => email ?? []);
}

function claimFaults(
  row: { line: number; externalId: string | null; emailNorm: string | null },
  { taken, ids, emails }: Claims,
): MovingFault[] {
  const { line, externalId, emailNorm } = row;
  const firstId = externalId === null ? undefined : ids.get(externalId);
  const firstEmail = emailNorm === null ? undefined : emails.get(emailNorm);
  return [
    ...(firstId !== undefined && firstId !== line
      ? [{ column: 'external_id', code: 'id_twice', hint: String(firstId) } as const]
      : []),
    ...(firstEmail !== undefined && firstEmail !== line
      ? [{ column: 'email', code: 'email_twice', hint: String(firstEmail) } as const]
      : []),
    ...(emailNorm !== null && taken.has(emailNorm)
      ? [{ column: 'email', code: 'email_taken' } as const]
      : []),
  ];
}
