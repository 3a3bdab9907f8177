// Migrates the database of DATABASE_DIRECT_URL, or DATABASE_URL. Prints its previous content as one line of JSON. Exit code 2:
// refused.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { grantToRole } from '@/server/db/grants';
import { migrate, releaseJobs, ReplacedMigrationsError } from '@/server/db/migrate';
import * as schema from '@/server/db/schema';
import { directUrl, storeSessionDefaults } from '@/server/db/sessions';
import { openClient } from '@/server/db/socket';

const SCHEMAS = ['public', 'drizzle', 'graphile_worker'];

const { values: wanted } = parseArgs({
  options: {
    /** Deletes all tables before the migration. */
    empty: { type: 'boolean', default: false },
    /** Deletes the data of an interrupted seeding before the migration. */
    again: { type: 'boolean', default: false },
    /** Releases locked jobs. Allowed only if no other process uses the database. */
    'release-jobs': { type: 'boolean', default: false },
    /** The path of a file that is written if the database was empty. The launcher then seeds the database. */
    mark: { type: 'string' },
  },
});

async function withClient<T>(url: string, work: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = openClient(url, { max: 1 });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the database of the URL if it does not exist. */
async function makeDatabase(url: string): Promise<void> {
  try {
    return await withClient(url, async (client) => void (await client`select 1`));
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== '3D000') throw error;
  }
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  await withClient(server.href, (admin) => admin`create database ${admin(name)}`);
}

/** Lists the tables in the product's schemas. Leaves out the tables of extensions. */
async function tablesIn(client: postgres.Sql): Promise<{ schema: string; name: string }[]> {
  return client<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;
}

/** Whether the database contains only tables of the product, and only demo accounts. */
async function isOnlySeeded(client: postgres.Sql): Promise<boolean> {
  const ours = new Set<string>(
    Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : [])),
  );
  const here = (await tablesIn(client)).filter((table) => table.schema === 'public');
  if (here.some(({ name }) => !ours.has(name))) return false;
  if (!here.some(({ name }) => name === 'accounts')) return true;
  const others = await client`select 1 from accounts where email not like '%@demo.test' limit 1`;
  return others.length === 0;
}

/** Drops all tables of the product. The launcher may not have the right to drop the database. */
async function empty(client: postgres.Sql): Promise<void> {
  await client.begin(async (tx) => {
    for (const name of SCHEMAS) await tx`drop schema if exists ${tx(name)} cascade`;
    await tx`create schema public`;
  });
}

const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_APP_ROLE } = process.env;
if (!DATABASE_URL)
  throw new Error('DATABASE_URL is not set: start the product first (npm start), or set it.');
const url = directUrl({ DATABASE_URL, DATABASE_DIRECT_URL });
await makeDatabase(url);
const found = await withClient(url, async (client) => {
  const emptied = wanted.empty || (wanted.again && (await isOnlySeeded(client)));
  if (emptied) await empty(client);
  const tables = await tablesIn(client);
  return { emptied, tables };
});
const fresh = !found.tables.some(({ schema: where, name }) => where === 'public' && name === 'accounts');
if (wanted.mark !== undefined && found.tables.length === 0) writeFileSync(wanted.mark, '', { mode: 0o600 });
try {
  await migrate(url);
} catch (error) {
  if (!(error instanceof ReplacedMigrationsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
if (DATABASE_APP_ROLE) await withClient(url, (client) => grantToRole(client, DATABASE_APP_ROLE));
if (DATABASE_DIRECT_URL) await storeSessionDefaults(DATABASE_URL);
if (wanted['release-jobs']) await releaseJobs(url);
process.stdout.write(`${JSON.stringify({ fresh, emptied: found.emptied })}\n`);
