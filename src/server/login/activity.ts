import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { ACTIVITIES, ACTIVITY_DAYS, ACTIVITY_MAX, FAILURE_MINUTES, type Activity } from '@/domain/activity';
import { describeDevice, type Device } from '@/schemas/device';
import { DAY_MS, MINUTE_MS } from '@/domain/duration';
import type { LogInMethod } from '@/domain/session';
import type { activityAnswer } from '@/schemas/answers/log-in';
import { writeAudit } from '../lifecycle/audit';
import type { Ctx } from '../platform/context';
import type { Tx } from '../db';
import { auditEvents } from '../db/schema';
import { newId } from '../platform/ids';
import { log } from '../platform/log';

interface Detail {
  method?: LogInMethod;
  device?: Device;
}

const auditName = (activity: Activity) => `account.${activity}` as const;

/**
 * Writes an authentication event of an account to the audit log.
 * @param userAgent the `User-Agent` header, of which only the names of browser and operating system are stored
 */
export async function recordActivity(
  tx: Tx,
  now: Date,
  accountId: string,
  activity: Activity,
  { method, userAgent }: { method?: LogInMethod; userAgent?: string | null } = {},
): Promise<void> {
  const device = userAgent === undefined ? undefined : describeDevice(userAgent);
  const detail: Detail = { ...(method && { method }), ...(device && { device }) };
  await writeAudit(tx, now, {
    actor: accountId,
    subject: accountId,
    what: auditName(activity),
    detail: { ...detail },
  });
}

/**
 * Writes a failed log-in to the audit log, at most once an hour per account. The commit does not wait for the disk:
 * otherwise only the response for an existing account would wait.
 * @param accountId null for an unknown e-mail: runs the same statement without writing, so that the response time does
 *   not reveal whether an account exists
 */
export async function recordFailure(
  tx: Tx,
  now: Date,
  accountId: string | null,
  userAgent: string | null,
  method?: LogInMethod,
): Promise<void> {
  const what = auditName('log_in_failed');
  const detail: Detail = { ...(method && { method }), device: describeDevice(userAgent) };
  const since = new Date(now.getTime() - FAILURE_MINUTES * MINUTE_MS).toISOString();
  const subject = accountId ?? '';
  await tx.execute(sql`
    with commit_mode as materialized (select set_config('synchronous_commit', 'off', true))
    insert into audit_events (id, at, actor, subject, what, detail)
    select ${newId('audit')}, ${now.toISOString()}::timestamptz, 'unknown', ${subject}::text, ${what}, ${JSON.stringify(detail)}::jsonb
    from commit_mode
    where ${subject}::text <> '' and not exists (select 1 from audit_events
      where subject = ${subject}::text and at > ${since}::timestamptz and what = ${what})`);
  log.info(what, accountId === null ? {} : { accountId });
}

/** Returns the account's latest authentication events, newest first. Runs one query. */
export async function listActivity(
  ctx: Ctx,
  session: { accountId: string },
): Promise<z.output<typeof activityAnswer>> {
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, session.accountId),
        inArray(auditEvents.what, ACTIVITIES.map(auditName)),
        gt(auditEvents.at, new Date(ctx.now.getTime() - ACTIVITY_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(ACTIVITY_MAX);
  return {
    activity: rows.map(({ what, at, detail }) => {
      const { method = null, device = null } = (detail ?? {}) as Detail;
      return {
        what: what.slice('account.'.length) as Activity,
        at: at.toISOString(),
        method,
        device,
      };
    }),
  };
}
