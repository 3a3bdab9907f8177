import type { ErrorCode } from './error-kinds';
import type { AttemptSource, AttemptStatus } from './payment';
import type { PaymentMethod } from './subscription';

/**
 * What a subscriber pays for at a screen. `first`: the first order. `return`: a reactivation. `order_now`: the next
 * order, sent now. `convert`: what is owed, with a change of the payment method to card or
 * bank account. `card`: what is owed, with an
 * added or chosen card. `repair`: the order of a repair link. `link`: the order of a payment link, or a link for what is
 * owed.
 */
export const PURPOSES = ['first', 'return', 'order_now', 'convert', 'card', 'repair', 'link'] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * The means of a payment. `later`: nothing is charged now, because a payment link is opened or the first charge is
 * on a later day.
 */
export const MEANS = ['new_card', 'saved_card', 'bank_account', 'qr', 'app', 'later'] as const;
export type Means = (typeof MEANS)[number];

/** What a payment that is made now has for each payment method. A link is paid later. */
export const MEANS_OF_METHOD = {
  card: 'saved_card',
  bank_account: 'bank_account',
  offline: 'later',
} as const satisfies Record<PaymentMethod, Means>;

/**
 * What is open when the subscriber asks to pay. `unresolved`: a charge whose outcome is not known. `same`: a 3-D Secure
 * challenge of the same order, card and total. `unclear`: a challenge of a card that may be the same: the gateway
 * tells after it has accepted the card. `other`: a challenge of another card, order or total. `live`: a QR code or a
 * link that can still be paid, or a payment in the app of the request. `ended`: a QR code that has expired, and that may
 * have been paid. `elsewhere`: a QR code or a payment in an app, while the request is for another one. It is read, ended
 * at the gateway if possible, and voided before the other one is written.
 */
export const OPEN_STATES = [
  'none',
  'unresolved',
  'same',
  'unclear',
  'other',
  'live',
  'ended',
  'elsewhere',
] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/**
 * What the request would charge now. `changed`: another total than the shown one. `unread`: the command reads the total
 * under the lock.
 */
export const OWED = ['nothing', 'as_shown', 'changed', 'unread'] as const;
export type Owed = (typeof OWED)[number];

export interface PayNowFacts {
  purpose: Purpose;
  means: Means;
  open: OpenState;
  owed: Owed;
  /** Whether an earlier request with the same card token, or a paid order, is the answer. */
  isKnown: boolean;
  /** Whether the same saved card was charged for the same order less than a minute ago. */
  isRepeated: boolean;
  /** Whether a registration has expired. */
  isLate: boolean;
  /** Whether the card becomes the default card or is saved, also when the payment has to wait or is known. */
  isSaved: boolean;
  /** Whether the gateway has accepted the card. Other means are always ready. */
  isReady: boolean;
  /** Whether this request has tried to end what is open. */
  hasLeft: boolean;
}

/**
 * What a payment does next.
 * - `answer`: return the known result. `show`: return what is open, to be paid there. `wait`: return `pending`.
 * - `obtain`: have the gateway accept the card. `leave`: expire the open challenge, or read the expired QR code.
 * - `nothing`: nothing is owed. `charge`: write the attempt and call the gateway, or open the link.
 */
export type Step =
  | { do: 'answer' | 'show' | 'wait' | 'obtain' | 'leave' | 'nothing' | 'charge' }
  | { do: 'refuse'; code: ErrorCode };

/** A row of the table. The first row with a true condition decides. */
interface Row {
  row: string;
  when: (facts: PayNowFacts) => boolean;
  then: Step['do'] | ErrorCode;
}

/** A card is saved and a repair page is shown, although the payment has to wait. Other requests are refused. */
const waits = ({ purpose, means }: PayNowFacts): boolean =>
  purpose === 'card' || means === 'qr' || means === 'app';

/** Whether the payment would be another one than the screen showed. A paid or declined request has its result. */
const isOtherTotal = ({ owed, open, isKnown }: PayNowFacts): boolean =>
  owed === 'changed' && open !== 'unresolved' && (!isKnown || open !== 'none');

