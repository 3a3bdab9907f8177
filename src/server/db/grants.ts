import type postgres from 'postgres';

const SCHEMAS = ['public', 'graphile_worker'];

/** The tables from which no process deletes: the ledger, and what it refers to. */
export const KEPT_TABLES = [
  'audit_events',
  'bank_transfers',
  'charge_attempts',
  'disputes',
  'documents',
  'money_received',
  'orders',
  'payments',
  'points_entries',
  'refunds',
  'schedule_epochs',
  'shipments',
  'subscriptions',
] as const;
/** The tables whose rows no process changes. */
const APPEND_ONLY_TABLES = ['audit_events', 'points_entries', 'schedule_epochs'] as const;

/**
 * Grants a role what the web process, the worker and the operator commands need: reading and writing rows, but no change
 * of the schema, and neither a change of what is written once nor a deletion from the ledger. Can run repeatedly.
 * @param client a session of the owner of the tables
 * @param role the name of an existing role
 */
export async function grantToRole(client: postgres.Sql, role: string): Promise<void> {
  const name = client(role);
  await client.begin(async (tx) => {
    for (const schema of SCHEMAS.map((one) => tx(one))) {
      await tx`grant usage on schema ${schema} to ${name}`;
      await tx`grant select, insert, update, delete on all tables in schema ${schema} to ${name}`;
      await tx`grant usage, select on all sequences in schema ${schema} to ${name}`;
    }
    await tx`grant usage on schema drizzle to ${name}`;
    await tx`grant select on all tables in schema drizzle to ${name}`;
    for (const table of KEPT_TABLES) await tx`revoke delete on ${tx(table)} from ${name}`;
    await allowTruncation(tx, name);
    await allowQueue(tx, name);
    for (const table of APPEND_ONLY_TABLES) await tx`revoke update on ${tx(table)} from ${name}`;
  });
}

/** Lets a role empty the partitions of old events. */
async function allowTruncation(tx: postgres.TransactionSql, role: postgres.Helper<string>): Promise<void> {
  const partitions = await tx<{ name: string }[]>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'event_sets'::regclass`;
  for (const { name } of partitions) await tx`grant truncate on ${tx(name)} to ${role}`;
}

/** Lets a role use the job queue, whose tables are closed to all but their owner by row-level security. */
async function allowQueue(tx: postgres.TransactionSql, role: postgres.Helper<string>): Promise<void> {
  const tables = await tx<{ name: string }[]>`select relname as name from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity`;
  for (const { name } of tables) {
    const table = tx(`graphile_worker.${name}`);
    await tx`drop policy if exists application on ${table}`;
    await tx`create policy application on ${table} to ${role} using (true) with check (true)`;
  }
}
