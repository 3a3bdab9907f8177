import { sql } from 'drizzle-orm';
import { addDays, parseDay, startOfDay } from '@/domain/day';
import type { Entry, Subscriber } from './journal';
import type { Charge } from './oracle-facts';
import type { SimulatedWorld } from './world';

/* Checks payment links: when they close, what their pages showed, and which payments they received. */

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

const PAGE_COMMANDS = new Set(['showPayLink', 'nextQr', 'payByApp']);

/** Checks that a cancellation and a change to card payment close all links created before. */
export async function checkClosedLinks(world: SimulatedWorld, entries: Entry[]): Promise<string[]> {
  const all = await listLinks(world);
  const links = new Map(all.map((link) => [link.token, link]));
  const ends = listEnds(entries);
  const left = all.flatMap((link) => {
    const end = ends.get(link.account)?.find((one) => isLeftOpen(link, one));
    return end ? [`${link.order}: ${end.command} at ${end.at.toISOString()} left its link open`] : [];
  });
  const shown = entries.flatMap(({ command, at, input, response }) => {
    const page = response as { isOpen?: boolean } | null;
    if (!PAGE_COMMANDS.has(command) || !page?.isOpen) return [];
    const link = links.get(String(input.token));
    const end = link && ends.get(link.account)?.find((one) => isBetween(one, new Date(link.made), at));
    return end ? [`${link.order}: its link is open after ${end.command} at ${end.at.toISOString()}`] : [];
  });
  return [...left, ...shown];
}

const isLeftOpen = ({ made, closed }: LinkRow, { at, respondedAt }: Entry) =>
  new Date(made) < at && respondedAt !== null && (closed === null || new Date(closed) > respondedAt);

const isBetween = ({ at, respondedAt }: Entry, from: Date, to: Date) =>
  at > from && respondedAt !== null && respondedAt < to;

/**
 * Returns the commands that close all links, by account id. A requested link stays open if a subscriber who
 * already pays by card changes the card.
 */
function listEnds(entries: Entry[]): Map<string, Entry[]> {
  const ends = new Map<string, Entry[]>();
  const offline = new Set<string>();
  for (const entry of entries) {
    const { accountId, command, outcome, input } = entry;
    if (outcome !== 'ok') continue;
    const isConversion = command === 'convertToCard' || command === 'convertToBankAccount';
    const isByCard =
      isConversion || (command === 'payFirst' && ('cardToken' in input || 'lastDigits' in input));
    const isSwitch = isByCard && offline.has(accountId);
    if (isSwitch || command === 'cancel') ends.set(accountId, [...(ends.get(accountId) ?? []), entry]);
    if (command === 'convertToOffline' || (command === 'payFirst' && !isByCard)) offline.add(accountId);
    else if (isConversion || command === 'payFirst') offline.delete(accountId);
  }
  return ends;
}

/** Checks that a subscription stays active if a QR code was paid before its payment link expired. */
export async function checkLinkDeadlines(world: SimulatedWorld, charges: Charge[]): Promise<string[]> {
  const rows = await world.db.execute<{ id: string; at: string }>(sql`
    select payload->>'orderId' as id, created_at::text as at from messages where kind = 'subscription_inactive'`);
  const endedAt = new Map([...rows].map((row) => [row.id, new Date(row.at).getTime()]));
  const links = await listLinks(world);
  return charges.flatMap(({ orderId, byCard, paidAt, createdAt }) => {
    const ended = endedAt.get(orderId);
    if (byCard || paidAt === null || ended === undefined || ended < paidAt) return [];
    const link = links.findLast(({ order, made }) => order === orderId && Date.parse(made) <= createdAt);
    return link && paidAt < Date.parse(link.ends) ? [`${orderId}: paid in time, and ended as unpaid`] : [];
  });
}

/** The number of days after a registration in which a transfer for its first order is in time. */
const FIRST_DAYS = 7;
const WAIT_DAYS = 3;

/** Checks that a first transfer made in time is matched if the operator imports the statement within three days. */
export function checkFirstTransfers(entries: Entry[], subscribers: readonly Subscriber[]): string[] {
  const registeredOn = new Map(
    subscribers.map((subscriber) => [subscriber.accountId, subscriber.registeredOn]),
  );
  return entries.flatMap(({ command, accountId, at, input, response }) => {
    const day = registeredOn.get(accountId);
    const status = (response as { status?: string } | null)?.status;
    if (command !== 'bookTransfer' || day === undefined || status !== 'unknown_reference') return [];
    const isInTime = parseDay(String(input.paidOn)) <= addDays(day, FIRST_DAYS);
    const isFound = at < startOfDay(addDays(day, FIRST_DAYS + 1 + WAIT_DAYS));
    return isInTime && isFound
      ? [`${String(input.orderId)}: its transfer was made in time and not booked`]
      : [];
  });
}
