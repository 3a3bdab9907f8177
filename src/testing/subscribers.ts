import { eq, inArray, sql } from 'drizzle-orm';
import type { BoxItem } from '@/domain/box';
import type { ProductCode } from '@/domain/product';
import { dayOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { transaction } from '@/server/db';
import {
  accounts,
  boxItems,
  chargeAttempts,
  orders,
  payments,
  shipments,
  subscriptions,
} from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { movePoints } from '@/server/lifecycle/points';
import { payFirstOrder } from '@/server/money/checkout/first-payment';
import { runBilling } from '@/server/work/jobs/run';
import { createCardToken, type TestCard } from './cards';
import { DELIVERY, GOOD_CARD } from './browser';
import { plantCopy, settleWithoutMail, type Contact } from './copies';
import type { World } from './world';

export interface Planted {
  accountId: string;
  subscriptionId: string;
  email: string;
}

export interface Wish {
  paymentDay?: number;
  frequency?: 1 | 2 | 3;
  items?: BoxItem[];
  code?: string;
  phone?: string;
  now?: Date;
  contact?: Contact;
}

/** The products of the example in the specification: ฿335.25 + ฿40 delivery, 33 points. */
const BOX: BoxItem[] = [
  { productCode: 'day-pads', quantity: 2 },
  { productCode: 'night-pads', quantity: 1 },
];

let planted = 0;

const contactOf = (number: number): Contact => ({
  email: `planted${number}@example.test`,
  phone: `08${String(number).padStart(8, '0')}`,
});

/** Inserts an unpaid registration with a delivery address. Creates no password and no session. */
export async function plantRegistration(world: World, wish: Wish = {}): Promise<Planted> {
  const now = wish.now ?? world.now();
  const accountId = newId('account');
  const subscriptionId = newId('subscription');
  const number = (planted += 1);
  const { email, phone } = wish.contact ?? contactOf(number);
  await transaction(world.db, async (tx) => {
    await tx.insert(accounts).values({
      id: accountId,
      email,
      emailNorm: email,
      firstName: 'Mali',
      lastName: 'Suk',
      phone: wish.phone ?? phone,
      locale: 'en',
      ...DELIVERY,
      address: `${number} ${DELIVERY.address}`,
      consentAt: now,
      createdAt: now,
    });
    await tx.insert(subscriptions).values({
      id: subscriptionId,
      accountId,
      status: 'awaiting_payment',
      frequency: wish.frequency ?? 1,
      paymentDay: wish.paymentDay ?? 31,
      paymentMethod: 'card',
      code: wish.code ?? null,
      registeredOn: dayOf(now),
      createdAt: now,
    });
    await tx.insert(boxItems).values((wish.items ?? BOX).map((item) => ({ subscriptionId, ...item })));
  });
  return { accountId, subscriptionId, email };
}

/** Pays the first order of an inserted registration with a new token of the card. */
export async function payWith(
  world: World,
  { accountId }: { accountId: string },
  card: TestCard = GOOD_CARD,
) {
  return payFirstOrder(world.ctx(), accountId, await createCardToken(card));
}

/** Creates a subscriber who has paid for the first order by card, with the real commands. */
export async function walkSubscriber(
  world: World,
  wish: Wish = {},
  card: TestCard = GOOD_CARD,
): Promise<Planted> {
  const person = await plantRegistration(world, wish);
  const { outcome } = await payWith(world, person, card);
  if (outcome !== 'paid') throw new Error(`not paid: ${outcome}`);
  return person;
}

/** Notes the parcels of an account as delivered, so that the billing runs of a test do not send and follow them. */
async function deliverParcels(world: World, accountId: string): Promise<void> {
  const now = world.now();
  const delivered = {
    status: 'delivered' as const,
    requestedAt: now,
    takenAt: now,
    shippedAt: now,
    deliveredAt: now,
  };
  await transaction(world.db, (tx) =>
    tx
      .update(shipments)
      .set({ ...delivered, checkAt: null })
      .where(
        inArray(
          shipments.orderId,
          tx.select({ id: orders.id }).from(orders).where(eq(orders.accountId, accountId)),
        ),
      ),
  );
}

/** As `walkSubscriber`, with all work done: webhooks are settled, messages sent and the parcel delivered. */
export async function settledSubscriber(
  world: World,
  wish: Wish = {},
  card: TestCard = GOOD_CARD,
): Promise<Planted> {
  const person = await walkSubscriber(world, wish, card);
  await settleWithoutMail(world, person.accountId);
  await deliverParcels(world, person.accountId);
  return person;
}

/** Whether a copy can serve a wish: a wish with a code, a phone or a time needs a registration of its own. */
const isUsual = ({ code, phone, now }: Wish): boolean =>
  code === undefined && phone === undefined && now === undefined;

/**
 * Returns a person with a wish: a copy of the first such person, or for a wish with a code, a phone or a time
 * of its own, one who walks.
 * @param kind the state of the person, which `walk` leads to
 */
export function plantKind<T>(
  world: World,
  kind: string,
  wish: Wish,
  walk: (wish: Wish) => Promise<T>,
): Promise<T> {
  if (!isUsual(wish)) return walk(wish);
  const contact = contactOf((planted += 1));
  return plantCopy(world, JSON.stringify([kind, wish]), contact, () => walk({ ...wish, contact }));
}

/**
 * Returns a subscriber who has paid for the first order by card, a while ago: webhooks are settled, messages sent and the
 * parcel delivered.
 * Without a code or a phone of its own it is a copy of the first such subscriber.
 */
export async function plantSubscriber(
  world: World,
  wish: Wish = {},
  card: TestCard = GOOD_CARD,
): Promise<Planted> {
  if (!isUsual(wish)) return walkSubscriber(world, wish, card);
  return plantKind(world, JSON.stringify(['subscriber', card]), wish, (own) =>
    settledSubscriber(world, own, card),
  );
}

/** Returns a subscriber whose parcel still waits: paid by card just now, with settled webhooks and sent messages. */
export function plantWithParcel(world: World, wish: Wish = {}): Promise<Planted> {
  return plantKind(world, 'with parcel', wish, async (own) => {
    const person = await walkSubscriber(world, own);
    await settleWithoutMail(world, person.accountId);
    return person;
  });
}

/** Returns the orders of an account with their payments, sorted by cycle index. */
export async function ordersOf(world: World, accountId: string) {
  return world.db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      index: orders.cycleIndex,
      status: orders.status,
      date: orders.paymentDate,
      paidOn: orders.paidOn,
      total: orders.total,
      codeDiscount: orders.codeDiscount,
      payment: payments.status,
      reason: payments.reason,
      dueAt: payments.dueAt,
      givesUpAt: payments.givesUpAt,
      paymentId: payments.id,
    })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.accountId, accountId))
    .orderBy(orders.cycleIndex);
}

