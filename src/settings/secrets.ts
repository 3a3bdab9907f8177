import { z } from 'zod';

const ROTATED_MAX = 5;

/**
 * Returns the schema of a comma-separated list of secrets. The list has several secrets while a secret is
 * replaced. The product uses the first secret to send and sign, and accepts every secret of the list.
 * @param one the schema of a single secret
 */
export function rotated(one: z.ZodString) {
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.length <= ROTATED_MAX && parts.every((part) => one.safeParse(part).success));
}
