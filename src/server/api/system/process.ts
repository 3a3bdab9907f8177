import { z } from 'zod';
import { renderMetrics } from '../../desk/metrics/render-metrics';
import { systemNow } from '../../platform/clock';
import { presentContext } from '../../platform/context';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import { isDraining } from '../../platform/draining';
import journal from '../../../../drizzle/meta/_journal.json';
import { compressedResponse } from '../rest/public-response';
import { okResponse } from '../rest/responses';
import { requireOperator } from '../trpc';
import { body, describe, envelope, type SystemCalls } from './system-call';

/** Health checks and metrics of the process. */
export const PROCESS_CALLS: SystemCalls = {
  '/api/health': {
    method: 'GET',
    who: 'anyone',
    operation: describe({
      operationId: 'getHealth',
      summary: 'Whether the process lives',
      description:
        'For a supervisor that restarts the process. It reads no database and needs no header `Host`.',
      security: [],
      done: envelope(z.strictObject({}), {}),
      refusals: ['INTERNAL'],
    }),
    answer: () => Promise.resolve(okResponse({})),
  },
  '/api/ready': {
    method: 'GET',
    who: 'anyone',
    operation: describe({
      operationId: 'getReady',
      summary: 'Whether it may be sent requests, and what time it has',
      description:
        'For a load balancer. It is UNAVAILABLE without the database or while the process stops, and needs no header `Host`.',
      security: [],
      done: envelope(z.strictObject({ now: z.iso.datetime() }), { now: '2026-11-20T03:00:00.000Z' }),
      refusals: ['INTERNAL', 'UNAVAILABLE'],
    }),
    answer: async () => {
      await requireReady(presentContext().db);
      return okResponse({ now: systemNow().toISOString() });
    },
  },
  '/api/metrics': {
    method: 'GET',
    who: 'operator',
    operation: describe({
      operationId: 'getMetrics',
      summary: 'What Prometheus collects',
      description: 'Metrics in the text format of Prometheus. Needs the scope `metrics`.',
      security: [{ operator: [] }],
      done: body('text/plain', {
        schema: z.string(),
        example: '# TYPE ira_billing_paused gauge\nira_billing_paused 0\n',
      }),
      refusals: ['NOT_LOGGED_IN', 'NOT_ALLOWED', 'INTERNAL', 'UNAVAILABLE'],
    }),
    answer: async (request, ctx) => {
      await requireOperator(ctx, 'metrics');
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
      return compressedResponse(request, await renderMetrics(presentContext()), headers);
    },
  },
};

const PATIENCE_MS = 2_000;
const LAST_MIGRATION = Math.max(...journal.entries.map(({ when }) => when));

const foundRow = z.object({ migrated: z.string().nullable(), addresses: z.boolean(), jobs: z.boolean() });

/**
 * Checks that the process can handle requests. The database must have the Thai addresses, the job tables and all
 * migrations of this release. Newer migrations are allowed.
 * @throws AppError UNAVAILABLE, also when the process is stopping or the database does not respond within two seconds
 */
async function requireReady(db: Db): Promise<void> {
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
