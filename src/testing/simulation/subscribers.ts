import { addDays, dayOf, hourOf } from '@/domain/day';
import { transaction } from '@/server/db';
import { accounts, boxItems, subscriptions } from '@/server/db/schema';
import { addEvents } from '@/server/lifecycle/events';
import { newId } from '@/server/platform/ids';
import { payFirstOrder } from '@/server/money/checkout/first-payment';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { DELIVERY } from '../browser';
import { CUT_OFF_COMMANDS, COMMANDS } from './command-weights';
import { drawAccount, linkAccount } from './bank-accounts';
import { runCommand, recordCall, createCardInput, drawBox, drawOwnCard, listUpcoming } from './commands';
import { sharesAddress, type Journal, type Subscriber } from './journal';
import { SANDBOX_URL } from './network';
import type { ScheduleReaction } from './reactions';
import { withShownTotal } from './shown-totals';
import type { SimulatedWorld } from './world';

/** Registers a subscriber and schedules the first payment. Unpaid registrations expire. */
export async function registerSubscriber(
  world: SimulatedWorld,
  journal: Journal,
  number: number,
): Promise<Subscriber> {
  const { random } = world;
  const now = world.now();
  const subscriber: Subscriber = {
    accountId: newId('account'),
    subscriptionId: newId('subscription'),
    paymentDay: random.chance(LAST_DAY_SHARE) ? 31 : 1 + random.below(31),
    frequency: random.pick([1, 1, 2, 3] as const),
    registeredOn: dayOf(now),
    isPassive: random.chance(0.3),
    number,
    code: random.chance(0.5) ? drawReferralCode(world, journal) : null,
  };
  const email = `person${number}@example.test`;
  await transaction(world.db, async (tx) => {
    await tx.insert(accounts).values({
      id: subscriber.accountId,
      email,
      emailNorm: email,
      firstName: 'A',
      lastName: 'Person',
      locale: 'en',
      phone: `08${String(number).padStart(8, '0')}`,
      ...addressOf(number),
      consentAt: now,
      createdAt: now,
    });
    const { subscriptionId: id, accountId, frequency, paymentDay } = subscriber;
    const plan = { status: 'awaiting_payment', frequency, paymentDay, paymentMethod: 'card' } as const;
    const created = { accountId, ...plan };
    addEvents(tx, now, [{ type: 'subscription.created', id, changes: created }]);
    await tx.insert(subscriptions).values({
      id,
      accountId,
      ...plan,
      registeredOn: subscriber.registeredOn,
      code: subscriber.code,
      createdAt: now,
    });
    const items = drawBox(world).map((item) => ({ subscriptionId: subscriber.subscriptionId, ...item }));
    await tx.insert(boxItems).values(items);
  });
  const means = random.weighted({ card: 5, offline: 3, bankAccount: 2 });
  if (means === 'offline') scheduleOfflineFirstPayment(world, journal, subscriber);
  else if (means === 'bankAccount') scheduleBankFirstPayment(world, journal, subscriber);
  else scheduleFirstPayment(world, journal, subscriber, 0);
  if (random.chance(REFERRER_SHARE)) {
    const when = new Date(now.getTime() + DAY_MS + random.below(2 * DAY_MS));
    world.schedule(when, 'referral code generated', () =>
      runCommand(world, journal, subscriber, { generateCode: 1 }),
    );
  }
  if (random.chance(BANK_ACCOUNT_SHARE))
    for (const day of BANK_ACCOUNT_DAYS) {
      const when = new Date(now.getTime() + day * DAY_MS + random.below(DAY_MS));
      world.schedule(when, 'bank account chosen', () =>
        runCommand(world, journal, subscriber, { convertToBankAccount: 1 }),
      );
    }
  return subscriber;
}

/** Returns the postal address of a subscriber. A quarter of the subscribers share one address. */
const addressOf = (number: number) =>
  sharesAddress({ number }) ? DELIVERY : { ...DELIVERY, address: `${number} ${DELIVERY.address}` };

const DAY_MS = 86_400_000;
/** Share of subscribers who choose the last day of the month. Many orders are then due on one day. */
const LAST_DAY_SHARE = 0.6;
/**
 * Share of subscribers who generate a referral code in their first three days. Subscribers who register later
 * use the code.
 */
const REFERRER_SHARE = 0.5;

/** Share of subscribers who choose a bank account, and the days on which they try: faults refuse many tries. */
const BANK_ACCOUNT_SHARE = 0.4;
const BANK_ACCOUNT_DAYS = [1, 3, 6, 10];

/** Draws a referral code of the codes generated so far. Returns null if there are none. */
function drawReferralCode({ random }: SimulatedWorld, { entries }: Journal): string | null {
  const given = entries.filter(({ command, outcome }) => command === 'generateCode' && outcome === 'ok');
  return given.length === 0 ? null : (random.pick(given).response as { code: string }).code;
}

const PAY_TRIES = 6;

