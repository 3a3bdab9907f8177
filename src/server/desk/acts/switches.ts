import { BILLING_BATCH_MAX } from '@/settings/shape';
import { transaction, type Tx } from '../../db';
import { lockFlag, writeFlag, type Flag, type FlagName } from '../../platform/flags';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/** The state of a switch after a command. `changed` is false if the switch already had this state. */
export interface SwitchResult {
  changed: boolean;
  on: boolean;
}

/**
 * Pauses or resumes billing. During a pause, no job charges a card or creates a payment link. All other jobs continue.
 * The first billing run after the pause handles all due payments.
 */
export async function pauseBilling(ctx: OperatorCtx, paused: boolean): Promise<SwitchResult> {
  return transaction(ctx.db, async (tx) => {
    const before = await lockFlag(tx, 'billing');
    if ((before?.paused ?? false) === paused) return { changed: false, on: paused };
    await writeFlag(tx, 'billing', { paused, since: ctx.now.toISOString() });
    await auditOperator(tx, ctx, { subject: 'billing', what: paused ? 'billing.paused' : 'billing.resumed' });
    return { changed: true, on: paused };
  });
}

/**
 * Sets the number of rows that a billing run handles per transaction. A running job uses the new number from its next
 * query on.
 * @throws OperatorRefusal for a size that is not allowed
 */
export async function setBillingBatch(ctx: OperatorCtx, size: number): Promise<{ changed: boolean }> {
  if (!Number.isInteger(size) || size < 1 || size > BILLING_BATCH_MAX)
    throw new OperatorRefusal('batchSize', { max: BILLING_BATCH_MAX });
  return transaction(ctx.db, async (tx) => {
    const before = await lockFlag(tx, 'billingBatch');
    if (before?.size === size) return { changed: false };
    await writeFlag(tx, 'billingBatch', { size });
    await auditOperator(tx, ctx, { subject: 'billing', what: 'billing.batch_set', detail: { size } });
    return { changed: true };
  });
}

/**
 * Shows or hides the incident banner. Overrides the environment variable.
 * @param text the text in both languages; null for the default text
 * @throws OperatorRefusal for an empty or too long text
 */
export async function switchIncident(
  ctx: OperatorCtx,
  on: boolean,
  text: { en: string; th: string } | null,
): Promise<SwitchResult> {
  const words = text && { en: text.en.trim(), th: text.th.trim() };
  if (words && (!words.en || !words.th || words.en.length > 500 || words.th.length > 500))
    throw new OperatorRefusal('bannerText');
  return writeSwitch(ctx, 'incident', { on, text: on ? words : null });
}

/** Closes or opens the site for maintenance. Overrides the environment variable. */
export async function switchMaintenance(ctx: OperatorCtx, on: boolean): Promise<SwitchResult> {
  return writeSwitch(ctx, 'maintenance', { on });
}

async function writeSwitch<N extends FlagName & ('incident' | 'maintenance')>(
  ctx: OperatorCtx,
  name: N,
  value: Flag<N>,
): Promise<SwitchResult> {
  return transaction(ctx.db, async (tx: Tx) => {
    const before = await lockFlag(tx, name);
    if (JSON.stringify(before) === JSON.stringify(value)) return { changed: false, on: value.on };
    await writeFlag(tx, name, value);
    const what = `${name}.${value.on ? 'on' : 'off'}`;
    await auditOperator(tx, ctx, { subject: name, what, detail: { ...value } });
    return { changed: true, on: value.on };
  });
}
