import { z } from 'zod';
import { CONSENT_PURPOSES } from '@/domain/consent';
import { LOCALES } from '@/domain/locale';
import { day, moment, satang } from './parts';
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

/**
 * All personal details of a subscriber. `pendingEmail`: requested, its link is not opened yet.
 * `paidBox`: the new destination of a paid, unsent box when the address changes; null without one.
 */
export const profileAnswer = z
  .strictObject({
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    ageGroup: z.string().nullable(),
    locale: z.enum(LOCALES),
    email: z.string(),
    emailVerified: z.boolean(),
    emailFailed: z.boolean(),
    pendingEmail: z.string().nullable(),
    hasPassword: z.boolean(),
    lineLinked: z.boolean(),
    delivery: z
      .strictObject({
        address: z.string(),
        subdistrict: z.string().nullable(),
        district: z.string().nullable(),
        province: z.string(),
        postalCode: z.string(),
      })
      .nullable(),
    paidBox: z.enum(['follows', 'too_late']).nullable(),
  })
  .meta({ id: 'Profile' });

/** Consents and withdrawals of an account, the earliest first. `textVersion`: the day of the text. */
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

/** The current session and its remaining time. */
export const meAnswer = z.strictObject({
  expiresInMinutes: z.int(),
  account: accountAnswer,
  subscription: subscriptionAnswer.nullable(),
  pendingPayment: pendingPaymentAnswer.nullable(),
  points: z.int(),
});

export const refreshAnswer = z.strictObject({ expiresInMinutes: z.int() });

export const updateEmailAnswer = z.strictObject({ email: z.string(), verificationSent: z.boolean() });

/** The price of an order; `deliveryFee` is null until the address is known. */
export const totalsAnswer = z
  .strictObject({
    currency: z.literal('THB'),
    listPrice: satang,
    subscriptionDiscount: satang,
    boxPrice: satang,
    deliveryFee: satang.nullable(),
    codeDiscount: satang,
    total: satang,
    points: z.int(),
  })
  .meta({ id: 'Totals' });

/** `codeError`: why the given code does not apply; the registration continues without it. */
export const registrationStartAnswer = z.strictObject({
  registrationId: z.string(),
  totals: totalsAnswer,
  dates: z.array(day).describe('the first three payment dates'),
  codeError: z.string().nullable(),
});

export const emailAuthAnswer = z.strictObject({ emailVerified: z.boolean() });

export const deliveryAnswer = z.strictObject({
  deliveryFee: satang.nullable(),
  totals: totalsAnswer,
  dates: z.array(day),
});
