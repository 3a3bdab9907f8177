import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { addDays, dayOf } from '@/domain/day';
import { startGateway } from './cohort';
import { countRow, openCounter, queriesOf } from './counting';
import { measureCases, type Case, type Measured } from './measure';
import { writeWriters } from './subscribers';
import type { Cell, Report } from './report';
import { graphql, trpcMutation, trpcQuery, type Asked } from './requests';
import { ratiosOf, spreadOf } from './rounds';
import type { Size, Stage } from './stage';
import { targetText, verdictOf } from './verdict';
import { assignWrites, writersFor, type Writer } from './write-pairs';
import type { WireCount } from './wire';

const GROUP = 'calls';
const PEOPLE = 480;
const PAID_ORDERS = 12;
const CONNECTIONS = 16;
const POOL = 10;
const REFERENCE = 'node:http + one select';
/** The number of requests before the counted request. They prepare the statements and fill the price cache. */
const COUNTED_AFTER = 2;

const ORDER_FIELDS = `orderId status paymentDate receiveBy skipped freeProduct items { productCode quantity unitPrice }
  boxPrice deliveryFee codeDiscount total refunded canSkipUntil payment { status reason }
  shipment { status courier trackingNumber trackingUrl }`;
const VIEWER_ME = `{ viewer { account { id firstName lastName email emailVerified locale lineLinked }
  subscription { status frequency paymentDay paymentMethod version items { productCode quantity } boxPrice deliveryFee pointsPerOrder } points } }`;
const VIEWER_ORDERS = `{ viewer { previousOrders(first: 10) { nodes { ${ORDER_FIELDS} } pageInfo { hasNextPage endCursor } } } }`;
const SKIP_ORDER = `mutation ($orderId: ID!, $skip: Boolean!) { skipOrder(orderId: $orderId, skip: $skip) {
  order { ${ORDER_FIELDS} } upcoming { nodes { ${ORDER_FIELDS} } } } }`;

/** The API token that reads the list of subscribers. */
const TOKEN = `ira_${'b'.repeat(43)}`;

interface Call {
  name: string;
  /** Returns the requests of a subscriber, which are sent in turn. */
  turns: (writer: Writer) => Asked[];
  /** The goal: the lowest rate as a share of the reference's rate. Undefined: no goal. */
  atLeast?: number;
  /** The goal: the most statements of one call. Undefined: no goal. */
  atMost?: number;
}

/** Returns two requests that skip and restore an order, so that every call changes a row. */
const bothWays = (ask: (input: { orderId: string; skip: boolean }) => Asked) => (writer: Writer) =>
  [true, false].map((skip) => ask({ orderId: writer.orderId, skip }));

/** The measured calls in groups. The calls of a group and the reference are measured in the same period. */
const CALL_GROUPS: Record<'me' | 'orders' | 'records' | 'skip', Call[]> = {
  me: [
    { name: 'GET /api/me', turns: () => [{ path: '/api/me' }], atLeast: 0.5, atMost: 1 },
    { name: 'tRPC auth.me', turns: () => [trpcQuery('auth.me')] },
    { name: 'GraphQL viewer { account subscription points }', turns: () => [graphql(VIEWER_ME)] },
    { name: 'tRPC account.home', turns: () => [trpcQuery('account.home')] },
  ],
  orders: [
    { name: 'GET /mycloud/orders', turns: () => [{ path: '/mycloud/orders' }], atLeast: 0.2, atMost: 2 },
    { name: 'tRPC orders.shipments', turns: () => [trpcQuery('orders.shipments', { page: 1 })] },
    { name: 'GraphQL viewer { previousOrders }', turns: () => [graphql(VIEWER_ORDERS)] },
  ],
  records: [
    {
      name: 'GET /api/v1/subscribers, 25 of them',
      turns: () => [{ path: '/api/v1/subscribers', token: TOKEN }],
      atLeast: 0.3,
      atMost: 2,
    },
  ],
  skip: [
    {
      name: 'POST /api/orders/skip',
      turns: bothWays((body) => ({ path: '/api/orders/skip', body })),
      atLeast: 0.1,
      atMost: 6,
    },
    { name: 'tRPC orders.skip', turns: bothWays((input) => trpcMutation('orders.skip', input)) },
    { name: 'GraphQL skipOrder', turns: bothWays((input) => graphql(SKIP_ORDER, input)) },
  ],
};

const asSelf = ({ cookie }: Writer, asked: Asked): Asked => ({ ...asked, cookie });

/**
 * Measures the API calls per second as a share of the reference, a server that only reads one row. Counts the
 * statements of each call.
 */
