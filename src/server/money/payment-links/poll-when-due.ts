import { processState } from '@/process-state';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { pollForSubscriber } from '../settlement/poll-unknown-charges';
import type { Attempt } from '../settlement/queries';

/** The shortest time between two reads of a charge at the gateway by one process. */
const READ_EVERY_MS = 4_000;
const READS_MAX = 10_000;

const readsOfCharges = () => processState('readsOfCharges', () => new Map<string, number>());

function isReadDue(attemptId: string, now: Date): boolean {
  const lastReads = readsOfCharges();
  const last = lastReads.get(attemptId);
  if (last !== undefined && now.getTime() - last < READ_EVERY_MS && now.getTime() >= last) return false;
  if (lastReads.size >= READS_MAX) lastReads.clear();
  lastReads.set(attemptId, now.getTime());
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
