import { ACTIVITIES } from '@/domain/activity';
import type { Tx } from '../db';
import { auditEvents } from '../db/schema';
import { newId } from '../platform/ids';
import { log } from '../platform/log';
import { eventOfAudit, writeEvents } from './events';
import { tellOwners } from './tell-owners';

const LOGGED: ReadonlySet<string> = new Set(ACTIVITIES.map((activity) => `account.${activity}`));

/**
 * Writes an audit event in the caller's transaction. Also logs the event if it is about authentication, and queues mails
 * to the owners if a person did something sensitive.
 * @returns the event's id
 */
export async function writeAudit(
  tx: Tx,
  now: Date,
  event: { actor: string; subject: string; what: string; detail?: Record<string, unknown> },
): Promise<string> {
  const id = newId('audit');
  await tx.insert(auditEvents).values({ id, at: now, ...event });
  await tellOwners(tx, now, { id, ...event });
  const told = eventOfAudit(event);
  if (told) await writeEvents(tx, now, [told]);
  if (LOGGED.has(event.what)) log.info(event.what, { accountId: event.subject });
  return id;
}
