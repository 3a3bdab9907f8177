import { sql } from 'drizzle-orm';
import { dayOf, hourOf } from '@/domain/day';
import { findViolations } from '@/server/invariants/invariants';
import { planDecisions, watchPayments } from './disputes';
import { createJournal, type Journal, type Person } from './journal';
import { judge } from './oracle';
import type { FaultMix, WebhookMix } from './outside';
import { watchLinks } from './offline-people';
import { live, register, watchBanks } from './people';
import { createReactions, watchOrders } from './reactions';
import { openBank } from './statement';
import { createWorker, type Worker } from './sweeping';
import { openSimulation, type SimulatedWorld } from './world';

export interface Wishes {
  seed: number;
  subscribers: number;
  /** How long faults happen; after it everything must come to rest. */
  days: number;
  /** A database of its own, migrated, with nobody in it. */
  databaseUrl: string;
  /** Whether the run ends when the first violation is seen. */
  endsEarly?: boolean;
}

export interface Verdict {
  seed: number;
  faultMix: FaultMix;
  /** How often each fault happened. */
  faults: Record<string, number>;
  commands: number;
  orders: number;
  charges: number;
  instants: number;
  /** How often money came, by what became of it: kept, or sent back because it came twice, too late or for nothing. */
  money: Record<string, number>;
  problems: string[];
}

const START = new Date('2026-11-20T10:00:00+07:00');
const DAY_MS = 86_400_000;
/** After the last fault: the longest ladder, an unknown outcome, and a card's grace. */
const CALM_DAYS = 25;
const ROUNDS_MAX = 6;
const LOOK_EVERY = 50;
/** Instants within a second of each other, one after the other. */
const STANDING_MAX = 500;

/** Every seed draws how its outside world behaves: most things never happen, some now and then, one in ten all the time. */
function drawMix({ random }: SimulatedWorld): { mix: FaultMix; webhooks: WebhookMix; kills: number } {
  const share = () => {
    if (random.chance(0.5)) return 0;
    return random.next() * (random.chance(0.2) ? 0.3 : 0.06);
  };
  const mix = {
    ...{ lost: share(), answer_lost: share(), late: share(), refused: share() },
    ...{ busy: share(), broken: share(), unreadable: share(), away: share() },
  };
  const webhooks = {
    lost: random.next() * (random.chance(0.3) ? 1 : 0.3),
    late: random.next() * 0.3,
    repeated: random.next() * 0.3,
  };
  return { mix, webhooks, kills: random.chance(0.7) ? random.next() * 0.01 : 0 };
}

const BROWN_OUT_DAYS = 0.05;
const HOUR_MS = 3_600_000;

/** On some days the card gateway answers only errors for hours, mostly those in which orders are charged. */
function drawBrownOuts({ random }: SimulatedWorld, days: number): (at: Date) => boolean {
  const first = hourOf(dayOf(START), 0).getTime();
  const hours: { from: number; until: number }[] = [];
  for (let day = 0; day < days; day++) {
    if (!random.chance(BROWN_OUT_DAYS)) continue;
    const from = first + day * DAY_MS + (8 + 2 * random.next()) * HOUR_MS;
    hours.push({ from, until: from + (1 + 3 * random.next()) * HOUR_MS });
  }
  return (at) => hours.some(({ from, until }) => from <= at.getTime() && at.getTime() < until);
}

/**
 * Lives from instant to instant until `until`, or until `look` says that enough was seen.
 * @returns at how many something happened
 */
async function liveThrough(
  world: SimulatedWorld,
  worker: Worker,
  until: Date,
  look: () => Promise<boolean>,
  people: () => Promise<void>,
): Promise<number> {
  let instants = 0;
  let standing = 0;
  for (;;) {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      await world.comeToRest();
      await people();
      if ((await worker.sweepOnce()) === 0) break;
    }
    instants += 1;
    if (instants % LOOK_EVERY === 0 && (await look())) return instants;
    const next = await worker.nextAt();
    if (!next || next > until) break;
    standing = next.getTime() - world.now().getTime() > 1000 ? 0 : standing + 1;
    if (standing > STANDING_MAX) {
      world.bugs.push({
        task: 'the clock',
        error: new Error('something is due again and again, and never done'),
      });
      break;
    }
    world.moveTo(new Date(Math.max(next.getTime(), world.now().getTime() + 1)));
  }
  world.moveTo(until);
  await world.comeToRest();
  return instants;
}

