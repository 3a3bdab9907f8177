import { z } from 'zod';

export const pageInput = z.strictObject({ page: z.coerce.number().int().min(1).max(10_000).default(1) });

/** A slice of a connection: how many, and after which cursor. */
export const sliceInput = z.strictObject({
  first: z.int().min(1).max(50),
  after: z.string().min(1).max(200).nullish(),
});
