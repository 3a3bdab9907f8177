import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { transaction } from '../../../src/server/db';
import { openClient } from '../../../src/server/db/socket';
import { keyOf } from '../../../src/server/platform/throttle';
import { settings } from '../../../src/settings/settings';
import {
  createBrowser,
  DECLINED_CARD,
  registerSubscriber,
  registerUpToPayment,
} from '../../../src/testing/browser';
import { createCardToken } from '../../../src/testing/cards';
import {
  actOnCharge,
  clearFaults,
  disputeCharge,
  gatewayCharges,
  injectFault,
} from '../../../src/testing/providers';
import type { Spawned } from '../../../src/testing/spawning';
import type { World } from '../../../src/testing/world';
import type { KillableServer } from '../killable-server';
import { ops } from './ops';

/** A running shop whose `world.request` goes to its web process. */
export interface Scene {
  world: World;
  server: KillableServer;
  home: string;
  web: Spawned;
  stopWorker: () => Promise<void>;
  startWorker: () => Promise<void>;
  /** Lets hours of the product's clock pass within seconds, with billing runs in between. */
  hurry: (hours: number) => Promise<void>;
}

type Heal = () => Promise<unknown>;

/** What raises alerts. `cause` returns what ends it; the alerts then end by themselves. */
export interface Cause {
  title: string;
  alerts: string[];
  cause: (scene: Scene) => Promise<Heal>;
}

export const nothing: Heal = () => Promise.resolve();
const write = (world: World, query: ReturnType<typeof sql>) =>
  transaction(world.db, (tx) => tx.execute(query));

/** Repeats work until the returned function is called. */
export function keep(work: () => Promise<unknown>, pauseMs = 100): Heal {
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      await work().catch(() => undefined);
      await sleep(pauseMs);
    }
  })();
  return () => {
    isOver = true;
    return done;
  };
}

/** Makes calls side by side, as many at once as a browser. */
export async function times(count: number, call: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await call((next += 1)).catch(() => undefined);
  };
  await Promise.all([lane(), lane(), lane(), lane(), lane(), lane()]);
}

async function outage(world: World, fault: Parameters<typeof injectFault>[1]): Promise<Heal> {
  await injectFault(world, { times: 'always', ...fault });
  return () => clearFaults(world);
}

export const requestLink = (world: World, email: string) =>
  createBrowser(world).post('/api/trpc/auth.requestMagicLink', { json: { email } });

/** Holds rows that a transaction has written, and a table, while other sessions wait for the rows. */
async function holdRows(waiting: number): Promise<Heal> {
  const session = openClient(settings().DATABASE_URL, { max: 1 });
  await session`set idle_in_transaction_session_timeout = 0`;
  await session.unsafe('begin');
  await session`update subscriptions set status = status`;
  await session`lock table document_series in access exclusive mode`;
  const others = openClient(settings().DATABASE_URL, { max: waiting });
  const waits = Array.from({ length: waiting }, () =>
    others.begin(async (tx) => {
      await tx.unsafe('set local lock_timeout = 0; set local statement_timeout = 0');
      await tx`select 1 from subscriptions for update`;
    }),
  );
  return async () => {
    await session.unsafe('rollback');
    await Promise.all(waits);
    await Promise.all([session.end(), others.end()]);
  };
}

const GATEWAY: Cause[] = [
  {
    title:
      'the card gateway answers with errors for hours, while orders are due and a refund is made at its dashboard',
    alerts: [
      'CardGatewayUnavailable',
      'ChargesOverdue',
      'OutcomesUnknown',
      'WebhooksUnsettled',
      'JobsFailing',
    ],
    cause: async ({ world, hurry }) => {
      const [charge] = await gatewayCharges(world);
      const heal = await outage(world, { op: '*', kind: 'status', args: { status: 500 } });
      await hurry(31);
      await actOnCharge(world, charge?.id ?? '', 'refund');
      return async () => {
        await heal();
        // An unknown outcome is certain after a day.
        await hurry(26);
      };
    },
  },
  {
    title: 'a refund at the gateway’s dashboard, whose webhook is lost',
    alerts: ['ReconciliationFindings'],
    cause: async ({ world, hurry }) => {
      const charge = (await gatewayCharges(world)).findLast(
        ({ status, refunds }) => status === 'successful' && refunds.length === 0,
      );
      const heal = await outage(world, { op: 'webhook', kind: 'drop' });
      await actOnCharge(world, charge?.id ?? '', 'refund');
      await heal();
      await hurry(24);
      return () => hurry(24);
    },
  },
  {
    title: 'a cardholder disputes a payment',
    alerts: ['PaymentDisputed'],
    cause: async ({ world }) => {
      const { orderId } = await registerSubscriber(world);
      const charge = (await gatewayCharges(world)).find(({ metadata }) => metadata.orderId === orderId);
      await disputeCharge(world, charge?.id ?? '', 'open');
      return () => ops(world, 'dispute', orderId, 'allow', '--why', 'drill');
    },
  },
  {
    title: 'four accounts try eighteen declined cards each',
    alerts: ['ChargesDeclinedMoreThanUsual', 'CardsTriedTooOften'],
    cause: async ({ world }) => {
      const tryCards = async () => {
        const { browser } = await registerUpToPayment(world);
        for (let card = 0; card < 18; card += 1) {
          const cardToken = await createCardToken(DECLINED_CARD);
          await browser.post('/api/register/payment/card', { cardToken });
        }
      };
      await Promise.all([tryCards(), tryCards(), tryCards(), tryCards()]);
      return nothing;
    },
  },
  {
    title: 'a card after the limit of all callers (the counter of 1,000 is planted)',
    alerts: ['CardsTested'],
    cause: async ({ world }) => {
      const key = keyOf({ name: 'cardTotal', subject: 'all' });
      const until = new Date(world.now().getTime() + 3_600_000).toISOString();
      await write(
        world,
        sql`insert into throttles (key, count, window_ends_at) values (${key}, 1000, ${until}::timestamptz)
          on conflict (key) do update set count = 1000, window_ends_at = excluded.window_ends_at`,
      );
      await registerSubscriber(world).catch(() => undefined);
      return () => write(world, sql`delete from throttles where key = ${key}`);
    },
  },
];

