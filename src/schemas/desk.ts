import './messages';
import { z } from 'zod';
import type { Month } from '@/domain/day';
import { DISPUTE_DECISIONS } from '@/domain/dispute';
import { ACCOUNTS, JOURNAL_COLUMNS, type AccountKey } from '@/domain/journal';
import { ALL_EVENT_TYPES } from '@/domain/event';
import { PARCEL_LOSSES, PARCEL_PROBLEMS, REPORTED_PROBLEMS } from '@/domain/parcel';
import { PARCEL_PAPERS } from '@/domain/parcel-papers';
import { PRODUCT_CODES } from '@/domain/product';
import { SHORTAGE_LIMIT_MAX } from '@/domain/transfer-fit';
import { SEARCH_MAX } from '@/domain/subscriber-search';
import { NUMBER_LISTS } from '@/domain/numbers';
import { REFUND_REASONS } from '@/domain/order-refund';
import { TOKEN_DAYS_MAX, TOKEN_SCOPES } from '@/domain/api-token';
import { ENDPOINT_URL_MAX } from '@/domain/webhook';
import { LOG_NOUNS, NOTE_MAX, REFUND_LIMIT_MAX, STAFF_NAME_MAX, STAFF_ROLES } from '@/domain/staff';
import {
  codeField,
  dayField,
  emailField,
  idField,
  line,
  linkEmailField,
  localeField,
  name,
  oneTimeCodeField,
  optional,
  textField,
} from './fields';
import { addPasskeyInput } from './passkeys';

const secretField = textField.min(1).max(200);
const staffNameField = name(STAFF_NAME_MAX);

export const staffLinkInput = z.strictObject({ email: linkEmailField });
export const secretInput = z.strictObject({ secret: secretField });
/** The form of a code. */
export const appCodeInput = z.strictObject({ code: oneTimeCodeField });
export const staffCodeInput = z.strictObject({ secret: secretField, code: oneTimeCodeField });
export const joinWithAppInput = staffCodeInput.extend({ name: staffNameField });
export const joinWithPasskeyInput = z.strictObject({
  secret: secretField,
  name: staffNameField,
  response: addPasskeyInput.shape.response,
});
export const staffNameInput = z.strictObject({ name: staffNameField });

const roleField = z.enum(STAFF_ROLES);
export const inviteStaffInput = z.strictObject({ email: emailField, role: roleField, locale: localeField });
export const staffIdInput = z.strictObject({ staffId: idField });
export const refundLimitInput = z.strictObject({
  staffId: idField,
  /** Satang in a day. */
  limit: z.int().min(0).max(REFUND_LIMIT_MAX),
});
export const changeRoleInput = z.strictObject({ staffId: idField, role: roleField });

export const createTokenInput = z.strictObject({
  name: staffNameField,
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1, 'validation.required'),
  days: z.int().min(1).max(TOKEN_DAYS_MAX),
  /** Satang that it may refund in a day. */
  refundLimit: optional(z.int().min(0).max(REFUND_LIMIT_MAX)),
});
/** `before`: the last line of the page before. */
export const logInput = z.strictObject({
  staffId: optional(idField),
  noun: optional(z.enum(LOG_NOUNS)),
  day: optional(dayField),
  before: optional(idField),
});
const endpointId = idField;
export const endpointInput = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'validation.webAddress' }).max(ENDPOINT_URL_MAX),
  types: z.array(z.enum(ALL_EVENT_TYPES)).max(ALL_EVENT_TYPES.length),
  personal: z.boolean(),
});
export const endpointIdInput = z.strictObject({ endpointId });
export const switchEndpointInput = z.strictObject({ endpointId, on: z.boolean() });
export const deliveryInput = z.strictObject({ endpointId, eventId: line(60) });
export const replayInput = z.strictObject({ endpointId, since: dayField });
export const tokenIdInput = z.strictObject({ tokenId: idField });

/** Why the staff does something. It is in the audit. */
const whyField = textField.min(1, 'validation.required').max(500);
export const rowIdInput = z.strictObject({ id: line(200).min(1) });
const idOf = (...prefixes: string[]) =>
  idField.regex(new RegExp(`^(${prefixes.join('|')})_`), 'validation.invalidInput');
/** The groups of waiting entries that can be dismissed, by who may do it. A dispute needs a decision. */
export const DISMISSIBLE = {
  money: [
    ...(['money', 'manualRefunds', 'askedRefunds', 'openRefunds'] as const),
    ...(['unknownRefunds', 'unknownAttempts', 'transfers'] as const),
  ],
  messages: ['messages', 'emails'],
  parcels: ['parcels'],
  work: ['failedRows', 'jobs', 'events'],
} as const;
const dismissInput = <Group extends string>(groups: readonly [Group, ...Group[]]) =>
  z.strictObject({ group: z.enum(groups), id: line(100).min(1), why: whyField });
