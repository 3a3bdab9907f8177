import { setTimeout as sleep } from 'node:timers/promises';
import { processState } from '@/process-state';
import type { Ctx } from '../../platform/context';
import { monotonicMs } from '../../platform/clock';
import { renderCounters } from '../../platform/counters';
import { renderGauges } from './gauges';

const FRESH_MS = 10_000;
const READ_TIMEOUT_MS = 5_000;

const cache = () => processState('gauges', (): { held?: { at: number; text: Promise<string> } } => ({}));

/**
 * Returns all metrics in Prometheus' text format: the counters of this process and the database metrics. The
 * database metrics are at most ten seconds old. Reading them takes at most five seconds.
 */
export async function renderMetrics(ctx: Ctx): Promise<string> {
  const [counters, gauges] = await Promise.all([renderCounters(), renderRecentGauges(ctx)]);
  return `${counters}\n${gauges}`;
}

function renderRecentGauges(ctx: Ctx): Promise<string> {
  const at = monotonicMs();
  const gauges = cache();
  if (!gauges.held || at - gauges.held.at > FRESH_MS) gauges.held = { at, text: renderGauges(ctx) };
  return Promise.race([gauges.held.text, sleep(READ_TIMEOUT_MS, 'ira_database_up 0\n', { ref: false })]);
}
