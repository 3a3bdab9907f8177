import { z } from 'zod';

const ROTATED_MAX = 5;

/**
 * Returns the schema of a comma-separated list of secrets. The list has several secrets while a new secret
 * replaces an old one. The product sends and signs with the first secret and accepts every secret of the
 * list.
 * @param one the schema of a single secret
 */
export function rotated(one: z.ZodString) {
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.length <= ROTATED_MAX && parts.every((part) => one.safeParse(part).success));
}
