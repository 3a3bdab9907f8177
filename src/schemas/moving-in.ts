import './messages';
import { z } from 'zod';
import { checkBox, type BoxItem } from '@/domain/box';
import { normalisePhone, PHONE_PATTERN } from '@/domain/contact';
import { holdsCardNumber } from '@/domain/card-number';
import { addDays, dayInMonth, monthOf, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import {
  fitsPaymentDay,
  MOVING_COLUMN_NAMES,
  MOVING_LEAD_DAYS,
  MOVING_WORKS,
  movingSchedule,
  type MovingColumn,
  type MovingFault,
  type MovingPerson,
  type MovingPlan,
} from '@/domain/moving-in';
import { checkPlace } from '@/domain/plan-changes/address';
import type { PriceList } from '@/domain/quote';
import { momentOf } from '@/domain/statement-values';
import { FREQUENCIES } from '@/domain/subscription';
import { normaliseIdentifier, normaliseText } from '@/domain/text';
import { addressField, emailField, line, nameField, placeField, postalCodeField } from './fields';

export type MovingCells = Partial<Record<MovingColumn, string>>;

/** The products by which the cell of a box may name them. */
export interface MovingProducts extends Pick<PriceList, 'provinces'> {
  products: readonly (PriceList['products'][number] & { nameEn: string; nameTh: string })[];
}

/** What a row says. `person` and `plan` are null if it has a fault. */
export interface MovingRow {
  externalId: string | null;
  person: MovingPerson | null;
  plan: MovingPlan | null;
  faults: MovingFault[];
}

const MONTHS_AHEAD_MAX = 13;
const POINTS_MAX = 1_000_000;
const ENDED = /^(ended|cancelled|canceled|inactive|expired)$/;
const externalIdField = line(100).min(1);

/** Reads a row of the template, and says of each column what is wrong with it. */
export function readMovingRow(cells: MovingCells, catalogue: MovingProducts, today: Day): MovingRow {
  const faults: MovingFault[] = [];
  const fault = (column: MovingColumn, code: MovingFault['code'], hint?: string) => {
    faults.push({ column, code, ...(hint === undefined ? {} : { hint }) });
    return null;
  };
  /** Returns the value of a cell as a field of the forms reads it. An empty cell is missing, unless it has a default. */
  const read = <T>(column: MovingColumn, field: z.ZodType<T>, missing?: T): T | null => {
    const text = cells[column] ?? '';
    if (text === '') return missing === undefined ? fault(column, 'missing') : missing;
    const parsed = field.safeParse(text);
    return parsed.success ? parsed.data : fault(column, 'invalid');
  };
  for (const column of MOVING_COLUMN_NAMES)
    if (column !== 'external_id' && holdsCardNumber(cells[column] ?? '')) fault(column, 'card_number');

  const externalId = read('external_id', externalIdField);
  const person = readPerson(cells, catalogue, { read, fault });
  const plan = readPlan(cells, catalogue, today, { read, fault });
  const isWhole = !faults.some(({ code }) => code !== 'date_moved' && code !== 'bank_left');
  return { externalId, person: isWhole ? person : null, plan: isWhole ? plan : null, faults };
}

interface Reader {
  read: <T>(column: MovingColumn, field: z.ZodType<T>, missing?: T) => T | null;
  fault: (column: MovingColumn, code: MovingFault['code'], hint?: string) => null;
}

/** Excel leaves out the zero at the beginning of a phone number. */
const phoneField = z
  .string()
  .transform((text) => normalisePhone(text).replace(/^(?=[689]\d{8}$)/, '0'))
  .pipe(z.string().regex(PHONE_PATTERN));
const languageField = z
  .string()
  .regex(/^(th|en)/i)
  .transform((text): Locale => (/^en/i.test(text) ? 'en' : 'th'));

const PROVINCE_CODE = /^(TH-?)?\d{2}$/i;

function readPerson(
  cells: MovingCells,
  catalogue: MovingProducts,
  { read, fault }: Reader,
): MovingPerson | null {
  const email = read('email', emailField);
  const firstName = read('first_name', nameField);
  const lastName = read('last_name', nameField);
  const phone = read('phone', phoneField);
  const locale = read<Locale>('language', languageField, 'th');
  const address = read('address', addressField);
  const subdistrict = read('subdistrict', placeField, '');
  const district = read('district', placeField, '');
  const province = read('province', placeField);
  const postalCode = read('postal_code', postalCodeField);
  if (address === null || province === null || postalCode === null) return null;
  const names = catalogue.provinces.get(postalCode) ?? [];
  const checked = checkPlace(catalogue, {
    address,
    subdistrict: subdistrict || null,
    district: district || null,
    // Shopify and WooCommerce write the number of the province; the postcode tells it, too.
    province: (PROVINCE_CODE.test(province) ? names[0] : null) ?? province,
    postalCode,
  });
  if ('code' in checked) return fault('province', 'province_other', names.join(', '));
  if (!email || !firstName || !lastName || !phone || !locale) return null;
  return { email, firstName, lastName, phone, locale, place: checked.place };
}

/** Returns a whole number of a cell; NaN for another text. Excel may write `2.0`. */
const numberField = (min: number, max: number) =>
  z
    .string()
    .transform((text) => Number(normaliseIdentifier(text).replace(/,/g, '').replace(/\.0+$/, '') || NaN))
    .pipe(z.int().min(min).max(max));
const dateField = z
  .string()
  .transform((text) => momentOf(text, '')?.paidOn ?? null)
  .pipe(z.custom<Day>((day) => day !== null));
const pointsField = numberField(0, POINTS_MAX);
const paymentDayField = numberField(1, 31);
const frequencyField = numberField(1, 3).pipe(z.literal(FREQUENCIES));
const methodField = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['card', 'offline', 'bank_account']));
const customerField = z.string().regex(/^cust_\w{1,60}$/);
const cardField = z.string().regex(/^card_\w{1,60}$/);
const statusField = z
  .string()
  .toLowerCase()
  .transform((text) => (ENDED.test(text) ? 'ended' : text))
  .pipe(z.enum(['active', 'paused', 'ended']));

