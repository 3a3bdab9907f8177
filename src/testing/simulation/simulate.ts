import { sql } from 'drizzle-orm';
import { dayOf, hourOf } from '@/domain/day';
import { findViolations } from '@/server/work/invariants/invariants';
import { hireMember } from './desk-commands';
import { createDisputes, planDecisions } from './disputes';
import { createJournal, type Journal, type Subscriber } from './journal';
import { runOracle } from './oracle';
import type { FaultMix, WebhookMix } from './network';
import { watchLinks } from './link-payers';
import { watchMails } from './message-links';
import { scheduleActions, registerSubscriber, watchChallenges } from './subscribers';
import { planPriceChanges } from './price-changes';
import { followFromListing, followFromStart } from './replica';
import { createReactions, watchOrders } from './reactions';
import { createBank } from './statement';
import { createWorker, type Worker } from './worker';
import { createSimulatedWorld, type SimulatedWorld } from './world';

export interface SimulationOptions {
  seed: number;
  subscribers: number;
  /** Length of the phase with faults, in days. A calm phase without faults follows. */
  days: number;
  /** A migrated database without accounts. */
  databaseUrl: string;
  /** Whether the run ends at the first violation. */
  endsEarly?: boolean;
}

export interface SimulationResult {
  seed: number;
  faultMix: FaultMix;
  /** The number of times that each fault happened. */
  faults: Record<string, number>;
  commands: number;
  /** The number of accepted commands, by name. */
  accepted: Record<string, number>;
  orders: number;
  charges: number;
  instants: number;
  /** Payments by verdict: kept, or refunded as duplicate, late or unassigned. */
  money: Record<string, number>;
  problems: string[];
}

const START = new Date('2026-11-20T10:00:00+07:00');
const DAY_MS = 86_400_000;
/**
 * The length in days of the calm phase: longer than the retry schedule, an unknown outcome and a payment link
 * last.
 */
const CALM_DAYS = 25;
const ROUNDS_MAX = 6;
const CHECK_EVERY = 50;
/**
 * The number of instants between two vacuums of the database. The statistics decide the order of rows, so an
 * autovacuum, which comes at a real time, would make two runs of a seed differ.
 */
const VACUUM_EVERY = 1000;
/** The most consecutive instants that may be less than a second apart. More of them end the run with a problem. */
const SAME_SECOND_MAX = 500;

/**
 * Draws how often each fault happens in this seed. Half of the faults of calls never happen, most others are
 * rare, and one in ten is frequent.
 */
function drawMix({ random }: SimulatedWorld): { mix: FaultMix; webhooks: WebhookMix; kills: number } {
  const share = () => {
    if (random.chance(0.5)) return 0;
    return random.next() * (random.chance(0.2) ? 0.3 : 0.06);
  };
  const mix = {
    lost: share(),
    response_lost: share(),
    late: share(),
    refused: share(),
    throttled: share(),
    broken: share(),
    truncated: share(),
    unreachable: share(),
  };
  const webhooks = {
    lost: random.next() * (random.chance(0.3) ? 1 : 0.3),
    late: random.next() * 0.3,
    repeated: random.next() * 0.3,
  };
  return { mix, webhooks, kills: random.chance(0.7) ? random.next() * 0.01 : 0 };
}

const OUTAGE_DAYS = 0.05;
const HOUR_MS = 3_600_000;

/** Draws hours in which the card gateway responds only with errors, mostly hours in which orders are charged. */
function drawOutages({ random }: SimulatedWorld, days: number): (at: Date) => boolean {
  const first = hourOf(dayOf(START), 0).getTime();
  const hours: { from: number; until: number }[] = [];
  for (let day = 0; day < days; day++) {
    if (!random.chance(OUTAGE_DAYS)) continue;
    const from = first + day * DAY_MS + (8 + 2 * random.next()) * HOUR_MS;
    hours.push({ from, until: from + (1 + 3 * random.next()) * HOUR_MS });
  }
  return (at) => hours.some(({ from, until }) => from <= at.getTime() && at.getTime() < until);
}

/**
 * Moves the clock from instant to instant until `until`, or until `shouldEnd` is true.
 * @returns the number of instants
 */
async function runUntil(
  world: SimulatedWorld,
  worker: Worker,
  until: Date,
  shouldEnd: () => Promise<boolean>,
  actSubscribers: () => Promise<void>,
): Promise<number> {
  let instants = 0;
  let sameSecond = 0;
  for (;;) {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      await world.runUntilIdle();
      await actSubscribers();
      if ((await worker.runDueWork()) === 0) break;
    }
    instants += 1;
    if (instants % VACUUM_EVERY === 0) await world.db.execute(sql`vacuum analyze`);
    if (instants % CHECK_EVERY === 0 && (await shouldEnd())) return instants;
    const next = await worker.nextAt();
    if (!next || next > until) break;
    sameSecond = next.getTime() - world.now().getTime() > 1000 ? 0 : sameSecond + 1;
    if (sameSecond > SAME_SECOND_MAX) {
      world.uncaughtErrors.push({
        task: 'the clock',
        error: new Error('the same work is due again and again'),
      });
      break;
    }
    world.moveTo(new Date(Math.max(next.getTime(), world.now().getTime() + 1)));
  }
  world.moveTo(until);
  await world.runUntilIdle();
  return instants;
}

