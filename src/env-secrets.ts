import { z } from 'zod';

const ROTATED_MAX = 5;

/**
 * Secrets separated by commas while one replaces another. The first is written, signed and sent with; every one is
 * accepted.
 * @param one what each of them looks like.
 */
export function rotated(one: z.ZodString) {
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.length <= ROTATED_MAX && parts.every((part) => one.safeParse(part).success));
}
