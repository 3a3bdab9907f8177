import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { BillingRun, Order } from './biller';
import { writeSubscribers } from './people';
import type { Size } from './main';
import type { Report } from './report';
import type { Stage } from './stage';
import { dayOf } from '@/domain/day';

const MESSAGES = 10_000;
const CEILING_MS = 4000;
/** As long as a mail of ours, pictures and both bodies included. */
const MAIL_BYTES = 20_000;
const SLICE = 1000;
const MB = 2 ** 20;

/** Queues one message for each of so many people. */
async function queue(sql: postgres.Sql, group: string, count: number, now: Date): Promise<void> {
  const at = now.toISOString();
  const payload = sql.json({ firstName: 'Mali', accountUrl: 'http://127.0.0.1:9/account' });
  await sql`insert into messages (id, account_id, kind, dedupe_key, payload, status, asked, not_before, retry_key, created_at)
    select 'msg_' || ${group}::text || '_' || n, 'acc_' || ${group}::text || '_' || n, 'password_changed',
      ${group}::text || n, ${payload}, 'queued', true, ${at}, gen_random_uuid(), ${at}
    from generate_series(1, ${count}::int) n`;
}

/** Messages that are queued at once, sent by the production worker, as a share of what the mail server takes. */
export async function outbox(stage: Stage, { orders = MESSAGES }: Size): Promise<Report[]> {
  const url = await stage.database('outbox');
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  stage.stopLater(() => sql.end());
  const now = new Date();
  await writeSubscribers(url, { group: 'mail', count: orders, nextPayment: dayOf(now), now, paidOrders: 1 });
  const sink = stage.child('mail-sink', new URL('./mail-sink.ts', import.meta.url));
  const env = stage.productEnv(url, {
    SMTP_URL: `smtp://127.0.0.1:${await sink.ask<number>('listen')}`,
    WORKER_CONCURRENCY: '8',
  });
  const mailer = stage.child('mailer', new URL('./mailer.ts', import.meta.url), env);
  const biller = stage.child('biller', new URL('./biller.ts', import.meta.url), env);
  const ceiling = await mailer.ask<number>('ceiling', { ms: CEILING_MS, size: MAIL_BYTES });
  const before = await sink.ask<number>('taken');
  await queue(sql, 'mail', orders, now);
  await mailer.ask('work');
  const started = performance.now();
  const handing = biller.ask<BillingRun>('run', { now, only: ['deliverMessages'] } satisfies Order);
  const memory: number[] = [];
  for (let sent = 0; sent < orders; sent = (await sink.ask<number>('taken')) - before) {
    stage.signal.throwIfAborted();
    if (sent >= (memory.length + 1) * SLICE) memory.push((await mailer.ask<number>('rss')) / MB);
    await sleep(50);
  }
  memory.push((await mailer.ask<number>('rss')) / MB);
  const seconds = (performance.now() - started) / 1000;
  await handing;
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
      notes: [
        'each is claimed, written in its language, sent and marked in transactions of its own; the sink keeps nothing',
      ],
    },
  ];
}
