import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../platform/context';
import { monotonicMs } from '../platform/clock';
import { countedText } from '../platform/counters';
import { measuredText } from './gauges';

const FRESH_MS = 10_000;
const PATIENCE_MS = 5_000;

let held: { at: number; client: unknown; text: Promise<string> } | undefined;

/**
 * Returns all metrics in Prometheus' text format: the counters of this process, and the database metrics, at most ten
 * seconds old and read for at most five seconds.
 */
export async function showMetrics(ctx: Ctx): Promise<string> {
  const [counted, measured] = await Promise.all([countedText(), measuredLately(ctx)]);
  return `${counted}\n${measured}`;
}

function measuredLately(ctx: Ctx): Promise<string> {
  const at = monotonicMs();
  if (!held || held.client !== ctx.db.$client || at - held.at > FRESH_MS) {
    held = { at, client: ctx.db.$client, text: measuredText(ctx) };
  }
  return Promise.race([held.text, sleep(PATIENCE_MS, 'database_up 0\n', { ref: false })]);
}
