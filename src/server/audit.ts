import type { Tx } from './db/client';
import { auditEvents } from './db/schema';
import { newId } from './ids';

/**
 * Writes down who did what to whom or what, in the transaction that does it.
 * @returns the entry's id
 */
export async function writeAudit(
  tx: Tx,
  now: Date,
  event: { actor: string; subject: string; what: string; detail?: Record<string, unknown> },
): Promise<string> {
  const id = newId('audit');
  await tx.insert(auditEvents).values({ id, at: now, ...event });
  return id;
}