/**
 * The rule of paying at a screen. No row charges while a charge is unresolved or a challenge is open, and no row calls
 * the gateway for a total that was not shown.
 */
export const PAY_NOW: readonly Row[] = [
  {
    row: 'first payment under way',
    when: ({ purpose, open }) => purpose === 'first' && open === 'unresolved',
    then: 'PAYMENT_PENDING',
  },
  { row: 'same request', when: (facts) => facts.isKnown && !isOtherTotal(facts), then: 'answer' },
  {
    row: 'unknown outcome',
    when: (facts) => facts.open === 'unresolved' && !waits(facts),
    then: 'PAYMENT_PENDING',
  },
  { row: 'too late', when: ({ isLate, open }) => isLate && open !== 'same', then: 'NOT_ALLOWED' },
  {
    row: 'other total',
    when: isOtherTotal,
    then: 'TOTAL_CHANGED',
  },
  {
    row: 'order under way',
    when: ({ purpose, open }) => purpose === 'order_now' && open === 'other',
    then: 'PAYMENT_PENDING',
  },
  { row: 'same challenge', when: ({ open, isSaved }) => open === 'same' && !isSaved, then: 'show' },
  { row: 'card to accept', when: ({ isReady }) => !isReady, then: 'obtain' },
  { row: 'same challenge of a saved card', when: ({ open }) => open === 'same', then: 'show' },
  { row: 'card saved meanwhile', when: ({ open }) => open === 'unresolved', then: 'wait' },
  { row: 'card tried just now', when: ({ isRepeated }) => isRepeated, then: 'answer' },
  {
    row: 'open QR code or link',
    when: ({ open, means }) => open === 'live' && !isByCard(means) && means !== 'bank_account',
    then: 'show',
  },
  { row: 'other means', when: (facts) => hasToLeave(facts) && !facts.hasLeft, then: 'leave' },
  { row: 'not ended', when: (facts) => hasToLeave(facts) && waits(facts), then: 'wait' },
  { row: 'not ended', when: hasToLeave, then: 'PAYMENT_PENDING' },
  { row: 'nothing owed', when: ({ owed }) => owed === 'nothing', then: 'nothing' },
  { row: 'pay', when: () => true, then: 'charge' },
];

/** Whether the gateway has to accept a card before it is charged. */
export const isByCard = (means: Means): boolean => means === 'new_card' || means === 'saved_card';

/** Whether what is open has to end before another attempt. A stored means closes an open QR code or link as it is charged. */
function hasToLeave({ open, means }: PayNowFacts): boolean {
  return open === 'other' || open === 'unclear' || (open === 'ended' && means === 'qr');
}

const STEPS: ReadonlySet<string> = new Set<Step['do']>([
  ...(['answer', 'show', 'wait', 'obtain', 'leave', 'nothing', 'charge'] as const),
]);

/** Returns the row that decides a payment, and what it does next. */
export function decide(facts: PayNowFacts): Step & { row: string } {
  const found = PAY_NOW.find(({ when }) => when(facts));
  if (!found) throw new Error('no row of the table decides');
  const { row, then } = found;
  return STEPS.has(then)
    ? { do: then as Exclude<Step['do'], 'refuse'>, row }
    : { do: 'refuse', code: then as ErrorCode, row };
}

/**
 * Returns what an open attempt is for a request.
 * @param about `isSame`: whether its order, card and total are those of the request; null if the card is not known
 *   yet. `isOver`: whether its QR code has expired. `isElsewhere`: whether the request is for a QR code or an app that
 *   is not the one of the attempt
 */
export function openStateOf(
  attempt: { source: AttemptSource; status: AttemptStatus } | null,
  about: { isSame: boolean | null; isOver?: boolean; isElsewhere?: boolean },
): OpenState {
  if (!attempt) return 'none';
  if (attempt.status !== 'action_required') return 'unresolved';
  if (attempt.source === 'promptpay') {
    if (about.isElsewhere) return 'elsewhere';
    return about.isOver ? 'ended' : 'live';
  }
  if (about.isSame === null) return 'unclear';
  return about.isSame ? 'same' : 'other';
}