function readPlan(
  cells: MovingCells,
  catalogue: MovingProducts,
  today: Day,
  { read, fault }: Reader,
): MovingPlan | null {
  const status = read('status', statusField, 'active') === 'ended' ? 'ended' : 'active';
  const items = readBox(cells.box ?? '', catalogue, fault);
  const frequency = read('every_months', frequencyField);
  const points = read('points', pointsField, 0) ?? 0;
  const method = read<'card' | 'offline' | 'bank_account'>('payment_method', methodField, 'card');
  const customerId = read('gateway_customer', customerField, '');
  const cardId = read('gateway_card', cardField, '');
  const isDated = status === 'active' || (cells.next_payment_date ?? '') !== '';
  const nextDate = isDated ? read('next_payment_date', dateField) : null;
  const ownDay = nextDate === null ? 1 : Number(nextDate.slice(8));
  const paymentDay = read('payment_day', paymentDayField, ownDay);
  if (!items || !frequency || !method || paymentDay === null || (isDated && !nextDate)) return null;
  if (nextDate && !fitsPaymentDay(nextDate, paymentDay))
    return fault('payment_day', 'day_differs', dayInMonth(monthOf(nextDate), paymentDay));
  if (nextDate && nextDate > addDays(today, MONTHS_AHEAD_MAX * 31))
    return fault('next_payment_date', 'invalid');
  if (nextDate && status === 'active' && nextDate < addDays(today, MOVING_LEAD_DAYS)) {
    const { firstDate } = movingSchedule({ nextDate, paymentDay, frequency }, today);
    fault('next_payment_date', 'date_moved', firstDate);
  }
  if (method === 'bank_account') fault('payment_method', 'bank_left');
  return {
    status,
    items,
    frequency,
    paymentDay,
    nextDate,
    method: method === 'offline' ? 'offline' : 'card',
    points,
    ...(customerId && method !== 'offline' && { token: { customerId, cardId: cardId || null } }),
  };
}