export async function calls(stage: Stage, size: Size): Promise<Report[]> {
  const url = await stage.database('calls');
  const now = new Date();
  const nextPayment = addDays(dayOf(now), 10);
  const writers = await writeWriters(url, {
    group: GROUP,
    count: PEOPLE,
    nextPayment,
    now,
    paidOrders: PAID_ORDERS,
  });
  await writeToken(url, now);
  const counted = await countCalls(stage, url, writers);
  const queriesPerWrite = await countWrites(stage, url, now);

  const pool = { DATABASE_POOL: String(POOL), THROTTLE_SCALE: '100000' };
  const bare = stage.child('bare', new URL('./bare-server.ts', import.meta.url), stage.productEnv(url, pool));
  const reference: Case = {
    pid: bare.pid,
    port: await bare.ask<number>('listen'),
    people: writers.map((_, n) => [{ path: `/acc_${GROUP}_${n + 1}` }]),
  };
  const web = await stage.web(url, pool);
  const rows: Record<string, Cell>[] = [];
  for (const [group, some] of Object.entries(CALL_GROUPS)) {
    const before = await changesOf(url);
    const cases = Object.fromEntries(
      some.map(({ name, turns }, at) => {
        // Each entry point has its own subscribers, whose orders begin every slice unchanged.
        const mine = group === 'skip' ? writers.filter((_, n) => n % some.length === at) : writers;
        const people = mine.map((writer) => turns(writer).map((asked) => asSelf(writer, asked)));
        return [name, { ...web, people }];
      }),
    );
    const measured = await measureCases(stage, { [REFERENCE]: reference, ...cases }, CONNECTIONS, size);
    if (group === 'skip') requireChanged((await changesOf(url)) - before, measured);
    rows.push(...rateRows(some, measured));
  }
  return [
    {
      title: `calls: requests, ${CONNECTIONS} connections, ${size.rounds} interleaved slices of ${size.sliceMs} ms, median (lowest–highest)`,
      rows,
      notes: [
        `web: production build, worker off; both servers have ${POOL} connections to PostgreSQL; the load is a process of its own`,
        `everybody has ${PAID_ORDERS} paid orders, of which a page shows 10; every skip and un-skip was looked at: it changed a row`,
      ],
    },
    counted,
    queriesPerWrite,
  ];
}

function rateRows(some: Call[], measured: Map<string, Measured>): Record<string, Cell>[] {
  const reference = measured.get(REFERENCE)?.rates ?? [];
  return [...measured].map(([name, { rates, cpuMs, bytes }]) => {
    const { atLeast } = some.find((call) => call.name === name) ?? {};
    const target = atLeast === undefined ? null : { atLeast };
    const reached = ratiosOf(rates, reference);
    return {
      call: name,
      'of the bare server': reached,
      target: targetText(target),
      verdict: verdictOf(reached.median, target),
      'per second': spreadOf(rates),
      'CPU ms, server': spreadOf(cpuMs.server),
      'CPU ms, PostgreSQL': spreadOf(cpuMs.postgres),
      'body bytes': bytes,
    };
  });
}

async function writeToken(url: string, now: Date): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const tokenHash = createHash('sha256').update(TOKEN).digest('hex');
  await sql`insert into api_tokens (id, name, token_hash, scopes, created_by, created_at, expires_at)
    values ('apt_bench', 'Bench', ${tokenHash}, ${['subscribers:read']}, 'stf_bench', ${now}, ${addDays(dayOf(now), 30)})`;
  await sql.end();
}

/** Returns how often the subscriptions of the group have changed, from their version numbers. */
async function changesOf(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql<{ changes: number }[]>`
      select sum(version)::int as changes from subscriptions where starts_with(id, 'reg_' || ${GROUP}::text || '_')`;
    return row?.changes ?? NaN;
  } finally {
    await sql.end();
  }
}

function requireChanged(changes: number, measured: Map<string, Measured>): void {
  const answered = [...measured].reduce(
    (sum, [name, one]) => sum + (name === REFERENCE ? 0 : one.answered),
    0,
  );
  if (changes !== answered)
    throw new Error(`${answered} skips and un-skips were answered, but ${changes} changes were written`);
}

/** Counts the statements of one request of each call. Earlier requests have warmed up the process. */
async function countCalls(stage: Stage, url: string, writers: Writer[]): Promise<Report> {
  const counter = await openCounter(stage, url);
  const beside: Call[] = [
    { name: 'tRPC orders.previous', turns: () => [trpcQuery('orders.previous', { page: 1 })] },
    { name: 'tRPC catalogue.products', turns: () => [trpcQuery('catalogue.products')] },
  ];
  const rows: Report['rows'] = [];
  for (const { name, turns, atMost } of [...Object.values(CALL_GROUPS).flat(), ...beside]) {
    const counts: WireCount[] = [];
    for (const writer of writers.slice(0, COUNTED_AFTER + 1)) {
      counts.length = 0;
      for (const asked of turns(writer)) counts.push(await counter.count(asSelf(writer, asked)));
    }
    const target = atMost === undefined ? null : { atMost };
    const count = worst(counts);
    const verdict = verdictOf(queriesOf(count), target);
    rows.push({ ...countRow(name, count), 'queries at most': targetText(target), verdict });
  }
  await counter.stop();
  return {
    title: 'calls: database work of one request',
    rows,
    notes: [
      'a round trip: something is sent after an answer; what is sent together counts once. Prices shown are kept for 10 s',
    ],
  };
}

const worst = (counts: WireCount[]): WireCount =>
  counts.reduce((most, count) => (count.statements > most.statements ? count : most));

/** Counts the statements of every write of a subscriber and of the reverse write. Reports the larger count. */
async function countWrites(stage: Stage, url: string, now: Date): Promise<Report> {
  const each = COUNTED_AFTER + 1;
  const nextPayment = addDays(dayOf(now), 10);
  const writers = await writeWriters(url, { group: 'counted', count: writersFor(each), nextPayment, now });
  const gateway = await startGateway(stage);
  const counter = await openCounter(stage, url, { OMISE_API_URL: gateway.url });
  const last = new Map<string, WireCount[]>();
  for (const turns of assignWrites(writers, each).flat()) {
    const counts = new Map<string, WireCount[]>();
    for (const { write, asked } of turns) {
      counts.set(write, [...(counts.get(write) ?? []), await counter.count(asked)]);
    }
    for (const [write, found] of counts) last.set(write, found);
  }
  await counter.stop();
  return {
    title: 'calls: queries per write, through tRPC',
    rows: [...last].map(([write, counts]) => countRow(write, worst(counts))),
    notes: [
      'of the two that undo each other the one that asks more; of a card the default is changed, which a stub of the gateway grants',
    ],
  };
}
