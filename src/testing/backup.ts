import { sql } from 'drizzle-orm';
import { transaction, type Tx } from '@/server/db';
import type { World } from './world';

/** Copies the rows of every table. @returns a function that restores the copied rows, as a backup does */
export async function backUp({ db }: World): Promise<() => Promise<void>> {
  const rows = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition`,
  );
  const tables = rows.map(({ name }) => sql.identifier(name));
  const each = async (tx: Tx, work: (table: (typeof tables)[number]) => ReturnType<typeof sql>) => {
    for (const table of tables) await tx.execute(work(table));
  };
  await transaction(db, async (tx) => {
    await tx.execute(sql`drop schema if exists backup cascade`);
    await tx.execute(sql`create schema backup`);
    await each(tx, (table) => sql`create table backup.${table} as table public.${table}`);
  });
  return () =>
    transaction(db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await each(tx, (table) => sql`delete from public.${table}`);
      await each(
        tx,
        (table) => sql`insert into public.${table} overriding system value table backup.${table}`,
      );
    });
}