const BOX_TEXT_MAX = 1000;
/** One product and its packs: `day-pads:2`, `day-pads x 2` or `day-pads`. */
const ITEM = /^(.+?)(?:\s*[:x×*]\s*(\d{1,3}))?$/i;

function readBox(text: string, { products }: MovingProducts, fault: Reader['fault']): BoxItem[] | null {
  if (text === '') return fault('box', 'missing');
  // The time of the pattern grows with the square of a run of blanks.
  if (text.length > BOX_TEXT_MAX) return fault('box', 'box_invalid');
  const items: BoxItem[] = [];
  for (const part of text.split(/[;|,\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const [, name = '', packs = '1'] = ITEM.exec(part) ?? [];
    const wanted = normaliseText(name).toLowerCase();
    const product = products.find(({ code, nameEn, nameTh }) =>
      [code, nameEn.toLowerCase(), nameTh].includes(wanted),
    );
    if (!product) return fault('box', 'box_unknown', name.slice(0, 60));
    items.push({ productCode: product.code, quantity: Number(packs) });
  }
  return checkBox(items, products).allowed ? items : fault('box', 'box_invalid');
}

/** The most rows that are sent at once, and the longest text of them. */
export const MOVING_ROWS_AT_ONCE = 500;
const ROWS_TEXT_MAX = 2_000_000;

/** Which head of the file each column of the template is. */
export const movingChoice = z.partialRecord(z.enum(MOVING_COLUMN_NAMES), z.string().max(200));

const importId = line(60).min(1);
export const importIdInput = z.strictObject({ importId });
export const openImportInput = z.strictObject({
  /** The earlier system. With the id of a row it is the key under which a subscription moves in once. */
  source: line(40)
    .min(1, 'validation.required')
    .transform((text) => text.toLowerCase()),
  fileName: line(200),
  /** The SHA-256 of the file, by which an interrupted upload goes on. */
  fileHash: z.string().regex(/^[0-9a-f]{64}$/),
  header: z.array(z.string().max(200)).max(200),
  /** What a member chose for these heads now. Without it, what was chosen for them before. */
  chosen: movingChoice.optional(),
});

const CELLS_MAX = 200;
const CELL_MAX = 10_000;
/** A line with too many or too long cells cannot be read. */
const isReadable = (cells: readonly string[]) =>
  cells.length <= CELLS_MAX && cells.every((cell) => cell.length <= CELL_MAX);
const rawCells = z
  .array(z.string())
  .nullable()
  .transform((cells) => (cells && isReadable(cells) ? cells : null));
const rawRows = z
  .array(z.tuple([z.int().min(1), rawCells]))
  .min(0)
  .max(MOVING_ROWS_AT_ONCE);
export type RawRow = z.output<typeof rawRows>[number];
/** `rows`: JSON of the lines and their cells, as one text: a call has few values of its own. */
export const addRowsInput = z.strictObject({
  importId,
  rows: z
    .string()
    .max(ROWS_TEXT_MAX)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'validation.invalidInput' });
        return z.NEVER;
      }
    })
    .pipe(rawRows),
  isLast: z.boolean(),
});
export const workInput = z.strictObject({ importId, work: z.enum(MOVING_WORKS) });
export const importRowsInput = z.strictObject({
  importId,
  /** Whether only rows with faults and notes are wanted. */
  faulty: z.boolean(),
  after: z.int().min(0),
  limit: z.int().min(1).max(1000),
});

/** The files of the whole shop. The first is in the template, so that another shop can take it over. */
export const EXPORT_PARTS = ['subscribers', 'orders', 'payments', 'points'] as const;
export const exportInput = z.strictObject({ part: z.enum(EXPORT_PARTS), cursor: line(200).nullable() });
