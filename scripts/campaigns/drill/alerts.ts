import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { transaction } from '../../../src/server/db';
import { requestBillingRun, setAllClocks } from '../../../src/testing/crashes/time';
import { settings } from '../../../src/settings/settings';
import type { World } from '../../../src/testing/world';
import { freePort } from '../../start/ports.mjs';
import { openServer, type KillableServer } from '../killable-server';
import { SHOP_CAUSES, type Cause, type Scene } from './alert-causes';
import { requirePrograms } from './daemon';
import { inWorld, seconds, type Drill, type DrillResult } from './drill';
import { startPrometheus } from './prometheus';
import { createSubscribersOfShop, openShopWorld, startProgram } from './shop';
import { VISITOR_CAUSES } from './visitor-causes';

const SPEED = 20;
const SUBSCRIBERS = 60;
/** The subscribers who pay one or two days later than the others: in the first outage of the gateway. */
const LATER = 20;
const FIRES_WITHIN_MS = 300_000;
/** The longest range is six minutes. */
const ENDS_WITHIN_MS = 480_000;
const POLL_MS = 1_000;
const HURRY_MINUTES = 30;
const HURRY_PAUSE_MS = 250;

const ALL: readonly Cause[] = [...SHOP_CAUSES, ...VISITOR_CAUSES];

type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/**
 * Starts Prometheus with the rules of `deployment` beside a shop whose clock and rules are 20 times as fast. Causes one
 * fault after the other: its alerts must fire, and end after the fault. Every alert must have a cause.
 */
export const drillAlerts: Drill = async (home, { alert }) => {
  requirePrograms(['prometheus'], 'prometheus');
  const causes = ALL.filter(
    ({ alerts }) => alert === undefined || alerts.some((name) => alert.split(',').includes(name)),
  );
  const server = await openServer(home, ['max_connections=200']);
  try {
    const world = await openShopWorld(server, { THROTTLE_SCALE: '1', TRUSTED_PROXIES: '1' });
    return await inWorld(world, () => openScene(world, server, home, causes));
  } finally {
    await server.stop();
  }
};

async function openScene(
  world: World,
  server: KillableServer,
  home: string,
  causes: readonly Cause[],
): Promise<DrillResult> {
  await createSubscribersOfShop(world, SUBSCRIBERS);
  await transaction(world.db, (tx) =>
    tx.execute(sql`update orders set payment_date = payment_date + 1 + order_number % 2 where id in (select distinct on (account_id) id
      from orders where kind = 'renewal' and status = 'upcoming' order by account_id, payment_date limit ${LATER})`),
  );
  const ports = { web: await freePort(), worker: await freePort() };
  const own = { DATA_DIR: home, SITE_URL: `http://127.0.0.1:${ports.web}` };
  const startWorker = () => startProgram('worker', { ...own, METRICS_PORT: String(ports.worker) });
  const web = await startProgram('web', { ...own, PORT: String(ports.web) });
  let worker = await startWorker();
  const prometheus = await startPrometheus(home, {
    ports,
    token: settings().OPERATOR_TOKEN[0] ?? '',
    speed: SPEED,
  });
  const over = new AbortController();
  const clock = keepClock(world, over.signal);
  const history = watch(prometheus, over.signal);
  let cause = 0;
  const scene: Scene = {
    world: { ...world, request: (...call) => requestFrom(`198.51.${cause}.7`, ports.web, call) },
    server,
    home,
    web,
    stopWorker: async () => {
      worker.kill('SIGTERM');
      await worker.ended();
    },
    startWorker: async () => {
      worker = await startWorker();
    },
    hurry: async (hours) => {
      for (let minutes = 0; minutes < hours * 60; minutes += HURRY_MINUTES) {
        await moveClock(world, HURRY_MINUTES * 60_000);
        await sleep(HURRY_PAUSE_MS);
      }
    },
  };
  try {
    // The clock was moved by a month: the nightly comparison is late until the next night. The outage of the gateway then
    // begins before the orders of the next morning are charged, so that their first charges have no outcome. Those of the
    // morning after wait.
    await scene.hurry(20);
    await history.until(() => history.firing().length === 0, ENDS_WITHIN_MS);
    for (const one of causes) {
      cause += 1;
      await causeOne(one, scene, history);
    }
    await history.until(() => history.firing().length === 0, ENDS_WITHIN_MS);
    const all = causes.length < ALL.length ? causes.flatMap(({ alerts }) => alerts) : prometheus.names;
    return report(causes, history, all);
  } finally {
    over.abort();
    await clock;
    await prometheus.stop();
    for (const one of [web, worker]) one.kill('SIGKILL');
  }
}

