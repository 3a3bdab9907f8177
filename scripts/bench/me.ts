import { addDays, dayOf } from '@/domain/day';
import { processCpuSeconds, serverCpuSeconds } from './cpu';
import type { Size } from './main';
import { signIn, writeSubscribers } from './people';
import type { Report } from './report';
import { interleave, ratiosOf, spreadOf } from './rounds';
import type { Slice, SliceResult } from './load';
import type { Stage } from './stage';
import { openWireCounter } from './wire';

const GROUP = 'me';
const PEOPLE = 500;
const CONNECTIONS = 16;
const POOL = 10;
/** Requests until the code is compiled, in as many slices' time at most. */
const WARM_UP = { requests: 3000, slices: 10 };
const REFERENCE = 'node:http + one select';

const ME = '/api/me';
const HOME = '/api/trpc/account.home';
const PREVIOUS = `/api/trpc/orders.previous?input=${encodeURIComponent(JSON.stringify({ json: { page: 1 } }))}`;
const PRODUCTS = '/api/trpc/catalogue.products';

interface Case extends Pick<Slice, 'port' | 'requests'> {
  /** The process that answers. */
  pid: number;
}

/** How many requests the account's head and home answer, as a share of a server that only reads one row. */
export async function me(stage: Stage, { rounds, sliceMs }: Size): Promise<Report[]> {
  const url = await stage.database('me');
  const now = new Date();
  const people = { group: GROUP, count: PEOPLE, nextPayment: addDays(dayOf(now), 10), now };
  await writeSubscribers(url, people);
  const cookies = await signIn(url, people);
  const queries = await countQueries(stage, url, cookies);
  const cases = await casesOn(stage, url, cookies);
  const load = stage.child('load', new URL('./load.ts', import.meta.url));
  const bytes: Record<string, number> = {};
  const cpuMs: Record<string, number[]> = {};
  const slice = async (name: string, ms: number, enough?: number) => {
    const { pid = 0, port, requests } = cases[name] ?? {};
    const cpu = () => (processCpuSeconds(pid) ?? NaN) + (serverCpuSeconds(stage.cluster.pid) ?? NaN);
    const before = cpu();
    const result = await load.ask<SliceResult>('slice', {
      port,
      requests,
      connections: CONNECTIONS,
      ms,
      enough,
    });
    (cpuMs[name] ??= []).push(((cpu() - before) * 1000) / result.answered);
    bytes[name] = result.bytes;
    return result.answered / result.seconds;
  };
  for (const name of Object.keys(cases)) await slice(name, WARM_UP.slices * sliceMs, WARM_UP.requests);
  for (const name of Object.keys(cases)) cpuMs[name] = [];
  const measured = Object.fromEntries(Object.keys(cases).map((name) => [name, () => slice(name, sliceMs)]));
  const rates = await interleave(measured, rounds, stage.signal);
  const reference = rates[REFERENCE] ?? [];
  return [
    {
      title: `me: requests, ${CONNECTIONS} connections, ${rounds} interleaved slices of ${sliceMs} ms, median (lowest–highest)`,
      rows: Object.entries(rates).map(([name, perSecond]) => ({
        case: name,
        'of the bare server': ratiosOf(perSecond, reference),
        'per second': spreadOf(perSecond),
        'CPU ms, server and PostgreSQL': spreadOf(cpuMs[name] ?? []),
        'body bytes': bytes[name] ?? null,
      })),
      notes: [
        `web: production build, worker off; both servers have ${POOL} connections to PostgreSQL; the load is a process of its own`,
      ],
    },
    queries,
  ];
}

/** Starts both servers on the same rows. */
async function casesOn(stage: Stage, url: string, cookies: string[]): Promise<Record<string, Case>> {
  const pool = { DATABASE_POOL: String(POOL) };
  const bare = stage.child('bare', new URL('./bare-server.ts', import.meta.url), stage.productEnv(url, pool));
  const port = await bare.ask<number>('listen');
  const web = await stage.web(url, pool);
  const asked = (path: string): Case => ({
    ...web,
    requests: cookies.map((cookie) => ({ path, cookie })),
  });
  return {
    [REFERENCE]: {
      pid: bare.pid,
      port,
      requests: cookies.map((_, n) => ({ path: `/acc_${GROUP}_${n + 1}` })),
    },
    'GET /api/me': asked(ME),
    'tRPC account.home': asked(HOME),
  };
}

/** What one request asks the database, after the process is warm. Counted on the wire, so it is the same on any machine. */
async function countQueries(stage: Stage, url: string, cookies: string[]): Promise<Report> {
  const wire = await openWireCounter(stage.cluster.port);
  stage.stopLater(() => wire.close());
  const through = new URL(url);
  through.port = String(wire.port);
  const env = stage.productEnv(through.href, { DATABASE_POOL: '1' });
  const asker = stage.child('asker', new URL('./asker.ts', import.meta.url), env);
  const rows: Report['rows'] = [];
  for (const [name, path] of Object.entries({
    me: ME,
    'account.home': HOME,
    'orders.previous': PREVIOUS,
    'catalogue.products': PRODUCTS,
  })) {
    const ask = (n: number) => asker.ask('ask', { path, cookie: cookies[n] });
    await ask(1);
    await ask(2);
    wire.take();
    await ask(3);
    const { statements, roundTrips } = wire.take();
    rows.push({ request: name, statements, 'round trips': roundTrips });
  }
  await asker.stop();
  return {
    title: 'me: database work of one request',
    rows,
    notes: [
      'a round trip: something is sent after an answer; what is sent together counts once. Prices shown are kept for 10 s',
    ],
  };
}
