import { sql } from 'drizzle-orm';
import { addDays, parseDay, startOfDay } from '@/domain/day';
import type { Entry, Person } from './journal';
import type { Charge } from './order-row';
import type { SimulatedWorld } from './world';

/* What people who pay without a card were told, against what became of their money. */

interface LinkRow extends Record<string, unknown> {
  token: string;
  account: string;
  order: string;
  made: string;
  ends: string;
  closed: string | null;
}

async function listLinks(world: SimulatedWorld): Promise<LinkRow[]> {
  return [
    ...(await world.db.execute<LinkRow>(sql`select l.token, o.account_id as account, o.id as order,
      l.created_at::text as made, l.expires_at::text as ends, l.closed_at::text as closed
      from payment_links l join orders o on o.id = l.order_id order by l.created_at`)),
  ];
}

/** Whoever cancelled, or pays by card from now on, is not asked for money by a link of before. */
export async function judgeClosedLinks(world: SimulatedWorld, entries: Entry[]): Promise<string[]> {
  const all = await listLinks(world);
  const links = new Map(all.map((link) => [link.token, link]));
  const ends = endsOf(entries);
  const left = all.flatMap((link) => {
    const end = ends.get(link.account)?.find((one) => isLeftOpen(link, one));
    return end ? [`${link.order}: ${end.command} at ${end.at.toISOString()} left its link open`] : [];
  });
  const shown = entries.flatMap(({ command, at, input, answer }) => {
    const page = answer as { isOpen?: boolean } | null;
    if ((command !== 'showPayLink' && command !== 'nextQr') || !page?.isOpen) return [];
    const link = links.get(String(input.token));
    const end = link && ends.get(link.account)?.find((one) => isBetween(one, new Date(link.made), at));
    return end ? [`${link.order}: its link is open after ${end.command} at ${end.at.toISOString()}`] : [];
  });
  return [...left, ...shown];
}

const isLeftOpen = ({ made, closed }: LinkRow, { at, answeredAt }: Entry) =>
  new Date(made) < at && answeredAt !== null && (closed === null || new Date(closed) > answeredAt);

const isBetween = ({ at, answeredAt }: Entry, from: Date, to: Date) =>
  at > from && answeredAt !== null && answeredAt < to;

/** By account: what closes every link. Whoever pays by card already and chooses another one keeps a link asked for besides. */
function endsOf(entries: Entry[]): Map<string, Entry[]> {
  const ends = new Map<string, Entry[]>();
  const offline = new Set<string>();
  for (const entry of entries) {
    const { accountId, command, told, input } = entry;
    if (told !== 'ok') continue;
    const isByCard = command === 'convertToCard' || (command === 'payFirst' && 'cardToken' in input);
    const isSwitch = isByCard && offline.has(accountId);
    if (isSwitch || command === 'cancel') ends.set(accountId, [...(ends.get(accountId) ?? []), entry]);
    if (command === 'convertToOffline' || (command === 'payFirst' && !input.cardToken))
      offline.add(accountId);
    else if (command === 'convertToCard' || command === 'payFirst') offline.delete(accountId);
  }
  return ends;
}

/** A QR code that was paid before the deadline is in time: nobody loses their subscription over it afterwards. */
export async function judgeDeadlines(world: SimulatedWorld, charges: Charge[]): Promise<string[]> {
  const rows = await world.db.execute<{ id: string; at: string }>(sql`
    select payload->>'orderId' as id, created_at::text as at from messages where kind = 'subscription_inactive'`);
  const endedAt = new Map([...rows].map((row) => [row.id, new Date(row.at).getTime()]));
  const links = await listLinks(world);
  return charges.flatMap(({ orderId, byCard, paidAt, createdAt }) => {
    const ended = endedAt.get(orderId);
    if (byCard || paidAt === null || ended === undefined || ended < paidAt) return [];
    const link = links.findLast(({ order, made }) => order === orderId && Date.parse(made) <= createdAt);
    return link && paidAt < Date.parse(link.ends) ? [`${orderId}: paid in time, and given up`] : [];
  });
}

/** How long a first transfer is waited for after the seven days of a registration. */
const FIRST_DAYS = 7;
const WAIT_DAYS = 3;

/** A first payment by bank transfer that was made in time is found, if the statement is imported within three days. */
export function judgeFirstTransfers(entries: Entry[], people: readonly Person[]): string[] {
  const registeredOn = new Map(people.map((person) => [person.accountId, person.registeredOn]));
  return entries.flatMap(({ command, accountId, at, input, answer }) => {
    const day = registeredOn.get(accountId);
    const status = (answer as { status?: string } | null)?.status;
    if (command !== 'bookTransfer' || day === undefined || status !== 'unknown_reference') return [];
    const isInTime = parseDay(String(input.paidOn)) <= addDays(day, FIRST_DAYS);
    const isFound = at < startOfDay(addDays(day, FIRST_DAYS + 1 + WAIT_DAYS));
    return isInTime && isFound
      ? [`${String(input.orderId)}: its transfer was made in time, and not found`]
      : [];
  });
}
