import superjson from 'superjson';
import { sql } from 'drizzle-orm';
import { BULK_WORK, type BulkChange, type BulkWork } from '@/domain/bulk';
import { addDays, dayInMonth, hourOf, monthOf } from '@/domain/day';
import { MOVING_WORK, type MovingWork } from '@/domain/moving-in';
import { openMovingFile } from '@/domain/moving-file';
import { CHARGE_HOUR } from '@/domain/payment';
import { transaction } from '@/server/db';
import { openBulk } from '@/server/desk/acts/open-bulk';
import { call } from '@/server/gateways/omise/calls';
import { startStaffSession } from '@/server/login/staff/sessions';
import { beginBulk } from '@/server/subscriber/bulk/run-bulk';
import { beginWork } from '@/server/subscriber/moving-in/run-import';
import { GOOD_CARD } from '../browser';
import { createCardToken } from '../cards';
import { plantMember } from '../desk';
import { forgetEverybody } from '../forget-everybody';
import { movingCells, movingCsv } from '../moving';
import { gatewayCharges } from '../providers';
import { seeded } from '../races';
import type { World } from '../world';
import { startProcess, type Program, type TestProcess } from './child-process';
import { ConnectionLost, createClient } from './http-client';
import { findProblems } from './ledger-checks';
import { REGISTERED_ON, runUntilIdle } from './recovery';
import { describeShop } from './shop-state';
import { listLockedJobs, requestBillingRun, setAllClocks, waitForClock, waitForJobs } from './time';
import { killAll } from './worker-crashes';

/** More than one set of each work: moving in takes 500 rows at once, a change of a group 100. */
const MOVERS = 560;
/** The movers whose card a schedule of the gateway charges, and those whom the changes of a group are for. */
const WITH_CARD = 12;
const CHANGED = 230;
/** The rows of one request of the upload. */
const UPLOADED_AT_ONCE = 100;
const KILLS_MAX = 3;
const DUE = dayInMonth(monthOf(addDays(REGISTERED_ON, 31)), 31);

/** A process that works, and the one that replaces it after a kill. */
interface Pair {
  program: Program;
  serving: TestProcess;
  standingBy: TestProcess;
}

function startPair(program: Program): Pair {
  return { program, serving: startProcess(program), standingBy: startProcess(program) };
}

/** How long one work took without a kill, and how many gates it passed. */
interface Size {
  gates: number;
  ms: number;
}

/** One uninterrupted or interrupted run. `sizes`: of the works by their names; empty in the first run, which has no kill. */
interface Run {
  world: World;
  webs: Pair;
  workers: Pair;
  sizes: Map<string, Size>;
  random: (() => number) | null;
  kills: string[];
}

export interface KilledWork {
  kills: string[];
  problems: string[];
}

/**
 * Moves subscribers in and changes a group of them: once without a kill, then in rounds in which the process is killed at
 * random gates and moments of each work. Each round must end like the first run, without a second charge or second points.
 */
export async function killStoredWork(
  world: World,
  { rounds, seed }: { rounds: number; seed: number },
  onRound: (round: KilledWork) => void,
): Promise<KilledWork[]> {
  const sizes = new Map<string, Size>();
  const [webs, workers] = [startPair('web'), startPair('worker')];
  const run = { world, webs, workers, sizes };
  try {
    await webs.serving.begin();
    await workers.serving.begin();
    const plain = await walk({ ...run, random: null, kills: [] });
    if (plain.problems.length > 0) throw new Error(`wrong without a kill: ${plain.problems.join('; ')}`);
    const done: KilledWork[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const kills: string[] = [];
      const { problems, state } = await walk({ ...run, random: seeded(seed + round), kills });
      for (const [name, text] of Object.entries(state))
        if (text !== plain.state[name])
          problems.push(`${name} differ: ${difference(plain.state[name] ?? '', text)}`);
      done.push({ kills, problems });
      onRound({ kills, problems });
    }
    return done;
  } finally {
    await killAll([webs, workers].flatMap(({ serving, standingBy }) => [serving, standingBy]));
  }
}

/** Returns the first lines that only one of two texts has. */
function difference(expected: string, found: string): string {
  const [one, other] = [expected.split('\n'), found.split('\n')];
  const only = (lines: string[], rest: string[]) => lines.filter((line) => !rest.includes(line)).slice(0, 3);
  return `expected ${only(one, other).join(' | ')}, found ${only(other, one).join(' | ')}`;
}

