import { addDays, dayOf, hourOf } from '@/domain/day';
import { transaction } from '@/server/db';
import { accounts, boxItems, subscriptions } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { payFirstOrder } from '@/server/checkout/first-payment';
import { payFirstOffline } from '@/server/checkout/first-payment-offline';
import { DELIVERY } from '../people';
import { actOnce, ask, AT_CUT_OFF, box, card, COMMANDS, ownCard, upcoming } from './commands';
import { sharesHome, type Journal, type Person } from './journal';
import { OUTSIDE } from './outside';
import type { React } from './reactions';
import { withShownTotal } from './shown-totals';
import type { SimulatedWorld } from './world';

/** Somebody registers and pays by card, now; registrations that nobody pays are left to lapse. */
export async function register(world: SimulatedWorld, journal: Journal, number: number): Promise<Person> {
  const { random } = world;
  const now = world.now();
  const person: Person = {
    accountId: newId('account'),
    subscriptionId: newId('subscription'),
    paymentDay: random.chance(PAID_AT_THE_END) ? 31 : 1 + random.below(31),
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
      ...{ phone: `08${String(number).padStart(8, '0')}`, ...homeOf(number), consentAt: now, createdAt: now },
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
  if (random.chance(INVITING)) {
    const when = new Date(now.getTime() + DAY_MS + random.below(2 * DAY_MS));
    world.at(when, 'somebody invites', () => actOnce(world, journal, person, { generateCode: 1 }));
  }
  return person;
}

/** One subscriber in four has the same postal address as the others of that kind; all others live apart. */
const homeOf = (number: number) =>
  sharesHome({ number }) ? DELIVERY : { ...DELIVERY, address: `${number} ${DELIVERY.address}` };

const DAY_MS = 86_400_000;
/** How many choose the last day of the month, so that many orders are due on one day. */
const PAID_AT_THE_END = 0.6;
/** How many ask for their code in their first days, so that those who come later have friends. */
const INVITING = 0.5;

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
      const { cardToken, expectedTotal } = await withShownTotal(world, person, 'payFirst', wish);
      const answer = await payFirstOrder(world.ctx(), person.accountId, cardToken, expectedTotal);
      paid = answer.outcome === 'paid';
      return answer;
    });
    if (!paid && tries < PAY_TRIES) pay(world, journal, person, tries + 1);
  });
}

/** Asks for a link; one in five pays by a card after all, and who never pays is left to lapse. */
function payOffline(world: SimulatedWorld, journal: Journal, person: Person): void {
  if (world.random.chance(0.2)) pay(world, journal, person, 1 + world.random.below(PAY_TRIES));
  world.at(world.now(), 'first payment', async () => {
    await ask(journal, world, person, 'payFirst', {}, async (_world, _person, wish) => {
      const { expectedTotal } = await withShownTotal(world, person, 'payFirst', wish);
      return payFirstOffline(world.ctx(), person.accountId, expectedTotal);
    });
  });
}

/** A moment within a second of one at which a rule changes its mind, when there is such a one ahead. */
async function nearCutOff(world: SimulatedWorld, person: Person): Promise<Date | null> {
  const [first] = (await upcoming(world, person)).filter((order) => order.date > dayOf(world.now()));
  if (!first) return null;
  const edge = world.random.pick([
    hourOf(addDays(first.date, -1), 0),
    hourOf(addDays(first.date, -1), 0),
    hourOf(first.date, 0),
    hourOf(first.date, 9),
  ]);
  return new Date(edge.getTime() - 1000 + world.random.below(2000));
}

/** Lives: now and then somebody wants something, one time in ten at the last second. Ends at `until`. */
export function live(world: SimulatedWorld, journal: Journal, person: Person, until: Date): void {
  if (person.quiet) return;
  const { random } = world;
  const next = new Date(world.now().getTime() + (1 + random.below(30)) * DAY_MS + random.below(DAY_MS));
  if (next > until) return;
  world.at(next, 'somebody thinks', async () => {
    const edge = random.chance(0.1) ? await nearCutOff(world, person) : null;
    const isAtEdge = edge !== null && edge > world.now() && edge < until;
    const [when, commands] = isAtEdge ? [edge, AT_CUT_OFF] : [world.now(), COMMANDS];
    const copies = random.chance(0.08) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      world.at(when, 'somebody acts', () => actOnce(world, journal, person, commands));
    }
    live(world, journal, person, until);
  });
}

/** How many do something else while their bank's page is open. */
const RESTLESS = 0.15;
const BANK_MS = 900_000;

/** What people do at their bank's page, some time after it was shown to them: asked again and again, once for each. */
export function watchBanks(world: SimulatedWorld, people: readonly Person[], react: React): () => void {
  const answered = new Set<string>();
  return () => {
    for (const charge of world.sandbox.gateway.charges.values()) {
      if (charge.status !== 'pending' || charge.source !== null || answered.has(charge.id)) continue;
      answered.add(charge.id);
      const { accountId } = charge.metadata as { accountId?: string };
      const person = people.find((one) => one.accountId === accountId);
      if (person && world.random.chance(RESTLESS)) react(person, BANK_MS);
      const action = world.random.weighted({ approve: 6, decline: 2, abandon: 2 });
      if (action === 'abandon') continue;
      world.at(new Date(world.now().getTime() + world.random.below(BANK_MS)), 'at the bank', async () => {
        await world.sandbox.fetch(`${OUTSIDE}/_control/omise/charges/${charge.id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ action }),
        });
      });
    }
  };
}
