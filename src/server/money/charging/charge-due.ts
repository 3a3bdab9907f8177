import { settings } from '@/settings/settings';
import type { ChargeOutcome } from '@/domain/settlement';
import { processState } from '@/process-state';
import { recordFailure } from '../../platform/failed-rows';
import { readBillingBatch } from '../../platform/flags';
import { log } from '../../platform/log';
import { takeChargeTokens } from './rate';
import { callGateway, claimDuePayment, claimDuePayments, canCharge } from './claim-due';
import { settleAttempt, settleAttempts } from '../settlement/settle';
import type { Settled } from '../settlement/decide-outcomes';
import type { WrittenAttempt } from './write-attempts';
import { createConcurrencyLimit, type ConcurrencyLimit } from '../../platform/concurrency-limit';
import { createInFlightLimit, createWindow, type InFlightLimit } from './call-window';
import { addCounts, NOTHING, type Counts } from '../../platform/run-counts';
import { presentCtx, type Row, type RunCtx } from '../../platform/sets';
import { createPace, type Pace } from './pace';
import { createSettler, type Settler, type SettlerParts } from '../../platform/settle-sets';

/** The number of due payments in a batch. In a large batch, the wait for the last charges matters less. */
export const CHARGES_READ_AT_ONCE = 2000;
/** How many rows are claimed alone at the same time: each may wait for a lock. */
const CLAIMS_AT_ONCE = 4;
const REFUSED_PAUSE_MS = 1000;
/**
 * How many charges may be claimed but not sent yet: the charges of this many seconds at the rate limit. The
 * number is small because claimed charges are sent even when the run has to end.
 */
const UNSENT_SECONDS = 2;

/** Shared by all runs of this process. */
const window = () => processState('chargeWindow', createWindow);

/**
 * Charges due payments. Claims payments in sets, calls the gateway at most `CHARGES_PER_SECOND` times per
 * second, and settles the outcomes in sets. If a set fails or another process has locked a payment, claims
 * payments one by one. Claimed payments are sent even if the run has to end.
 */
export async function chargePayments(ctx: RunCtx, rows: readonly Row[]): Promise<Counts> {
  const size = await readBillingBatch(ctx.db);
  const perSecond = settings().CHARGES_PER_SECOND;
  const pace = createPace(perSecond ? { perSecond, take: (n) => takeChargeTokens(ctx.db, n) } : null);
  const unsentMax = perSecond ? Math.max(1, Math.ceil(perSecond * UNSENT_SECONDS)) : Infinity;
  // Sets are claimed and settled one at a time. More at once would charge hardly faster, and a subscriber's change would
  // wait for all of them.
  const inTurn = createConcurrencyLimit(1, Infinity);
  const run = new ChargeRun(ctx, pace, inTurn, createSettler(settlerOf(ctx, size, inTurn)), unsentMax);
  const queue = rows.map(({ id }) => id);
  const alone: string[] = [];
  const next = () =>
    alone.length > 0 ? alone.splice(0, 1) : queue.splice(0, Math.min(size, window().size(), unsentMax));
  const claim = async () => {
    for (let ids = next(); ids.length > 0; ids = next()) {
      const left = await run.claim(ids);
      if (left === 'ended') return;
      alone.push(...left);
    }
  };
  await Promise.all(Array.from({ length: CLAIMS_AT_ONCE }, claim));
  return run.end();
}
chargePayments.isInSets = true as const;

/** How long an outcome waits for further outcomes before the set is settled. */
const SETTLE_WAIT_MS = 50;

interface Result {
  attemptId: string;
  outcome: ChargeOutcome;
}

const settlerOf = (
  ctx: RunCtx,
  size: number,
  inTurn: ConcurrencyLimit,
): SettlerParts<Result, Settled | null> => ({
  job: ctx.job,
  size,
  waitMs: SETTLE_WAIT_MS,
  inTurn,
  settleSet: async (results) => {
    const { settled, left } = await settleAttempts(presentCtx(ctx), results);
    const done = results.filter(({ attemptId }) => !left.includes(attemptId));
    return new Map(done.map((result) => [result, settled.get(result.attemptId) ?? null]));
  },
  settleOne: ({ attemptId, outcome }) => settleAttempt(presentCtx(ctx), attemptId, outcome),
});