async function walk(run: Run): Promise<{ problems: string[]; state: Record<string, string> }> {
  const { world, workers } = run;
  await forgetEverybody(world);
  await transaction(world.db, (tx) => tx.execute(sql`update leases set holder = null`));
  await setAllClocks(world, hourOf(REGISTERED_ON, 10));
  await waitForClock([run.webs.serving, workers.serving]);
  const customers: string[] = [];
  for (let n = 0; n < WITH_CARD; n += 1) customers.push(await plantScheduledCustomer());
  const importId = await upload(run, customers);
  for (const work of ['commit', 'claim', 'activate'] as const) await doImport(run, importId, work);
  await changeGroup(run, { kind: 'points', points: 50 }, ['rehearse', 'run']);
  await changeGroup(run, { kind: 'swap', from: 'night-pads', to: 'night-pads-xl' }, [
    'rehearse',
    'run',
    'undo',
  ]);
  await setAllClocks(world, hourOf(DUE, CHARGE_HOUR));
  await waitForClock([workers.serving]);
  await runUntilIdle(world, await listLockedJobs(world));
  const problems = await findProblems(world, DUE);
  for (const customer of customers) {
    const charges = (await gatewayCharges(world)).filter((one) => one.customer === customer);
    const paid = charges.filter(({ status }) => status === 'successful').length;
    if (paid !== 1) problems.push(`${paid} successful charges of one customer`);
  }
  return { problems, state: await describeShop(world) };
}

/** Creates a customer of the earlier system, whose card a schedule of the gateway charges on the due day. */
async function plantScheduledCustomer(): Promise<string> {
  const post = async (path: string, body: object): Promise<string> => {
    const response = await call('POST', path, body, 5000);
    if (response.kind === 'failed') throw new Error(response.why);
    return String(response.body.id);
  };
  const customer = await post('/customers', {
    card: await createCardToken(GOOD_CARD),
    description: 'earlier',
  });
  await post('/schedules', {
    every: 1,
    period: 'month',
    on: { days_of_month: [31] },
    start_on: addDays(REGISTERED_ON, 1),
    end_on: addDays(REGISTERED_ON, 700),
    charge: { customer, amount: 37_525 },
  });
  return customer;
}

const cellsOf = (n: number, customers: readonly string[]) =>
  movingCells(n, {
    next_payment_date: n <= WITH_CARD ? DUE : dayInMonth(monthOf(addDays(DUE, 15)), 31),
    payment_day: '31',
    ...(n <= WITH_CARD ? { gateway_customer: customers[n - 1] ?? '' } : { payment_method: 'offline' }),
    ...(n <= CHANGED ? {} : { province: 'Chiang Mai', postal_code: '50200' }),
  });

/** Checks the file through the desk's API. After a kill the client opens it again and goes on where it stopped. */
async function upload(run: Run, customers: readonly string[]): Promise<string> {
  const { world, webs } = run;
  const { staffId } = await plantMember(world, 'owner');
  const secret = await transaction(world.db, (tx) =>
    startStaffSession(tx, world.now(), staffId, { method: 'passkey', device: null }),
  );
  const request = createClient({ 'desk-session': secret });
  const post = async (name: string, input: object) => {
    const path = `/api/desk/moving.${name}`;
    const { status, code, data } = await request(webs.serving.port(), path, '', superjson.serialize(input));
    if (status !== 200) throw new Error(`${path}: ${status} ${code}`);
    return data ?? {};
  };
  const file = openMovingFile(
    movingCsv(Array.from({ length: MOVERS }, (_, at) => cellsOf(at + 1, customers))),
  );
  if (!file) throw new Error('no table');
  let importId = '';
  const add = (rows: readonly unknown[], isLast: boolean) =>
    post('add', { importId, rows: JSON.stringify(rows), isLast });
  const send = async () => {
    const asked = { source: 'old-shop', fileName: 'file.csv', fileHash: 'a'.repeat(64), header: file.header };
    const opened = (await post('open', asked)) as { importId: string; line: number };
    if (importId !== '' && opened.importId !== importId) throw new Error('another import was opened');
    ({ importId } = opened);
    const rows = [...file.rows(opened.line)];
    for (let at = 0; at < rows.length; at += UPLOADED_AT_ONCE)
      await add(rows.slice(at, at + UPLOADED_AT_ONCE), false);
    await add([], true);
  };
  /** Whether the last request was carried out before its process was killed. */
  const isRead = async () => {
    const [found] = await world.db.execute(
      sql`select 1 from imports where id = ${importId} and state = 'checked'`,
    );
    return found !== undefined;
  };
  await doWork(run, webs, 'check', {
    begin: () => Promise.resolve(),
    goOn: async () => {
      try {
        if (!(await isRead())) await send();
        return true;
      } catch (error) {
        if (error instanceof ConnectionLost) return false;
        throw error;
      }
    },
  });
  return importId;
}

