import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../platform/context';
import { monotonicMs } from '../platform/clock';
import { countedText } from '../platform/counters';
import { measuredText } from './gauges';

const FRESH_MS = 10_000;
const PATIENCE_MS = 5_000;

let held: { at: number; client: unknown; text: Promise<string> } | undefined;

/**
 * Everything that is measured, in Prometheus' text format: what this process counted, and what the database says, at
 * most ten seconds old and never waited for longer than five.
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
