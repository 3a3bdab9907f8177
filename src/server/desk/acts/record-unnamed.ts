import { and, between, isNull, like, sql } from 'drizzle-orm';
import { BOOKED_TRANSFER_STATUSES, isBooked } from '@/domain/payment';
import { transaction, type Tx } from '../../db';
import { isAmong } from '../../db/among';
import { bankTransfers } from '../../db/schema';
import { sqlList } from '../../db/sql-list';
import { newId } from '../../platform/ids';
import { BY_SLIP, lockTransfersOf, type BookedTransfer } from '../../money/payment-links/book-transfer';
import type { Ctx } from '../../platform/context';
import { identifyStatement, sumOf, type IdentifiedLine } from './statement-lines';
import type { StatementLine } from './statement-file';

type Row = typeof bankTransfers.$inferSelect;

export interface RecordedLines {
  recorded: (IdentifiedLine & BookedTransfer & { isNew: boolean })[];
  /** Lines that a slip may have named, or a confirmation by hand booked, before: each needs a transaction of its own. */
  special: IdentifiedLine[];
}

/**
 * Lists the lines of some days and amounts that name no payment link, in one transaction. Locks these days and amounts
 * first: two imports in different formats could otherwise record the same line twice, because the key contains the
 * line's text.
 * @param lines all lines of the file with these days and amounts: they are identified together
 * @param run `rehearse` to record nothing
 */
export function recordUnnamed(
  { db, now }: Ctx,
  lines: StatementLine[],
  run: typeof transaction,
): Promise<RecordedLines> {
  return run(db, async (tx) => {
    await lockTransfersOf(tx, lines);
    const unnamed = (await identifyStatement(tx, lines)).filter(({ link }) => link === null);
    const known = await listKnown(tx, unnamed);
    const slips = await listSlips(tx, unnamed);
    const isSpecial = (line: IdentifiedLine) => {
      const row = known.get(line.providerRef);
      return (row && isBooked(row.status) && row.format === null) || slips.minutes.has(minuteOf(line));
    };
    const plain = unnamed.filter((line) => !isSpecial(line));
    const written = plain.map((line) => {
      const row = known.get(line.providerRef);
      // A new line without a time may be the transfer of a slip of its day.
      const isNew = row === undefined || row.status === 'doubtful';
      const isDoubtful = line.isDoubtful || (isNew && line.time === null && slips.sums.has(sumOf(line)));
      return { line, row: rowOf({ ...line, isDoubtful }, row, now) };
    });
    await write(
      tx,
      written.flatMap(({ row, line }) => (row === known.get(line.providerRef) ? [] : row)),
    );
    return {
      special: unnamed.filter(isSpecial),
      recorded: written.map(({ line, row }) => ({
        ...line,
        status: row.status,
        alreadyBooked: isBooked(row.status),
        transferId: row.id,
        orderId: row.orderId,
        orderNumber: null,
        expected: null,
        isNew: !known.has(line.providerRef),
      })),
    };
  });
}

/** Returns the record of a line as it has to be; the same object if nothing changes. */
function rowOf(line: IdentifiedLine, known: Row | undefined, now: Date): Row {
  const status = line.isDoubtful ? 'doubtful' : 'unknown_reference';
  // A slip may have named the order of the line.
  if (known && (isBooked(known.status) || known.orderId !== null || known.status === status)) return known;
  const { providerRef, amount, paidOn, reference, format, bankId, time } = line;
  const exported = known?.format ? known : { reference, format, bankId, bankTime: time };
  return {
    providerRef,
    amount,
    paidOn,
    status,
    id: known?.id ?? newId('transfer'),
    actor: 'statement',
    orderId: null,
    moneyId: null,
    reference: exported.reference,
    format: exported.format,
    bankId: exported.bankId,
    bankTime: exported.bankTime,
    recordedAt: now,
  };
}

async function listKnown(tx: Tx, lines: readonly IdentifiedLine[]): Promise<Map<string, Row>> {
  const refs = lines.map(({ providerRef }) => providerRef);
  const rows = await tx.select().from(bankTransfers).where(isAmong(bankTransfers.providerRef, refs));
  return new Map(rows.map((row) => [row.providerRef, row]));
}

const minuteOf = ({ paidOn, amount, time }: Pick<StatementLine, 'paidOn' | 'amount' | 'time'>) =>
  `${paidOn} ${amount} ${time?.slice(0, 5)}`;

/** Returns the amounts, with minute and with day, of transfers that a slip named and no imported statement contained. */
async function listSlips(tx: Tx, lines: readonly IdentifiedLine[]) {
  const days = lines.map(({ paidOn }) => paidOn).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { minutes: new Set(), sums: new Set() };
  const rows = await tx
    .select()
    .from(bankTransfers)
    .where(
      and(
        like(bankTransfers.providerRef, `${BY_SLIP}%`),
        isNull(bankTransfers.format),
        between(bankTransfers.paidOn, first, last),
      ),
    );
  const timed = rows.flatMap((row) =>
    row.bankTime === null ? [] : minuteOf({ ...row, time: row.bankTime }),
  );
  return { minutes: new Set(timed), sums: new Set(rows.map(sumOf)) };
}

/**
 * Writes records and their audit events, from one parameter each: a day of one box can have thousands of equal lines. A
 * record that a member of the staff books at the same time stays booked.
 */
async function write(tx: Tx, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`insert into bank_transfers
      (id, provider_ref, reference, amount, paid_on, status, format, bank_id, bank_time, actor, recorded_at)
    select id, "providerRef", reference, amount, "paidOn", status, format, "bankId", "bankTime", actor, "recordedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id text, "providerRef" text, reference text, amount bigint,
      "paidOn" date, status text, format text, "bankId" text, "bankTime" text, actor text, "recordedAt" timestamptz)
    on conflict (id) do update set status = excluded.status, order_id = null, money_id = null, actor = excluded.actor,
      reference = excluded.reference, format = excluded.format, bank_id = excluded.bank_id,
      bank_time = excluded.bank_time, recorded_at = excluded.recorded_at
    where bank_transfers.status not in ${sql.raw(sqlList(BOOKED_TRANSFER_STATUSES))}`);
  const events = rows.map(({ id: subject, amount, paidOn, status, actor, recordedAt: at }) => {
    const detail = { transferId: subject, amount, paidOn };
    return { id: newId('audit'), at, actor, subject, what: `transfer.${status}`, detail };
  });
  await tx.execute(sql`insert into audit_events (id, at, actor, subject, what, detail)
    select id, at, actor, subject, what, detail from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as x(id text, at timestamptz, actor text, subject text, what text, detail jsonb)`);
}
