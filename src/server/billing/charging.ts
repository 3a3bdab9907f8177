import { settings } from '@/env';
import { takeChargeTokens } from '../payments/charge-rate';
import { chargeDuePayment, mayCharge } from '../payments/charges';
import type { Settled } from '../payments/settlement';
import { log } from '../log';
import { createTurns } from '../turns';
import { addCounts, NOTHING, type Counts } from './counts';
import { present, type Row, type RunCtx } from './handling';
import { createPace } from './pace';

/** A batch is long enough for its end, when the last charges are waited for, to be a small part of it. */
export const CHARGES_READ_AT_ONCE = 2000;
/** A charge takes a bank a second: so many are on their way at once, and hold no connection meanwhile. */
const CHARGES_AT_ONCE = 64;
/** How many of them may be in the database at once. */
const IN_DATABASE = 8;
const REFUSED_PAUSE_MS = 1000;

/** Charges due payments, many at once and no faster than `CHARGES_PER_SECOND`. */
export async function chargePayments(ctx: RunCtx, rows: readonly Row[]): Promise<Counts> {
  let counts = NOTHING;
  const queue = rows.values();
  const perSecond = settings().CHARGES_PER_SECOND;
  const pace = createPace(perSecond ? { perSecond, take: (n) => takeChargeTokens(ctx.db, n) } : null);
  const inTurn = createTurns(IN_DATABASE, Infinity);
  const lane = async () => {
    for (const { id } of queue) {
      await pace.wait();
      if (!ctx.control.mayGoOn()) return;
      try {
        if (!(await inTurn(mayCharge))) return;
        const did = countOf(await chargeDuePayment(present(ctx), id, inTurn));
        counts = addCounts(counts, did);
        if (did.failed) pace.holdFor(REFUSED_PAUSE_MS);
      } catch (error) {
        counts = addCounts(counts, { failed: 1 });
        log.error('billing.row_failed', { sweep: ctx.sweep, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CHARGES_AT_ONCE, rows.length) }, lane));
  return counts;
}

function countOf(settled: Settled | null): Partial<Counts> {
  switch (settled?.attemptStatus) {
    case undefined:
      return {};
    case 'succeeded':
      return { charged: 1 };
    case 'declined':
    case 'expired':
      return { declined: 1 };
    case 'voided':
      return { failed: 1 };
    case 'created':
    case 'sent':
    case 'action_required':
    case 'unknown':
      return { unknown: 1 };
  }
}
