import { sql } from 'drizzle-orm';
import { logTo } from '@/server/platform/log';
import type { World } from './world';

/** Personal data of a subscriber, with unique values. A value in a log or in a wrong column proves a leak. */
export const CANARY = {
  firstName: 'Kanarifugel',
  lastName: 'Zwitscherstein',
  phone: '0899999123',
  email: 'piepmatz@example.test',
  newEmail: 'piepmatz-zwei@example.test',
  password: 'sings-every-morning',
  holder: 'KANARIFUGEL ZWITSCHERSTEIN',
  card: '4242424242424242',
  poorCard: '4111111111140011',
  address: '77 Birdcage Lane',
};

/** Matches any value of `CANARY`, in every spelling and encoding. */
export const SINGS =
  /kanarifugel|zwitscherstein|piepmatz|birdcage|sings-every|0?89{5}123|4242[ -]?4242|4111[ -]?1111|S2FuYXJpZnVnZW|cGllcG1hd/i;

/** Sends all later log lines, of all levels, to the returned array. */
export function overhear(): string[] {
  const lines: string[] = [];
  logTo({ write: (line: string) => void lines.push(line) });
  return lines;
}

/** Returns every column (`table.column`) that contains a value that `song` matches. */
export async function columnsThatSing({ db }: World, song = SINGS): Promise<string[]> {
  const tables = await db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog','information_schema')`);
  const found = new Set<string>();
  for (const { schema, name } of tables) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    // The address tables have millions of words and no personal data.
    if (name === 'thai_addresses') continue;
    const rows = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${table} t`,
    );
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (song.test(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))
          found.add(`${name}.${column}`);
  }
  return [...found].sort();
}