/** Returns the charge attempts of an account, oldest first. */
export async function attemptsOf(world: World, accountId: string) {
  return world.db
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.accountId, accountId))
    .orderBy(chargeAttempts.createdAt, chargeAttempts.attemptNo);
}

export async function statusOf(world: World, accountId: string): Promise<string | undefined> {
  const [row] = await world.db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  return row?.status;
}

/** Adds a free product to an order. Credits the account with 150 points and reserves them for the product. */
export async function holdFreeProduct(
  world: World,
  accountId: string,
  orderId: string,
  product: ProductCode = 'day-pads',
): Promise<void> {
  await transaction(world.db, async (tx) => {
    const now = world.now();
    await movePoints(tx, now, [
      {
        accountId,
        kind: 'earned',
        source: `given:${orderId}`,
        delta: 150,
        orderId: null,
      },
    ]);
    await movePoints(tx, now, [{ accountId, kind: 'held', source: orderId, delta: -150, orderId }]);
    await tx
      .update(orders)
      .set({ freeProductCode: product, freeProductPoints: 150 })
      .where(eq(orders.id, orderId));
  });
}

/** Moves today's payment of an account to yesterday, because a second order can't be paid on the same day. */
export async function payYesterday(world: World, accountId: string | undefined): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.execute(sql`update orders set payment_date = payment_date - 1, paid_on = paid_on - 1,
      paid_at = paid_at - interval '1 day' where account_id = ${accountId} and status = 'paid'`),
  );
}

/** Returns the points balance of an account. */
export async function pointsOf(world: World, accountId: string): Promise<number> {
  const [row] = await world.db.execute<{ balance: number }>(
    sql`select balance from points_balances where account_id = ${accountId}`,
  );
  return row?.balance ?? 0;
}

/** Moves the clock to a time of day in Bangkok. */
export async function goTo(world: World, day: Day | string, time = '09:00'): Promise<void> {
  await world.setNow(new Date(`${day}T${time}:00+07:00`));
}

/** Runs billing at midnight and at nine of each day. */
export async function runPaymentDates(world: World, ...days: (Day | string)[]): Promise<void> {
  for (const day of days) {
    for (const time of ['00:00', '09:00']) {
      await goTo(world, day, time);
      await runBilling(world.ctx());
    }
  }
}

/** Moves the clock forward by a duration. Does not run the work that becomes due in this time. */
export async function pass(
  world: World,
  amount: { days?: number; hours?: number; minutes?: number; seconds?: number },
) {
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = amount;
  const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  await world.setNow(new Date(world.now().getTime() + ms));
}

/** Returns the kinds of an account's messages, sorted, without `verify_email`. */
export async function messageKindsOf(world: World, accountId: string): Promise<string[]> {
  const rows = await world.db.execute<{ kind: string }>(sql`
    select kind from messages where account_id = ${accountId} and kind <> 'verify_email' order by kind`);
  return rows.map((row) => row.kind);
}

/** Returns the error code of a refused call, with its reason if there is one. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    return `accepted: ${JSON.stringify(await work)}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.reason ? `${error.code} ${error.details.reason}` : error.code;
  }
}
