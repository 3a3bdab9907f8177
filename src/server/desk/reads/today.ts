import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import {
  casesOf,
  CASE_KINDS,
  inOrder,
  type CaseKind,
  type CaseTotal,
  type DeskCase,
} from '@/domain/desk-cases';
import { DAY_MS } from '@/domain/duration';
import { mayDo, type StaffAction, type StaffRole } from '@/domain/staff';
import { DAY_NUMBERS, DESK_LISTS, type DayNumberName } from '@/schemas/desk-lists';
import { accounts } from '../../db/schema';
import { queryRows } from '../../db/query-rows';
import { listRows, readShopState, STUCK_GROUPS, type StuckGroup, type StuckRow } from '../acts/stuck';
import { listHeld } from '../../money/payment-links/unbooked-transfers';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { between, eventRows } from './lists';
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

/** A number of the day beside the same weekday of the week before, each until the same hour. */
export interface DayNumber {
  name: DayNumberName;
  count: number;
  /** Satang; null for numbers without one. */
  amount: number | null;
}
export const NUMBER_SPANS = ['today', 'todayBefore', 'yesterday', 'yesterdayBefore'] as const;

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
  numbers: Record<(typeof NUMBER_SPANS)[number], DayNumber[]>;
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
    countSpans(ctx, role),
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

const countRow = z.object({
  span: z.enum(NUMBER_SPANS),
  name: z.enum(DAY_NUMBERS),
  count: z.number(),
  amount: z.number().nullable(),
});

/** Counts the numbers of today until now and of yesterday, each beside the same weekday a week before. */
async function countSpans({ db, now }: Ctx, role: StaffRole): Promise<Today['numbers']> {
  const names = DAY_NUMBERS.filter((name) =>
    mayDo(role, DESK_LISTS[name === 'sent' ? 'sent' : 'payments'].action),
  );
  const empty = { today: [], todayBefore: [], yesterday: [], yesterdayBefore: [] };
  if (names.length === 0) return empty;
  const today = startOfDay(dayOf(now));
  const yesterday = startOfDay(addDays(dayOf(now), -1));
  const before = (instant: Date) => new Date(instant.getTime() - 7 * DAY_MS);
  const spans = {
    today: [today, now],
    todayBefore: [before(today), before(now)],
    yesterday: [yesterday, today],
    yesterdayBefore: [before(yesterday), before(today)],
  } as const;
  const counts = NUMBER_SPANS.flatMap((span) =>
    names.map(
      (name) =>
        sql`select ${span}::text as span, ${name}::text as name, count(*)::int as count, sum(amount)::float8 as amount
          from (${eventRows(name, between(...spans[span]))}) rows`,
    ),
  );
  const rows = await queryRows(db, countRow, sql.join(counts, sql` union all `));
  const of = (span: (typeof NUMBER_SPANS)[number]) =>
    names.flatMap((name) =>
      rows
        .filter((row) => row.span === span && row.name === name)
        .map(({ count, amount }) => ({ name, count, amount: name === 'sent' ? null : (amount ?? 0) })),
    );
  return {
    today: of('today'),
    todayBefore: of('todayBefore'),
    yesterday: of('yesterday'),
    yesterdayBefore: of('yesterdayBefore'),
  };
}
