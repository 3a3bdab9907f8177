import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { migrate } from '../src/server/db/migrate';
import { crashDatabase } from '../src/testing/fire/database-crash';
import { stopOneWorker, type Sleeper } from '../src/testing/fire/many-workers';
import { logInBesideBilling } from '../src/testing/fire/log-ins';
import { gatewayErrsForTwoHours, outsideAwayForADay, stepClocks } from '../src/testing/fire/outages';
import { REGISTERED } from '../src/testing/fire/recovery';
import { mixCommands } from '../src/testing/fire/mixed-commands';
import { crashWebs } from '../src/testing/fire/web-crashes';
import { crashWorkers, type Crash } from '../src/testing/fire/worker-crashes';
import { openWorld, type World } from '../src/testing/world';
import { freePort } from './launch/ports.mjs';
import { clusterDir, startPostgres, type Cluster } from './postgres.mjs';

const USAGE = `npm run fire -- [worker] [web] [database] [workers] [outside] [gateway] [mail] [mixed] [clock] [--people 200] [--due 5000] [--every 1] [--commands 10000] [--json FILE]

Kills, stops and cuts off real processes of the product while they charge, on a PostgreSQL of its own, and looks
afterwards whether every order was charged once, kept once and told once, and every promise about the books holds.
--every 3: only at every third gate. --due: orders due while the gateway answers only errors,
or takes three seconds for each answer beside log-in mails.`;

/** One line of the table. `minutes`: on the product's clock, a billing run every minute. */
interface Row {
  fault: string;
  cases: number;
  /** Cases that were meant to be and did not come about. */
  unmet: string[];
  minutesP50: number;
  minutesMax: number;
  more: string;
  wrongs: string[];
}

