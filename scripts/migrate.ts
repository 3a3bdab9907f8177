import postgres from 'postgres';
import { migrate } from '@/server/db/migrate';

const SCHEMAS = ['public', 'drizzle', 'graphile_worker'];

/** Makes the database if the server has none of that name, and says whether it holds nothing of ours yet. */
async function prepare(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await client<
      { found: boolean }[]
    >`select to_regclass('public.accounts') is not null as found`;
    return row?.found !== true;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== '3D000') throw error;
  } finally {
    await client.end();
  }
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  const admin = postgres(server.href, { max: 1 });
  try {
    await admin`create database ${admin(name)}`;
  } finally {
    await admin.end();
  }
  return true;
}

/** Drops everything of ours, for a database that is not the launcher's own to throw away. */
async function empty(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const schema of SCHEMAS) await client`drop schema if exists ${client(schema)} cascade`;
    await client`create schema public`;
  } finally {
    await client.end();
  }
}

const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL is not set: start the product first (npm start), or set it.');
await prepare(url);
if (process.argv.includes('--empty')) await empty(url);
const fresh = await prepare(url);
await migrate(url);
process.stdout.write(`${JSON.stringify({ fresh })}\n`);
