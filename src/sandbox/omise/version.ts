/** Field names before version 2019-05-29, by their current names. */
const OLD_NAMES: Record<string, string> = { created_at: 'created', refunded_amount: 'refunded' };

export const CURRENT_VERSION = '2019-05-29';

/** Converts a response or webhook body to the field names of an API version; metadata is unchanged. */
export function inVersion(value: unknown, version: string): unknown {
  if (version >= CURRENT_VERSION) return value;
  if (Array.isArray(value)) return value.map((inner) => inVersion(inner, version));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      OLD_NAMES[key] ?? key,
      key === 'metadata' ? inner : inVersion(inner, version),
    ]),
  );
}