export const dismissMoneyInput = dismissInput(DISMISSIBLE.money);
export const dismissMessageInput = dismissInput(DISMISSIBLE.messages);
export const dismissParcelInput = dismissInput(DISMISSIBLE.parcels);
export const dismissWorkInput = dismissInput(DISMISSIBLE.work);

const satangField = z.int().min(1).max(1_000_000_000);
/** The sum (satang) of the refunds of a payment, also of those in progress, that the member saw. */
const refundedField = z.int().min(0).max(1_000_000_000);
/** A refund of a duplicate, late or orphan payment. */
export const refundInput = z.strictObject({
  target: idOf('mon'),
  /** Satang; missing for all that is left. */
  amount: optional(satangField),
  refunded: refundedField,
  why: whyField,
});
export const previewRefundInput = z.strictObject({ orderId: idOf('ord'), amount: optional(satangField) });
export const askRefundInput = z.strictObject({
  orderId: idOf('ord'),
  amount: satangField,
  reason: z.enum(REFUND_REASONS),
  /** A text for the team. It is a note about the subscriber. */
  note: optional(textField.max(NOTE_MAX)),
});
export const refundOrderInput = askRefundInput.extend({ refunded: refundedField });
export const refundIdInput = z.strictObject({ refundId: idOf('rfd') });
export const slipIdInput = z.strictObject({ slipId: idOf('slp') });
/** `from`: the actor from whom it is taken over. */
export const takeRefundInput = refundIdInput.extend({ from: optional(line(100)) });
export const confirmRefundInput = refundIdInput.extend({ reference: line(60).min(1, 'validation.required') });
export const decideDisputeInput = z.strictObject({
  target: idOf('dsp'),
  decision: z.enum(DISPUTE_DECISIONS),
  why: whyField,
});
export const disputeIdInput = z.strictObject({ disputeId: idOf('dsp') });
export const disputeDeadlineInput = disputeIdInput.extend({ answerBy: dayField.nullable() });
export const previewCorrectionInput = z.strictObject({ target: idOf('dsp') });
export const correctDisputeInput = z.strictObject({
  target: idOf('dsp'),
  /** The amount (satang) that the preview showed. */
  amount: z.int().min(0),
  why: whyField,
});
export const bookTransferInput = z.strictObject({
  /** The reference of a payment link, or an order id. */
  target: line(60).min(1, 'validation.required'),
  amount: satangField,
  paidOn: optional(dayField),
  /** A listed transfer that this is; missing for a transfer that only the staff has seen. */
  transferId: optional(idOf('trf')),
});
const transferIdField = idOf('trf');
export const transferIdInput = z.strictObject({ transferId: transferIdField });
/** Transfers to book together for an order, and the amounts (satang) that the member saw. */
export const bookForOrderInput = z.strictObject({
  transferIds: z.array(transferIdField).min(1).max(5),
  orderId: idOf('ord'),
  sum: satangField,
  due: satangField,
  /** Why a shortage is accepted. */
  why: optional(textField.max(500)),
});
export const refundTransferInput = z.strictObject({
  transferId: transferIdField,
  /** Missing: its payer is unknown. */
  orderId: optional(idOf('ord')),
  why: whyField,
});
export const askForRestInput = z.strictObject({ transferId: transferIdField, orderId: idOf('ord') });
export const shortageLimitInput = z.strictObject({ amount: z.int().min(0).max(SHORTAGE_LIMIT_MAX) });
const columnField = z.int().min(0).max(99);
/** A bank statement, as text or as an Excel workbook in base64, at most 4 MB. `columns`: of an unknown layout. */
export const statementInput = z
  .strictObject({
    text: z.string().min(1, 'validation.required').max(4_000_000).optional(),
    xlsx: z.string().max(5_400_000).optional(),
    columns: z
      .strictObject({
        /** The line of the header. */
        line: z.int().min(1),
        date: columnField,
        time: columnField.nullable(),
        amount: columnField,
        texts: z.array(columnField).min(1).max(5),
      })
      .optional(),
  })
  .refine(({ text, xlsx }) => (text === undefined) !== (xlsx === undefined), 'validation.invalidInput');
export const statementIdInput = z.strictObject({ importId: idOf('stm') });
const monthField = textField.regex(/^20\d{2}-(0[1-9]|1[0-2])$/).transform((month) => month as Month);
export const monthInput = z.strictObject({ month: monthField });
/** A file of a month. `locale`: the language of the page that asks for it. */
export const monthFileInput = monthInput.extend({ locale: localeField });

const accountField = z.strictObject({
  code: line(20).min(1, 'validation.required'),
  name: line(80).min(1).nullable(),
});
/** The number and name of each account of the journal. */
export const chartInput = z.strictObject({
  accounts: z.record(z.enum(Object.keys(ACCOUNTS) as [AccountKey, ...AccountKey[]]), accountField),
});

