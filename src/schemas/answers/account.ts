import { z } from 'zod';
import { CONSENT_PURPOSES } from '@/domain/consent';
import { LOCALES } from '@/domain/locale';
import { PAID_BOX_STATES } from '@/domain/parcel';
import { day, moment, satang, placeAnswer } from './parts';
import { pendingPaymentAnswer } from './payments';
import { subscriptionAnswer } from './subscription';

export const accountAnswer = z
  .strictObject({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    locale: z.enum(LOCALES),
    lineLinked: z.boolean(),
  })
  .meta({ id: 'Account' });

export const profileAnswer = z
  .strictObject({
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    ageGroup: z.string().nullable(),
    locale: z.enum(LOCALES),
    email: z.string(),
    emailVerified: z.boolean(),
    emailFailed: z.boolean().describe('E-mails to this address bounce or were reported as spam.'),
    optionalMessages: z.boolean().describe('Whether messages about points and offers are sent.'),
    pendingEmail: z.string().nullable().describe('A requested address whose link is not opened yet.'),
    hasPassword: z.boolean(),
    lineLinked: z.boolean(),
    delivery: placeAnswer.nullable(),
    paidBox: z
      .enum(PAID_BOX_STATES)
      .nullable()
      .describe(
        'Whether a paid box that is not sent yet follows a change of address: follows | too_late. Null without such a box.',
      ),
  })
  .meta({ id: 'Profile', description: 'All personal details of a subscriber.' });

/**
 * The consents of an account and their withdrawals, the earliest first. `textVersion`: the publication day of
 * the consent text.
 */
export const consentsAnswer = z.strictObject({
  consents: z.array(
    z.strictObject({
      purpose: z.enum(CONSENT_PURPOSES),
      textVersion: z.string(),
      givenAt: moment,
      withdrawnAt: moment.nullable(),
    }),
  ),
});

export const meAnswer = z
  .strictObject({
    expiresInMinutes: z.int(),
    account: accountAnswer,
    subscription: subscriptionAnswer.nullable(),
    pendingPayment: pendingPaymentAnswer.nullable(),
    points: z.int(),
  })
  .describe('The current session and its remaining time.');

export const refreshAnswer = z.strictObject({ expiresInMinutes: z.int() });

export const updateDetailsAnswer = z.strictObject({ account: profileAnswer });

export const updateMessagesAnswer = z.strictObject({ optionalMessages: z.boolean() });

export const calendarFeedAnswer = z.strictObject({
  since: moment
    .nullable()
    .describe('When the address of the calendar feed was made. Null if the feed is off.'),
});

export const newCalendarFeedAnswer = z.strictObject({
  since: moment,
  url: z.string().describe('The address of the calendar feed. No later call returns it.'),
});

export const updateEmailAnswer = z.strictObject({ email: z.string(), verificationSent: z.boolean() });

export const totalsAnswer = z
  .strictObject({
    currency: z.literal('THB'),
    listPrice: satang,
    subscriptionDiscount: satang,
    boxPrice: satang,
    deliveryFee: satang.nullable().describe('In satang. Null until the address is known.'),
    codeDiscount: satang,
    total: satang,
    points: z.int(),
  })
  .meta({ id: 'Totals', description: 'The price of an order.' });

/**
 * The response to the start of a registration. `codeError`: why the discount code is refused. The
 * registration then continues without the code.
 */
export const registrationStartAnswer = z.strictObject({
  registrationId: z.string(),
  totals: totalsAnswer,
  dates: z.array(day).describe('The first three payment dates.'),
  codeError: z.string().nullable(),
});

export const emailAuthAnswer = z.strictObject({ emailVerified: z.boolean() });

export const deliveryAnswer = z.strictObject({
  deliveryFee: satang.nullable(),
  totals: totalsAnswer,
  dates: z.array(day),
});
