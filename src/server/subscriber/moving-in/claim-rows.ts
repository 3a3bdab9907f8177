import { and, asc, eq, gt, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { addDays, dayOf } from '@/domain/day';
import {
  CLEAR_STATES,
  MOVING_LEAD_DAYS,
  type MovingFault,
  type MovingFaultCode,
  type MovingPlan,
  type TokenState,
} from '@/domain/moving-in';
import { transaction, violatedConstraint, type Tx } from '../../db';
import { accounts, importRows, imports } from '../../db/schema';
import { findCustomerCard, type GatewayCard } from '../../gateways/omise/cards';
import { deleteSchedule, listSchedules } from '../../gateways/omise/schedules';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { writeCard } from '../../money/cards/saved-cards';
import type { Ctx } from '../../platform/context';
import { lockImport, type ImportRow } from './open-import';

/** The rows whose tokens are read at the same time. The gateway limits the calls of a shop. */
const READ_AT_ONCE = 4;

/** What the gateway says of a token, and the note for the report. */
interface Claim {
  token: TokenState;
  note: { code: MovingFaultCode; hint?: string } | null;
  card: GatewayCard | null;
}

/**
 * Takes over the tokens of the next imported rows: reads the card at the gateway, deletes the schedules that charge it, and
 * reads that they are deleted. Only then the row can be activated. No call runs in a transaction, and each can be repeated.
 * @returns whether there may be more rows
 */
export async function claimRows(ctx: Ctx, importId: string): Promise<boolean> {
  const { db } = ctx;
  const [found] = await db.select().from(imports).where(eq(imports.id, importId));
  if (found?.state !== 'claim') return false;
  const rows = await db
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, importId),
        gt(importRows.line, found.line),
        eq(importRows.state, 'imported'),
        notInArray(importRows.token, [...CLEAR_STATES]),
      ),
    )
    .orderBy(asc(importRows.line))
    .limit(READ_AT_ONCE);
  const last = rows.at(-1);
  await Promise.all(rows.map((row) => claimRow(ctx, row)));
  await transaction(db, async (tx) => {
    const { state, line } = await lockImport(tx, importId);
    // Another worker, or an undo, may have gone on.
    if (state !== 'claim' || line !== found.line) return;
    const moved = last ? { line: last.line } : { state: 'imported' as const, line: 0 };
    await tx
      .update(imports)
      .set({ ...moved, movedAt: sql`now()` })
      .where(eq(imports.id, importId));
  });
  return last !== undefined;
}

type TokenPlan = MovingPlan & Required<Pick<MovingPlan, 'token'>>;

const hasToken = (plan: MovingPlan | null): plan is TokenPlan => plan?.token !== undefined;

/** Saves the plan of a row whose schedule charges later than the date in the file, so that the first charge is not early. */
async function savePlan({ db }: Ctx, { importId, line }: ImportRow, plan: MovingPlan): Promise<void> {
  const own = and(eq(importRows.importId, importId), eq(importRows.line, line));
  await transaction(db, (tx) => tx.update(importRows).set({ plan }).where(own));
}

async function claimRow(ctx: Ctx, row: ImportRow): Promise<void> {
  const { accountId, plan } = row;
  if (accountId === null || !hasToken(plan)) return;
  const claim = (await isTaken(ctx, accountId, plan.token.customerId))
    ? ({ token: 'none', note: { code: 'token_taken' }, card: null } as const)
    : await readClaim(ctx, row, plan);
  await transaction(ctx.db, (tx) => write(tx, ctx.now, row, claim)).catch((error: unknown) => {
    // Another account got the customer at the same time. The next reading says so.
    if (violatedConstraint(error) !== 'accounts_omise_customer_id_unique') throw error;
  });
}

async function isTaken({ db }: Ctx, accountId: string, customerId: string): Promise<boolean> {
  const isOther = and(eq(accounts.omiseCustomerId, customerId), ne(accounts.id, accountId));
  return (await db.$count(accounts, isOther)) > 0;
}

const UNREAD: Claim = { token: 'open', note: { code: 'gateway_unread' }, card: null };

/** Reads the card of a token, and ends the schedules that charge it. Does nothing that cannot be done again. */
async function readClaim(ctx: Ctx, row: ImportRow, plan: TokenPlan): Promise<Claim> {
  const { customerId, cardId } = plan.token;
  const read = await findCustomerCard(customerId, cardId);
  if (read.kind !== 'ok') return UNREAD;
  const { isThere, card } = read.value;
  if (!isThere) return { token: 'none', note: { code: 'token_missing' }, card: null };
  const schedules = await listSchedules(customerId);
  if (schedules.kind !== 'ok') return { ...UNREAD, card };
  const open = schedules.value.filter(({ isOver }) => !isOver);
  // The earlier system takes the payments of the next days, as without a token. The plan here begins after them.
  const due = open.find(
    ({ nextOn }) => nextOn !== null && nextOn < addDays(dayOf(ctx.now), MOVING_LEAD_DAYS),
  );
  if (due) return { token: 'waits', note: { code: 'schedule_due', hint: due.nextOn ?? '' }, card };
  const [nextOn] = open.flatMap((one) => one.nextOn ?? []).sort();
  // Written before a deletion, after which the schedule has no next date any more.
  if (nextOn && plan.nextDate !== null && plan.nextDate < nextOn)
    await savePlan(ctx, row, { ...plan, nextDate: nextOn });
  for (const { id } of open) if (!(await deleteSchedule(id))) return { ...UNREAD, card };
  return { token: 'clear', note: card ? null : { code: 'token_missing' }, card };
}

const OF_TOKENS: readonly MovingFaultCode[] = [
  'token_missing',
  'token_taken',
  'schedule_due',
  'gateway_unread',
];

/** Saves what was read. The owner may have deleted the account meanwhile, or the import was undone. */
async function write(
  tx: Tx,
  now: Date,
  { importId, line, accountId, plan, faults }: ImportRow,
  { token, note, card }: Claim,
): Promise<void> {
  if (accountId === null || !plan?.token) return;
  const subscription = await lockSubscriptionOf(tx, accountId);
  if (subscription?.status !== 'imported') return;
  if (card) {
    await tx
      .update(accounts)
      .set({ omiseCustomerId: plan.token.customerId })
      .where(and(eq(accounts.id, accountId), isNull(accounts.omiseCustomerId)));
    await writeCard(tx, now, accountId, { card, asDefault: true });
  }
  const kept = faults.filter(({ code }) => !OF_TOKENS.includes(code));
  const noted: MovingFault[] = note ? [{ column: 'gateway_customer', ...note }] : [];
  await tx
    .update(importRows)
    .set({ token, faults: [...kept, ...noted] })
    .where(and(eq(importRows.importId, importId), eq(importRows.line, line)));
}