/** The columns of the journal file, in their order. */
export const journalColumnsInput = z.strictObject({
  columns: z
    .array(z.strictObject({ key: z.enum(JOURNAL_COLUMNS), head: line(60).min(1).nullable() }))
    .min(1)
    .refine((columns) => new Set(columns.map(({ key }) => key)).size === columns.length),
});

/** A difference of a comparison, and why it is accepted. */
export const acceptDifferenceInput = z.strictObject({ id: line(200).min(1), why: whyField });

/** The month whose groups are shown; missing for the present one. */
export const numbersInput = z.strictObject({ month: optional(monthField) });
/** A day whose numbers stand beside those of today and yesterday. */
export const dayNumbersInput = z.strictObject({ day: optional(dayField) });
/** The pages of 200 rows that a list has at most. */
export const LIST_PAGES = 50;
export const numberRowsInput = z.strictObject({
  list: z.enum(NUMBER_LISTS),
  month: monthField,
  /** The group, such as a reason or a cohort; see `partsOf`. */
  part: optional(line(40).min(1)),
  page: optional(z.coerce.number().int().min(1).max(LIST_PAGES)),
});

/** The lists of parcels, in the order of their way. `all` needs a text to find. */
export const PARCEL_LISTS = [
  'toSend',
  'held',
  'sent',
  'late',
  'problem',
  'returned',
  'arrived',
  'all',
] as const;
export type ParcelList = (typeof PARCEL_LISTS)[number];
export const parcelListInput = z.strictObject({
  list: z.enum(PARCEL_LISTS),
  /** Number of the order, tracking number, postcode or name. */
  q: optional(line(SEARCH_MAX)),
  product: optional(z.enum(PRODUCT_CODES)),
  /** The end of the page before, as the answer gives it. */
  after: optional(line(80)),
});
/** `onDay`: the day of an arrival; null for today. */
export const recordStockInput = z.strictObject({
  code: z.enum(PRODUCT_CODES),
  kind: z.enum(['count', 'arrival']),
  packs: z.int().min(0).max(1_000_000),
  onDay: dayField.nullable(),
});
/** `from`: the sold-out product. */
export const offerSubstituteInput = z.strictObject({
  from: z.enum(PRODUCT_CODES),
  to: z.enum(PRODUCT_CODES),
});
export const substituteCountInput = z.strictObject({ from: z.enum(PRODUCT_CODES) });
const orderIdField = idOf('ord');
export const orderIdInput = z.strictObject({ orderId: orderIdField });
/** Orders by id or by number. */
export const parcelPreviewInput = z.strictObject({
  orders: z
    .array(z.union([orderIdField, z.int().min(1).max(999_999_999)]))
    .min(1)
    .max(200),
});
export const parcelPapersInput = z.strictObject({
  orderIds: z.array(orderIdField).min(1).max(200),
  kind: z.enum(PARCEL_PAPERS),
});
export const reportParcelInput = z.strictObject({
  orderId: orderIdField,
  problem: z.enum(REPORTED_PROBLEMS),
});
export const retryProblemInput = z.strictObject({ problem: z.enum(PARCEL_PROBLEMS) });
export const correctNumberInput = z.strictObject({
  orderId: orderIdField,
  courier: line(40).min(1, 'validation.required'),
  trackingNumber: line(60).min(1, 'validation.required'),
});
export const markShippedInput = z.strictObject({
  orderId: orderIdField,
  courier: line(40).min(1, 'validation.required'),
  // Not `number`: a field of that name is refused as card data.
  trackingNumber: line(60).min(1, 'validation.required'),
  /** Whether the parcel was cancelled at fulfilment; required while fulfilment has it. */
  cancelledThere: z.boolean().optional(),
});
/** The sealed text of an act on a parcel, by which it is taken back. */
export const takeBackParcelInput = z.strictObject({ undo: textField.max(8000) });
const reportedParcel = {
  orderId: orderIdField,
  /** The parcel's number within the order: 1 for the first. */
  parcel: z.int().min(1).max(1000),
  loss: z.enum(PARCEL_LOSSES),
};
export const resendParcelInput = z.strictObject({ ...reportedParcel, toAccountAddress: z.boolean() });
export const refundParcelInput = z.strictObject({
  ...reportedParcel,
  amount: optional(satangField),
  refunded: refundedField,
});

/** A text of the banner; both languages or none. */
const bannerField = line(500);
export const incidentInput = z.strictObject({ on: z.boolean(), en: bannerField, th: bannerField });
export const switchInput = z.strictObject({ on: z.boolean() });
export const createCodeInput = z.strictObject({
  code: codeField,
  kind: z.enum(['percent', 'amount']),
  /** Percent, or satang. */
  value: z.int().min(1).max(1_000_000_000),
  from: optional(dayField),
  until: optional(dayField),
  usesMax: optional(z.int().min(1).max(1_000_000)),
});
export const codeInput = z.strictObject({ code: codeField });

export const messageKindInput = z.strictObject({ kind: textField.max(60) });
