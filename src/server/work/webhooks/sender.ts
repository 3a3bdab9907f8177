import { setTimeout as sleep } from 'node:timers/promises';
import { presentContext } from '../../platform/context';
import { log } from '../../platform/log';
import { numberEvents } from '../events/number-events';
import { planDeliveries } from './plan-deliveries';
import type { Claimed } from './body';
import { claimDeliveries, sendDelivery } from './send-deliveries';

const ROUND_MS = 1000;

/**
 * Numbers events, writes deliveries and sends them, until `stopping` aborts. A round waits for no call: the next one
 * claims for endpoints that have calls left. @returns when the calls have ended
 */
export async function runSender(stopping: AbortSignal): Promise<void> {
  const calls = new Set<Promise<void>>();
  const busy: Record<string, number> = {};
  let wake = new AbortController();
  const start = (claimed: Claimed) => {
    const { endpointId } = claimed;
    busy[endpointId] = (busy[endpointId] ?? 0) + 1;
    const call = sendDelivery(presentContext(), claimed)
      // Its lease ends, and it is tried again.
      .catch((error: unknown) => log.error('webhooks.not_sent', { error }))
      .finally(() => {
        busy[endpointId] = (busy[endpointId] ?? 1) - 1;
        calls.delete(call);
        wake.abort();
      });
    calls.add(call);
  };
  while (!stopping.aborted) {
    wake = new AbortController();
    const hasMore = await round(busy, start).catch((error: unknown) => {
      log.warn('webhooks.round_failed', { error });
      return false;
    });
    const signal = AbortSignal.any([stopping, wake.signal]);
    if (!hasMore) await sleep(ROUND_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.allSettled(calls);
}

async function round(busy: Record<string, number>, start: (claimed: Claimed) => void): Promise<boolean> {
  const ctx = presentContext();
  await numberEvents(ctx.db);
  const hasMore = await planDeliveries(ctx);
  for (const claimed of await claimDeliveries(ctx, busy)) start(claimed);
  return hasMore;
}
