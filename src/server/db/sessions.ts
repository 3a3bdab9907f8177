import { openClient } from './socket';

/**
 * The parameters of every session of the product. `default_transaction_read_only` makes PostgreSQL refuse a write outside
 * `transaction()`.
 */
export const SESSION_DEFAULTS = {
  default_transaction_read_only: true,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
  TimeZone: 'UTC',
} as const;

interface DatabaseUrls {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
}

/**
 * Returns the URL for work that needs a session of its own: migrations, LISTEN, the job queue. Behind a pooler, its role
 * may have the read-only default of `storeSessionDefaults`, so the URL overrides it.
 */
export function directUrl({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseUrls): string {
  if (!DATABASE_DIRECT_URL) return DATABASE_URL;
  const url = new URL(DATABASE_DIRECT_URL);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set(
    'options',
    `${given} -c default_transaction_read_only=off -c statement_timeout=0`.trim(),
  );
  // Not every driver reads `+` as a space.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

/**
 * Stores the session defaults for the role and the database of a URL, because a pooler in transaction mode refuses them
 * at connect. They apply to sessions that start afterwards: connections that the pooler holds already keep the old ones.
 * @param pooledUrl the URL of the pooler
 */
export async function storeSessionDefaults(pooledUrl: string): Promise<void> {
  const client = openClient(pooledUrl, { max: 1, prepare: false, fetch_types: false });
  try {
    await client.begin('read write', async (tx) => {
      const [row] = await tx`select quote_ident(current_database()) as name`;
      for (const [name, value] of Object.entries(SESSION_DEFAULTS))
        await tx.unsafe(`alter role current_user in database ${row?.name} set ${name} = '${value}'`);
    });
    // The pooler's own connection was opened with the old defaults. Ending it also ends this query with an error.
    await client`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined);
  } finally {
    await client.end({ timeout: 1 });
  }
}
