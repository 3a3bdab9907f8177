import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openTemporary } from '../start/temporary.mjs';
import { crashDatabase } from '../../src/testing/crashes/database-crash';
import { stopOneWorker, type StoppedWorker } from '../../src/testing/crashes/stopped-worker';
import { logInDuringBilling } from '../../src/testing/crashes/log-ins';
import { failGatewayForTwoHours, stopProvidersForADay, stepClocks } from '../../src/testing/crashes/outages';
import { mixCommands } from '../../src/testing/crashes/mixed-commands';
import { changesJourney, registrationJourney } from '../../src/testing/crashes/journeys';
import { giveUpJourney, oneTapJourney, repairJourney } from '../../src/testing/crashes/link-journeys';
import { passkeyJourney } from '../../src/testing/crashes/passkey-journey';
import { killStoredWork } from '../../src/testing/crashes/stored-work';
import { crashWebs } from '../../src/testing/crashes/web-crashes';
import { crashWorkers, type Crash } from '../../src/testing/crashes/worker-crashes';
import type { World } from '../../src/testing/world';
import { openServer, openWorldOn, type KillableServer } from './killable-server';

const USAGE = `npm run task -- fire [worker] [web] [changes] [repair] [taps] [passkeys] [moving] [database] [workers] [outside] [gateway] [mail] [mixed] [clock] [--people 200] [--due 5000] [--every 1] [--commands 10000] [--rounds 5] [--seed 1] [--json FILE]

Kills, stops and disconnects real processes of the product while they charge, on its own PostgreSQL. Then checks that
every order has one charge and one receipt, and that all invariants hold.
--every 3: only every third gate. --due: orders due while the gateway responds only with errors, or responds after three
seconds while log-in mails are sent.`;

