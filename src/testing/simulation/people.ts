import { sql } from 'drizzle-orm';
import { addDays, dayOf, hourOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { transaction } from '@/server/db/client';
import { accounts, boxItems, subscriptions } from '@/server/db/schema';
import { newId } from '@/server/ids';
import { OperatorRefusal } from '@/server/ops/operator';
import { skipOrder } from '@/server/orders/skip';
import { addCard } from '@/server/payments/add-card';
import { convertToCard } from '@/server/payments/convert-card';
import { convertToOffline } from '@/server/payments/convert-offline';
import { payFirstOrder } from '@/server/payments/first-payment';
import { payFirstOffline } from '@/server/payments/offline-first';
import { requestPaymentLink } from '@/server/payments/request-link';
import { cancelSubscription } from '@/server/subscription/cancel';
import { changeBox } from '@/server/subscription/change-box';
import { changeFrequency } from '@/server/subscription/change-frequency';
import { changePaymentDay } from '@/server/subscription/change-payment-day';
import { reactivate } from '@/server/subscription/reactivate';
import { DELIVERY } from '../people';
import { cardOf, POOR, STOLEN, tokenFor } from './cards';
import type { Journal, Person } from './journal';
import { OUTSIDE } from './outside';
import { REWARD_ACTS, REWARD_COMMANDS, rewardWish } from './rewards-people';
import { PRODUCTS, type Act, type Wish } from './wish';
import type { SimulatedWorld } from './world';

const OWN_CARDS = 3;

/** How often each command is chosen. */
const COMMANDS = {
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
type Command = keyof typeof COMMANDS;

const ownCard = ({ random }: SimulatedWorld, { number }: Person) => cardOf(number, random.below(OWN_CARDS));

/** The number is for the judge: two people with one card are the same person to a referral. */
const card = async (world: SimulatedWorld, number: string) => ({
  number,
  cardToken: await tokenFor(world, number),
});

const box = (world: SimulatedWorld) => {
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

async function upcoming(world: SimulatedWorld, person: Person): Promise<UpcomingRow[]> {
  const rows = await world.db
    .execute<UpcomingRow>(sql`select id, status, payment_date::text as date from orders
    where account_id = ${person.accountId} and status in ('upcoming','skipped') order by payment_date`);
  return [...rows];
}

/** What each command is asked with; null when there is nothing to ask it of. */
async function wishFor(world: SimulatedWorld, person: Person, command: Command): Promise<Wish | null> {
  const { random } = world;
  const orders = await upcoming(world, person);
  switch (command) {
    case 'skip':
    case 'unskip': {
      const which = orders.filter((order) => (order.status === 'skipped') === (command === 'unskip'));
      return which.length === 0 ? null : { orderId: random.pick(which).id, skip: command === 'skip' };
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
  reactivate: (world, { accountId }, wish) => reactivate(world.ctx(), accountId, wish as never),
  convertToOffline: (world, { accountId }) => convertToOffline(world.ctx(), accountId),
  convertToCard: (world, { accountId }, wish) => convertToCard(world.ctx(), accountId, wish as never),
  requestPaymentLink: (world, { accountId }) => requestPaymentLink(world.ctx(), accountId),
  ...REWARD_ACTS,
};

/** Writes down what is asked, asks it, and writes down what was told; a refusal is an answer, anything else a bug. */
export async function ask(
  journal: Journal,
  world: SimulatedWorld,
  person: Person,
  command: string,
  wish: Wish,
  act: Act,
) {
  const entry = journal.write({ at: world.now(), accountId: person.accountId, command, input: wish });
  const told = (what: string) => Object.assign(entry, { told: what, answeredAt: world.now() });
  try {
    entry.answer = await act(world, person, wish);
    told('ok');
  } catch (error) {
    if (error instanceof OperatorRefusal) return void told('refused');
    if (!(error instanceof AppError)) throw error;
    told(error.code);
  }
}

/** Somebody registers and pays by card, now; registrations that nobody pays are left to lapse. */
export async function register(world: SimulatedWorld, journal: Journal, number: number): Promise<Person> {
  const { random } = world;
  const now = world.now();
  const person: Person = {
    accountId: newId('account'),
    subscriptionId: newId('subscription'),
    paymentDay: 1 + random.below(31),
    frequency: random.pick([1, 1, 2, 3] as const),
    registeredOn: dayOf(now),
    quiet: random.chance(0.3),
    number,
    code: random.chance(0.5) ? friendsCode(world, journal) : null,
  };
  const email = `person${number}@example.test`;
  await transaction(world.db, async (tx) => {
    await tx.insert(accounts).values({
      ...{ id: person.accountId, email, emailNorm: email, firstName: 'A', lastName: 'Person', locale: 'en' },
      ...{ phone: `08${String(number).padStart(8, '0')}`, ...DELIVERY, consentAt: now, createdAt: now },
    });
    await tx.insert(subscriptions).values({
      ...{ id: person.subscriptionId, accountId: person.accountId, status: 'awaiting_payment' },
      ...{ frequency: person.frequency, paymentDay: person.paymentDay, paymentMethod: 'card' },
      ...{ registeredOn: person.registeredOn, code: person.code, createdAt: now },
    });
    const items = box(world).map((item) => ({ subscriptionId: person.subscriptionId, ...item }));
    await tx.insert(boxItems).values(items);
  });
  if (random.chance(0.35)) payOffline(world, journal, person);
  else pay(world, journal, person, 0);
  return person;
}

/** A referral code that somebody was given, if anybody was. */
function friendsCode({ random }: SimulatedWorld, { entries }: Journal): string | null {
  const given = entries.filter(({ command, told }) => command === 'generateCode' && told === 'ok');
  return given.length === 0 ? null : (random.pick(given).answer as { code: string }).code;
}

const PAY_TRIES = 6;

/** Pays the first order, and tries again later for as long as it is not paid. */
function pay(world: SimulatedWorld, journal: Journal, person: Person, tries: number): void {
  world.at(new Date(world.now().getTime() + tries * 3_700_000), 'first payment', async () => {
    const wish = await card(world, ownCard(world, person));
    let paid = false;
    await ask(journal, world, person, 'payFirst', wish, async () => {
      const answer = await payFirstOrder(world.ctx(), person.accountId, wish.cardToken);
      paid = answer.outcome === 'paid';
      return answer;
    });
    if (!paid && tries < PAY_TRIES) pay(world, journal, person, tries + 1);
  });
}

/** Asks for a link; who never pays it is left to lapse. */
function payOffline(world: SimulatedWorld, journal: Journal, person: Person): void {
  world.at(world.now(), 'first payment', () =>
    ask(journal, world, person, 'payFirst', {}, () => payFirstOffline(world.ctx(), person.accountId)),
  );
}

/** A moment within a second of one at which a rule changes its mind, when there is such a one ahead. */
async function nearCutOff(world: SimulatedWorld, person: Person): Promise<Date | null> {
  const [first] = (await upcoming(world, person)).filter((order) => order.date > dayOf(world.now()));
  if (!first) return null;
  const edge = world.random.pick([
    hourOf(addDays(first.date, -1), 0),
    hourOf(first.date, 0),
    hourOf(first.date, 9),
  ]);
  return new Date(edge.getTime() - 1000 + world.random.below(2000));
}

/** Lives: now and then somebody wants something, one time in twenty at the last second. Ends at `until`. */
export function live(world: SimulatedWorld, journal: Journal, person: Person, until: Date): void {
  if (person.quiet) return;
  const { random } = world;
  const next = new Date(
    world.now().getTime() + (1 + random.below(45)) * 86_400_000 + random.below(86_400_000),
  );
  if (next > until) return;
  world.at(next, 'somebody thinks', async () => {
    const edge = random.chance(0.05) ? await nearCutOff(world, person) : null;
    const when = edge && edge > world.now() && edge < until ? edge : world.now();
    const copies = random.chance(0.08) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      world.at(when, 'somebody acts', () => actOnce(world, journal, person));
    }
    live(world, journal, person, until);
  });
}

async function actOnce(world: SimulatedWorld, journal: Journal, person: Person): Promise<void> {
  const command = world.random.weighted(COMMANDS);
  const wish = await wishFor(world, person, command);
  if (wish) await ask(journal, world, person, command, wish, ACTS[command]);
}

/** What people do at their bank's page, some time after it was shown to them: asked again and again, once for each. */
export function watchBanks(world: SimulatedWorld): () => void {
  const answered = new Set<string>();
  return () => {
    for (const charge of world.sandbox.gateway.charges.values()) {
      if (charge.status !== 'pending' || charge.source !== null || answered.has(charge.id)) continue;
      answered.add(charge.id);
      const action = world.random.weighted({ approve: 6, decline: 2, abandon: 2 });
      if (action === 'abandon') continue;
      world.at(new Date(world.now().getTime() + world.random.below(900_000)), 'at the bank', async () => {
        await world.sandbox.fetch(`${OUTSIDE}/_control/omise/charges/${charge.id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ action }),
        });
      });
    }
  };
}
