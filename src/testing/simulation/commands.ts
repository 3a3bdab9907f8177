import { sql } from 'drizzle-orm';
import { addDays, dayOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { OperatorRefusal } from '@/server/operator/operator';
import { skipOrder } from '@/server/orders/skip';
import { addCard } from '@/server/payment-method/add-card';
import { convertToCard } from '@/server/payment-method/convert-card';
import { convertToOffline } from '@/server/payment-method/convert-offline';
import { requestPaymentLink } from '@/server/links/request-link';
import { cancelSubscription } from '@/server/subscription/cancel';
import { changeBox } from '@/server/subscription/change-box';
import { changeFrequency } from '@/server/subscription/change-frequency';
import { changePaymentDay } from '@/server/subscription/change-payment-day';
import { reactivate } from '@/server/subscription/reactivate';
import { cardOf, POOR, STOLEN, tokenFor } from './cards';
import type { Journal, Person } from './journal';
import { LostCommit } from './lost-commits';
import { REWARD_ACTS, REWARD_COMMANDS, rewardWish } from './rewards-people';
import { withShownTotal } from './shown-totals';
import { PRODUCTS, type Act, type Wish } from './wish';
import type { SimulatedWorld } from './world';

const OWN_CARDS = 3;

/** How often each command is chosen. */
export const COMMANDS = {
  skip: 30,
  unskip: 14,
  changeBox: 14,
  changeFrequency: 6,
  changePaymentDay: 8,
  addCard: 10,
  addPoorCard: 5,
  cancel: 5,
  reactivate: 14,
  convertToOffline: 6,
  convertToCard: 7,
  requestPaymentLink: 6,
  ...REWARD_COMMANDS,
} as const;
export type Command = keyof typeof COMMANDS;

export const ownCard = ({ random }: SimulatedWorld, { number }: Person) =>
  cardOf(number, random.below(OWN_CARDS));

/** The number is for the judge: two people with one card are the same person to a referral. */
export const card = async (world: SimulatedWorld, number: string) => ({
  number,
  cardToken: await tokenFor(world, number),
});

export const box = (world: SimulatedWorld) => {
  const { random } = world;
  const start = random.below(PRODUCTS.length);
  return Array.from({ length: 1 + random.below(3) }, (_, n) => ({
    productCode: PRODUCTS[(start + n) % PRODUCTS.length]!,
    quantity: 1 + random.below(5),
  }));
};

interface UpcomingRow extends Record<string, unknown> {
  id: string;
  status: string;
  date: Day;
}

export async function upcoming(world: SimulatedWorld, person: Person): Promise<UpcomingRow[]> {
  const rows = await world.db
    .execute<UpcomingRow>(sql`select id, status, payment_date::text as date from orders
    where account_id = ${person.accountId} and status in ('upcoming','skipped') order by payment_date`);
  return [...rows];
}

/** What is at stake when a cut-off is a second away. */
export const AT_CUT_OFF: Partial<Record<Command, number>> = {
  skip: 5,
  unskip: 3,
  changeBox: 2,
  changePaymentDay: 2,
  changeFrequency: 1,
  cancel: 2,
  convertToOffline: 1,
};

/** What each command is asked with; null when there is nothing to ask it of. */
async function wishFor(world: SimulatedWorld, person: Person, command: Command): Promise<Wish | null> {
  const { random } = world;
  const orders = await upcoming(world, person);
  switch (command) {
    case 'skip':
    case 'unskip': {
      const which = orders.filter((order) => (order.status === 'skipped') === (command === 'unskip'));
      if (which.length === 0) return null;
      const { id } = random.chance(0.5) ? which[0]! : random.pick(which);
      return { orderId: id, skip: command === 'skip' };
    }
    case 'changeBox':
      return { items: box(world) };
    case 'changeFrequency':
      if (orders.length === 0) return null;
      return { frequency: 1 + random.below(3), after: random.pick(orders).date };
    case 'changePaymentDay':
      return { paymentDay: 1 + random.below(31) };
    case 'addCard':
      return card(world, ownCard(world, person));
    case 'addPoorCard':
      return { ...(await card(world, random.chance(0.3) ? STOLEN : POOR)), makeDefault: true };
    case 'cancel':
      return { reason: 'other' };
    case 'convertToOffline':
    case 'requestPaymentLink':
      return {};
    case 'convertToCard':
      return card(world, random.chance(0.25) ? POOR : ownCard(world, person));
    case 'reactivate': {
      const day = addDays(dayOf(world.now()), 1 + random.below(60));
      return { when: random.chance(0.5) ? 'now' : day, frequency: 1 + random.below(3) };
    }
    case 'redeem':
    case 'generateCode':
    case 'giveBack':
    case 'moveFreeProduct':
      return rewardWish(world, person, command);
  }
}

const ACTS: Record<Command, Act> = {
  skip: (world, { accountId }, wish) => skipOrder(world.ctx(), accountId, wish as never),
  unskip: (world, { accountId }, wish) => skipOrder(world.ctx(), accountId, wish as never),
  changeBox: (world, { accountId }, wish) => changeBox(world.ctx(), accountId, wish as never),
  changeFrequency: (world, { accountId }, wish) => changeFrequency(world.ctx(), accountId, wish as never),
  changePaymentDay: (world, { accountId }, wish) => changePaymentDay(world.ctx(), accountId, wish as never),
  addCard: (world, { accountId }, wish) => addCard(world.ctx(), accountId, wish as never),
  addPoorCard: (world, { accountId }, wish) => addCard(world.ctx(), accountId, wish as never),
  cancel: (world, { accountId }, wish) => cancelSubscription(world.ctx(), accountId, wish as never),
  reactivate: async (world, person, wish) =>
    reactivate(
      world.ctx(),
      person.accountId,
      (await withShownTotal(world, person, 'reactivate', wish)) as never,
    ),
  convertToOffline: (world, { accountId }) => convertToOffline(world.ctx(), accountId),
  convertToCard: async (world, person, wish) =>
    convertToCard(
      world.ctx(),
      person.accountId,
      (await withShownTotal(world, person, 'convertToCard', wish)) as never,
    ),
  requestPaymentLink: (world, { accountId }) => requestPaymentLink(world.ctx(), accountId),
  ...REWARD_ACTS,
};

/**
 * Writes down what is asked, asks it, and writes down what was told; a refusal is an answer, anything else a bug.
 * @returns false when nothing was told because a commit got no answer
 */
export async function ask<Asker extends { accountId: string }>(
  journal: Journal,
  world: SimulatedWorld,
  person: Asker,
  command: string,
  wish: Wish,
  act: (world: SimulatedWorld, person: Asker, wish: Wish) => Promise<unknown>,
): Promise<boolean> {
  const entry = journal.write({ at: world.now(), accountId: person.accountId, command, input: wish });
  const told = (what: string) => Object.assign(entry, { told: what, answeredAt: world.now() });
  try {
    entry.answer = await act(world, person, wish);
    told('ok');
  } catch (error) {
    // They see that something went wrong, and can't know whether it was done.
    if (error instanceof LostCommit) return false;
    if (!(error instanceof OperatorRefusal || error instanceof AppError)) throw error;
    told(error instanceof AppError ? error.code : 'refused');
  }
  return true;
}

/** Somebody wants one of these things, and asks for it if there is anything to ask it of. */
export async function actOnce(
  world: SimulatedWorld,
  journal: Journal,
  person: Person,
  commands: Partial<Record<Command, number>>,
): Promise<void> {
  const command = world.random.weighted(commands);
  const wish = await wishFor(world, person, command);
  if (wish) await ask(journal, world, person, command, wish, ACTS[command]);
}
