import { sql } from 'drizzle-orm';
import { addDays, dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import {
  changeBox,
  changeFrequency,
  changeOrderBox,
  changePaymentDay,
  moveOrder,
  pauseSubscription,
  removeOrderAddress,
  restoreOrderBox,
  resumeSubscription,
  setOrderAddress,
  skipOrder,
  updateAddress,
} from '@/server/subscriber/plan/plan-commands';
import { updateDetails } from '@/server/subscriber/account/details';
import { findViolations } from '@/server/work/invariants/invariants';
import { runBilling } from '@/server/work/jobs/run';
import { listUpcomingOrders } from '@/server/shop/orders/queries';
import { updateCard } from '@/server/money/payment-method/change-card';
import type { Ctx } from '@/server/platform/context';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { orderNow } from '@/server/subscriber/plan/order-now';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { runJobs } from '../jobs';
import { listRacers, seeded, type Racer } from '../races';
import { pass } from '../subscribers';
import type { World } from '../world';
import { createDueSubscribers } from './recovery';

/** The result of concurrent commands of a few subscribers during billing runs. */
export interface MixedCommands {
  done: number;
  /** Refused commands by error code. */
  refused: Record<string, number>;
  runs: number;
  /** Deadlocks that PostgreSQL counted. */
  deadlocks: number;
  problems: string[];
}

const SEED = 20261123;
/** The number of subscribers. It is small, so that concurrent commands change the same rows. */
const SUBSCRIBERS = 30;
const AT_ONCE = 16;
const HOURS_OF_RUNS = 1;

const BOXES = [
  ['light-day-pads', 'night-pads-xl'],
  ['day-pads', 'night-pads', 'panty-liners'],
  ['day-pads'],
] as const;

type Command = (ctx: Ctx, racer: Racer, random: () => number) => Promise<unknown>;
const pick = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)] as T;

/** Returns a random upcoming order of the subscriber, or undefined if there is none. */
async function drawOrder(ctx: Ctx, accountId: string, random: () => number) {
  const { orders } = await listUpcomingOrders(ctx, accountId);
  return orders[Math.floor(random() * orders.length)];
}

const COMMANDS: Command[] = [
  async (ctx, { accountId }, random) => {
    const order = await drawOrder(ctx, accountId, random);
    return skipOrder(ctx, accountId, { orderId: order?.orderId ?? '', skip: random() < 0.5 });
  },
  (ctx, { accountId }, random) =>
    changeBox(ctx, accountId, {
      items: pick(BOXES, random).map((productCode) => ({ productCode, quantity: 1 })),
    }),
  async (ctx, { accountId }, random) => {
    const after = (await drawOrder(ctx, accountId, random))?.paymentDate ?? dayOf(ctx.now);
    return changeFrequency(ctx, accountId, { frequency: pick([1, 2, 3] as const, random), after });
  },
  (ctx, { accountId }, random) =>
    changePaymentDay(ctx, accountId, { paymentDay: pick([1, 15, 26, 31], random) }),
  async (ctx, { accountId }, random) => {
    const order = await drawOrder(ctx, accountId, random);
    const date = addDays(order?.paymentDate ?? dayOf(ctx.now), pick([-10, -3, 3, 10], random));
    return moveOrder(ctx, accountId, { orderId: order?.orderId ?? '', date });
  },
  async (ctx, { accountId }, random) => {
    const orderId = (await drawOrder(ctx, accountId, random))?.orderId ?? '';
    const items = pick(BOXES, random).map((productCode) => ({ productCode, quantity: 2 }));
    return random() < 0.7
      ? changeOrderBox(ctx, accountId, { orderId, items })
      : restoreOrderBox(ctx, accountId, { orderId });
  },
  async (ctx, { accountId }, random) => {
    const orderId = (await drawOrder(ctx, accountId, random))?.orderId ?? '';
    const place = { address: '9 Nimman', province: 'Chiang Mai', postalCode: '50200' };
    return random() < 0.7
      ? setOrderAddress(ctx, accountId, { orderId, ...place })
      : removeOrderAddress(ctx, accountId, { orderId });
  },
  (ctx, { accountId }, random) =>
    orderNow(ctx, accountId, { later: pick(['keep', 'restart'] as const, random) }),
  (ctx, { accountId }, random) =>
    random() < 0.5
      ? pauseSubscription(ctx, accountId, { until: addDays(dayOf(ctx.now), pick([20, 60, 150], random)) })
      : resumeSubscription(ctx, accountId, {}),
  (ctx, { accountId }) => cancelSubscription(ctx, accountId, { reason: 'buyWhenNeed' }),
  (ctx, { accountId }, random) =>
    reactivate(ctx, accountId, {
      when: random() < 0.3 ? 'now' : addDays(dayOf(ctx.now), 7),
      frequency: pick([1, 2, 3] as const, random),
    }),
  (ctx, { accountId, cardIds }, random) =>
    updateCard(ctx, accountId, { cardId: pick(cardIds, random), makeDefault: true }),
  (ctx, { accountId }, random) =>
    updateDetails(ctx, accountId, { firstName: pick(['Mali', 'Malee'], random) }),
  (ctx, { accountId }, random) =>
    updateAddress(ctx, accountId, {
      address: '1 Soi Sukhumvit 26',
      ...pick(
        [
          { district: 'Khlong Toei', province: 'Bangkok', postalCode: '10110' },
          { district: 'Mueang Chiang Mai', province: 'Chiang Mai', postalCode: '50200' },
        ],
        random,
      ),
    }),
];

async function countDeadlocks(world: World): Promise<number> {
  await world.db.execute(sql`select pg_stat_force_next_flush()`);
  const [row] = await world.db.execute<{ deadlocks: string }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return Number(row?.deadlocks);
}

/** Runs random commands of 30 subscribers, 16 at a time, while billing runs charge their orders. */
export async function mixCommands(world: World, count: number): Promise<MixedCommands> {
  await createDueSubscribers(world, SUBSCRIBERS);
  const racers = await listRacers(world);
  const before = await countDeadlocks(world);
  const random = seeded(SEED);
  const refused: Record<string, number> = {};
  const problems: string[] = [];
  let [left, done, runs] = [count, 0, 0];

  const runQueue = async () => {
    for (; left > 0; left -= 1) {
      try {
        await pick(COMMANDS, random)(world.ctx(), pick(racers, random), random);
        done += 1;
      } catch (error) {
        if (error instanceof AppError) refused[error.code] = (refused[error.code] ?? 0) + 1;
        else problems.push(String(error));
      }
    }
  };
  const bill = async () => {
    for (; left > 0; runs += 1) {
      await runBilling(world.ctx());
      await pass(world, { hours: HOURS_OF_RUNS });
    }
  };
  await Promise.all([...Array.from({ length: AT_ONCE }, runQueue), bill(), bill()]);
  const deadlocks = (await countDeadlocks(world)) - before;
  for (let day = 0; day < 3; day += 1) {
    await pass(world, { days: 1 });
    await runBilling(world.ctx());
    await runJobs();
  }
  problems.push(...(await findViolations(world.ctx())).map(({ name }) => `violated: ${name}`));
  return { done, refused, runs, deadlocks, problems };
}