/** Runs one seed: a phase with faults, then a calm phase in which all work must be completed. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const world = await createSimulatedWorld(options.seed, options.databaseUrl, START);
  const journal: Journal = createJournal();
  const subscribers: Subscriber[] = [];
  const problems: string[] = [];
  try {
    await hireMember(world);
    const { mix, webhooks, kills } = drawMix(world);
    const faultsEnd = new Date(START.getTime() + options.days * DAY_MS);
    const end = new Date(faultsEnd.getTime() + CALM_DAYS * DAY_MS);
    for (let n = 0; n < options.subscribers; n++) {
      const when = new Date(START.getTime() + world.random.below(Math.min(options.days, 40) * DAY_MS));
      world.schedule(when, 'registration', async () => {
        const subscriber = await registerSubscriber(world, journal, n);
        subscribers.push(subscriber);
        scheduleActions(world, journal, subscriber, faultsEnd);
      });
    }
    const checkInvariants = async () => {
      const { now } = world.ctx();
      for (const { name, ids } of await listViolations(world))
        problems.push(`${now.toISOString()} ${name}: ${ids}`);
      await replica.follow();
      return options.endsEarly === true && problems.length + world.uncaughtErrors.length > 0;
    };
    world.sandbox.gateway.settings.threeDS = world.random.pick(['off', 'off', 'cit', 'always'] as const);
    world.setFaults({ mix, webhooks, kills, hasGatewayOutage: drawOutages(world, options.days) });
    const react = createReactions(world, journal, faultsEnd);
    const bank = createBank(world, journal, end);
    planDecisions(world, journal, end);
    planPriceChanges(world, faultsEnd);
    const planLinkActions = watchLinks(world, journal, bank, subscribers, react);
    const planMessageLinks = watchMails(world, journal, subscribers);
    const planDisputes = createDisputes(world, faultsEnd);
    const planChallengeResults = watchChallenges(world, subscribers, react);
    const planReactions = watchOrders(world, subscribers, react);
    const actSubscribers = async () => {
      planChallengeResults();
      planDisputes();
      await planLinkActions();
      await planMessageLinks();
      await planReactions();
    };
    const replica = followFromStart(world.db);
    const worker = await createWorker(world);
    let instants = await runUntil(world, worker, faultsEnd, checkInvariants, actSubscribers);
    world.setFaults(null);
    const later = await followFromListing(world.db);
    if (!(await checkInvariants()))
      instants += await runUntil(world, worker, end, checkInvariants, actSubscribers);
    await checkInvariants();
    problems.push(...(await replica.compare()), ...(await later.compare()));
    const found = await runOracle(world, journal, subscribers, faultsEnd);
    problems.push(
      ...world.uncaughtErrors.map(({ task, error }) => `${task} threw ${describe(error)}`),
      ...found.problems,
    );
    return {
      seed: options.seed,
      faultMix: mix,
      faults: Object.fromEntries(world.faults),
      commands: journal.entries.length,
      accepted: countAccepted(journal),
      orders: found.orders,
      charges: found.charges,
      instants,
      money: await countMoney(world),
      problems: [...new Set(problems)],
    };
  } finally {
    await world.close();
  }
}

function countAccepted({ entries }: Journal): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { command, outcome } of entries)
    if (outcome === 'ok') counts[command] = (counts[command] ?? 0) + 1;
  return counts;
}

async function countMoney({ db }: SimulatedWorld): Promise<Record<string, number>> {
  const rows = await db.execute<{ verdict: string; n: number }>(
    sql`select verdict, count(*)::int as n from money_received group by verdict order by verdict`,
  );
  return Object.fromEntries([...rows].map(({ verdict, n }) => [verdict, n]));
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** The invariant that is not checked during faults, because faults may delay a refund for more than a day. */
const REFUND_INVARIANT = 'a payment that no order can use is refunded within a day';

async function listViolations(world: SimulatedWorld): Promise<{ name: string; ids: string }[]> {
  const all = await findViolations(world.ctx());
  const found = all.filter(({ name }) => name !== REFUND_INVARIANT || !world.hasFaults());
  return found.map((violation) => ({ name: violation.name, ids: JSON.stringify(violation) }));
}
