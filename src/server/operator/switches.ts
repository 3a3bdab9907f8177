import { BILLING_BATCH_MAX } from '@/env';
import { transaction, type Tx } from '../db';
import { lockFlag, writeFlag, type Flag, type FlagName } from '../platform/flags';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/** What a switch was turned to; `changed` is false when it stood so already. */
export interface SwitchAnswer {
  changed: boolean;
  on: boolean;
}

/**
 * Pauses billing, or resumes it. While it is paused the run claims nothing for charging and makes no payment link;
 * all else goes on. What fell due meanwhile is still due afterwards, and the next run catches up.
 */
export async function pauseBilling(ctx: OperatorCtx, paused: boolean): Promise<SwitchAnswer> {
  return transaction(ctx.db, async (tx) => {
    const before = await lockFlag(tx, 'billing');
    if ((before?.paused ?? false) === paused) return { changed: false, on: paused };
    await writeFlag(tx, 'billing', { paused, since: ctx.now.toISOString() });
    await auditOperator(tx, ctx, { subject: 'billing', what: paused ? 'billing.paused' : 'billing.resumed' });
    return { changed: true, on: paused };
  });
}

/** Sets how many rows a billing run handles in one transaction, from its next set on; 1: each by itself. */
export async function setBillingBatch(ctx: OperatorCtx, size: number): Promise<{ changed: boolean }> {
  if (!Number.isInteger(size) || size < 1 || size > BILLING_BATCH_MAX)
    throw new OperatorRefusal(`The size of a set is a whole number from 1 to ${BILLING_BATCH_MAX}.`);
  return transaction(ctx.db, async (tx) => {
    const before = await lockFlag(tx, 'billingBatch');
    if (before?.size === size) return { changed: false };
    await writeFlag(tx, 'billingBatch', { size });
    await auditOperator(tx, ctx, { subject: 'billing', what: 'billing.batch_set', detail: { size } });
    return { changed: true };
  });
}

/**
 * Shows the incident banner or takes it away, whatever the settings of the start say.
 * @param text words of its own, in both languages; null: the usual ones
 * @throws OperatorRefusal for words that say nothing
 */
export async function switchIncident(
  ctx: OperatorCtx,
  on: boolean,
  text: { en: string; th: string } | null,
): Promise<SwitchAnswer> {
  const words = text && { en: text.en.trim(), th: text.th.trim() };
  if (words && (!words.en || !words.th || words.en.length > 500 || words.th.length > 500))
    throw new OperatorRefusal('The text of the banner must have 1 to 500 characters.');
  return turn(ctx, 'incident', { on, text: on ? words : null });
}

/** Closes the site for maintenance, or opens it, whatever the settings of the start say. */
export async function switchMaintenance(ctx: OperatorCtx, on: boolean): Promise<SwitchAnswer> {
  return turn(ctx, 'maintenance', { on });
}

async function turn<N extends FlagName & ('incident' | 'maintenance')>(
  ctx: OperatorCtx,
  name: N,
  value: Flag<N>,
): Promise<SwitchAnswer> {
  return transaction(ctx.db, async (tx: Tx) => {
    const before = await lockFlag(tx, name);
    if (JSON.stringify(before) === JSON.stringify(value)) return { changed: false, on: value.on };
    await writeFlag(tx, name, value);
    const what = `${name}.${value.on ? 'on' : 'off'}`;
    await auditOperator(tx, ctx, { subject: name, what, detail: { ...value } });
    return { changed: true, on: value.on };
  });
}