const WORK: Cause[] = [
  {
    title: 'no worker runs for two days, and a subscriber asks for a log-in link',
    alerts: ['BillingNotRunning', 'InvariantsNotChecked', 'ReconciliationLate', 'MessagesWaiting'],
    cause: async ({ world, stopWorker, startWorker, hurry }) => {
      const { email } = await registerSubscriber(world);
      await stopWorker();
      await requestLink(world, email);
      await hurry(48);
      return async () => {
        await startWorker();
        await hurry(24);
      };
    },
  },
  {
    title: 'an operator pauses billing and forgets it',
    alerts: ['BillingPausedForLong'],
    cause: async ({ world }) => {
      await ops(world, 'pause');
      return () => ops(world, 'resume');
    },
  },
  {
    title: 'a points balance is changed by SQL',
    alerts: ['InvariantsViolated'],
    cause: async ({ world, hurry }) => {
      await write(world, sql`update points_balances set balance = balance + 1`);
      await hurry(1);
      return async () => {
        await write(world, sql`update points_balances set balance = balance - 1`);
        await hurry(1);
      };
    },
  },
  {
    title:
      'a transaction stays open with the subscriptions and the table of document numbers, and seven wait for it',
    alerts: ['TransactionOpen', 'SessionsWaitForLocks', 'InvariantsTimedOut'],
    cause: async ({ hurry }) => {
      const release = await holdRows(7);
      await hurry(1);
      return async () => {
        await release();
        await hurry(1);
      };
    },
  },
  {
    title: 'a transfer that fits no link is on the statement',
    alerts: ['ManualMoneyWaiting'],
    cause: async ({ world, home }) => {
      const file = join(home, 'statement.csv');
      const day = world.now().toISOString().slice(0, 10);
      writeFileSync(file, `date,amount,reference\n${day},123.45,drill\n`);
      await ops(world, 'import-statement', file);
      const [row] = await world.db.execute<{ id: string }>(
        sql`select id from bank_transfers order by recorded_at desc limit 1`,
      );
      return () => ops(world, 'dismiss', row?.id ?? '', '--why', 'drill');
    },
  },
];

const OUTSIDE: Cause[] = [
  {
    title: 'the mail server breaks every connection, and a subscriber asks for a log-in link',
    alerts: ['MessagesWaiting'],
    cause: async ({ world, hurry }) => {
      const { email } = await registerSubscriber(world);
      const heal = await outage(world, { service: 'mail', op: '*', kind: 'reset' });
      await requestLink(world, email);
      await hurry(1);
      return heal;
    },
  },
  {
    title: 'the mail server refuses a mailbox again two days later',
    alerts: ['MessagesRefused'],
    cause: async ({ world, hurry }) => {
      const refusal = { status: 550, text: '5.1.1 unknown' };
      const heal = await outage(world, { service: 'mail', op: '*', kind: 'status', args: refusal });
      await registerSubscriber(world);
      await sleep(10_000);
      await hurry(50);
      return async () => {
        await heal();
        const failed = await world.db.execute<{ id: string }>(
          sql`select id from messages where status = 'failed'`,
        );
        for (const { id } of failed) await ops(world, 'dismiss', id, '--why', 'drill');
      };
    },
  },
  {
    title: 'the fulfilment service answers with errors',
    alerts: ['FulfilmentUnavailable'],
    cause: async ({ world }) => {
      const heal = await outage(world, {
        service: 'mycloud',
        op: '*',
        kind: 'status',
        args: { status: 500 },
      });
      const end = keep(() => registerSubscriber(world), 5_000);
      return async () => {
        await end();
        await heal();
      };
    },
  },
  {
    title: 'fulfilment does not deliver to a postcode',
    alerts: ['ParcelsWithProblem'],
    cause: async ({ world }) => {
      const heal = await outage(world, { service: 'mycloud', op: '*', kind: 'unsupported_postcode' });
      const { orderId } = await registerSubscriber(world);
      return async () => {
        await heal();
        await ops(world, 'parcel', orderId, 'retry');
      };
    },
  },
  {
    title: 'webhooks with a wrong signature',
    alerts: ['WebhooksRefused'],
    cause: async ({ world }) => {
      await times(30, () => createBrowser(world).post('/api/webhooks/omise', { object: 'event' }));
      return nothing;
    },
  },
];

export const SHOP_CAUSES: readonly Cause[] = [...GATEWAY, ...WORK, ...OUTSIDE];
