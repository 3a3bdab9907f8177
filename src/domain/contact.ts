export const PHONE_PATTERN = /^0\d{9}$/;
export const POSTAL_CODE_PATTERN = /^\d{5}$/;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

export const AGE_GROUPS = ['under-18', '18-24', '25-34', '35-44', '45-54', '55-plus'] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

const THAI_ZERO = '๐'.charCodeAt(0);

/** Replaces the Thai digits ๐–๙ by 0–9. */
export function normaliseDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));
}

/**
 * Converts a typed phone number (spaces, dashes, dots, brackets, Thai digits, +66 or 66) to the stored form.
 * The caller must check the result against PHONE_PATTERN.
 */
export function normalisePhone(text: string): string {
  const compact = normaliseDigits(text).replace(/[\s\u200b-\u200f\u2060\p{Pd}\u2212.()]/gu, '');
  return compact.replace(/^(?:\+|00)?66(?:0(?=\d{9}$)|(?=\d{9}$))/, '0');
}

/** Returns an e-mail address in the form used for comparison: trimmed, NFC, lower case. */
export function normaliseEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** Masks the part of an e-mail address before the @, except its first character: 'm•••@example.test'. */
export function hideEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${at > 0 ? first : ''}•••${at < 0 ? '' : email.slice(at)}`;
}
