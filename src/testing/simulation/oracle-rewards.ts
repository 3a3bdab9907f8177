import { sql } from 'drizzle-orm';
import { sharesAddress, type Entry, type Subscriber } from './journal';
import type { Charge, OrderRow } from './oracle-facts';
import { SANDBOX_URL } from './network';
import type { SimulatedWorld } from './world';

/*
 * Computes points from payments, refunds, referrals and redemptions, without the product's rules, and compares
 * parcels with the warehouse's list.
 */

const BAHT_A_POINT = 10;
const MILESTONE = { orders: 10, points: 50 };
const FRIEND_POINTS = 100;
const FREE_PRODUCT_POINTS = 150;
const DAY_MS = 86_400_000;
const LIVE = new Set(['upcoming', 'skipped', 'charging', 'awaiting_payment', 'paid', 'refunded']);

/** Returns the points of an order, without the share of refunds. Returns 0 if the order is not paid. */
function remainingPoints(points: number, order: OrderRow, charges: Charge[]): number {
  if (order.status !== 'paid') return 0;
  const back = charges
    .filter(({ orderId, status, refunded, amount }) => {
      return orderId === order.id && status === 'successful' && refunded < amount;
    })
    .reduce((sum, { refunded }) => sum + refunded, 0);
  return points - Math.floor((points * back) / order.total);
}

/** Returns the fewest and the most milestone points. A refunded order may or may not have reached a milestone. */
function milestones(own: OrderRow[]): [number, number] {
  const of = (orders: OrderRow[]) => Math.floor(orders.length / MILESTONE.orders) * MILESTONE.points;
  return [
    of(own.filter(({ status }) => status === 'paid')),
    of(own.filter(({ paid_on }) => paid_on !== null)),
  ];
}

/** Whether two subscribers used the same card. Referrals between such subscribers earn no points. */
function sharesCard(entries: Entry[], one: string, other: string): boolean {
  const numbersOf = (accountId: string) =>
    new Set(entries.filter((entry) => entry.accountId === accountId).map(({ input }) => input.number));
  const theirs = numbersOf(other);
  return [...numbersOf(one)].some((number) => number !== undefined && theirs.has(number));
}

const HELD_DAYS = 30;
/** The number of days by which outages may delay the release of held points. */
const RELEASE_DELAY_DAYS = 7;

/**
 * Whether the held points of a referral are released. Returns `perhaps` if an outage may have delayed the
 * release.
 */
function isReleased(first: OrderRow, own: OrderRow[], now: Date): 'yes' | 'no' | 'perhaps' {
  if (own.some(({ kind, paid_on }) => kind !== 'first' && paid_on !== null)) return 'yes';
  const days = (now.getTime() - Date.parse(first.paid_on ?? '')) / DAY_MS;
  if (days > HELD_DAYS + RELEASE_DELAY_DAYS) return 'yes';
  return days < HELD_DAYS - 1 ? 'no' : 'perhaps';
}

interface Rewards {
  orders: OrderRow[];
  charges: Charge[];
  entries: Entry[];
  subscribers: readonly Subscriber[];
}

/** Returns the fewest and the most referral points of each referrer. The key is the account id. */
function referralPoints(
  { orders, charges, entries, subscribers }: Rewards,
  now: Date,
): Map<string, [number, number]> {
  const owners = new Map<string, string>();
  for (const { command, outcome, response, accountId } of entries)
    if (command === 'generateCode' && outcome === 'ok')
      owners.set((response as { code: string }).code, accountId);
  const brought = new Map<string, [number, number]>();
  for (const friend of subscribers) {
    const referrer = friend.code === null ? undefined : owners.get(friend.code);
    const first = orders.find(({ account, kind }) => account === friend.accountId && kind === 'first');
    if (!referrer || !first || first.code !== friend.code) continue;
    const points = remainingPoints(FRIEND_POINTS, first, charges);
    const [least, most] = brought.get(referrer) ?? [0, 0];
    const isDoubtful = sharesCard(entries, referrer, friend.accountId);
    const owner = subscribers.find(({ accountId }) => accountId === referrer);
    const isHeld = owner !== undefined && sharesAddress(owner) && sharesAddress(friend);
    const own = orders.filter(({ account }) => account === friend.accountId);
    const released = isHeld ? isReleased(first, own, now) : 'yes';
    brought.set(referrer, [
      least + (isDoubtful || released !== 'yes' ? 0 : points),
      most + (released === 'no' ? 0 : points),
    ]);
  }
  return brought;
}

/** Returns the points of the apologies that were given, and of those whose response was lost. */
function apologies(entries: Entry[], account: string): [number, number] {
  const own = entries.filter(({ accountId, command }) => accountId === account && command === 'giveApology');
  const sum = (outcome: string | null) =>
    own
      .filter((one) => one.outcome === outcome)
      .reduce((points, { input }) => points + Number(input.points), 0);
  return [sum('ok'), sum(null)];
}

