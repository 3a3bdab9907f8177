import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { transaction, type Tx } from '../db';
import { queryRows } from '../db/query-rows';
import { monotonicMs } from './clock';
import type { Ctx } from './context';
import { addJob, type Jobs } from './job-queue';
import { log } from './log';

/** How many rows one transaction takes. `passOver`: the row fails alone, and is left as it is. */
export interface RowSet {
  size: number;
  passOver: boolean;
}

interface StoredWork<Name extends 'move_in' | 'change_bulk'> {
  /** The job that goes on with the work, and its payload. */
  job: Name;
  payload: (id: string) => Jobs[Name];
  /** The table with a row for each work: `id`, `state`, and `moved_at`, its last sign of life by the system clock. */
  table: 'imports' | 'bulk_changes';
  /** The states in which there is work. */
  states: readonly string[];
  /** The rows of one transaction. */
  size: number;
  /** Does the next rows of a work in one transaction. @returns whether there may be more rows */
  doRows: (ctx: Ctx, id: string, set: RowSet) => Promise<boolean>;
}

/** A job works for so long, then queues the next one, so that it delays neither other jobs nor the end of the process. */
const JOB_MS = 20_000;

/** Work on many rows that is stored with its place, is done set by set, and goes on after its process was killed. */
export function storedWork<Name extends 'move_in' | 'change_bulk'>(work: StoredWork<Name>) {
  const { job, table, states } = work;
  const queue = (tx: Tx, id: string) => addJob(tx, job, work.payload(id), `${job}:${id}`);
  const isStalled = sql`state in ${[...states]} and moved_at < now() - interval '2 minutes'`;
  return {
    /** Queues the job that goes on with a work. */
    queue,
    /** Does a work to its end. */
    finish: async (ctx: Ctx, id: string): Promise<void> => {
      while (await doSet(work, ctx, id));
    },
    /** Does a part of a work, and queues the rest. */
    goOn: async (ctx: Ctx, id: string): Promise<void> => {
      const since = monotonicMs();
      while (monotonicMs() - since < JOB_MS) if (!(await doSet(work, ctx, id))) return;
      await transaction(ctx.db, (tx) => queue(tx, id));
    },
    /** Lists works without a sign of life for two minutes, for example because their worker was killed. */
    listStalled: ({ db }: Ctx, limit: number): Promise<{ id: string }[]> =>
      queryRows(
        db,
        idRow,
        sql`select id from ${sql.identifier(table)} where ${isStalled} order by id limit ${limit}`,
      ),
    /** Queues a work that has stopped. */
    resume: async ({ db }: Ctx, id: string): Promise<void> => {
      await transaction(db, async (tx) => {
        const found = await tx.execute(sql`update ${sql.identifier(table)} set moved_at = now()
          where id = ${id} and ${isStalled} returning id`);
        if (found.length > 0) await queue(tx, id);
      });
    },
  };
}

const idRow = z.object({ id: z.string() });

/** Does one set. If it fails, does its rows one by one, and passes over a row that fails alone. */
async function doSet<Name extends 'move_in' | 'change_bulk'>(
  { job, size, doRows }: StoredWork<Name>,
  ctx: Ctx,
  id: string,
): Promise<boolean> {
  try {
    return await doRows(ctx, id, { size, passOver: false });
  } catch (error) {
    log.warn(`${job}.set_failed`, { rowId: id, error });
  }
  let isOpen = true;
  for (let count = 0; isOpen && count < size; count += 1)
    isOpen = await doRows(ctx, id, { size: 1, passOver: false }).catch((error: unknown) => {
      log.error(`${job}.row_failed`, { rowId: id, error });
      return doRows(ctx, id, { size: 1, passOver: true });
    });
  return isOpen;
}
