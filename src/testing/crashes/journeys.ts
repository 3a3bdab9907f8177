import { eq, sql } from 'drizzle-orm';
import { addDays, hourOf } from '@/domain/day';
import { documents } from '@/server/db/schema';
import { BUYER, CHIANG_MAI } from '../access';
import { createCardToken } from '../cards';
import { gatewayCharges } from '../providers';
import { DELIVERY, GOOD_CARD, registration } from '../browser';
import type { World } from '../world';
import { findProblems } from './ledger-checks';
import { REGISTERED_ON } from './recovery';

/** Makes a request with the cookies of the journey. @returns the data of the response */
export type Fetch = (path: string, body: object) => Promise<unknown>;

/** A request of a journey. */
export interface Step {
  path: string;
  /**
   * Returns the body of the request; null if the subscriber sees that it was done. Called again when the step starts
   * again: after a new log-in, `retryCode` and `restart`.
   */
  body: (fetch: Fetch) => object | null | Promise<object | null>;
  /** The code of the refusal of a repetition whose first request was done before the process was killed. */
  doneCode?: string;
  /**
   * Returns what follows an accepted request; default: `done`. `repeat`: the subscriber repeats it later; `restart`: the
   * subscriber starts the step again.
   */
  next?: (data: Record<string, unknown>) => 'done' | 'repeat' | 'restart';
  /** The code of the refusal after which the subscriber starts the step again. */
  retryCode?: string;
}

/** Requests of one new subscriber. The process is killed at a gate of one of the `steps`. */
export interface Journey {
  email: string;
  password: string;
  /** Requests before the process can be killed. */
  before: Step[];
  steps: Step[];
  /** The time at which the steps start, or `arrange`. */
  startAt: Date;
  /** Changes the world before the steps. May move the clock. */
  arrange?: (world: World) => Promise<void>;
  /** Lists what is wrong after all steps. */
  findProblems: (world: World) => Promise<string[]>;
}

/** Returns the requests of a registration that pays by card. */
export const registering = (form: ReturnType<typeof registration>): Step[] => [
  { path: '/api/register', body: () => form },
  { path: '/api/register/delivery', body: () => DELIVERY },
  {
    path: '/api/register/payment/card',
    body: async () => ({ cardToken: await createCardToken(GOOD_CARD) }),
  },
];

/** Returns a problem unless the gateway has the expected number of successful charges. */
export async function findWrongCharges(world: World, expected: number): Promise<string[]> {
  const paid = (await gatewayCharges(world)).filter((charge) => charge.status === 'successful');
  return paid.length === expected ? [] : [`${paid.length} successful charges at the gateway`];
}

/** A registration that pays by card. */
export function registrationJourney(): Journey {
  const form = registration();
  return {
    email: form.email,
    password: form.password,
    before: [],
    steps: registering(form),
    startAt: hourOf(REGISTERED_ON, 10),
    findProblems: async (world) => {
      const subjects = world.sandbox.mailbox.list(form.email).map(({ subject }) => subject);
      const isWrong = new Set(subjects).size !== subjects.length || subjects.length < 2;
      return [...(await findWrongCharges(world, 1)), ...(isWrong ? [`mails: ${subjects.join(' | ')}`] : [])];
    },
  };
}

/** Changes of a subscriber a day after the registration: own box and address, order now, tax invoice, pause, move. */
export function changesJourney(world: World): Journey {
  const form = registration();
  const today = addDays(REGISTERED_ON, 1);
  const orderIn = async (statuses: readonly string[]) => {
    const [order] = await world.db.execute<{ orderId: string; date: string }>(sql`
      select id as "orderId", payment_date as date from orders
      where status in (${sql.join(
        statuses.map((status) => sql`${status}`),
        sql`, `,
      )}) order by payment_date limit 1`);
    if (!order) throw new Error(`no order is ${statuses.join(' or ')}`);
    return order;
  };
  const next = async (more: object) => ({ orderId: (await orderIn(['upcoming'])).orderId, ...more });
  return {
    email: form.email,
    password: form.password,
    before: registering(form),
    startAt: hourOf(today, 10),
    steps: [
      {
        path: '/api/orders/box',
        body: () => next({ items: [{ productCode: 'night-pads', quantity: 4 }] }),
      },
      { path: '/api/orders/address', body: () => next(CHIANG_MAI) },
      { path: '/api/orders/now', body: () => ({ later: 'restart' }), doneCode: 'PAID_TODAY' },
      {
        path: '/api/orders/tax-invoice',
        body: async () => ({ orderId: (await orderIn(['paid'])).orderId, ...BUYER }),
      },
      { path: '/api/subscriptions/pause', body: () => ({ until: addDays(today, 100) }) },
      { path: '/api/subscriptions/resume', body: () => ({}) },
      {
        path: '/api/orders/move',
        body: async () => {
          const { orderId, date } = await orderIn(['upcoming']);
          return { orderId, date: addDays(date as typeof today, 3) };
        },
      },
    ],
    findProblems: async () => {
      const issued = await world.db.$count(documents, eq(documents.kind, 'tax_invoice'));
      return [
        ...(await findWrongCharges(world, 2)),
        ...(await findProblems(world, today)),
        ...(issued === 1 ? [] : [`${issued} tax invoices`]),
      ];
    },
  };
}
