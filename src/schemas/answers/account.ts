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
 * Everything a person told us about themselves. `pendingEmail`: asked for, its link not opened yet.
 * `paidBox`: where a paid box that has not been sent yet goes when the address changes; null without one.
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

/** What an account has consented to and withdrawn, the earliest first. `textVersion`: the day of the text. */
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

/** Who is logged in, and for how long. */
export const meAnswer = z.strictObject({
  expiresInMinutes: z.int(),
  account: accountAnswer,
  subscription: subscriptionAnswer.nullable(),
  pendingPayment: pendingPaymentAnswer.nullable(),
  points: z.int(),
});

export const refreshAnswer = z.strictObject({ expiresInMinutes: z.int() });

export const updateEmailAnswer = z.strictObject({ email: z.string(), verificationSent: z.boolean() });

/** What an order costs; `deliveryFee` is null while nobody knows where it goes. */
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

/** `codeError` says what is wrong with a code that was given; it does not refuse the registration. */
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
