import type { BoxItem } from './box';
import { addDays, dayInMonth, maxDay, monthOf, type Day } from './day';
import type { Locale } from './locale';
import type { Satang } from './money';
import type { Street } from './plan-changes/decision';
import { cycleDate, type Epoch } from './schedule';
import type { Frequency, PaymentMethod } from './subscription';

/** The columns of the template in the order of the file. `isNeeded`: the file must have the column. */
export const MOVING_COLUMNS = {
  external_id: { isNeeded: true },
  email: { isNeeded: true },
  first_name: { isNeeded: true },
  last_name: { isNeeded: true },
  phone: { isNeeded: true },
  language: { isNeeded: false },
  address: { isNeeded: true },
  subdistrict: { isNeeded: false },
  district: { isNeeded: false },
  province: { isNeeded: true },
  postal_code: { isNeeded: true },
  status: { isNeeded: false },
  box: { isNeeded: true },
  every_months: { isNeeded: true },
  payment_day: { isNeeded: false },
  next_payment_date: { isNeeded: true },
  payment_method: { isNeeded: false },
  points: { isNeeded: false },
  gateway_customer: { isNeeded: false },
  gateway_card: { isNeeded: false },
} as const satisfies Record<string, { isNeeded: boolean }>;
export type MovingColumn = keyof typeof MOVING_COLUMNS;
export const MOVING_COLUMN_NAMES = Object.keys(MOVING_COLUMNS) as MovingColumn[];

/** Who moves in. Deleted from the import once the account has it. */
export interface MovingPerson {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  locale: Locale;
  place: Street & { postalCode: string };
}

/** What moves in. `ended`: becomes a cancelled subscription, which its owner can restart. */
export interface MovingPlan {
  status: 'active' | 'ended';
  items: BoxItem[];
  frequency: Frequency;
  paymentDay: number;
  /** The next payment date in the earlier system; null for an ended subscription. */
  nextDate: Day | null;
  method: Extract<PaymentMethod, 'card' | 'offline'>;
  points: number;
  /** The customer at the same gateway account, and the card that pays; `cardId` null for the default card. */
  token?: { customerId: string; cardId: string | null };
}

/** Why a row does not move in. */
export const MOVING_FAULTS = [
  'unreadable',
  'missing',
  'invalid',
  'card_number',
  'box_unknown',
  'box_invalid',
  'province_other',
  'day_differs',
  'email_taken',
  'email_twice',
  'id_twice',
] as const;
/** What is different here, though the row moves in. */
export const MOVING_NOTES = [
  ...(['date_moved', 'bank_left', 'token_missing', 'token_taken'] as const),
  ...(['schedule_due', 'gateway_unread'] as const),
] as const;
/**
 * What is known of the token of a row at the gateway. `clear`: the card is saved, and no schedule charges it any more.
 * `none`: there is no such card, or another account has it. The others keep the row from being activated: not read yet, or a
 * schedule that charges in the next days or could not be deleted.
 */
export const TOKEN_STATES = ['open', 'waits', 'clear', 'none'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];
export const CLEAR_STATES: readonly TokenState[] = ['clear', 'none'];
export type MovingFaultCode = (typeof MOVING_FAULTS)[number] | (typeof MOVING_NOTES)[number];

/** `hint`: the value that the text of the fault names: a line, a day, a product, provinces. */
export interface MovingFault {
  column: MovingColumn | null;
  code: MovingFaultCode;
  hint?: string;
}

export const isNote = ({ code }: MovingFault): boolean => (MOVING_NOTES as readonly string[]).includes(code);

/** The states of a row. `known`: the same subscription moved in before, so that nothing changes. */
export const MOVING_ROW_STATES = ['ready', 'refused', 'known', 'imported', 'active', 'undone'] as const;
export type MovingRowState = (typeof MOVING_ROW_STATES)[number];

/** What is done with the rows of an import: from which states, with which rows, and the state of the import after it. */
export const MOVING_WORK = {
  commit: { from: ['checked'], rows: ['ready'], end: 'imported' },
  claim: { from: ['imported', 'active'], rows: ['imported'], end: 'imported' },
  activate: { from: ['imported'], rows: ['imported'], end: 'active' },
  undo: {
    from: ['commit', 'imported', 'claim', 'activate', 'active'],
    rows: ['imported', 'active'],
    end: 'undone',
  },
} as const satisfies Record<
  string,
  { from: readonly string[]; rows: readonly MovingRowState[]; end: string }
