import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/env';
import type { Db, Tx } from '../db';
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

/** What stands in `flags`, by name: switches an operator turns, and where the standing watches are. Values are JSON. */
const SHAPES = {
  /** The banner above every page; without words of its own it says the usual ones. */
  incident: z.object({ on: z.boolean(), text: z.object({ en: text, th: text }).nullable() }),
  maintenance: z.object({ on: z.boolean() }),
  /** Paused billing charges nothing and asks for no payment; `since`: ISO instant of the last change. */
  billing: z.object({ paused: z.boolean(), since: z.string() }),
  /** How many rows a billing run handles in one transaction, where an operator has changed it. */
  billingBatch: z.object({ size: z.number().int().positive() }),
  /**
   * The last check of the invariants: ISO instant, how many were checked, the names of the violated ones and of those
   * that could not be checked in time. `dueAt`: of the next check, also while one is under way or after it failed.
   */
  invariants: z.object({
    at: z.string().nullable(),
    asked: z.number(),
    violated: z.array(z.string()),
    unchecked: z.array(z.string()).default([]),
    dueAt: z.string().optional(),
  }),
  /** When every paid order there is was last looked at for its receipt: ISO instant. */
  documents: z.object({ lookedAt: z.string() }),
  /** Where the reading of the gateway's list stands; see reconciliation/reconcile.ts. */
  reconciliation: z.object({
    dueAt: z.string(),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    from: z.string(),
    offset: z.number(),
    read: z.number(),
    found: z.number(),
    failed: z.number(),
    /** Charges of which more was given back than we know of; the first twenty. */
    unknownRefunds: z.array(z.string()),
    /** By the machine's clock: whoever reads holds it until then. */
    leaseUntil: z.string().nullable(),
  }),
  /** Whether the card gateway and the fulfilment service answer; see domain/circuit.ts. */
  cardGateway: circuit,
  fulfilment: circuit,
};
export type FlagName = keyof typeof SHAPES;
export type Flag<N extends FlagName> = z.output<(typeof SHAPES)[N]>;

/** The value of a flag, or null when it was never set or can't be read. */
export async function readFlag<N extends FlagName>(db: Db | Tx, name: N): Promise<Flag<N> | null> {
  const [row] = await db.select({ value: flags.value }).from(flags).where(eq(flags.name, name));
  return row ? parse(name, row.value) : null;
}

/** The same, the row locked until the transaction ends; made first when there is none. */
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

/** Whether an operator has paused billing: nothing is claimed for charging then, and no payment link is made. */
export async function isBillingPaused(db: Db | Tx): Promise<boolean> {
  const [row] = await db.execute<{ paused: boolean }>(sql`select ${BILLING_IS_PAUSED} as paused`);
  return row?.paused ?? false;
}

/** The same, for other queries. */
export const BILLING_IS_PAUSED = sql`exists (select 1 from flags
  where case when name = 'billing' then value::jsonb ->> 'paused' = 'true' end)`;

/** How many rows a billing run handles in one transaction: as an operator has set it, else `BILLING_BATCH`. */
export async function readBillingBatch(db: Db): Promise<number> {
  return (await readFlag(db, 'billingBatch'))?.size ?? settings().BILLING_BATCH;
}
