import type postgres from 'postgres';
import type { WireCount } from './wire';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

const scannedIn = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...(node.Plans ?? []).flatMap(scannedIn),
];

const PLANNED = /^\s*(select|with|update|delete|insert)\b/i;

const quoted = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);

/**
 * Finds statements that scan a large table completely. Plans each statement with the values of its last
 * execution. PostgreSQL does this, too, while a generic plan would cost more.
 * @param rowsMin the smallest number of rows of a large table
 * @returns the statements with the scanned tables
 */
export async function wholeReads(
  sql: postgres.Sql,
  { texts, values }: WireCount,
  rowsMin: number,
): Promise<{ text: string; tables: string[] }[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and reltuples >= ${rowsMin}`;
  const large = new Set(rows.map(({ name }) => name));
  const found: { text: string; tables: string[] }[] = [];
  for (const text of texts.keys()) {
    if (!PLANNED.test(text)) continue;
    const given = values.get(text) ?? [];
    const whole = text.replace(/\$(\d+)/g, (_, n: string) => quoted(given[Number(n) - 1] ?? null));
    const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
      `explain (format json) ${whole}`,
    );
    const plan = row?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': '' };
    const tables = scannedIn(plan).filter((name) => large.has(name));
    if (tables.length > 0) found.push({ text, tables: [...new Set(tables)] });
  }
  return found;
}
