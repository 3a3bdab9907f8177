import type { Metadata } from './records';
import { badRequest } from './refusal';

type Body = Record<string, unknown>;

/** Returns a field as text. Returns null if the field is absent or empty. */
export function text(body: Body, field: string): string | null {
  const value = body[field];
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Returns a field as a whole number, also if it is written as text. Returns null for any other value. */
export function whole(body: Body, field: string): number | null {
  const value = body[field];
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** Returns a field that is an object. Returns null for any other value. */
export function hash(body: Body, field: string): Body | null {
  const value = body[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null;
}

/**
 * Returns the field `metadata`, or undefined if it is absent.
 * @throws Refusal `bad_request` if it is not an object
 */
export function metadata(body: Body): Metadata | undefined {
  if (body.metadata === undefined || body.metadata === null) return undefined;
  const value = hash(body, 'metadata');
  if (value === null) throw badRequest('bad_request', 'Metadata should be a JSON hash');
  return value;
}