/** A whole life of so many subscribers: first everything goes wrong that can, then it is calm and all must come to rest. */
export async function simulate(wishes: Wishes): Promise<Verdict> {
  const world = await openSimulation(wishes.seed, wishes.databaseUrl, START);
  const journal: Journal = createJournal();
  const people: Person[] = [];
  const problems: string[] = [];
  try {
    const { mix, webhooks, kills } = drawMix(world);
    const faultsEnd = new Date(START.getTime() + wishes.days * DAY_MS);
    const end = new Date(faultsEnd.getTime() + CALM_DAYS * DAY_MS);
    for (let n = 0; n < wishes.subscribers; n++) {
      const when = new Date(START.getTime() + world.random.below(Math.min(wishes.days, 40) * DAY_MS));
      world.at(when, 'somebody registers', async () => {
        const person = await register(world, journal, n);
        people.push(person);
        live(world, journal, person, faultsEnd);
      });
    }
    const look = async () => {
      const { now } = world.ctx();
      for (const { name, ids } of await violationsOf(world))
        problems.push(`${now.toISOString()} ${name}: ${ids}`);
      return wishes.endsEarly === true && problems.length + world.bugs.length > 0;
    };
    world.sandbox.gateway.settings.threeDS = world.random.pick(['off', 'off', 'cit', 'always'] as const);
    world.setFaults({ mix, webhooks, kills, isBrownedOut: drawBrownOuts(world, wishes.days) });
    const react = createReactions(world, journal, faultsEnd);
    const bank = openBank(world, journal, end);
    planDecisions(world, journal, end);
    const answerLinks = watchLinks(world, journal, bank, people, react);
    const drawDisputes = watchPayments(world, faultsEnd);
    const answerBanks = watchBanks(world, people, react);
    const answerOrders = watchOrders(world, people, react);
    const act = async () => {
      answerBanks();
      drawDisputes();
      await answerLinks();
      await answerOrders();
    };
    const worker = await createWorker(world);
    let instants = await liveThrough(world, worker, faultsEnd, look, act);
    world.setFaults(null);
    if (!(await look())) instants += await liveThrough(world, worker, end, look, act);
    await look();
    const judged = await judge(world, journal, people, faultsEnd);
    problems.push(
      ...world.bugs.map(({ task, error }) => `${task} threw ${describe(error)}`),
      ...judged.problems,
    );
    return {
      seed: wishes.seed,
      faultMix: mix,
      faults: Object.fromEntries(world.faults),
      commands: journal.entries.length,
      ...{ orders: judged.orders, charges: judged.charges, instants },
      money: await countMoney(world),
      problems: [...new Set(problems)],
    };
  } finally {
    await world.close();
  }
}

async function countMoney({ db }: SimulatedWorld): Promise<Record<string, number>> {
  const rows = await db.execute<{ verdict: string; n: number }>(
    sql`select verdict, count(*)::int as n from money_received group by verdict order by verdict`,
  );
  return Object.fromEntries([...rows].map(({ verdict, n }) => [verdict, n]));
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** While calls go wrong a refund may fail for longer: it is certain from the calm phase on. */
const NEEDS_A_GATEWAY = 'a payment that no order can use is refunded within a day';

async function violationsOf(world: SimulatedWorld): Promise<{ name: string; ids: string }[]> {
  const all = await findViolations(world.ctx());
  const found = all.filter(({ name }) => name !== NEEDS_A_GATEWAY || !world.isSpoiled());
  return found.map((violation) => ({ name: violation.name, ids: JSON.stringify(violation) }));
}
