import { inArray } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import {
  casesOf,
  CASE_KINDS,
  inOrder,
  type CaseKind,
  type CaseTotal,
  type DeskCase,
} from '@/domain/desk-cases';
import { mayDo, type StaffAction, type StaffRole } from '@/domain/staff';
import { accounts } from '../../db/schema';
import { listRows, readShopState, STUCK_GROUPS, type StuckGroup, type StuckRow } from '../acts/stuck';
import { listHeld } from '../../money/payment-links/unbooked-transfers';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { countDays, type DayNumbers } from './day-numbers';
import { listShortProducts } from './stock';
import { readWaiting, type WaitingRow } from './today-rows';

/** What a role needs to see each kind of case. */
const ACTION_OF: Record<CaseKind, StaffAction> = {
  billingPaused: 'operation.read',
  violated: 'operation.read',
  manualRefunds: 'money.read',
  disputes: 'money.read',
  money: 'money.read',
  transfers: 'money.read',
  askedRefunds: 'money.refund',
  conversations: 'conversations.use',
  openRefunds: 'money.read',
  unknownRefunds: 'money.read',
  unknownAttempts: 'money.read',
  retries: 'money.read',
  tomorrow: 'money.read',
  expiring: 'money.read',
  openLinks: 'money.read',
  toSend: 'parcels.read',
  overdue: 'parcels.read',
  late: 'parcels.read',
  parcels: 'parcels.read',
  short: 'parcels.read',
  followUps: 'subscribers.read',
  emails: 'subscribers.read',
  messages: 'subscribers.read',
  failedRows: 'operation.read',
  jobs: 'operation.read',
  events: 'operation.read',
};

/** Returns the kinds of cases that a role may see. */
export const kindsOf = (role: StaffRole) => CASE_KINDS.filter((kind) => mayDo(role, ACTION_OF[kind]));

/** The kinds without a subscriber: only their technical text says what failed. */
const TECHNICAL: ReadonlySet<CaseKind> = new Set(['violated', 'failedRows', 'jobs', 'events']);

interface Person {
  accountId: string;
  /** Null for a deleted account. */
  name: string | null;
  phone: string | null;
}

/** An entry of a case. Its fields depend on the kind. */
export interface TodayEntry extends Omit<StuckRow, 'about'> {
  until?: string | null;
  lastMessage?: WaitingRow['lastMessage'];
  person: Person | null;
  /** The accounts that must not end before a decision on this transfer, and until when. */
  holds?: { person: Person; until: Day }[];
  /** The English text of a kind without a subscriber; null for any other. */
  technical: string | null;
}

export interface Today {
  day: Day;
  /** The instant of the reading (ISO 8601). */
  at: string;
  /** What waits and the role may see, the most urgent first. */
  cases: DeskCase<TodayEntry>[];
  /** The kinds of cases that were read and have none. */
  quiet: CaseKind[];
  /** The kinds of cases that could not be read now. */
  unread: CaseKind[];
  numbers: DayNumbers[];
  /** When the records were last compared with the gateway; undefined for a role that may not see it. */
  reconciledAt?: string | null;
}

type Found = Omit<TodayEntry, 'person' | 'holds'> & { holds?: { accountId: string; until: Day }[] };

/** Returns what waits for a role, and the numbers of the present day in Bangkok. */
export async function readToday(ctx: Ctx, role: StaffRole): Promise<Today> {
  const day = dayOf(ctx.now);
  const kinds = kindsOf(role);
  const [read, numbers, shop] = await Promise.all([
    readEach(kinds, (kind) => readCase(ctx, kind)),
    countDays(ctx, role),
    mayDo(role, 'operation.read') ? readShopState(ctx) : undefined,
  ]);
  const people = await loadPeople(
    ctx,
    read.found.flatMap(({ value: { rows } }) => rows),
  );
  const cases = read.found.flatMap(({ kind, value: { rows, total } }) =>
    casesOf(
      kind,
      rows.map((row) => named(row, people)),
      ctx.now,
      total,
    ),
  );
  return {
    day,
    at: ctx.now.toISOString(),
    cases: inOrder(cases),
    quiet: read.found.flatMap(({ kind }) => (cases.some((one) => one.kind === kind) ? [] : [kind])),
    unread: read.unread,
    numbers,
    ...(shop && { reconciledAt: shop.reconciledAt }),
  };
}

