import { sql } from 'drizzle-orm';
import { addDays, dayOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { OperatorRefusal } from '@/server/desk/acts/operator';
import {
  changeBox,
  changeFrequency,
  changePaymentDay,
  moveOrder,
  pauseSubscription,
  resumeSubscription,
  skipOrder,
} from '@/server/subscriber/plan/plan-commands';
import { addCard } from '@/server/money/payment-method/add-card';
import { convertToBankAccount } from '@/server/money/payment-method/convert-bank-account';
import { convertToCard } from '@/server/money/payment-method/convert-card';
import { convertToOffline } from '@/server/money/payment-method/convert-offline';
import { requestPaymentLink } from '@/server/money/payment-links/request-link';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { cardOf, DECLINED_CARD, STOLEN_CARD, tokenFor } from './cards';
import type { Journal, Subscriber } from './journal';
import { LostCommit } from './transaction-gates';
import type { Command } from './command-weights';
import { drawApology, drawRequester, giveApology, requestedAs } from './desk-commands';
import { orderNowAsShown } from './order-now-command';
import { REWARD_CALLS, drawRewardInput } from './reward-commands';
import { ONE_DELIVERY_CALLS, drawOneDeliveryInput } from './one-delivery-commands';
import { withShownTotal } from './shown-totals';
import { callTaxInvoice, drawTaxInvoiceInput } from './tax-invoice-command';
import { PRODUCTS, type Call, type Input } from './inputs';
import { drawAccount, linkAccount, removeAccount } from './bank-accounts';
import type { SimulatedWorld } from './world';

const OWN_CARDS = 3;

export const drawOwnCard = ({ random }: SimulatedWorld, { number }: Subscriber) =>
  cardOf(number, random.below(OWN_CARDS));

/** Returns the input of a command with a card: a new token, and the card number for the oracle. */
export const createCardInput = async (world: SimulatedWorld, number: string) => ({
  number,
  cardToken: await tokenFor(world, number),
});

export const drawBox = (world: SimulatedWorld) => {
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

export async function listUpcoming(world: SimulatedWorld, subscriber: Subscriber): Promise<UpcomingRow[]> {
  const rows = await world.db
    .execute<UpcomingRow>(sql`select id, status, payment_date::text as date from orders
    where account_id = ${subscriber.accountId} and status in ('upcoming','skipped') order by payment_date`);
  return [...rows];
}

/** Draws the input of a command. @returns null if the subscriber has no data for this command */
async function drawInput(
  world: SimulatedWorld,
  subscriber: Subscriber,
  command: Command,
): Promise<Input | null> {
  const { random } = world;
  const orders = await listUpcoming(world, subscriber);
  switch (command) {
    case 'skip':
    case 'unskip': {
      const which = orders.filter((order) => (order.status === 'skipped') === (command === 'unskip'));
      if (which.length === 0) return null;
      const { id } = random.chance(0.5) ? which[0]! : random.pick(which);
      return { orderId: id, skip: command === 'skip', ...drawRequester(world) };
    }
    case 'changeBox':
      return { items: drawBox(world) };
    case 'changeFrequency':
      if (orders.length === 0) return null;
      return { frequency: 1 + random.below(3), after: random.pick(orders).date };
    case 'changePaymentDay':
      return { paymentDay: 1 + random.below(31) };
    case 'move': {
      if (orders.length === 0) return null;
      const { id, date } = random.pick(orders);
      return { movedId: id, date: addDays(date, random.below(41) - 20), ...drawRequester(world) };
    }
    case 'pause':
      return { until: addDays(dayOf(world.now()), 1 + random.below(120)), ...drawRequester(world) };
    case 'orderNow':
      return { later: random.chance(0.5) ? 'keep' : 'restart' };
    case 'addCard':
      return createCardInput(world, drawOwnCard(world, subscriber));
    case 'addDeclinedCard':
      return {
        ...(await createCardInput(world, random.chance(0.3) ? STOLEN_CARD : DECLINED_CARD)),
        makeDefault: true,
      };
    case 'cancel':
      return { why: 'other', ...drawRequester(world) };
    case 'resume':
      return drawRequester(world);
    case 'giveApology':
      return drawApology(world, subscriber);
    case 'convertToOffline':
    case 'requestPaymentLink':
    case 'removeBankAccount':
      return {};
    case 'convertToBankAccount':
      return { lastDigits: drawAccount(world) };
    case 'convertToCard':
      return createCardInput(world, random.chance(0.25) ? DECLINED_CARD : drawOwnCard(world, subscriber));
    case 'reactivate': {
      const day = addDays(dayOf(world.now()), 1 + random.below(60));
      return { when: random.chance(0.5) ? 'now' : day, frequency: 1 + random.below(3) };
    }
    case 'requestTaxInvoice':
      return drawTaxInvoiceInput(world, subscriber);
    case 'changeOrderBox':
    case 'restoreOrderBox':
    case 'setOrderAddress':
    case 'removeOrderAddress':
      return drawOneDeliveryInput(world, subscriber, command);
    case 'redeem':
    case 'generateCode':
    case 'giveBack':
    case 'moveFreeProduct':
      return drawRewardInput(world, subscriber, command);
  }
}

const skipAsRequested: Call = (world, subscriber, input) =>
  skipOrder(world.ctx(), subscriber.accountId, requestedAs(subscriber, input) as never);

const CALLS: Record<Command, Call> = {
  skip: skipAsRequested,
  unskip: skipAsRequested,
  changeBox: (world, { accountId }, input) => changeBox(world.ctx(), accountId, input as never),
  changeFrequency: (world, { accountId }, input) => changeFrequency(world.ctx(), accountId, input as never),
  changePaymentDay: (world, { accountId }, input) => changePaymentDay(world.ctx(), accountId, input as never),
  move: (world, subscriber, { movedId, ...input }) =>
    moveOrder(world.ctx(), subscriber.accountId, {
      ...requestedAs(subscriber, input),
      orderId: movedId,
    } as never),
  pause: (world, subscriber, input) =>
    pauseSubscription(world.ctx(), subscriber.accountId, requestedAs(subscriber, input) as never),
  resume: (world, subscriber, input) =>
    resumeSubscription(world.ctx(), subscriber.accountId, requestedAs(subscriber, input)),
  orderNow: orderNowAsShown,
  addCard: (world, { accountId }, input) => addCard(world.ctx(), accountId, input as never),
  addDeclinedCard: (world, { accountId }, input) => addCard(world.ctx(), accountId, input as never),
  cancel: (world, subscriber, { why, ...input }) =>
    cancelSubscription(world.ctx(), subscriber.accountId, {
      ...requestedAs(subscriber, input),
      reason: why,
    } as never),
  reactivate: async (world, subscriber, input) =>
    reactivate(
      world.ctx(),
      subscriber.accountId,
      (await withShownTotal(world, subscriber, 'reactivate', input)) as never,
    ),
  convertToOffline: (world, { accountId }) => convertToOffline(world.ctx(), accountId),
  convertToCard: async (world, subscriber, input) =>
    convertToCard(
      world.ctx(),
      subscriber.accountId,
      (await withShownTotal(world, subscriber, 'convertToCard', input)) as never,
    ),
  convertToBankAccount: async (world, subscriber, input) => {
    await linkAccount(world, subscriber, { lastDigits: String(input.lastDigits) });
    const { expectedTotal } = await withShownTotal(world, subscriber, 'convertToBankAccount', input);
    return convertToBankAccount(world.ctx(), subscriber.accountId, expectedTotal);
  },
  removeBankAccount: (world, subscriber) => removeAccount(world, subscriber),
  requestPaymentLink: (world, { accountId }) => requestPaymentLink(world.ctx(), accountId),
  requestTaxInvoice: callTaxInvoice,
  ...ONE_DELIVERY_CALLS,
  ...REWARD_CALLS,
  giveApology,
};

/**
 * Calls a use case and records its input and outcome in the journal. A refusal is an outcome. Other errors
 * are thrown again.
 * @returns false if the caller got no response because a commit was not acknowledged
 */
export async function recordCall<Caller extends { accountId: string }>(
  journal: Journal,
  world: SimulatedWorld,
  subscriber: Caller,
  command: string,
  input: Input,
  call: (world: SimulatedWorld, subscriber: Caller, input: Input) => Promise<unknown>,
): Promise<boolean> {
  const entry = journal.write({ at: world.now(), accountId: subscriber.accountId, command, input });
  const respond = (outcome: string) => Object.assign(entry, { outcome, respondedAt: world.now() });
  try {
    entry.response = await call(world, subscriber, input);
    respond('ok');
  } catch (error) {
    // The subscriber sees an error and does not know whether the database committed the call.
    if (error instanceof LostCommit) return false;
    if (!(error instanceof OperatorRefusal || error instanceof AppError)) throw error;
    respond(error instanceof AppError ? error.code : 'refused');
  }
  return true;
}

/**
 * Draws a command and its input, and calls the command. Does nothing if the subscriber has no data for the
 * command.
 */
export async function runCommand(
  world: SimulatedWorld,
  journal: Journal,
  subscriber: Subscriber,
  commands: Partial<Record<Command, number>>,
): Promise<void> {
  const command = world.random.weighted(commands);
  const input = await drawInput(world, subscriber, command);
  if (input) await recordCall(journal, world, subscriber, command, input, CALLS[command]);
}