class ChargeRun {
  /** Claimed charges without a response. */
  private readonly unanswered = createInFlightLimit(() => window().size());
  /** Claimed charges that are not sent yet. */
  private readonly unsent: InFlightLimit;
  private counts = NOTHING;
  private readonly sent: Promise<void>[] = [];

  constructor(
    private readonly ctx: RunCtx,
    private readonly pace: Pace,
    private readonly inTurn: ConcurrencyLimit,
    private readonly settler: Settler<Result, Settled | null>,
    unsentMax: number,
  ) {
    this.unsent = createInFlightLimit(() => unsentMax);
  }

  /**
   * Claims payments as soon as the limits allow it, and sends them.
   * @returns the payments to claim one by one; `ended` if the run has to end or the gateway does not respond
   */
  async claim(ids: readonly string[]): Promise<string[] | 'ended'> {
    await this.unanswered.acquire(ids.length);
    await this.unsent.acquire(ids.length);
    const mayContinue = await this.mayContinue();
    const { written, left } = mayContinue ? await this.tryToClaim(ids) : { written: [], left: [] };
    this.unanswered.release(ids.length - written.length);
    this.unsent.release(ids.length - written.length);
    this.settler.expect(written.length);
    for (const attempt of written) this.sent.push(this.send(attempt));
    return mayContinue === false ? 'ended' : left;
  }

  /**
   * Whether the run may claim more payments.
   * @returns null if this cannot be read; the next run charges these payments
   */
  private async mayContinue(): Promise<boolean | null> {
    try {
      return this.ctx.control.mayGoOn() && (await canCharge());
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private async tryToClaim(ids: readonly string[]): Promise<{ written: WrittenAttempt[]; left: string[] }> {
    const ctx = presentCtx(this.ctx);
    try {
      if (ids.length > 1) return await this.inTurn(() => claimDuePayments(ctx, ids));
      const written = await claimDuePayment(ctx, ids[0] ?? '');
      return { written: written ? [written] : [], left: [] };
    } catch (error) {
      if (ids.length > 1) log.warn('billing.set_failed', { job: this.ctx.job, count: ids.length, error });
      else {
        this.counts = addCounts(this.counts, { failed: 1 });
        await recordFailure(ctx, this.ctx.job, ids[0] ?? '', error);
      }
      return { written: [], left: ids.length > 1 ? [...ids] : [] };
    }
  }

  private async send(attempt: WrittenAttempt): Promise<void> {
    try {
      const outcome = await this.call(attempt).finally(() => this.unanswered.release(1));
      const counts = countOf(await this.settler.settle({ attemptId: attempt.attemptId, outcome }));
      this.counts = addCounts(this.counts, counts);
      if (counts.failed) this.pace.holdFor(REFUSED_PAUSE_MS);
    } catch (error) {
      this.fail(error);
    }
  }

  private async call(attempt: WrittenAttempt): Promise<ChargeOutcome> {
    if (attempt.request) await this.pace.wait();
    this.unsent.release(1);
    const outcome = await callGateway(presentCtx(this.ctx), attempt);
    if (attempt.request) window().record(outcome.kind !== 'unknown' && outcome.kind !== 'not_sent');
    return outcome;
  }

  private fail(error: unknown): void {
    this.counts = addCounts(this.counts, { failed: 1 });
    log.error('billing.row_failed', { job: this.ctx.job, error });
  }

  /** Waits until every sent charge is settled. */
  async end(): Promise<Counts> {
    for (let settled = 0; settled < this.sent.length; settled = this.sent.length)
      await Promise.all(this.sent);
    return this.counts;
  }
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
