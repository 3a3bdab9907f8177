import { addDays, dayOf, hourOf, type Day } from './day';
import { groupBy } from './group-by';

/** The kinds of cases of the desk's list, the most urgent first within a group. */
export const CASE_KINDS = [
  ...(['billingPaused', 'violated', 'disputes', 'toSend', 'transfers', 'manualRefunds', 'money'] as const),
  ...(['askedRefunds', 'conversations'] as const),
  ...([
    'parcels',
    'short',
    'overdue',
    'followUps',
    'retries',
    'late',
    'unknownAttempts',
    'openRefunds',
    'unknownRefunds',
  ] as const),
  ...(['emails', 'messages', 'failedRows', 'jobs', 'events', 'tomorrow', 'expiring', 'openLinks'] as const),
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** When a case has to be done: the day ends badly without it, today, or this week. */
export const URGENCIES = ['evening', 'today', 'week'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** One subscriber, payment, parcel or message of a case. */
export interface CaseEntry {
  id: string;
  /** The instant (ISO 8601) since which it waits. */
  since: string;
  /** The instant (ISO 8601) of the next step or of the end; null without one. */
  until?: string | null;
  /** What caused it, as a word of the database. */
  code: string | null;
  /** The amount in satang; null without one. */
  amount: number | null;
  /** The accounts that a transfer holds. */
  holds?: readonly unknown[];
}

/** Entries of one cause, as one row of the list. */
export interface DeskCase<Entry extends CaseEntry = CaseEntry> {
  kind: CaseKind;
  /** The common cause of the entries; null for several. */
  code: string | null;
  urgency: Urgency;
  /** All entries. May be more than `entries`. */
  count: number;
  amount: number | null;
  since: string | null;
  until: string | null;
  /** How many entries have each cause, the most frequent first. */
  causes: { code: string; count: number }[];
  entries: Entry[];
}

/** All entries of a kind, if only some are given. */
export interface CaseTotal {
  count: number;
  amount: number | null;
}

interface Rule {
  /** Which entries are one case: each its own, those of one cause, or all. */
  sum: 'each' | 'cause' | 'all';
  urgency: (entry: CaseEntry, now: Date) => Urgency;
}

const always = (urgency: Urgency) => () => urgency;
const WEEK_AHEAD_DAYS = 7;

/** The entry is urgent today if its next step comes within a week. */
const beforeNext = ({ until }: CaseEntry, now: Date): Urgency =>
  until && new Date(until) < endOf(addDays(dayOf(now), WEEK_AHEAD_DAYS)) ? 'today' : 'week';
const endOf = (day: Day) => hourOf(day, 24);

const RULES: Record<CaseKind, Rule> = {
  billingPaused: { sum: 'all', urgency: always('evening') },
  violated: { sum: 'all', urgency: always('evening') },
  disputes: { sum: 'each', urgency: ({ code }) => (code === 'dispute_open' ? 'evening' : 'today') },
  toSend: { sum: 'all', urgency: always('evening') },
  transfers: { sum: 'each', urgency: ({ holds = [] }) => (holds.length > 0 ? 'evening' : 'today') },
  manualRefunds: { sum: 'each', urgency: always('today') },
  money: { sum: 'each', urgency: always('today') },
  askedRefunds: { sum: 'each', urgency: always('today') },
  conversations: { sum: 'all', urgency: always('today') },
  parcels: { sum: 'cause', urgency: always('today') },
  short: { sum: 'all', urgency: always('today') },
  followUps: { sum: 'all', urgency: always('today') },
  retries: { sum: 'all', urgency: always('today') },
  overdue: { sum: 'all', urgency: always('today') },
  late: { sum: 'all', urgency: always('today') },
  unknownAttempts: { sum: 'all', urgency: always('today') },
  openRefunds: { sum: 'all', urgency: always('today') },
  unknownRefunds: { sum: 'all', urgency: always('today') },
  emails: { sum: 'each', urgency: beforeNext },
  messages: { sum: 'cause', urgency: always('today') },
  failedRows: { sum: 'all', urgency: always('today') },
  jobs: { sum: 'all', urgency: always('today') },
  events: { sum: 'all', urgency: always('today') },
  tomorrow: { sum: 'all', urgency: always('week') },
  expiring: { sum: 'all', urgency: always('week') },
  openLinks: { sum: 'all', urgency: always('week') },
};

/** More entries of one kind and urgency become one case, so that one bad night does not hide everything else. */
const EACH_MAX = 5;

/**
 * Returns the cases of one kind, the oldest first: their cause is summed, and their entries can be unfolded.
 * @param total all entries of the kind, if `entries` are only the first
 */
export function casesOf<Entry extends CaseEntry>(
  kind: CaseKind,
  entries: readonly Entry[],
  now: Date,
  total?: CaseTotal,
): DeskCase<Entry>[] {
  const { sum, urgency } = RULES[kind];
  if (entries.length === 0 && !total?.count) return [];
  if (sum === 'all') return [summed(kind, entries, urgency(entries[0] ?? NONE, now), total)];
  return URGENCIES.flatMap((one) => {
    const own = entries.filter((entry) => urgency(entry, now) === one);
    const isEach = sum === 'each' && own.length <= EACH_MAX;
    const parts = groupBy(own, ({ id, code }) => (isEach ? id : sum === 'cause' ? (code ?? '') : ''));
    return [...parts.values()].map((part) => summed(kind, part, one));
  });
}

const NONE: CaseEntry = { id: '', since: '', code: null, amount: null };

function summed<Entry extends CaseEntry>(
  kind: CaseKind,
  entries: readonly Entry[],
  urgency: Urgency,
  total?: CaseTotal,
): DeskCase<Entry> {
  const known = entries.flatMap(({ amount }) => amount ?? []);
  const causes = [...groupBy(entries, ({ code }) => code ?? '')]
    .map(([code, of]) => ({ code, count: of.length }))
    .toSorted((a, b) => b.count - a.count);
  const moments = (of: 'since' | 'until') => entries.flatMap((entry) => entry[of] ?? []).toSorted();
  return {
    kind,
    code: causes.length === 1 ? (entries[0]?.code ?? null) : null,
    urgency,
    count: total?.count ?? entries.length,
    amount: total ? total.amount : known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : null,
    since: moments('since')[0] ?? null,
    until: moments('until')[0] ?? null,
    causes: causes.filter(({ code }) => code !== ''),
    entries: [...entries],
  };
}

/** Returns cases in the order of the list: by urgency, then by kind, then the oldest first. */
export function inOrder<Entry extends CaseEntry>(cases: readonly DeskCase<Entry>[]): DeskCase<Entry>[] {
  const rank = ({ urgency, kind }: DeskCase) =>
    [URGENCIES.indexOf(urgency), CASE_KINDS.indexOf(kind)] as const;
  return cases.toSorted((a, b) => {
    const [[au, ak], [bu, bk]] = [rank(a), rank(b)];
    return au - bu || ak - bk || (a.since ?? '').localeCompare(b.since ?? '');
  });
}
