import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { JOURNAL_COLUMNS } from '@/domain/journal';
import { movingChoice } from '@/schemas/moving-in';
import { settings } from '@/settings/settings';
import type { Db, Tx } from '../db';
import { queryRows } from '../db/query-rows';
import { flags } from '../db/schema';

const text = z.string().max(500);

const circuit = z.object({
  calls: z.string(),
  openedAt: z.number().nullable(),
  openUntil: z.number(),
  openings: z.number(),
  isTrial: z.boolean(),
  probeUntil: z.number().nullable(),
});

/** The JSON values of the table `flags`, by name: switches of an operator, and the progress of scheduled checks. */
const SHAPES = {
  /** The banner above every page. `text`: null for the default text. */
  incident: z.object({ on: z.boolean(), text: z.object({ en: text, th: text }).nullable() }),
  maintenance: z.object({ on: z.boolean() }),
  /** The pause of billing: no card is charged and no payment link is created. `since`: ISO instant of the change. */
  billing: z.object({ paused: z.boolean(), since: z.string() }),
  /** The number of rows that a billing run handles in one transaction, if an operator has changed it. */
  billingBatch: z.object({ size: z.number().int().positive() }),
  /** What a bank transfer may be short of its order, in satang, if an owner has set it. */
  shortageLimit: z.object({ amount: z.number().int().nonnegative() }),
  /**
   * The last check of the invariants. `at`: its ISO instant. `asked`: the number of checked invariants.
   * `violated` and `unchecked`: the names of invariants that were violated or timed out. `dueAt`: ISO instant
   * of the next check.
   */
  invariants: z.object({
    at: z.string().nullable(),
    asked: z.number(),
    violated: z.array(z.string()),
    unchecked: z.array(z.string()).default([]),
    dueAt: z.string().optional(),
  }),
  /** The check that every paid order has its receipt. `lookedAt`: ISO instant of the last check. */
  documents: z.object({ lookedAt: z.string() }),
  /** The progress of the reconciliation with the gateway's list of charges; see reconciliation/reconcile.ts. */
  reconciliation: z.object({
    dueAt: z.string(),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    /** The list that is read, the start of its period, and the position of the next page. */
    list: z.enum(['charges', 'refunds', 'disputes', 'transactions']),
    since: z.string(),
    from: z.string(),
    offset: z.number(),
    read: z.number(),
    found: z.number(),
    failed: z.number(),
    /** Ids of the first twenty charges whose refunds at the gateway exceed the recorded payment. */
    unknownRefunds: z.array(z.string()),
    /** The end of the lease of the reconciling process: an ISO instant of the system clock. */
    leaseUntil: z.string().nullable(),
  }),
  /**
   * The last reading of the gateway's payouts. `readAt`: the last that was complete. `differences`: how many the
   * comparison left open.
   */
  payouts: z.object({
    readAt: z.string().nullable(),
    triedAt: z.string(),
    by: z.string(),
    problem: z.string().nullable(),
    balance: z.number().nullable(),
    differences: z.number(),
  }),
  /** The lines of bank statements that are being imported, by the actor of the member; see statement-progress.ts. */
  statementProgress: z.object({
    members: z.record(z.string(), z.object({ done: z.number(), whole: z.number(), at: z.string() })),
  }),
  /** The columns of bank statements with an unknown header, as the staff chose them; see desk/acts/statement-file.ts. */
  statementLayouts: z.object({
    layouts: z.array(
      z.object({
        header: z.string(),
        date: z.number(),
        time: z.number().nullable(),
        amount: z.number(),
        texts: z.array(z.number()),
      }),
    ),
  }),
  /** The accounts of the journal that the shop has changed; see domain/journal.ts. */
  chart: z.object({
    accounts: z.record(z.string(), z.object({ code: z.string(), name: z.string().nullable() })),
  }),
  /** The columns of the journal file that the shop has chosen; see domain/journal.ts. */
  journalColumns: z.object({
    columns: z.array(z.object({ key: z.enum(JOURNAL_COLUMNS), head: z.string().nullable() })),
  }),
  /** The columns that members chose for files of other systems, the latest first. `heads`: a hash of the heads. */
  movingChoices: z.object({ choices: z.array(z.object({ heads: z.string(), chosen: movingChoice })) }),
  /** The messages of the month at LINE, as they were read there. `limit`: null without one. */
  lineQuota: z.object({ limit: z.number().nullable(), used: z.number(), readAt: z.string() }),
  /** The circuits of the card gateway and the fulfilment service; see domain/circuit.ts. */
  cardGateway: circuit,
  fulfilment: circuit,
};
export type FlagName = keyof typeof SHAPES;
export type Flag<N extends FlagName> = z.output<(typeof SHAPES)[N]>;

/** Returns the value of a flag; null if the flag was never set or its value is invalid. */
export async function readFlag<N extends FlagName>(db: Db | Tx, name: N): Promise<Flag<N> | null> {
  const [row] = await db.select({ value: flags.value }).from(flags).where(eq(flags.name, name));
  return row ? parse(name, row.value) : null;
}

/**
 * Locks the row of a flag until the transaction ends. Creates a missing row.
 * @returns the value of the flag; null if the flag was never set or its value is invalid
 */
export async function lockFlag<N extends FlagName>(tx: Tx, name: N): Promise<Flag<N> | null> {
  await tx.insert(flags).values({ name, value: 'null' }).onConflictDoNothing();
  const [row] = await tx.select({ value: flags.value }).from(flags).where(eq(flags.name, name)).for('update');
  return row ? parse(name, row.value) : null;
}

export async function writeFlag<N extends FlagName>(tx: Tx, name: N, value: Flag<N>): Promise<void> {
  const text = JSON.stringify(value);
  await tx
    .insert(flags)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: flags.name, set: { value: text } });
}

function parse<N extends FlagName>(name: N, value: string): Flag<N> | null {
  const parsed = SHAPES[name].safeParse(JSON.parse(value));
  return parsed.success ? (parsed.data as Flag<N>) : null;
}

const pausedRow = z.object({ paused: z.boolean() });

/** Whether an operator has paused billing. During a pause, no job charges a card or creates a payment link. */
export async function isBillingPaused(db: Db | Tx): Promise<boolean> {
  const [row] = await queryRows(db, pausedRow, sql`select ${BILLING_IS_PAUSED} as paused`);
  return row?.paused ?? false;
}

/** An SQL condition: billing is paused. */
export const BILLING_IS_PAUSED = sql`exists (select 1 from flags
  where case when name = 'billing' then value::jsonb ->> 'paused' = 'true' end)`;

/** Returns the number of rows that a billing run handles per transaction: the operator's value or `BILLING_BATCH`. */
export async function readBillingBatch(db: Db): Promise<number> {
  return (await readFlag(db, 'billingBatch'))?.size ?? settings().BILLING_BATCH;
}
