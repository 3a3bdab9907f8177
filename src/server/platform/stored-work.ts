import { monotonicMs } from './clock';
import { log } from './log';

/** How many rows one transaction takes. `passOver`: the row fails alone, and is left as it is. */
export interface RowSet {
  size: number;
  passOver: boolean;
}

/** Does the next rows in one transaction. @returns whether there may be more rows */
type DoRows = (set: RowSet) => Promise<boolean>;

interface StoredWork {
  /** The work for the log, such as `import`. */
  what: 'import' | 'bulk';
  id: string;
  size: number;
}

/** A job works for so long, then queues the next one, so that it delays neither other jobs nor the end of the process. */
const JOB_MS = 20_000;

/** Does all rows of a stored work, set by set. */
export async function doAllRows(work: StoredWork, doRows: DoRows): Promise<void> {
  while (await doSet(work, doRows));
}

/** Does rows of a stored work for the time of one job. @returns whether there may be more rows */
export async function doRowsOfJob(work: StoredWork, doRows: DoRows): Promise<boolean> {
  const since = monotonicMs();
  while (monotonicMs() - since < JOB_MS) if (!(await doSet(work, doRows))) return false;
  return true;
}

/** Does one set. If it fails, does its rows one by one, and passes over a row that fails alone. */
async function doSet({ what, id, size }: StoredWork, doRows: DoRows): Promise<boolean> {
  try {
    return await doRows({ size, passOver: false });
  } catch (error) {
    log.warn(`${what}.set_failed`, { rowId: id, error });
  }
  let isOpen = true;
  for (let count = 0; isOpen && count < size; count += 1)
    isOpen = await doRows({ size: 1, passOver: false }).catch((error: unknown) => {
      log.error(`${what}.row_failed`, { rowId: id, error });
      return doRows({ size: 1, passOver: true });
    });
  return isOpen;
}
