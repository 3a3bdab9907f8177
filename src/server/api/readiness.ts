import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '@/domain/errors';
import type { Db } from '../db';
import { queryRows } from '../db/query-rows';
import { isDraining } from '../platform/draining';
import journal from '../../../drizzle/meta/_journal.json';

const PATIENCE_MS = 2_000;
const LAST_MIGRATION = Math.max(...journal.entries.map(({ when }) => when));

const foundRow = z.object({ migrated: z.string().nullable(), addresses: z.boolean(), jobs: z.boolean() });

/**
 * Checks that the process can handle requests. The database must have the Thai addresses, the job tables and all
 * migrations of this release. Newer migrations are allowed.
 * @throws AppError UNAVAILABLE, also when the process is stopping or the database does not respond within two seconds
 */
export async function requireReady(db: Db): Promise<void> {
  if (isDraining()) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
  const asked = queryRows(
    db,
    foundRow,
    sql`
    select (select max(created_at) from drizzle.__drizzle_migrations) as migrated,
      exists (select 1 from flags where name = 'thai_addresses') as addresses,
      to_regclass('graphile_worker._private_jobs') is not null as jobs`,
  );
  const found = await Promise.race([
    asked.then(([row]) => row ?? null).catch(() => null),
    sleep(PATIENCE_MS, null, { ref: false }),
  ]);
  const isReady = found !== null && Number(found.migrated) >= LAST_MIGRATION && found.addresses && found.jobs;
  if (!isReady) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
}
