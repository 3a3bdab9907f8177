import { describe, expect, test } from 'vitest';
import { DECLINE_REASONS } from '@/domain/decline';
import { ERROR_KINDS } from '@/domain/errors';
import { FREQUENCIES } from '@/domain/subscription';
import en from './en';
import th from './th';
import { flatten } from './words';

const english = flatten(en);
const thai = flatten(th);
const placeholders = (sentence: string) =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('the two dictionaries', () => {
  test('have the same keys', () => {
    expect(Object.keys(thai).sort()).toEqual(Object.keys(english).sort());
  });

  test('say something under every key, about the same things', () => {
    for (const key of Object.keys(english)) {
      expect(english[key]?.trim(), key).toBeTruthy();
      expect(thai[key]?.trim(), key).toBeTruthy();
      expect(placeholders(thai[key] ?? ''), key).toEqual(placeholders(english[key] ?? ''));
    }
  });

  test('use western digits in Thai', () => {
    expect(Object.values(thai).filter((sentence) => /[๐-๙]/.test(sentence))).toEqual([]);
  });

  test('exclaim nowhere but for a discount', () => {
    const loud = Object.entries(english).filter(([, sentence]) => sentence.includes('!'));
    expect(loud.map(([key]) => key)).toEqual(['validation.gotDiscount']);
  });

  test('keep ออร์แกนิก whole wherever people read it', () => {
    expect(Object.values(thai).filter((sentence) => sentence.includes('ออร์แกนิก'))).toEqual([]);
  });
});

test('every refusal has a sentence in both languages', () => {
  for (const code of Object.keys(ERROR_KINDS)) {
    expect(english[`errors.${code}`], code).toBeTruthy();
    expect(thai[`errors.${code}`], code).toBeTruthy();
  }
});

test('every reason for a declined card has a sentence in both languages', () => {
  for (const reason of Object.keys(DECLINE_REASONS)) {
    expect(english[`declines.${reason}`], reason).toBeTruthy();
    expect(thai[`declines.${reason}`], reason).toBeTruthy();
  }
});

test('every frequency has a name', () => {
  for (const frequency of FREQUENCIES) expect(english[`common.perMonths${frequency}`]).toBeTruthy();
});

test("the specification's own sentences are said word for word", () => {
  expect(en.errors.LOGIN_INCORRECT).toBe('Incorrect email or password.');
  expect(en.errors.LOGIN_FAILED).toBe('Unable to login.');
  expect(en.errors.TOKEN_EXPIRED).toBe('Your login link has expired.');
  expect(en.auth.expired).toBe('Your login link has expired.');
  expect(en.errors.EMAIL_UNKNOWN).toBe("Sorry, we don't recognize that email");
  expect(en.errors.LINE_NOT_LINKED).toBe(
    'No account is linked with this LINE profile. Did you mean to log in with email and password?',
  );
  expect(en.errors.LINE_FAILED).toBe('Something went wrong, please try again.');
  expect(en.errors.RESET_FAILED).toBe(
    'There was a problem resetting your password. Please try again or contact us.',
  );
  expect(en.errors.EMAIL_TAKEN).toBe(
    'This email address has already been registered. Did you mean to log in instead?',
  );
  expect(en.errors.REGISTER_FAILED).toBe('Unable to register, please try again.');
  expect(en.errors.CHECKOUT_FAILED).toBe(
    'There was a problem with your checkout. Please try again or contact us.',
  );
  expect(en.errors.SKIP_TOO_LATE).toBe(
    'To skip an order, it must be at least 2 days before the payment date.',
  );
  expect(en.errors.INTERNAL).toBe('Oops, something went wrong.');
  expect(en.validation.phone).toBe('Invalid Thai mobile number: must be 10 digits starting with 0');
  expect(en.validation.password).toBe('Password must be at least 8 characters');
  expect(en.validation.postalCode).toBe('Postal code must be 5 numbers');
  expect(en.validation.gotDiscount).toBe('You got a discount!');
  expect(en.validation.discountCode).toBe('Code not valid or expired');
});
