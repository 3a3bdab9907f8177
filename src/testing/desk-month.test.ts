import { expect, test } from 'vitest';
import { hasStep } from '@/app/[locale]/desk/(in)/_components/case-ways';
import { addDays, dayOf, type Day } from '@/domain/day';
import { CASE_KINDS } from '@/domain/desk-cases';
import { STAFF_ROLES, type StaffRole } from '@/domain/staff';
import { runBilling } from '@/server/work/jobs/run';
import { deepTest } from './deep';
import {
  ANOMALIES,
  callAs,
  isAbout,
  plantAnomaly,
  readTodayAs,
  type Anomaly,
  type PlantedAnomaly,
} from './desk-month';
import { BY_HAND, SYSTEM_ANOMALIES, withoutFulfilment } from './desk-month-systems';
import { runJobs } from './jobs';
import { clearFaults } from './providers';
import { goTo, type Wish } from './subscribers';
import { withWorld } from './with-world';

/* A month of a shop in which something goes wrong every day, and its four roles act on what Today shows. */

const world = withWorld();
const ALL = [...ANOMALIES, ...SYSTEM_ANOMALIES];

/** The anomalies of a day. Each is on Today with its name and a step before its role acts, and gone after. */
async function liveDay(
  day: Day,
  anomalies: readonly Anomaly[],
  wishOf: () => Wish,
): Promise<{ unseen: string[]; left: string[] }> {
  await clearFaults(world);
  await goTo(world, day, '09:30');
  await runBilling(world.ctx());
  await world.sandbox.settled();
  await runJobs();
  await goTo(world, day, '15:00');
  const planted: PlantedAnomaly[] = [];
  for (const [at, anomaly] of anomalies.entries())
    planted.push(
      await plantAnomaly(world, anomaly, { firstName: `Ms ${anomaly.kind} ${day} ${at}`, wish: wishOf() }),
    );
  const shown = await findPlanted(planted);
  for (const { anomaly, person, entry } of shown) {
    if (entry && anomaly.act) await callAs(world, anomaly.role, anomaly.act(entry));
    await anomaly.mend?.(world, person);
  }
  const after = await findPlanted(planted.filter(({ anomaly }) => anomaly.act ?? anomaly.mend));
  const names = (found: typeof shown, isThere: boolean) =>
    found.filter(({ entry }) => (entry !== undefined) === isThere).map(({ name }) => name);
  return { unseen: names(shown, false), left: names(after, true) };
}

/** Returns the entry of each anomaly on Today of its role, if the role has a step for it there. */
async function findPlanted(planted: readonly PlantedAnomaly[]) {
  const shown = new Map<StaffRole, Awaited<ReturnType<typeof readTodayAs>>>();
  for (const role of STAFF_ROLES) shown.set(role, await readTodayAs(world, role));
  return planted.map((one) => {
    const { kind, role } = one.anomaly;
    const entries = shown.get(role)?.filter((found) => found.kind === kind && hasStep(kind, role));
    const entry = entries?.flatMap((found) => found.entries).find((found) => isAbout(found, one.name));
    return { ...one, entry };
  });
}

test('what goes wrong stands on Today of its role within its day, with a name and a step, until the role acts', async () => {
  expect(await liveDay(dayOf(world.now()), ALL, () => ({}))).toEqual({ unseen: [], left: [] });
});

test('each box to send stands on Today of the warehouse if the shop has no fulfilment service', async () => {
  const day = addDays(dayOf(world.now()), 1);
  const found = await withoutFulfilment(() => liveDay(day, BY_HAND, () => ({})));
  expect(found).toEqual({ unseen: [], left: [] });
});

test('each kind of case is planted', () => {
  const kinds = [...ALL, ...BY_HAND].map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(CASE_KINDS.toSorted());
});

/** A generator of numbers from 0 to `below` that repeats itself for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

deepTest('in a month of planted anomalies nothing stays unseen on its day', async () => {
  const pick = random(20);
  const first = addDays(dayOf(world.now()), 1);
  // With a phone of their own they walk: a copy would take rows that jobs of others write meanwhile.
  let people = 0;
  const found = { planted: 0, unseen: [] as string[], left: [] as string[] };
  for (let day = first; day < addDays(first, 31); day = addDays(day, 1)) {
    const anomalies = Array.from({ length: 1 + pick(5) }, () => ALL[pick(ALL.length)]).flatMap(
      (one) => one ?? [],
    );
    const { unseen, left } = await liveDay(day, [...new Set(anomalies)], () => ({
      phone: `09${String((people += 1)).padStart(8, '0')}`,
    }));
    found.planted += new Set(anomalies).size;
    found.unseen.push(...unseen);
    found.left.push(...left);
  }
  // A declined charge is tried again by the billing run, and paid.
  await goTo(world, addDays(first, 45), '09:30');
  await runBilling(world.ctx());
  const open = (await readTodayAs(world, 'owner')).filter(({ kind }) => kind === 'retries');
  expect({ ...found, open }).toEqual({ ...found, unseen: [], left: [], open: [] });
  expect(found.planted).toBeGreaterThan(60);
});
