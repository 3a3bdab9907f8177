import { z } from 'zod';
import { LINK_BANKS } from '@/domain/bank-account';
import { CARD_STATUSES } from '@/domain/card';
import { DECLINE_REASON_CODES } from '@/domain/decline';
import { PAY_APPS } from '@/domain/pay-app';
import { ENDS_UNPAID } from '@/domain/payment-link';
import { SLIP_STATES } from '@/domain/slip';
import { SHOWN_PAYMENT_STATUSES } from '@/domain/payment';
import { SUBSCRIPTION_STATUSES } from '@/domain/subscription';
import { day, moment, paymentMethod, satang } from './parts';

const cardShape = {
  cardId: z.string(),
  brand: z.string(),
  lastDigits: z.string(),
  name: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  isDefault: z.boolean(),
  status: z.enum(CARD_STATUSES),
};

export const cardAnswer = z.strictObject(cardShape).meta({ id: 'Card' });

const paid = { outcome: z.literal('paid'), orderId: z.string(), orderNumber: z.int(), receiveBy: day };
const actionRequired = z.strictObject({
  outcome: z.literal('action_required'),
  authorizeUri: z.string().describe('Where the subscriber confirms the payment with the bank.'),
});
const pending = z
  .strictObject({ outcome: z.literal('pending') })
  .describe('The outcome is not known yet: read /api/me.');

export const chargeAnswer = z
  .union([
    z.strictObject(paid),
    actionRequired,
    pending,
    z.strictObject({ outcome: z.literal('declined'), reason: z.enum(DECLINE_REASON_CODES) }),
  ])
  .meta({ id: 'Charge', description: 'The result of a charge that the subscriber requested.' });

export const firstPaymentAnswer = z.union([
  z.strictObject({ ...paid, subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES) }),
  actionRequired,
  pending,
]);

const endsUnpaid = z
  .enum(ENDS_UNPAID)
  .nullable()
  .describe('What ends if the link is not paid before it expires; null if nothing ends.');

export const pendingPaymentAnswer = z
  .strictObject({
    orderId: z.string(),
    orderNumber: z.int(),
    method: paymentMethod,
    status: z.enum(SHOWN_PAYMENT_STATUSES),
    reason: z.enum(DECLINE_REASON_CODES).nullable(),
    amount: satang,
    paymentUrl: z.string().nullable(),
    expiresAt: moment.nullable(),
    endsUnpaid,
    authorizeUri: z.string().nullable(),
    nextTryOn: day
      .nullable()
      .describe('When the card is charged next automatically. Null while the bank is asked.'),
    cardNeededBy: day.nullable().describe('The last day to add another card, until midnight.'),
    nextCardPays: z.boolean().describe('Whether a card that is added or chosen now is charged immediately.'),
  })
  .meta({ id: 'PendingPayment', description: 'A payment that is in progress, failed or expired.' });

export const cardsAnswer = z.strictObject({ cards: z.array(cardAnswer) });

/**
 * The cards after a change. `charge`: the result if the change charged a failed payment again, otherwise
 * null.
 */
export const cardsAndChargeAnswer = z.strictObject({
  cards: z.array(cardAnswer),
  charge: chargeAnswer.nullable(),
});

/**
 * The cards with their expiry. `missedPayment`: the first payment date after the expiry of the card; null if
 * there is none.
 */
export const cardExpiryAnswer = z.strictObject({
  cards: z.array(z.strictObject({ ...cardShape, missedPayment: day.nullable() })),
});

export const bankDetailsAnswer = z
  .strictObject({
    accountName: z.string(),
    bank: z.string(),
    accountNumber: z.string(),
    reference: z.string().describe('The reference that the transfer must name.'),
  })
  .meta({ id: 'BankDetails', description: 'The bank account for a transfer.' });

/**
 * The response of an offline payment. `success`: nothing was due and the order is paid, so there is neither a
 * link nor bank details.
 */
export const offlinePaymentAnswer = z.strictObject({
  status: z.enum(['pending', 'success']),
  orderId: z.string(),
  orderNumber: z.int(),
  amount: satang,
  paymentUrl: z.string().nullable(),
  expiresAt: moment.nullable().describe('The first instant at which the link no longer works.'),
  bankDetails: bankDetailsAnswer.nullable(),
});

export const paymentLinkAnswer = z.strictObject({
  paymentUrl: z.string(),
  expiresAt: moment.describe('The first instant at which the link no longer works.'),
  bankDetails: bankDetailsAnswer,
  pendingPayment: pendingPaymentAnswer.nullable(),
});

/** A payment link. Contains no personal data, because anybody who has the link can read it. */
export const payLinkAnswer = z.strictObject({
  orderNumber: z.int(),
  status: z.enum(SHOWN_PAYMENT_STATUSES),
  reason: z.enum(DECLINE_REASON_CODES).nullable(),
  amount: satang,
  paymentDate: day,
  paidOn: day.nullable(),
  isOpen: z.boolean().describe('Whether the link can be paid.'),
  expiresAt: moment.describe('The first instant at which the link no longer works.'),
  endsUnpaid,
  bankDetails: bankDetailsAnswer.nullable().describe('Null unless the link is open.'),
  qr: z
    .strictObject({ imageUrl: z.string(), endsAt: moment })
    .nullable()
    .describe('The PromptPay QR code that can be scanned now.'),
  app: z
    .strictObject({ name: z.enum(PAY_APPS), authorizeUri: z.string(), endsAt: moment })
    .nullable()
    .describe('The payment that waits in a banking app or wallet, and the address that opens it.'),
  apps: z.array(z.enum(PAY_APPS)).describe('The banking apps and wallets in which the link can be paid now.'),
  canHaveQr: z.boolean().describe('Whether a QR code would be created now.'),
  setsSchedule: z.boolean().describe('Whether later payment dates count from the day of this payment.'),
  slip: z.enum(SLIP_STATES).nullable().describe('The state of the last transfer slip; null without one.'),
});
export const slipAnswer = z.strictObject({ state: z.enum(SLIP_STATES) });

/**
 * The response of a change to card payment. `charge`: the result if a due or overdue order was charged,
 * otherwise null.
 */
export const convertCardAnswer = z.strictObject({
  paymentMethod,
  charge: chargeAnswer.nullable(),
  pendingPayment: pendingPaymentAnswer.nullable(),
});

export const bankAccountAnswer = z
  .strictObject({
    bankAccountId: z.string(),
    bank: z.enum(LINK_BANKS),
    lastDigits: z.string(),
    isRefused: z.boolean().describe('The bank accepts no more charges. The account has to be linked again.'),
  })
  .meta({ id: 'BankAccount', description: 'A linked bank account.' });

export const bankLinkStartAnswer = z.strictObject({
  bankAccountId: z.string(),
  registrationUri: z.string().describe('The page on which the owner agrees at the bank.'),
  expiresAt: moment,
});

/**
 * The response of a change to offline payment. `pendingPayment`: the payment with the link that was created
 * for a due or overdue order; null without such an order.
 */
export const convertOfflineAnswer = z.strictObject({
  paymentMethod,
  pendingPayment: pendingPaymentAnswer.nullable(),
});

/** What one billing run did, in numbers of rows. */
export const billingRunAnswer = z.strictObject({
  planned: z.int(),
  charged: z.int(),
  declined: z.int(),
  unknown: z.int(),
  linksSent: z.int(),
  failed: z.int(),
});
