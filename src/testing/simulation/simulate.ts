import { findViolations } from '@/server/billing/invariants';
import { SWEEPS, type Sweep } from '@/server/billing/sweeps';
import { createJournal, type Journal, type Person } from './journal';
import { judge } from './oracle';
import type { FaultMix } from './outside';
import { answerLinks } from './offline-people';
import { answerBanks, live, register } from './people';
import { openSimulation, type SimulatedWorld } from './world';

export interface Wishes {
  seed: number;
  subscribers: number;
  /** How long faults happen; after it everything must come to rest. */
  days: number;
  /** A database of its own, migrated, with nobody in it. */
  databaseUrl: string;
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
  problems: string[];
}

/** All that happens on its own, but the hourly look at the promises: a run looks at them itself. */
const SIMULATED = SWEEPS.filter((sweep) => sweep.name !== 'watchInvariants');
const START = new Date('2026-11-20T10:00:00+07:00');
const DAY_MS = 86_400_000;
/** After the last fault: the longest ladder, an unknown outcome, and a card's grace. */
const CALM_DAYS = 25;
const SWEPT_AT_ONCE = 200;
const ROUNDS_MAX = 6;
const LOOK_EVERY = 50;

/** Every seed draws how its outside world behaves: some are cut off half the time, some only ever slow. */
function drawMix({ random }: SimulatedWorld): { mix: FaultMix; kills: number } {
  const share = () => (random.chance(0.5) ? random.next() * 0.06 : 0);
  const mix = {
    ...{ lost: share(), answer_lost: share(), late: share(), refused: share() },
    ...{ busy: share(), broken: share(), unreadable: share(), away: share() },
  };
  return { mix, kills: random.chance(0.7) ? random.next() * 0.01 : 0 };
}

/** One look of the worker at everything that may be due: each row is a task of its own, and some are done twice at once. */
async function sweepOnce(world: SimulatedWorld): Promise<number> {
  let touched = 0;
  for (const sweep of SIMULATED) {
    const rows = await sweep.find(world.ctx(), SWEPT_AT_ONCE);
    touched += rows.length;
    for (const row of rows) {
      const copies = world.random.chance(0.1) ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        world.scheduler.spawn(sweep.name, () => handle(world, sweep, row));
      }
    }
    await world.comeToRest();
  }
  return touched;
}

/** A row that fails is left for the next look, as the worker does it; when nothing goes wrong outside, none may. */
async function handle(world: SimulatedWorld, sweep: Sweep, row: { id: string }): Promise<void> {
  try {
    await sweep.handle(world.ctx(), row);
  } catch (error) {
    if (!world.isSpoiled()) throw error;
    world.count('row left for the next look');
  }
}

async function nextInstant(world: SimulatedWorld): Promise<Date | null> {
  const ctx = world.ctx();
  const instants: (Date | null)[] = [world.nextAt()];
  for (const sweep of SIMULATED) instants.push(await sweep.nextAt(ctx, ctx.now));
  const ahead = instants.filter((at) => at !== null).map((at) => at.getTime());
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

/** Lives from instant to instant until `until`; @returns at how many something happened. */
async function liveThrough(
  world: SimulatedWorld,
  until: Date,
  look: () => Promise<void>,
  people: () => Promise<void>,
): Promise<number> {
  let instants = 0;
  for (;;) {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      await world.comeToRest();
      await people();
      if ((await sweepOnce(world)) === 0) break;
    }
    instants += 1;
    if (instants % LOOK_EVERY === 0) await look();
    const next = await nextInstant(world);
    if (!next || next > until) break;
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
    const { mix, kills } = drawMix(world);
    const faultsEnd = new Date(START.getTime() + wishes.days * DAY_MS);
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
    };
    world.sandbox.gateway.settings.threeDS = world.random.pick(['off', 'off', 'cit', 'always'] as const);
    world.setFaults(mix, kills);
    const seen = new Set<string>();
    const act = async () => {
      await answerBanks(world);
      await answerLinks(world, journal, people, seen);
    };
    let instants = await liveThrough(world, faultsEnd, look, act);
    world.setFaults(null, 0);
    instants += await liveThrough(world, new Date(faultsEnd.getTime() + CALM_DAYS * DAY_MS), look, act);
    await look();
    const judged = await judge(world, journal, people);
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
      problems: [...new Set(problems)],
    };
  } finally {
    await world.close();
  }
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

async function violationsOf(world: SimulatedWorld): Promise<{ name: string; ids: string }[]> {
  const found = await findViolations(world.ctx());
  return found.map((violation) => ({ name: violation.name, ids: JSON.stringify(violation) }));
}