type Call = Parameters<World['request']>;

/** Sends a request to the web process, as a proxy does for an address. */
function requestFrom(address: string, port: number, [method, path, body, headers]: Call) {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'x-forwarded-for': address,
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

async function moveClock(world: World, byMs: number): Promise<void> {
  await setAllClocks(world, new Date(world.now().getTime() + byMs));
  await requestBillingRun(world);
}

async function keepClock(world: World, over: AbortSignal): Promise<void> {
  while (!over.aborted)
    await Promise.all([moveClock(world, (SPEED - 1) * 1_000).catch(() => undefined), sleep(1_000)]);
}

type History = ReturnType<typeof watch>;

/** Records when each alert fires. */
function watch(prometheus: Prometheus, over: AbortSignal) {
  const began = performance.now();
  const times = new Map<string, { from: number; until: number | null }[]>();
  const record = async () => {
    const firing = await prometheus.firing();
    const at = performance.now() - began;
    for (const name of firing)
      if (times.get(name)?.at(-1)?.until !== null)
        times.set(name, [...(times.get(name) ?? []), { from: at, until: null }]);
    for (const [name, list] of times) {
      const last = list.at(-1);
      if (last?.until === null && !firing.has(name)) last.until = at;
    }
  };
  void (async () => {
    while (!over.aborted) await Promise.all([record().catch(() => undefined), sleep(POLL_MS)]);
  })();
  const firing = () => [...times].flatMap(([name, list]) => (list.at(-1)?.until === null ? [name] : []));
  return {
    times,
    firing,
    until: async (isTrue: () => boolean, withinMs: number) => {
      const last = performance.now() + withinMs;
      while (!isTrue() && performance.now() < last) await sleep(POLL_MS);
    },
  };
}

/** Causes a fault, waits for its alerts, and ends it. */
async function causeOne({ title, alerts, cause }: Cause, scene: Scene, history: History): Promise<void> {
  const before = history.firing();
  console.log(`${new Date().toISOString()} ${title} (before: ${before.join(' ') || 'none'})`);
  const heal = await cause(scene).catch((error: unknown) => console.log(`  ${String(error)}`));
  await history.until(() => alerts.every((name) => history.firing().includes(name)), FIRES_WITHIN_MS);
  console.log(`  fires: ${history.firing().join(' ') || 'none'}`);
  await heal?.().catch((error: unknown) => console.log(`  ${String(error)}`));
}

/** Compares what fired with what was to fire. */
function report(causes: readonly Cause[], { times }: History, names: readonly string[]): DrillResult {
  const causeOf = (name: string) => causes.filter(({ alerts }) => alerts.includes(name));
  const problems = names.flatMap((name) => {
    const list = times.get(name) ?? [];
    if (causeOf(name).length === 0) return [`${name} has no cause`];
    if (list.length === 0) return [`${name} did not fire`];
    return list.at(-1)?.until === null ? [`${name} did not end`] : [];
  });
  const rows = names.map((name): [string, string] => {
    const list = times.get(name) ?? [];
    const spans = list.map(
      ({ from, until }) => `${seconds(from)} to ${until === null ? '–' : seconds(until)}`,
    );
    return [
      name,
      `${causeOf(name)
        .map(({ title }) => title)
        .join('; ')}: ${spans.join(', ') || 'never'}`,
    ];
  });
  return { rows, problems };
}