/** The cluster of this run, its server killed and started at will on one port. */
async function openServer(place: string) {
  const port = await freePort();
  const wanted = {
    dir: clusterDir(join(place, 'postgres')),
    log: join(place, 'postgres.log'),
    options: [`port=${port}`],
  };
  let cluster: Cluster = await startPostgres(wanted);
  return {
    url: (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`,
    kill: async () => {
      process.kill(cluster.pid, 'SIGKILL');
      await cluster.exited;
    },
    start: async () => {
      cluster = await startPostgres(wanted);
    },
    stop: () => cluster.stop(),
  };
}

const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const most = (values: readonly number[]) => Math.max(0, ...values);

function rowOf(
  fault: string,
  crashes: readonly (Pick<Crash, 'recovery' | 'wrongs'> & { startMs?: number })[],
  unmet: string[] = [],
): Row {
  const minutes = crashes.map(({ recovery }) => recovery.minutes);
  const starts = crashes.map(({ startMs = 0 }) => startMs);
  return {
    fault,
    cases: crashes.length,
    unmet,
    minutesP50: middle(minutes),
    minutesMax: most(minutes),
    more:
      most(starts) > 0
        ? `a new process reads its code in ${middle(starts).toFixed(0)} ms, at most ${most(starts).toFixed(0)}`
        : '',
    wrongs: crashes.flatMap(({ wrongs }) => wrongs),
  };
}

const tell = ({ where, recovery, wrongs }: Crash) =>
  console.log(
    `  ${where}: ${recovery.minutes} min${wrongs.length > 0 ? `, WRONG: ${wrongs.join('; ')}` : ''}`,
  );

type Server = Awaited<ReturnType<typeof openServer>>;
/** `every`: 1 for each gate, 2 for every second. */
interface Size {
  people: number;
  due: number;
  every: number;
  commands: number;
}
type Scenario = (world: World, server: Server, size: Size) => Promise<Row[]>;

const SCENARIOS: Record<string, Scenario> = {
  worker: async (world, _server, { every }) => {
    let gate = -1;
    const { crashes, unmet } = await crashWorkers(world, () => (gate += 1) % every === 0, tell);
    return [rowOf('worker killed at every gate of billing one order', crashes, unmet)];
  },
  web: async (world, _server, { every }) => [
    rowOf(
      'web killed at every gate of a registration that pays by card',
      await crashWebs(world, every, tell),
    ),
  ],
  database: async (world, server, { people }) => {
    const done = await crashDatabase(world, server, people);
    const again =
      done.againMs === null ? 'nobody left to charge' : `next charge ${done.againMs.toFixed(0)} ms later`;
    const more = `server back in ${done.serverMs.toFixed(0)} ms, ${again}, ${done.survivors} of 2 workers lived on`;
    return [{ ...rowOf(done.fault, [done]), more }];
  },
  workers: async (world) => {
    const sleepers: Sleeper[] = [];
    for (const count of [2, 4, 8]) {
      sleepers.push(await stopOneWorker(world, count));
      console.log(`  ${count} workers: ${sleepers.at(-1)?.recovery.minutes} min`);
    }
    return [rowOf('2, 4 and 8 workers at once, one stopped past its lease', sleepers)];
  },
  outside: async (world) => {
    const done = await outsideAwayForADay(world, 10);
    return [rowOf(done.fault, [done])];
  },
  gateway: async (world, _server, { due }) => {
    const done = await gatewayErrsForTwoHours(world, due);
    const more = `${done.requestsDuring} requests to the gateway in the two hours, ${done.requestsAfter} from then to rest`;
    return [{ ...rowOf(done.fault, [done]), more }];
  },
  mail: async (world, _server, { due }) => {
    const { mailsMs, notBegun } = await logInBesideBilling(world, due);
    const more = `${middle(mailsMs).toFixed(0)} ms (p50), ${most(mailsMs).toFixed(0)} ms (max) from the request to the mail server, ${notBegun} of ${due} not begun after the last`;
    return [{ ...rowOf('log-in mails beside billing at a slow gateway', []), cases: mailsMs.length, more }];
  },
  mixed: async (world, _server, { commands }) => {
    const { done, refused, runs, deadlocks, wrongs } = await mixCommands(world, commands);
    const codes = Object.entries(refused).map(([code, times]) => `${code} ${times}`);
    const more = `${done} done beside ${runs} billing runs, ${deadlocks} deadlocks, refused: ${codes.join(', ')}`;
    const all = deadlocks === 0 ? wrongs : [...wrongs, `${deadlocks} deadlocks`];
    return [{ ...rowOf('commands of 30 subscribers, 16 at once', []), cases: commands, more, wrongs: all }];
  },
  clock: async (world) => {
    const rows = [];
    for (const hours of [
      [0, -1, 1, 1],
      [0, -24, 24, 1],
      [-1, 2, -25, 25],
      [0, 25, -24, 48],
    ]) {
      const done = await stepClocks(world, hours);
      rows.push(rowOf(done.fault, [done]));
    }
    return rows;
  },
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      people: { type: 'string', default: '200' },
      due: { type: 'string', default: '5000' },
      every: { type: 'string', default: '1' },
      commands: { type: 'string', default: '10000' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => !(name in SCENARIOS));
  if (values.help || unknown.length > 0) return console.log(USAGE);
  const place = join(tmpdir(), `ira-fire-${process.pid}`);
  mkdirSync(place, { recursive: true });
  const server = await openServer(place);
  const rows: Row[] = [];
  try {
    const admin = postgres(server.url('postgres'), { max: 1, onnotice: () => undefined });
    await admin`create database fire`;
    await admin.end();
    await migrate(server.url('fire'));
    const own = { url: server.url('fire'), drop: () => Promise.resolve() };
    const world = await openWorld(`${REGISTERED}T10:00:00+07:00`, {}, own);
    for (const name of positionals.length > 0 ? positionals : Object.keys(SCENARIOS)) {
      const began = performance.now();
      rows.push(
        ...((await SCENARIOS[name]?.(world, server, {
          people: Number(values.people),
          due: Number(values.due),
          every: Number(values.every),
          commands: Number(values.commands),
        })) ?? []),
      );
      console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
    await world.close();
  } finally {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  }
  for (const { fault, cases, unmet, minutesP50, minutesMax, more, wrongs } of rows) {
    const met = unmet.length === 0 ? `${cases} cases` : `${cases} of ${cases + unmet.length} cases`;
    console.log(`${fault}: ${met}, ${minutesP50} min (p50), ${minutesMax} min (max). ${more}`);
    if (unmet.length > 0) console.log(`  not met: ${unmet.join('; ')}`);
    console.log(`  ${wrongs.length === 0 ? 'all held' : `WRONG: ${wrongs.join('; ')}`}`);
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
  if (rows.some(({ wrongs }) => wrongs.length > 0)) process.exitCode = 1;
}

await main();
