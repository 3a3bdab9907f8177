import { normaliseIdentifier, normaliseText } from './text';

export const PHONE_PATTERN = /^0\d{9}$/;
export const POSTAL_CODE_PATTERN = /^\d{5}$/;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

export const AGE_GROUPS = ['under-18', '18-24', '25-34', '35-44', '45-54', '55-plus'] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

/**
 * Converts a typed phone number (spaces, dashes, dots, brackets, Thai digits, +66 or 66) to the stored form.
 * The caller must check the result against PHONE_PATTERN.
 */
export function normalisePhone(text: string): string {
  const compact = normaliseIdentifier(text).replace(/[\s.()-]/g, '');
  return compact.replace(/^(?:\+|00)?66(?:0(?=\d{9}$)|(?=\d{9}$))/, '0');
}

/** The maximum length of a domain (RFC 1035). */
const DOMAIN_MAX = 253;

/**
 * An e-mail address as `mailAddress` returns it: any letters and the signs of RFC 5322 before the @, a domain in ASCII
 * after it.
 */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.[.@])[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z\d-]{1,59})$/u;

/**
 * Returns an e-mail address in the form in which it is stored and mailed: without invisible characters, an
 * international domain as punycode. The caller must check the result against EMAIL_PATTERN.
 */
export function mailAddress(text: string): string {
  const address = normaliseText(text);
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + asciiDomain(address.slice(at));
}

function asciiDomain(domain: string): string {
  // No domain is longer, and the time of punycode grows with the square of the length.
  if (domain.length > DOMAIN_MAX) return domain;
  // A URL would also accept a port, a path and percent codes.
  if (/^[\0-\x7f]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** Returns an e-mail address in the form used for comparison: as `mailAddress`, in lower case. */
export function normaliseEmail(text: string): string {
  return mailAddress(text).toLowerCase();
}

/** Masks the part of an e-mail address before the @, except its first character: 'm•••@example.test'. */
export function hideEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${at > 0 ? first : ''}•••${at < 0 ? '' : email.slice(at)}`;
}
