/** Field names in API versions before 2019-05-29. The key is the current name. */
const OLD_NAMES: Record<string, string> = { created_at: 'created', refunded_amount: 'refunded' };

export const CURRENT_VERSION = '2019-05-29';

/** Renames the fields of a response or webhook for an API version. Does not change metadata. */
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
