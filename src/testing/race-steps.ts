import { describe, expect, inject, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { listCharges } from '@/server/gateways/omise/charges';
import { cardGateway } from '@/server/gateways/omise/calls';
import { addCard } from '@/server/money/payment-method/add-card';
import { chargeDuePayment } from '@/server/money/charging/claim-due';
import { settleGatewayCharge } from '@/server/money/reconciliation/gateway-charge';
import { createCardToken } from './cards';
import { expectInvariants } from './invariants';
import { runJobs } from './jobs';
import { clearFaults, injectFault } from './providers';
import { at, endings, capturedFor, listRacers, race, type Ending, type Racer } from './races';
import { cloneSubscriber } from './clone-subscriber';
import { goTo, plantSubscriber } from './subscribers';
import { dropQueuedMessages } from './with-world';
import type { World } from './world';

const SEED = 20261120;
export const REGISTERED = '2026-11-20';
export const DUE = '2026-12-31';
const MIDNIGHT = `${DUE}T00:00:00+07:00`;
const NINE = `${DUE}T09:00:00+07:00`;
const TEN_PAST = `${DUE}T09:10:00+07:00`;
const NEXT_DAY = '2027-01-01';
const RETRY = `${NEXT_DAY}T09:00:00+07:00`;
const SECOND_CARD = { number: '5555555555554444' };
const STEP_TIMEOUT_MS = 240_000;

/** A step of the billing run: `prepare` creates the state before it, `act` runs it for one subscriber at `now`. */
interface Step {
  prepare: (world: World) => Promise<void>;
  now: string;
  act: (world: World, racer: Racer) => Promise<unknown>;
}

async function beginAll(world: World): Promise<void> {
  await goTo(world, DUE, '00:00');
  await runBilling(world.ctx());
}

const DECLINED = { op: 'POST /charges', kind: 'status', args: { status: 400, code: 'insufficient_fund' } };
/** A fault: the gateway charges the card, then closes the connection before it responds. */
const LOST = { op: 'POST /charges', kind: 'reset', args: { after: true } };

async function chargeAllSpoiled(world: World, fault: typeof DECLINED | typeof LOST): Promise<void> {
  await beginAll(world);
  await goTo(world, DUE, '09:00');
  await injectFault(world, { ...fault, times: 'always' });
  await runBilling(world.ctx());
  await clearFaults(world);
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
}

const STEPS: Record<'begin' | 'charge' | 'settle' | 'retry', Step> = {
  begin: {
    prepare: (world) => goTo(world, DUE, '00:00'),
    now: MIDNIGHT,
    act: (world, { subscriptionId }) => beginPaymentDates(at(world, MIDNIGHT), [subscriptionId]),
  },
  charge: {
    prepare: async (world) => {
      await beginAll(world);
      await goTo(world, DUE, '09:00');
    },
    now: NINE,
    act: (world, { paymentId }) => chargeDuePayment(at(world, NINE), paymentId ?? ''),
  },
  settle: {
    prepare: async (world) => {
      await chargeAllSpoiled(world, LOST);
      // The gateway responds to reads again. Five minutes later its list is complete.
      await goTo(world, DUE, '09:04');
      await cardGateway.probe();
      await goTo(world, DUE, '09:10');
    },
    now: TEN_PAST,
    act: async (world, { attemptId }) => {
      const found = await listCharges(new Date(NINE), (charge) => charge.attemptId === attemptId);
      if (found.kind !== 'ok') throw new Error('the gateway did not show its charges');
      for (const charge of found.value) await settleGatewayCharge(at(world, TEN_PAST), charge);
    },
  },
  retry: {
    prepare: async (world) => {
      await chargeAllSpoiled(world, DECLINED);
      await goTo(world, NEXT_DAY, '09:00');
    },
    now: RETRY,
    act: (world, { paymentId }) => chargeDuePayment(at(world, RETRY), paymentId ?? ''),
  },
};
type StepName = keyof typeof STEPS;

/** A command of a subscriber, with the checks that must pass whichever side wins the race. */
export interface Command {
  /** Prepares the subscribers before the step of the billing run is prepared. */
  before?: (world: World, racers: Racer[]) => Promise<void>;
  /** Prepares the subscribers after the step of the billing run is prepared. */
  after?: (world: World, racers: Racer[]) => Promise<void>;
  /** The last moment at which the command is accepted, for the step `begin`. Default: the moment of the step. */
  lastMoment?: string;
  ask: (world: World, racer: Racer, now: string) => Promise<unknown>;
  expectTruth: (ending: Ending) => void;
  /** The step at which `npm test` runs the race; the deep tests run it at all four. Default: `begin`. */
  step?: StepName;
}

/** Expects that the order is paid, and that the gateway holds exactly its total. */
export function expectCharged(ending: Ending): void {
  expect(ending.order.status).toBe('paid');
  expect(capturedFor(ending)).toBe(ending.order.total);
  expect(ending.items.reduce((sum, item) => sum + item.quantity * item.listPrice, 0)).toBe(
    ending.order.listPrice,
  );
}

export function expectNeverCharged(ending: Ending): void {
  expect(ending.charges).toEqual([]);
}

/** Creates equal subscribers. Each has two cards and a second order that is due on 31 December. */
async function plantEverybody(world: World, count: number): Promise<void> {
  await goTo(world, REGISTERED, '10:00');
  const person = await plantSubscriber(world);
  await addCard(world.ctx(), person.accountId, { cardToken: await createCardToken(SECOND_CARD) });
  await world.sandbox.settled();
  await runJobs();
  await cloneSubscriber(world, person, count - 1);
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
}

/** Finishes all open work. Drops the messages: they do not race, and sending them takes longer than a charge. */
async function comeToRest(world: World, step: StepName): Promise<void> {
  for (const time of ['09:15', '09:25', '11:00']) {
    await goTo(world, step === 'retry' ? NEXT_DAY : DUE, time);
    await runBilling(world.ctx());
  }
  await dropQueuedMessages(world);
  await runJobs();
}

async function runRace(world: World, command: Command, stepName: StepName): Promise<void> {
  const count = inject('races');
  const step = STEPS[stepName];
  await plantEverybody(world, count);
  const first = await listRacers(world);
  await command.before?.(world, first);
  await step.prepare(world);
  const ids = new Set(first.map((racer) => racer.orderId));
  const racers = (await listRacers(world)).filter((racer) => ids.has(racer.orderId));
  expect(racers).toHaveLength(count);
  await command.after?.(world, racers);
  const isBeforeDate = stepName === 'begin';
  const now = isBeforeDate ? (command.lastMoment ?? step.now) : step.now;
  const told = await race(racers, SEED, {
    command: (racer) => command.ask(world, racer, now),
    step: (racer) => step.act(world, racer),
  });
  await comeToRest(world, stepName);
  for (const ending of await endings(world, racers, told)) command.expectTruth(ending);
  await expectInvariants(world);
}

/**
 * Defines a test per command and step of the billing run, each with the configured number of subscribers. Outside the
 * deep tests only one step of each command.
 */
export function raceAll(world: () => World, commands: Record<string, Command>): void {
  const every = Object.keys(STEPS) as StepName[];
  describe.each(Object.entries(commands))('%s', (_name, command) => {
    test.each(inject('isDeep') ? every : [command.step ?? 'begin'])(
      'against the billing run at: %s',
      (stepName) => runRace(world(), command, stepName),
      STEP_TIMEOUT_MS,
    );
  });
}
