import { processState } from '@/process-state';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { pollForSubscriber } from '../settlement/poll-unknown-charges';
import type { Attempt } from '../settlement/queries';

/** The shortest time between two reads of a charge or a link at the gateway by one process. */
const READ_EVERY_MS = 4_000;
const READS_MAX = 10_000;

const lastReadsById = () => processState('lastReadsById', () => new Map<string, number>());

/** Whether a page may read this row at the gateway now. Counts the read. */
export function isReadDue(id: string, now: Date): boolean {
  const lastReads = lastReadsById();
  const last = lastReads.get(id);
  if (last !== undefined && now.getTime() - last < READ_EVERY_MS && now.getTime() >= last) return false;
  if (lastReads.size >= READS_MAX) lastReads.clear();
  lastReads.set(id, now.getTime());
  return true;
}

/**
 * Reads an open charge at the gateway for a payer who waits at a page, at most every four seconds. Never throws.
 * @returns whether the charge was read, so that the caller must load its rows again
 */
export async function pollWhenDue(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  const isOpen = attempt.status === 'action_required' || attempt.status === 'unknown';
  if (!isOpen || !isReadDue(attempt.id, ctx.now)) return false;
  try {
    await pollForSubscriber(ctx, attempt);
    return true;
  } catch (error) {
    log.warn('payments.qr_unreadable', { attemptId: attempt.id, error });
    return false;
  }
}