/** A line of the table. Minutes are minutes on the product's clock; a billing run starts every minute. */
interface Row {
  fault: string;
  cases: number;
  /** Planned faults that did not happen. */
  notReached: string[];
  minutesP50: number;
  minutesMax: number;
  more: string;
  problems: string[];
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const largest = (values: readonly number[]) => Math.max(0, ...values);

function toRow(
  fault: string,
  crashes: readonly (Pick<Crash, 'recovery' | 'problems'> & { startMs?: number })[],
  notReached: string[] = [],
): Row {
  const minutes = crashes.map(({ recovery }) => recovery.minutes);
  const starts = crashes.map(({ startMs = 0 }) => startMs);
  return {
    fault,
    cases: crashes.length,
    notReached,
    minutesP50: median(minutes),
    minutesMax: largest(minutes),
    more:
      largest(starts) > 0
        ? `a new process loads its code in ${median(starts).toFixed(0)} ms, at most ${largest(starts).toFixed(0)}`
        : '',
    problems: crashes.flatMap(({ problems }) => problems),
  };
}

const printCrash = ({ where, recovery, problems }: Crash) =>
  console.log(
    `  ${where}: ${recovery.minutes} min${problems.length > 0 ? `, WRONG: ${problems.join('; ')}` : ''}`,
  );

/** The size of a run. `every`: 1 tests each gate, 2 tests every second gate. */
interface Size {
  people: number;
  due: number;
  every: number;
  commands: number;
  rounds: number;
  seed: number;
}
type Scenario = (world: World, server: KillableServer, size: Size) => Promise<Row[]>;

const SCENARIOS: Record<string, Scenario> = {
  worker: async (world, _server, { every }) => {
    let gate = -1;
    const { crashes, notReached } = await crashWorkers(world, () => (gate += 1) % every === 0, printCrash);
    return [toRow('worker killed at every gate of billing one order', crashes, notReached)];
  },
  web: async (world, _server, { every }) => [
    toRow(
      'web killed at every gate of a registration that pays by card',
      await crashWebs(world, registrationJourney, every, printCrash),
    ),
  ],
  changes: async (world, _server, { every }) => [
    toRow(
      'web killed at every gate of an order now, a tax invoice and changes of one order',
      await crashWebs(world, () => changesJourney(world), every, printCrash),
    ),
  ],
  repair: async (world, _server, { every }) => [
    toRow(
      'web killed at every gate of a failed payment that is paid by another card with its link',
      await crashWebs(world, () => repairJourney(world), every, printCrash),
    ),
    toRow(
      'web killed at every gate of an order that is given up with its link',
      await crashWebs(world, () => giveUpJourney(world), every, printCrash),
    ),
  ],
  taps: async (world, _server, { every }) => [
    toRow(
      'web killed at every gate of one-tap links and an accepted cancel offer',
      await crashWebs(world, () => oneTapJourney(world), every, printCrash),
    ),
  ],
  passkeys: async (world, _server, { every }) => [
    toRow(
      'web killed at every gate of a passkey that is added, renamed, used and removed',
      await crashWebs(world, () => passkeyJourney(world), every, printCrash),
    ),
  ],
  moving: async (world, _server, { rounds, seed }) => {
    const done = await killStoredWork(world, { rounds, seed }, ({ kills, problems }) =>
      console.log(
        `  ${kills.length} kills${problems.length > 0 ? `, WRONG: ${problems.join('; ')}` : ''}\n    ${kills.join('\n    ')}`,
      ),
    );
    const kills = done.reduce((sum, round) => sum + round.kills.length, 0);
    const problems = done.flatMap((round) => round.problems);
    const more = `${kills} kills in ${rounds} rounds from seed ${seed}, each round equal to an uninterrupted run`;
    return [
      {
        ...toRow('web and workers killed while subscribers move in and a group is changed', []),
        cases: kills,
        more,
        problems,
      },
    ];
  },
  database: async (world, server, { people }) => {
    const done = await crashDatabase(world, server, people);
    const again =
      done.againMs === null ? 'no charge left' : `next charge ${done.againMs.toFixed(0)} ms later`;
    const more = `server back in ${done.serverMs.toFixed(0)} ms, ${again}, ${done.survivors} of 2 workers kept running`;
    return [{ ...toRow(done.fault, [done]), more }];
  },
  workers: async (world) => {
    const results: StoppedWorker[] = [];
    for (const count of [2, 4, 8]) {
      results.push(await stopOneWorker(world, count));
      console.log(`  ${count} workers: ${results.at(-1)?.recovery.minutes} min`);
    }
    return [toRow('2, 4 and 8 workers at once, one stopped past its lease', results)];
  },
  outside: async (world) => {
    const done = await stopProvidersForADay(world, 10);
    return [toRow(done.fault, [done])];
  },
  gateway: async (world, _server, { due }) => {
    const done = await failGatewayForTwoHours(world, due);
    const more = `${done.requestsDuring} requests to the gateway in the two hours, ${done.requestsAfter} until idle`;
    return [{ ...toRow(done.fault, [done]), more }];
  },
  mail: async (world, _server, { due }) => {
    const { mailsMs, notBegun } = await logInDuringBilling(world, due);
    const more = `${median(mailsMs).toFixed(0)} ms (p50), ${largest(mailsMs).toFixed(0)} ms (max) from the request to the mail server, ${notBegun} of ${due} not begun after the last`;
    return [{ ...toRow('log-in mails during billing at a slow gateway', []), cases: mailsMs.length, more }];
  },
  mixed: async (world, _server, { commands }) => {
    const { done, refused, runs, deadlocks, problems } = await mixCommands(world, commands);
    const codes = Object.entries(refused).map(([code, times]) => `${code} ${times}`);
    const more = `${done} done during ${runs} billing runs, ${deadlocks} deadlocks, refused: ${codes.join(', ')}`;
    const all = deadlocks === 0 ? problems : [...problems, `${deadlocks} deadlocks`];
    return [{ ...toRow('commands of 30 subscribers, 16 at once', []), cases: commands, more, problems: all }];
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
      rows.push(toRow(done.fault, [done]));
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
      rounds: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => !(name in SCENARIOS));
  if (values.help || unknown.length > 0) return console.log(USAGE);
  const { path: place, remove } = await openTemporary('fire');
  const server = await openServer(place);
  const rows: Row[] = [];
  try {
    const world = await openWorldOn(server, { VAT_ID: '0105566000001' });
    for (const name of positionals.length > 0 ? positionals : Object.keys(SCENARIOS)) {
      const began = performance.now();
      rows.push(
        ...((await SCENARIOS[name]?.(world, server, {
          people: Number(values.people),
          due: Number(values.due),
          every: Number(values.every),
          commands: Number(values.commands),
          rounds: Number(values.rounds),
          seed: Number(values.seed),
        })) ?? []),
      );
      console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
    await world.close();
  } finally {
    await server.stop();
    await remove();
  }
  for (const { fault, cases, notReached, minutesP50, minutesMax, more, problems } of rows) {
    const count =
      notReached.length === 0 ? `${cases} cases` : `${cases} of ${cases + notReached.length} cases`;
    console.log(`${fault}: ${count}, ${minutesP50} min (p50), ${minutesMax} min (max). ${more}`);
    if (notReached.length > 0) console.log(`  not reached: ${notReached.join('; ')}`);
    console.log(`  ${problems.length === 0 ? 'all held' : `WRONG: ${problems.join('; ')}`}`);
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
  if (rows.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}

await main();