/** Schedules the payment of the first order by card. Tries at most six times. */
function scheduleFirstPayment(
  world: SimulatedWorld,
  journal: Journal,
  subscriber: Subscriber,
  tries: number,
): void {
  world.schedule(new Date(world.now().getTime() + tries * 3_700_000), 'first payment', async () => {
    const input = await createCardInput(world, drawOwnCard(world, subscriber));
    let paid = false;
    await recordCall(journal, world, subscriber, 'payFirst', input, async () => {
      const { cardToken, expectedTotal } = await withShownTotal(world, subscriber, 'payFirst', input);
      const response = await payFirstOrder(world.ctx(), subscriber.accountId, cardToken, expectedTotal);
      paid = response.outcome === 'paid';
      return response;
    });
    if (!paid && tries < PAY_TRIES) scheduleFirstPayment(world, journal, subscriber, tries + 1);
  });
}

/** Requests a payment link for the first order. One subscriber in five also schedules a payment by card. */
function scheduleOfflineFirstPayment(world: SimulatedWorld, journal: Journal, subscriber: Subscriber): void {
  if (world.random.chance(0.2))
    scheduleFirstPayment(world, journal, subscriber, 1 + world.random.below(PAY_TRIES));
  world.schedule(world.now(), 'first payment', async () => {
    await recordCall(journal, world, subscriber, 'payFirst', {}, async (_world, _subscriber, input) => {
      const { expectedTotal } = await withShownTotal(world, subscriber, 'payFirst', input);
      return payFirstOffline(world.ctx(), subscriber.accountId, expectedTotal);
    });
  });
}

/** Links a bank account that pays the first order. Half of the subscribers also schedule a payment by card. */
function scheduleBankFirstPayment(world: SimulatedWorld, journal: Journal, subscriber: Subscriber): void {
  if (world.random.chance(0.5))
    scheduleFirstPayment(world, journal, subscriber, 1 + world.random.below(PAY_TRIES));
  world.schedule(world.now(), 'first payment', async () => {
    const input = { lastDigits: drawAccount(world) };
    await recordCall(journal, world, subscriber, 'payFirst', input, async () =>
      linkAccount(world, subscriber, await withShownTotal(world, subscriber, 'payFirst', input)),
    );
  });
}

/** Draws a time within a second of the next cut-off. Returns null if no order is due after today. */
async function drawCutOffTime(world: SimulatedWorld, subscriber: Subscriber): Promise<Date | null> {
  const [first] = (await listUpcoming(world, subscriber)).filter((order) => order.date > dayOf(world.now()));
  if (!first) return null;
  const edge = world.random.pick([
    hourOf(addDays(first.date, -1), 0),
    hourOf(addDays(first.date, -1), 0),
    hourOf(first.date, 0),
    hourOf(first.date, 9),
  ]);
  return new Date(edge.getTime() - 1000 + world.random.below(2000));
}

/** Schedules the subscriber's commands until `until`. One command in ten is sent within a second of a cut-off. */
export function scheduleActions(
  world: SimulatedWorld,
  journal: Journal,
  subscriber: Subscriber,
  until: Date,
): void {
  if (subscriber.isPassive) return;
  const { random } = world;
  const next = new Date(world.now().getTime() + (1 + random.below(30)) * DAY_MS + random.below(DAY_MS));
  if (next > until) return;
  world.schedule(next, 'command planned', async () => {
    const edge = random.chance(0.1) ? await drawCutOffTime(world, subscriber) : null;
    const isAtEdge = edge !== null && edge > world.now() && edge < until;
    const [when, commands] = isAtEdge ? [edge, CUT_OFF_COMMANDS] : [world.now(), COMMANDS];
    const copies = random.chance(0.08) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      world.schedule(when, 'command', () => runCommand(world, journal, subscriber, commands));
    }
    scheduleActions(world, journal, subscriber, until);
  });
}

/** The probability that a subscriber sends another command during a 3-D Secure challenge. */
const RESTLESS = 0.15;
const BANK_MS = 900_000;

/** Returns a function that schedules the results of the 3-D Secure challenges opened since its last call. */
export function watchChallenges(
  world: SimulatedWorld,
  subscribers: readonly Subscriber[],
  react: ScheduleReaction,
): () => void {
  const answered = new Set<string>();
  return () => {
    for (const charge of world.sandbox.gateway.charges.values()) {
      if (charge.status !== 'pending' || charge.source !== null || answered.has(charge.id)) continue;
      answered.add(charge.id);
      const { accountId } = charge.metadata as { accountId?: string };
      const subscriber = subscribers.find((one) => one.accountId === accountId);
      if (subscriber && world.random.chance(RESTLESS)) react(subscriber, BANK_MS);
      const action = world.random.weighted({ approve: 6, decline: 2, abandon: 2 });
      if (action === 'abandon') continue;
      world.schedule(
        new Date(world.now().getTime() + world.random.below(BANK_MS)),
        '3-D Secure challenge',
        async () => {
          await world.sandbox.fetch(`${SANDBOX_URL}/_control/omise/charges/${charge.id}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ action }),
          });
        },
      );
    }
  };
}
