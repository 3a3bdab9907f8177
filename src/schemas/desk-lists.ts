import './messages';
import { z } from 'zod';
import type { StaffAction } from '@/domain/staff';
import { idField, line, name, optional, textField } from './fields';
import { SUBSCRIBER_PARTS, subscriberFilterFields } from './subscriber-filter';

/** A list of the desk: who sees it, the parts that its filter knows, and whether one of them is always chosen. */
interface DeskListRule {
  action: StaffAction;
  parts: readonly string[];
  isOnePart?: true;
  /** Whether its rows have a day by which they are chosen. */
  hasDays: boolean;
}

/** The lists of the desk in the order of their tabs. A list of one part begins with the first. */
export const DESK_LISTS = {
  subscribers: {
    action: 'subscribers.read',
    parts: SUBSCRIBER_PARTS,
    hasDays: true,
  },
  orders: {
    action: 'subscribers.read',
    parts: ['paid', 'upcoming', 'skipped', 'charging', 'awaiting_payment', 'unpaid', 'missed', 'refunded'],
    isOnePart: true,
    hasDays: true,
  },
  payments: {
    action: 'money.read',
    parts: ['charged', 'declined', 'refunded', 'openLinks'],
    isOnePart: true,
    hasDays: true,
  },
  sent: { action: 'parcels.read', parts: [], hasDays: true },
  messages: {
    action: 'subscribers.read',
    parts: ['queued', 'sent', 'failed', 'dropped'],
    hasDays: true,
  },
  codes: {
    action: 'operation.read',
    parts: ['planned', 'valid', 'used_up', 'ended'],
    hasDays: false,
  },
} as const satisfies Record<string, DeskListRule>;
export type DeskList = keyof typeof DESK_LISTS;
export type PartOf<List extends DeskList> = (typeof DESK_LISTS)[List]['parts'][number];
export const DESK_LIST_NAMES = Object.keys(DESK_LISTS) as DeskList[];

/** The days that a list of events shows if none are given. */
export const LISTED_DAYS = 7;
/** The most rows of one page. A file is read in such pages. */
export const LIST_SIZE_MAX = 1000;

export const deskListInput = z
  .strictObject({
    list: z.enum(DESK_LIST_NAMES),
    part: optional(line(40)),
    /** All but the days are only of subscribers. */
    ...subscriberFilterFields,
    /** Only of messages. */
    kind: optional(textField.max(60)),
    /** The end of the page before, as the answer gives it. */
    after: optional(line(80)),
    size: optional(z.int().min(1).max(LIST_SIZE_MAX)),
  })
  .refine(
    ({ list, part }) => part === undefined || (DESK_LISTS[list].parts as readonly string[]).includes(part),
    {
      path: ['part'],
      message: 'validation.invalidInput',
    },
  );
export type DeskListInput = z.output<typeof deskListInput>;

/** The most views that a member can save. */
export const VIEWS_MAX = 20;
const VIEW_NAME_MAX = 40;
const columnsField = z.array(line(30)).max(20);
export const saveViewInput = z.strictObject({
  name: name(VIEW_NAME_MAX),
  asked: deskListInput,
  columns: columnsField,
});
export const viewIdInput = z.strictObject({ viewId: idField });

/** Returns the query of a list's address. Without columns, the list has its usual ones. */
export function listQuery(
  asked: Partial<Record<keyof DeskListInput, string | number | null | undefined>>,
  columns: readonly string[],
): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(asked)) if (value) query.set(key, String(value));
  for (const column of columns) query.append('columns', column);
  return query.toString();
}

/** Returns the list and the columns of such a query. */
export function viewOf(query: string): { asked: DeskListInput; columns: string[] } {
  const given = new URLSearchParams(query);
  const columns = given.getAll('columns');
  given.delete('columns');
  return { asked: deskListInput.parse(Object.fromEntries(given)), columns };
}

/** The numbers of a day. Each is the count of the rows that its list shows. */
export const DAY_NUMBERS = ['charged', 'declined', 'refunded', 'sent'] as const;
export type DayNumberName = (typeof DAY_NUMBERS)[number];
