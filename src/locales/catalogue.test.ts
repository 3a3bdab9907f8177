import { describe, expect, test } from 'vitest';
import { LOCALES } from '@/domain/locale';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import { MESSAGE_KINDS, type MessageKind } from '@/emails/messages';
import * as en from './en';
import * as th from './th';
import { flatten } from './words';

const english = flatten(en);
const thai = flatten(th);

/** Every sentence that the specification contains word for word, with its keys. */
const SENTENCES: readonly (readonly [sentence: string, ...keys: string[]])[] = [
  ['Password must be at least 8 characters', 'validation.password'],
  ['Passwords must match', 'validation.passwordsMatch', 'errors.PASSWORDS_DIFFER'],
  ['Invalid email address', 'validation.email'],
  ['Invalid Thai mobile number: must be 10 digits starting with 0', 'validation.phone'],
  ['Postal code must be 5 numbers', 'validation.postalCode', 'errors.POSTCODE_INVALID'],
  ['All fields are required', 'validation.allRequired'],
  ['Not yet active', 'account.status.awaiting_payment'],
  ['Not active', 'account.status.inactive'],
  ['Suspended', 'payments.status.suspended'],
  ['This payment link has expired', 'payments.pay.expiredTitle'],
  ['Code not valid or expired', 'validation.discountCode', 'errors.CODE_INVALID'],
  ['You got a discount!', 'validation.gotDiscount'],
  ['To skip an order, it must be at least 2 days before the payment date.', 'errors.SKIP_TOO_LATE'],
  ['Required', 'validation.required'],
  ['Expected {expected} received {received}', 'validation.expected'],
  ['Invalid input', 'validation.invalidInput', 'errors.INPUT_INVALID'],
  ['Invalid email', 'validation.invalidEmail'],
  ['Unable to login.', 'errors.LOGIN_FAILED'],
  ['Incorrect email or password.', 'errors.LOGIN_INCORRECT'],
  ['Your login link has expired.', 'auth.expired'],
  ["Sorry, we don't recognize that email", 'errors.EMAIL_UNKNOWN'],
  ['Unable to register, please try again.', 'errors.REGISTER_FAILED'],
  ['This email address has already been registered. Did you mean to log in instead?', 'errors.EMAIL_TAKEN'],
  [
    'An account has already been registered with this LINE. Did you mean to log in instead?',
    'errors.LINE_TAKEN',
  ],
  ['Something went wrong, please try again.', 'errors.LINE_FAILED'],
  [
    'No account is linked with this LINE profile. Did you mean to log in with email and password?',
    'errors.LINE_NOT_LINKED',
  ],
  ['LINE permissions were not accepted.', 'errors.LINE_DENIED'],
  ['An account is already linked with this LINE.', 'errors.LINE_LINKED_ELSEWHERE'],
  ['Log in with LINE instead', 'details.line.instead'],
  ['There was a problem resetting your password. Please try again or contact us.', 'errors.RESET_FAILED'],
  ['Unable to remove card.', 'errors.CARD_REMOVE_FAILED'],
  ['Unable to set default card.', 'errors.CARD_DEFAULT_FAILED'],
  ['There was a problem adding your card.', 'errors.CONVERT_FAILED'],
  ['There was a problem with your checkout. Please try again or contact us.', 'errors.CHECKOUT_FAILED'],
  ['Unable to change box.', 'errors.CHANGE_BOX_FAILED'],
  ['Unable to change delivery frequency.', 'errors.CHANGE_FREQUENCY_FAILED'],
  ['Unable to change payment day.', 'errors.CHANGE_PAYMENT_DAY_FAILED'],
  ['Unable to update {fieldName}.', 'errors.UPDATE_FAILED'],
  ['Unable to cancel subscription.', 'errors.CANCEL_FAILED'],
  ['Unable to reactivate subscription.', 'errors.REACTIVATE_FAILED'],
  ['Unable to redeem free product.', 'errors.REDEEM_FAILED'],
  [
    'Unable to skip order: cannot skip order ID {orderId}.',
    'errors.ORDER_NOT_FOUND',
    'errors.ORDER_NOT_UPCOMING',
  ],
  ['Oops, something went wrong.', 'errors.INTERNAL'],
];

/** The keys of texts that the specification requires without a wording: warnings, banner, maintenance. */
const NAMED = [
  'cards.expiredText',
  'cards.nearlyText',
  'common.incidentTitle',
  'common.incidentText',
  'maintenance.heading',
  'maintenance.refusal',
  ...CANCEL_REASONS.map((reason) => `cancelReasons.${reason}`),
];

describe('the dictionary', () => {
  test.each(SENTENCES)(
    'contains the specification’s "%s" in English, and a Thai translation',
    (sentence, ...keys) => {
      for (const key of keys) {
        expect(english[key], key).toBe(sentence);
        expect(thai[key], key).toMatch(/[ก-๙]/);
      }
    },
  );

  test.each(NAMED)('has a text in both languages that the specification names: %s', (key) => {
    expect(english[key], key).toMatch(/[a-z]/);
    expect(thai[key], key).toMatch(/[ก-๙]/);
  });
});

/** Every message to subscribers, in both languages. render.test.tsx renders all of them. */
const MESSAGES: readonly MessageKind[] = [
  'verify_email',
  'magic_link',
  'password_reset',
  'email_changed',
  'order_reminder',
  'order_paid',
  'payment_failed',
  'action_needed',
  'payment_link',
  'payment_link_expiring',
  'card_expiring',
  'subscription_ending',
  'subscription_inactive',
  'subscription_cancelled',
  'subscription_reactivated',
  'refunded',
  'shipped',
  'milestone',
  'referral_rewarded',
];

test('every message of the specification has a template', () => {
  expect(LOCALES).toEqual(['en', 'th']);
  expect(MESSAGES.filter((kind) => !MESSAGE_KINDS.includes(kind))).toEqual([]);
});
