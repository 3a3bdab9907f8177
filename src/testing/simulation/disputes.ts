import type { DisputeDecision } from '@/domain/dispute';
import { decideDispute } from '@/server/desk/acts/dispute';
import { listStuck } from '@/server/desk/acts/stuck';
import { recordCall } from './commands';
import type { Journal } from './journal';
import { SANDBOX_URL } from './network';
import type { SimulatedWorld } from './world';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Share of card payments that the payer disputes some days later. */
const DISPUTED = 0.15;
/** The longest times in days from payment to dispute, and from dispute to decision. */
const OPENED_WITHIN_DAYS = 12;
const CLOSED_WITHIN_DAYS = 10;

type Step = 'open' | 'pending' | 'won' | 'lost';

async function setDisputeStatus(world: SimulatedWorld, chargeId: string, status: Step): Promise<void> {
  const response = await world.sandbox.fetch(`${SANDBOX_URL}/_control/omise/charges/${chargeId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'dispute', status }),
  });
  if (!response.ok) throw new Error(`the sandbox refused a dispute: ${response.status}`);
  world.count(`dispute ${status}`);
}

/**
 * Schedules the steps of a dispute of a paid charge. Steps are days or seconds apart, so that their events
 * may arrive in another order.
 */
function planDispute(world: SimulatedWorld, chargeId: string, opensAt: Date): void {
  const { random } = world;
  const step = (afterMs: number, status: Step) =>
    world.schedule(new Date(opensAt.getTime() + afterMs), `dispute ${status}`, () =>
      setDisputeStatus(world, chargeId, status),
    );
  step(0, 'open');
  const isQuick = random.chance(0.2);
  const closesAfterMs = isQuick ? random.below(4 * MINUTE_MS) : random.below(CLOSED_WITHIN_DAYS * DAY_MS);
  if (random.chance(0.4)) step(Math.min(random.below(3 * MINUTE_MS), closesAfterMs), 'pending');
  step(closesAfterMs + 1, random.pick(['won', 'lost'] as const));
}

/**
 * Schedules a dispute of the latest card payment, which opens a day after the faults end.
 * @param calmFrom the time at which the faults end
 * @returns a function that schedules disputes of some card payments made since its last call
 */
export function createDisputes(world: SimulatedWorld, calmFrom: Date): () => void {
  const { random, sandbox } = world;
  const drawn = new Set<string>();
  world.schedule(new Date(calmFrom.getTime() + DAY_MS), 'dispute opens', async () => {
    const paid = [...sandbox.gateway.charges.values()].filter(
      ({ status, source, dispute, refunds }) =>
        status === 'successful' && source === null && !dispute && refunds.length === 0,
    );
    const last = paid.at(-1);
    if (last) planDispute(world, last.id, world.now());
  });
  return () => {
    for (const { id, status, source } of sandbox.gateway.charges.values()) {
      if (status !== 'successful' || source !== null || drawn.has(id)) continue;
      drawn.add(id);
      const opensAt = new Date(world.now().getTime() + random.below(OPENED_WITHIN_DAYS * DAY_MS));
      if (random.chance(DISPUTED) && opensAt < calmFrom) planDispute(world, id, opensAt);
    }
  };
}

/** Schedules the operator's daily check of the disputes that wait for a decision, up to `until`. */
export function planDecisions(world: SimulatedWorld, journal: Journal, until: Date): void {
  for (let at = world.now().getTime(); at < until.getTime(); at += DAY_MS) {
    const when = new Date(at + world.random.below(DAY_MS));
    world.schedule(when, 'the operator decides', () => decideListedDisputes(world, journal));
  }
}

async function decideListedDisputes(world: SimulatedWorld, journal: Journal): Promise<void> {
  const hasDispute = [...world.sandbox.gateway.charges.values()].some(({ dispute }) => dispute);
  if (!hasDispute) return;
  const { disputes } = await listStuck(world.ctx());
  for (const { id, about, accountId, amount } of disputes) {
    const decision = drawDecision(world, about);
    if (decision === 'wait') continue;
    const input = { target: id, decision, why: 'the payer called' };
    const payer = { accountId: accountId ?? '' };
    await recordCall(journal, world, payer, 'decideDispute', { ...input, about, amount }, () =>
      decideDispute({ ...world.ctx(), operator: 'operator' }, input),
    );
  }
}

/**
 * Draws the operator's decision.
 * @param about the description of the dispute in the operator's list, such as `dispute open, …`
 */
function drawDecision(world: SimulatedWorld, about: string): DisputeDecision | 'wait' {
  const { random } = world;
  if (about.startsWith('dispute lost')) return random.weighted({ lost: 5, allow: world.hasFaults() ? 1 : 0 });
  if (about.startsWith('dispute won')) return random.weighted({ allow: 3, stop: 1 });
  return random.weighted({ wait: 10, allow: 1, stop: 1 });
}
