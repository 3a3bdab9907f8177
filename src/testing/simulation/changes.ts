import type { Db } from '@/server/db';

export interface Changes {
  /**
   * Makes a question one that is asked again only once its answer may have become another one: a table that it names
   * was written to, or the answer no longer `holds`.
   */
  remember<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): () => Promise<T>;
  /** Whether a question went to the database at all when it was asked. */
  asksRows(ask: () => Promise<unknown>): Promise<boolean>;
}

const EVERY_TABLE = '*';
const WRITES = /\b(?:insert\s+into|update(?!\s+(?:set|skip)\b)|delete\s+from)\s+([\w."]+)/gi;

/** The tables that a statement writes. What is deleted takes rows of other tables along; a job is added by a function. */
function writtenBy(statement: string): string[] {
  const names = [...statement.matchAll(WRITES)].map(([, table = '']) => table.match(/\w+/g)?.at(-1) ?? '');
  if (statement.includes('add_job')) return ['_private_jobs', ...names];
  return /\bdelete\s+from\b/i.test(statement) && !names.includes('_private_jobs')
    ? [EVERY_TABLE, ...names]
    : names;
}

/**
 * Hears every statement that is sent, and so knows which tables have been written to. Questions are asked between tasks
 * only, when no transaction is under way: what was sent is what is there.
 */
export function watchChanges(db: Db): Changes {
  const written = new Map<string, number>();
  let statements = 0;
  let named = new Set<string>();
  const { options } = db.$client as unknown as { options: { debug?: unknown } };
  options.debug = (_connection: number, statement: string) => {
    statements += 1;
    for (const table of writtenBy(statement)) written.set(table, statements);
    for (const word of statement.match(/\w+/g) ?? []) named.add(word);
  };
  const isWritten = (mark: number, tables: Set<string>) => {
    for (const [table, at] of written)
      if (at > mark && (table === EVERY_TABLE || tables.has(table))) return true;
    return false;
  };

  return {
    remember: <T>(ask: () => Promise<T>, holds: (answer: T) => boolean) => {
      let last: { answer: T; tables: Set<string>; mark: number } | null = null;
      return async () => {
        if (last && !isWritten(last.mark, last.tables) && holds(last.answer)) return last.answer;
        const tables = new Set<string>();
        named = tables;
        const mark = statements;
        const answer = await ask();
        last = { answer, tables, mark };
        return answer;
      };
    },
    asksRows: async (ask) => {
      const before = statements;
      await ask();
      return statements > before;
    },
  };
}