/** Reads each kind alone, so that one that fails hides no other. It is named and never shown as empty. */
export async function readEach<Kind extends string, Value>(
  kinds: readonly Kind[],
  read: (kind: Kind) => Promise<Value>,
): Promise<{ found: { kind: Kind; value: Value }[]; unread: Kind[] }> {
  const results = await Promise.allSettled(kinds.map(read));
  const unread: Kind[] = [];
  const found = kinds.flatMap((kind, at) => {
    const result = results[at];
    if (result?.status === 'fulfilled') return [{ kind, value: result.value }];
    unread.push(kind);
    log.error('desk.case_not_read', { names: [kind], error: result?.reason as unknown });
    return [];
  });
  return { found, unread };
}

export const isStuck = (kind: CaseKind): kind is CaseKind & StuckGroup =>
  STUCK_GROUPS.some((group) => group === kind);

async function readCase(ctx: Ctx, kind: CaseKind): Promise<{ rows: Found[]; total?: CaseTotal }> {
  if (kind === 'billingPaused' || kind === 'violated') return { rows: await readShop(ctx, kind) };
  if (kind === 'short') return { rows: await readShort(ctx) };
  if (!isStuck(kind)) {
    const { rows, ...rest } = await readWaiting(ctx, kind);
    return { rows: rows.map((row) => ({ ...row, technical: null })), ...rest };
  }
  const [listed, held] = await Promise.all([
    listRows(ctx, [kind]),
    kind === 'transfers' ? listHeld(ctx.db, ctx.now) : [],
  ]);
  const rows = listed[kind].filter(({ code }) => kind !== 'parcels' || code !== 'by_hand');
  return {
    rows: rows.map(({ about, ...row }) => {
      const own = held.filter(({ transferId }) => transferId === row.id);
      const holds = [...new Map(own.map(({ accountId, until }) => [accountId, dayOf(until)]))];
      return {
        ...row,
        technical: TECHNICAL.has(kind) ? about : null,
        ...(holds.length > 0 && { holds: holds.map(([accountId, until]) => ({ accountId, until })) }),
      };
    }),
  };
}

const OF_SHOP = { accountId: null, orderId: null, orderNumber: null, amount: null, code: null, detail: null };

async function readShop(ctx: Ctx, kind: 'billingPaused' | 'violated'): Promise<Found[]> {
  const { billingPausedSince: since, violatedInvariants } = await readShopState(ctx);
  if (kind === 'billingPaused') return since ? [{ ...OF_SHOP, id: 'billing', since, technical: null }] : [];
  const at = ctx.now.toISOString();
  return violatedInvariants.map((name) => ({ ...OF_SHOP, id: name, since: at, technical: name }));
}

/** `code`: the product; `detail`: how many of its packs are missing. */
async function readShort(ctx: Ctx): Promise<Found[]> {
  const since = ctx.now.toISOString();
  return (await listShortProducts(ctx)).map(({ code, missing }) => ({
    ...OF_SHOP,
    id: code,
    since,
    code,
    detail: String(missing),
    technical: null,
  }));
}

async function loadPeople({ db }: Ctx, rows: readonly Found[]): Promise<ReadonlyMap<string, Person>> {
  const ids = rows.flatMap(({ accountId, holds = [] }) => [
    accountId,
    ...holds.map((held) => held.accountId),
  ]);
  const found = await db
    .select({
      accountId: accounts.id,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      phone: accounts.phone,
      deletedAt: accounts.deletedAt,
    })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(ids.filter((id) => id !== null))]));
  return new Map(
    found.map(({ accountId, firstName, lastName, phone, deletedAt }) => {
      const isKnown = deletedAt === null;
      const name = isKnown ? `${firstName} ${lastName}`.trim() || null : null;
      return [accountId, { accountId, name, phone: isKnown ? phone : null }];
    }),
  );
}

function named({ holds, ...row }: Found, people: ReadonlyMap<string, Person>): TodayEntry {
  const personOf = (id: string) => people.get(id) ?? { accountId: id, name: null, phone: null };
  return {
    ...row,
    person: row.accountId === null ? null : personOf(row.accountId),
    ...(holds && { holds: holds.map(({ accountId, until }) => ({ person: personOf(accountId), until })) }),
  };
}