/** Checks that each balance equals the earned points minus the redeemed and the reversed points. */
export async function checkPoints(world: SimulatedWorld, facts: Rewards): Promise<string[]> {
  const rows = await world.db.execute<{ account: string; net: number; balance: number }>(
    sql`select account_id as account, (balance - debt)::int as net, balance::int as balance from points_balances`,
  );
  const held = new Map([...rows].map((row) => [row.account, row]));
  const brought = referralPoints(facts, world.now());
  const accounts = new Set([...facts.orders.map(({ account }) => account), ...held.keys()]);
  return [...accounts].flatMap((account) => {
    const own = facts.orders.filter((order) => order.account === account);
    const earned = own.reduce(
      (sum, order) =>
        sum + remainingPoints(Math.floor(order.box / (100 * BAHT_A_POINT)), order, facts.charges),
      0,
    );
    const spent = own.filter(({ free }) => free !== null).length * FREE_PRODUCT_POINTS;
    const [fewest, most] = milestones(own);
    const [least, best] = brought.get(account) ?? [0, 0];
    const [given, perhaps] = apologies(facts.entries, account);
    const { net, balance } = held.get(account) ?? { net: 0, balance: 0 };
    const problems = balance < 0 ? [`${account}: ${balance} points`] : [];
    const low = earned + fewest + least + given - spent;
    const high = earned + most + best + given + perhaps - spent;
    if (net < low || net > high) problems.push(`${account}: ${net} points instead of ${low} to ${high}`);
    return problems;
  });
}

/**
 * Checks that every free product was redeemed, and that every redeemed product belongs to one order that can
 * be sent.
 */
export function checkFreeProducts({ orders, entries }: Rewards): string[] {
  const problems: string[] = [];
  const asked = (account: string, outcome: string | null) =>
    entries.filter((one) => one.accountId === account && one.command === 'redeem' && one.outcome === outcome);
  for (const order of orders)
    if (order.free !== null && !LIVE.has(order.status))
      problems.push(`${order.id} is ${order.status}, and keeps a free product`);
  for (const account of new Set(orders.map((order) => order.account))) {
    const own = orders.filter((order) => order.account === account);
    const riding = own.filter(({ free }) => free !== null).length;
    const promised = asked(account, 'ok').length;
    const unanswered = asked(account, null).length;
    if (riding > promised + unanswered)
      problems.push(`${account}: ${riding} free products, ${promised} redeemed`);
    const isCertain = own.every(({ status }) => LIVE.has(status) && status !== 'skipped');
    if (isCertain && riding < promised)
      problems.push(`${account}: ${promised} redeemed, ${riding} free products`);
  }
  return problems;
}

interface Parcel {
  orderNumber: string;
  items: { quantity: number }[];
}

/** Checks that a paid order has one parcel with its paid and redeemed products, and an unpaid order has no parcel. */
export async function checkParcels(world: SimulatedWorld, { orders }: Rewards): Promise<string[]> {
  const response = await world.sandbox.fetch(`${SANDBOX_URL}/_control/mycloud/parcels`);
  const parcels = ((await response.json()) as { data: Parcel[] }).data;
  const rows = await world.db.execute<{ id: string; packs: number; problem: string | null }>(sql`
    select s.order_id as id, s.problem, (select sum(i.quantity)::int from order_items i
      where i.order_id = s.order_id) as packs from shipments s`);
  const sent = new Map([...rows].map((row) => [row.id, row]));
  const byOrder = new Map<string, Parcel[]>();
  for (const parcel of parcels)
    byOrder.set(parcel.orderNumber, [...(byOrder.get(parcel.orderNumber) ?? []), parcel]);
  const lately = new Date(world.now().getTime() - 2 * DAY_MS).toISOString().slice(0, 10);
  return orders.flatMap((order) => {
    const own = byOrder.get(order.id) ?? [];
    if (own.length > 1) return [`${order.id}: ${own.length} parcels`];
    const [parcel] = own;
    if (!parcel) {
      const isDue = order.status === 'paid' && order.paid_on !== null && order.paid_on < lately;
      return isDue && !sent.get(order.id)?.problem ? [`${order.id}: paid, and no parcel`] : [];
    }
    if (order.paid_on === null) return [`${order.id} is ${order.status}, and has a parcel`];
    const packs = parcel.items.reduce((sum, item) => sum + item.quantity, 0);
    const wanted = (sent.get(order.id)?.packs ?? 0) + (order.free === null ? 0 : 1);
    return packs === wanted ? [] : [`${order.id}: ${packs} packs in the parcel instead of ${wanted}`];
  });
}
