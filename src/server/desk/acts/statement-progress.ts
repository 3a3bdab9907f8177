import { MINUTE_MS } from '@/domain/duration';
import { transaction } from '../../db';
import { lockFlag, readFlag, writeFlag, type Flag } from '../../platform/flags';
import { systemNow } from '../../platform/clock';
import type { OperatorCtx } from './operator';

/** How many lines of a statement are done. */
export interface StatementProgress {
  done: number;
  whole: number;
}
export type Report = (progress: StatementProgress) => Promise<void>;

/** What an import has not reported for longer has ended with its process. */
const STALE_MS = MINUTE_MS;

type Members = Flag<'statementProgress'>['members'];
const isFresh = ({ at }: Members[string]) => systemNow().getTime() - Date.parse(at) < STALE_MS;

/** Runs the import of a member, which reports how far it is. The report is visible to all processes. */
export async function withProgress<T>(ctx: OperatorCtx, work: (report: Report) => Promise<T>): Promise<T> {
  const write = (progress: StatementProgress | null) =>
    transaction(ctx.db, async (tx) => {
      const known = Object.entries((await lockFlag(tx, 'statementProgress'))?.members ?? {});
      const others = known.filter(([member, one]) => member !== ctx.operator && isFresh(one));
      const own = progress ? [[ctx.operator, { ...progress, at: systemNow().toISOString() }] as const] : [];
      await writeFlag(tx, 'statementProgress', { members: Object.fromEntries([...others, ...own]) });
    });
  try {
    return await work(write);
  } finally {
    await write(null);
  }
}

/** Returns how far the import of the member is; null without one. */
export async function readProgress({ db, operator }: OperatorCtx): Promise<StatementProgress | null> {
  const found = (await readFlag(db, 'statementProgress'))?.members[operator];
  return found && isFresh(found) ? { done: found.done, whole: found.whole } : null;
}
