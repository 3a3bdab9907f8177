import type { Db } from '@/server/db';

export interface QueryCache {
  /**
   * Returns a function that sends the query or returns its last result. It sends the query after a write to
   * one of the query's tables, or if `holds` is false for the last result.
   */
  cache<T>(ask: () => Promise<T>, holds: (response: T) => boolean): () => Promise<T>;
  /** Whether `ask` sends any statement. */
  sendsStatements(ask: () => Promise<unknown>): Promise<boolean>;
}

const EVERY_TABLE = '*';
const ANY_FLAG = '*';
const WRITES = /\b(?:insert\s+into|update(?!\s+(?:set|skip)\b)|delete\s+from)\s+([\w."]+)/gi;

/**
 * Returns the tables that a statement may write. A delete may cascade to any table. The function `add_job`
 * writes the jobs table.
 */
function tablesWrittenBy(statement: string): string[] {
  const names = [...statement.matchAll(WRITES)].map(([, table = '']) => table.match(/\w+/g)?.at(-1) ?? '');
  if (statement.includes('add_job')) return ['_private_jobs', ...names];
  return /\bdelete\s+from\b/i.test(statement) && !names.includes('_private_jobs')
    ? [EVERY_TABLE, ...names]
    : names;
}

const ONE_FLAG =
  /"flags"\."name" = \$(\d+)|^insert into "flags" \("name", "value"\) values \(\$(\d+), \$\d+\)(?!,)/;

/** Returns the name of the row of `flags` that a statement reads or writes by a parameter; undefined for others. */
function flagOf(statement: string, params: readonly unknown[]): string | undefined {
  const [, read, written] = ONE_FLAG.exec(statement) ?? [];
  const place = read ?? written;
  return place === undefined ? undefined : String(params[Number(place) - 1]);
}

/**
 * Creates a cache of query results. A write to a table invalidates the results that were read from this
 * table. Cached queries run only between tasks, when no transaction is open.
 */
export function createQueryCache(db: Db): QueryCache {
  const written = new Map<string, number>();
  let statements = 0;
  let named = new Set<string>();
  const { options } = db.$client as unknown as { options: { debug?: unknown } };
  options.debug = (_connection: number, statement: string, params: readonly unknown[] = []) => {
    statements += 1;
    // Most jobs read a flag, and each failed call of a gateway writes one: a flag counts as a table.
    const flag = flagOf(statement, params);
    for (const table of tablesWrittenBy(statement)) {
      if (table !== 'flags' || flag === undefined) written.set(table, statements);
      else for (const name of [flag, ANY_FLAG]) written.set(`flags ${name}`, statements);
    }
    const words: readonly string[] = statement.match(/\w+/g) ?? [];
    for (const word of words) named.add(word);
    if (words.includes('flags')) named.add(`flags ${flag ?? ANY_FLAG}`);
  };
  const isWritten = (mark: number, tables: Set<string>) => {
    for (const [table, at] of written)
      if (at > mark && (table === EVERY_TABLE || tables.has(table))) return true;
    return false;
  };

  return {
    cache: <T>(ask: () => Promise<T>, holds: (response: T) => boolean) => {
      let last: { response: T; tables: Set<string>; mark: number } | null = null;
      return async () => {
        if (last && !isWritten(last.mark, last.tables) && holds(last.response)) return last.response;
        const tables = new Set<string>();
        named = tables;
        const mark = statements;
        const response = await ask();
        last = { response, tables, mark };
        return response;
      };
    },
    sendsStatements: async (ask) => {
      const before = statements;
      await ask();
      return statements > before;
    },
  };
}
