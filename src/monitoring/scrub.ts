/**
 * Removes personal data and secrets from a text before it is logged or sent to error tracing. This is a
 * second protection: only allowed fields are logged or sent in the first place.
 */
export function scrubText(text: string): string {
  return RULES.reduce((left, [shape, instead]) => left.replace(shape, instead), text);
}

const HIDDEN = '[hidden]';

/**
 * The replacements. Their order matters: a URL may contain an e-mail address, and an e-mail address may
 * contain digits.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Queries and fragments contain tokens, names and return paths.
  [/((?:https?:\/\/|\/)[^\s?#"'<>()]*)[?#][^\s"'<>()]*/g, '$1'],
  [/(\/(?:pay|fix|do|talk|bank|invite|api\/calendar)\/)[^\s/"'<>()]+/g, `$1${HIDDEN}`],
  [/(\/api\/webhooks\/mycloud\/)[^\s/"'<>()]+/g, `$1${HIDDEN}`],
  [/[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, HIDDEN],
  [/\b(?:tokn|cust|card)_(?:test_)?\w+/g, HIDDEN],
  [/\bIRA-?[0-9A-Z]{6}\b/gi, HIDDEN],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=-]+/gi, HIDDEN],
  // A possible card number: 13 to 19 digits, with spaces or dashes.
  [/(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g, HIDDEN],
  // A Thai phone number, in any spacing.
  [/(?<![\w.])(?:\+66[ -]?|0)\d(?:[ -]?\d){7,8}(?![\w.])/g, HIDDEN],
];

/** The names of fields that are never sent, whatever their value. */
const PRIVATE =
  /^(first_?name|last_?name|full_?name|e?mail|phone|address|sub_?district|district|postal_?code|to_?address|password|confirm_?password|current_?password|token|card_?token|card_?number|cvc|cookies?|authorization|user|username|ip_address)$/i;

/**
 * Returns a copy of a value. `scrubText` has cleaned all its texts. Private fields and functions are removed.
 */
export function scrubDeep(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (Array.isArray(value)) return value.map(scrubDeep);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  const kept = Object.entries(value).filter(([key]) => !PRIVATE.test(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, scrubDeep(inner)]));
}