>;
export type MovingWork = keyof typeof MOVING_WORK;
export const MOVING_WORKS = Object.keys(MOVING_WORK) as MovingWork[];

/** The states of an import: its file is read, its rows are checked, and the works with their ends. */
export const MOVING_STATES = [
  'upload',
  'checked',
  ...MOVING_WORKS,
  ...(['imported', 'active', 'undone'] as const),
] as const;
export type MovingState = (typeof MOVING_STATES)[number];

export const isWork = (state: MovingState): state is MovingWork =>
  MOVING_WORKS.some((work) => work === state);

/** Whether a work can begin in a state of the import. */
export const canBegin = (work: MovingWork, state: MovingState): boolean =>
  (MOVING_WORK[work].from as readonly string[]).includes(state);

/**
 * The days that a first payment here is ahead at least. The earlier system takes a payment before that day, and the
 * plan begins one turn later.
 */
export const MOVING_LEAD_DAYS = 3;
/** The days before the payment date on which people who have no means of payment here get their link. */
export const MOVING_LINK_DAYS = 7;
/** The days for which an import that was never begun is stored, with the persons of its rows. */
export const MOVING_KEPT_DAYS = 30;

/**
 * Returns the schedule here, whose first date is the next one of the earlier system, or one of its later turns. It is never
 * before the next one of the earlier system.
 */
export function movingSchedule(
  { nextDate, paymentDay, frequency }: { nextDate: Day; paymentDay: number; frequency: Frequency },
  today: Day,
): { epoch: Epoch; firstDate: Day } {
  const epoch = { fromIndex: 0, baseMonth: monthOf(nextDate), paymentDay, frequency };
  const from = maxDay(nextDate, addDays(today, MOVING_LEAD_DAYS));
  let index = 0;
  while (cycleDate(epoch, index) < from) index += 1;
  const firstDate = cycleDate(epoch, index);
  return { epoch: { ...epoch, baseMonth: monthOf(firstDate) }, firstDate };
}

/** Whether a payment date is this payment day, or the last day of a shorter month. */
export const fitsPaymentDay = (date: Day, paymentDay: number): boolean =>
  dayInMonth(monthOf(date), paymentDay) === date;

/** What an import would do: how many subscriptions are charged on a day, and how much in satang. */
export interface MovingDay {
  day: Day;
  count: number;
  total: Satang;
}

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');

/** The head of a file under which a column of the template stands, as a member chose it; empty if the file has none. */
export type MovingChoice = Partial<Record<MovingColumn, string>>;

/**
 * Returns the position of each column of the template in a header, where it has its own name or the chosen one.
 * `missing`: the file lacks its head, and it is needed or was chosen. `doubled`: two columns have its head.
 */
export function readMovingHeader(
  fields: readonly string[],
  chosen: MovingChoice = {},
): { at: Partial<Record<MovingColumn, number>>; missing: MovingColumn[]; doubled: MovingColumn[] } {
  const names = fields.map(plain);
  const found = MOVING_COLUMN_NAMES.map((column) => {
    const head = plain(chosen[column] ?? column);
    const at = head === '' ? -1 : names.indexOf(head);
    const isWanted = MOVING_COLUMNS[column].isNeeded || Boolean(chosen[column]);
    return {
      column,
      at,
      isMissing: at < 0 && isWanted,
      isDoubled: at !== names.lastIndexOf(head) && at >= 0,
    };
  });
  return {
    at: Object.fromEntries(found.flatMap(({ column, at }) => (at < 0 ? [] : [[column, at]]))),
    missing: found.flatMap(({ column, isMissing }) => (isMissing ? [column] : [])),
    doubled: found.flatMap(({ column, isDoubled }) => (isDoubled ? [column] : [])),
  };
}

/** Returns a text that is the same for all files with the same heads. */
export const headsOf = (fields: readonly string[]): string => JSON.stringify(fields.map(plain).toSorted());
