import { decideDispute, type DisputeDecision } from '@/server/operator/dispute';
import { listStuck } from '@/server/operator/stuck';
import { ask } from './commands';
import type { Journal } from './journal';
import { OUTSIDE } from './outside';
import type { SimulatedWorld } from './world';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Of all card payments, those that their payers dispute, some days later. */
const DISPUTED = 0.15;
/** Together short of the 31 days for which the nightly comparison finds a dispute whose events were lost. */
const OPENED_WITHIN_DAYS = 12;
const CLOSED_WITHIN_DAYS = 10;

type Step = 'open' | 'pending' | 'won' | 'lost';

async function move(world: SimulatedWorld, chargeId: string, status: Step): Promise<void> {
  const answer = await world.sandbox.fetch(`${OUTSIDE}/_control/omise/charges/${chargeId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'dispute', status }),
  });
  if (!answer.ok) throw new Error(`the sandbox refused a dispute: ${answer.status}`);
  world.count(`dispute ${status}`);
}

/** Plans a dispute of a paid charge; its steps are days or seconds apart, so that events can arrive out of order. */
function plan(world: SimulatedWorld, chargeId: string, opensAt: Date): void {
  const { random } = world;
  const step = (afterMs: number, status: Step) =>
    world.at(new Date(opensAt.getTime() + afterMs), `dispute ${status}`, () => move(world, chargeId, status));
  step(0, 'open');
  const isQuick = random.chance(0.2);
  const closesAfterMs = isQuick ? random.below(4 * MINUTE_MS) : random.below(CLOSED_WITHIN_DAYS * DAY_MS);
  if (random.chance(0.4)) step(Math.min(random.below(3 * MINUTE_MS), closesAfterMs), 'pending');
  step(closesAfterMs + 1, random.pick(['won', 'lost'] as const));
}

/**
 * Lets some payers dispute a card payment.
 * @param calmFrom when the faults end; no dispute is drawn for later, and one is opened then for certain
 * @returns what draws for the payments that are new since the last call
 */
export function watchPayments(world: SimulatedWorld, calmFrom: Date): () => void {
  const { random, sandbox } = world;
  const drawn = new Set<string>();
  world.at(new Date(calmFrom.getTime() + DAY_MS), 'a payer disputes', async () => {
    const paid = [...sandbox.gateway.charges.values()].filter(
      ({ status, source, dispute, refunds }) =>
        status === 'successful' && source === null && !dispute && refunds.length === 0,
    );
    const last = paid.at(-1);
    if (last) plan(world, last.id, world.now());
  });
  return () => {
    for (const { id, status, source } of sandbox.gateway.charges.values()) {
      if (status !== 'successful' || source !== null || drawn.has(id)) continue;
      drawn.add(id);
      const opensAt = new Date(world.now().getTime() + random.below(OPENED_WITHIN_DAYS * DAY_MS));
      if (random.chance(DISPUTED) && opensAt < calmFrom) plan(world, id, opensAt);
    }
  };
}

/** Plans the operator's daily look at the list of disputes that wait for a decision, up to `until`. */
export function planDecisions(world: SimulatedWorld, journal: Journal, until: Date): void {
  for (let at = world.now().getTime(); at < until.getTime(); at += DAY_MS) {
    const when = new Date(at + world.random.below(DAY_MS));
    world.at(when, 'the operator decides', () => decideListed(world, journal));
  }
}

async function decideListed(world: SimulatedWorld, journal: Journal): Promise<void> {
  const hasDispute = [...world.sandbox.gateway.charges.values()].some(({ dispute }) => dispute);
  if (!hasDispute) return;
  const { disputes } = await listStuck(world.ctx());
  for (const { id, about, accountId, amount } of disputes) {
    const decision = decide(world, about);
    if (decision === 'wait') continue;
    const wish = { target: id, decision, why: 'the payer called' };
    const payer = { accountId: accountId ?? '' };
    await ask(journal, world, payer, 'decideDispute', { ...wish, about, amount }, () =>
      decideDispute({ ...world.ctx(), operator: 'operator' }, wish),
    );
  }
}

/** @param about what the list says of the dispute, such as `dispute open, …` */
function decide(world: SimulatedWorld, about: string): DisputeDecision | 'wait' {
  const { random } = world;
  if (about.startsWith('dispute lost')) return random.weighted({ lost: 5, allow: world.isSpoiled() ? 1 : 0 });
  if (about.startsWith('dispute won')) return random.weighted({ allow: 3, stop: 1 });
  return random.weighted({ wait: 10, allow: 1, stop: 1 });
}
