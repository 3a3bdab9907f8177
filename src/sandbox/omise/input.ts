import type { Metadata } from './records';
import { badRequest } from './refusal';

type Body = Record<string, unknown>;

/** Returns the text of a field; null if it is absent or empty. */
export function text(body: Body, field: string): string | null {
  const value = body[field];
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Returns a whole number, given as such or (in a form) as digits; null for any other. */
export function whole(body: Body, field: string): number | null {
  const value = body[field];
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** Returns an object inside the body; null if absent. */
export function hash(body: Body, field: string): Body | null {
  const value = body[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null;
}

/** @throws Refusal `bad_request` if it is present and not a hash */
export function metadata(body: Body): Metadata | undefined {
  if (body.metadata === undefined || body.metadata === null) return undefined;
  const value = hash(body, 'metadata');
  if (value === null) throw badRequest('bad_request', 'Metadata should be a JSON hash');
  return value;
}