async function doImport(run: Run, importId: string, work: MovingWork): Promise<void> {
  const ctx = { ...run.world.ctx(), operator: 'operator:crash' };
  await doStored(run, work, {
    begin: () => beginWork(ctx, { importId, work }),
    row: sql`select state from imports where id = ${importId}`,
    end: MOVING_WORK[work].end,
  });
}

async function changeGroup(run: Run, change: BulkChange, works: readonly BulkWork[]): Promise<void> {
  const ctx = { ...run.world.ctx(), operator: 'operator:crash' };
  const key = crypto.randomUUID();
  const asked = { key, change, filter: { postcode: '10' }, fileName: null, en: 'Why.', th: '' };
  const { bulkId } = await openBulk(ctx, asked);
  for (const work of works)
    await doStored(run, `${work} ${change.kind}`, {
      begin: () => beginBulk(ctx, { bulkId, work }),
      row: sql`select state from bulk_changes where id = ${bulkId}`,
      end: BULK_WORK[work].end,
    });
}

/** Lets the worker do a work of an import or of a change of a group, until its row has the state `end`. */
async function doStored(
  run: Run,
  name: string,
  { begin, row, end }: { begin: () => Promise<void>; row: ReturnType<typeof sql>; end: string },
): Promise<void> {
  const { world, workers } = run;
  let locked: string[] = [];
  await doWork(run, workers, name, {
    begin,
    goOn: async () => {
      const victim = workers.serving;
      if (!(await waitForJobs(world, locked, { isOver: () => victim.hasExited() }))) {
        locked = await listLockedJobs(world, victim);
        return false;
      }
      const [found] = await world.db.execute<{ state: string }>(row);
      if (found?.state === end) return true;
      // The lease of the killed billing run ends, and a work without a sign of life is queued again.
      await transaction(world.db, async (tx) => {
        await tx.execute(sql`update imports set moved_at = now() - interval '3 minutes'`);
        await tx.execute(sql`update bulk_changes set moved_at = now() - interval '3 minutes'`);
      });
      await setAllClocks(world, new Date(world.now().getTime() + 61_000));
      // A kill may come while it waits.
      await waitForClock([victim]).catch((error: unknown) => {
        if (!victim.hasExited()) throw error;
      });
      await requestBillingRun(world);
      return false;
    },
  });
}

/** A kill that will happen, if the work lasts so long. */
interface PlannedKill {
  /** The gate, or the moment after which the process is killed. */
  where: () => Promise<string>;
  cancel: () => void;
}

/** Kills a process at a random gate or moment of a work. */
function planKill(victim: TestProcess, { gates, ms }: Size, random: () => number): PlannedKill {
  if (random() < 0.5) {
    victim.arm({ at: 1 + Math.floor(random() * gates), signal: 'SIGKILL' });
    return { where: () => victim.stoppedAt, cancel: () => disarm(victim) };
  }
  const after = random() * ms;
  const timer = setTimeout(() => victim.kill(), after);
  return { where: () => Promise.resolve(`after ${after.toFixed(0)} ms`), cancel: () => clearTimeout(timer) };
}

const disarm = (victim: TestProcess) => victim.arm({ at: Number.MAX_SAFE_INTEGER, signal: 'SIGKILL' });

/** Does a work to its end, and kills its process up to three times. */
async function doWork(
  { sizes, random, kills }: Run,
  pair: Pair,
  name: string,
  { begin, goOn }: { begin: () => Promise<void>; goOn: () => Promise<boolean> },
): Promise<void> {
  const size = sizes.get(name);
  let left = random && size ? 1 + Math.floor(random() * KILLS_MAX) : 0;
  const next = () => (random && size && (left -= 1) >= 0 ? planKill(pair.serving, size, random) : null);
  const started = performance.now();
  disarm(pair.serving);
  let planned = next();
  await begin();
  while (!(await goOn())) {
    if (!pair.serving.hasExited()) continue;
    kills.push(`${name}: ${await planned?.where()}`);
    await replace(pair);
    planned = next();
  }
  planned?.cancel();
  if (!random) {
    const gates = (await pair.serving.passedGates()).length;
    sizes.set(name, { gates, ms: performance.now() - started });
  }
  // The kill may have come at the very end of the work.
  await pair.serving.passedGates().catch(() => replace(pair));
}

async function replace(pair: Pair): Promise<void> {
  await pair.standingBy.begin();
  pair.serving = pair.standingBy;
  pair.standingBy = startProcess(pair.program);
  await waitForClock([pair.serving]);
}
