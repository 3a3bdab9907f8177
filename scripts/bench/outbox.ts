import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { dayOf } from '@/domain/day';
import { sendableFrom } from '@/domain/quiet-hours';
import type { BillingRun, Order } from './biller';
import type { Child } from './child';
import { queriesOf } from './counting';
import type { Size } from './main';
import { writeSubscribers } from './subscribers';
import type { Report } from './report';
import type { Stage } from './stage';
import { openWireCounter, type WireCount } from './wire';

const MESSAGES = 10_000;
const CEILING_MS = 4000;
/** The size in bytes of a typical mail of the product, with pictures, text and HTML. */
const MAIL_BYTES = 20_000;
const SLICE = 1000;
const MB = 2 ** 20;
/** The number of messages whose statements are counted. */
const COUNTED = 400;
const PER = 100;
/**
 * The number of repeated counts. The smallest count is reported, because a billing run in between adds
 * statements.
 */
const ROUNDS = 3;
/**
 * The pause in ms before and after a count. The worker stores the results after the mail server has received
 * the last mail.
 */
const SETTLED_MS = 1000;

/** Queues one message for each of `count` accounts. */
async function queue(sql: postgres.Sql, group: string, count: number, now: Date): Promise<void> {
  const at = now.toISOString();
  const payload = sql.json({ firstName: 'Mali', accountUrl: 'http://127.0.0.1:9/account' });
  await sql`insert into messages (id, account_id, kind, dedupe_key, payload, status, asked, not_before, retry_key, created_at)
    select 'msg_' || ${group}::text || '_' || n, 'acc_' || ${group}::text || '_' || n, 'password_changed',
      ${group}::text || n, ${payload}, 'queued', false, ${at}, gen_random_uuid(), ${at}
    from generate_series(1, ${count}::int) n`;
}

/** A mail server that accepts every mail. `taken` returns the number of received mails. */
interface Sink {
  url: string;
  taken: () => Promise<number>;
}

interface Post {
  sql: postgres.Sql;
  mailer: Child;
  biller: Child;
  taken: () => Promise<number>;
  /** A time of day at which the product sends messages. */
  now: Date;
}

/** Creates a database with subscribers. Starts the production worker and a process that adds mail jobs. */
async function openPost(
  stage: Stage,
  name: string,
  { people, sink, port }: { people: number; sink: Sink; port?: number },
): Promise<Post> {
  const url = await stage.database(name);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  stage.stopLater(() => sql.end());
  const now = sendableFrom(new Date());
  await writeSubscribers(url, { group: 'mail', count: people, nextPayment: dayOf(now), now, paidOrders: 1 });
  const asked = new URL(url);
  if (port !== undefined) asked.port = String(port);
  const env = stage.productEnv(asked.href, {
    SMTP_URL: sink.url,
    WORKER_CONCURRENCY: '8',
  });
  return {
    sql,
    now,
    mailer: stage.child(`${name}-mailer`, new URL('./mailer.ts', import.meta.url), env),
    biller: stage.child(`${name}-biller`, new URL('./biller.ts', import.meta.url), env),
    taken: sink.taken,
  };
}

/** Adds the jobs of `count` queued messages. Waits until the mail server has received all mails. */
async function sendAll(
  stage: Stage,
  post: Post,
  count: number,
  each?: (sent: number) => Promise<void>,
): Promise<void> {
  const before = await post.taken();
  const handing = post.biller.ask<BillingRun>('run', {
    now: post.now,
    only: ['deliverMessages'],
  } satisfies Order);
  for (let sent = 0; sent < count; sent = (await post.taken()) - before) {
    stage.signal.throwIfAborted();
    await each?.(sent);
    await sleep(50);
  }
  await handing;
}

/**
 * Measures the messages per second of the production worker, as a share of the most mails per second that the
 * mail server receives. All messages are queued at the start.
 */
export async function outbox(stage: Stage, { orders = MESSAGES }: Size): Promise<Report[]> {
  const child = stage.child('mail-sink', new URL('./mail-sink.ts', import.meta.url));
  const url = `smtp://127.0.0.1:${await child.ask<number>('listen')}`;
  const sink = { url, taken: () => child.ask<number>('taken') };
  const post = await openPost(stage, 'outbox', { people: orders, sink });
  const ceiling = await post.mailer.ask<number>('ceiling', { ms: CEILING_MS, size: MAIL_BYTES });
  await queue(post.sql, 'mail', orders, post.now);
  await post.mailer.ask('work');
  const memory: number[] = [];
  const rss = async () => memory.push((await post.mailer.ask<number>('rss')) / MB);
  const started = performance.now();
  await sendAll(stage, post, orders, async (sent) => {
    if (sent >= (memory.length + 1) * SLICE) await rss();
  });
  const seconds = (performance.now() - started) / 1000;
  await rss();
  await post.mailer.stop();
  return [
    {
      title: `outbox: ${orders} messages queued at once`,
      rows: [
        { measure: 'of the mail server’s ceiling', value: orders / seconds / ceiling },
        { measure: 'messages per second', value: orders / seconds },
        { measure: 'the ceiling: finished mails of one process per second', value: ceiling },
        {
          measure: `memory at most after each ${SLICE.toLocaleString('en')} of them, MB`,
          value: memory.map(Math.round).join(', '),
        },
      ],
      notes: ['each is written in its language; the sink keeps nothing'],
    },
    await statementsOf(stage, sink),
  ];
}

// Matches the statement with which a worker claims its next job (graphile-worker, dist/sql/getJobs.js).
const POLL = /_private_jobs as jobs\s+set\s+attempts/;

const pollsOf = ({ texts }: WireCount) =>
  [...texts].reduce((sum, [text, times]) => sum + (POLL.test(text) ? times : 0), 0);

/** Counts the statements per 100 messages, from finding the due messages to storing the results. */
async function statementsOf(stage: Stage, sink: Sink): Promise<Report> {
  const wire = await openWireCounter(stage.cluster.port);
  stage.stopLater(() => wire.close());
  const post = await openPost(stage, 'outbox-counted', { people: COUNTED, sink, port: wire.port });
  await post.mailer.ask('work');
  // Sends the first messages before the count, to open the connections.
  await queue(post.sql, 'mail', PER, post.now);
  await sendAll(stage, post, PER);
  await post.sql`delete from messages`;
  const countOf = async (messages: number): Promise<WireCount> => {
    await sleep(SETTLED_MS);
    wire.take();
    await queue(post.sql, 'mail', messages, post.now);
    await sendAll(stage, post, messages);
    await sleep(SETTLED_MS);
    await post.sql`delete from messages`;
    return wire.take();
  };
  const none: WireCount[] = [];
  const many: WireCount[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    none.push(await countOf(0));
    many.push(await countOf(COUNTED));
  }
  const per = (of: (count: WireCount) => number) => {
    const least = (counts: WireCount[]) => Math.min(...counts.map((count) => of(count) - pollsOf(count)));
    return ((least(many) + COUNTED / PER - least(none)) * PER) / COUNTED;
  };
  return {
    title: `outbox: database work of ${PER} messages that nobody asked for`,
    rows: [
      { measure: 'statements', value: per(queriesOf) },
      { measure: 'with begin and commit', value: per(({ statements }) => statements) },
    ],
    notes: [
      'from the run that finds them due to their results, less a run that finds none; one poll of the queue for each set',
      'the other polls of the queue, each second whether messages wait or not, are left out',
    ],
  };
}
