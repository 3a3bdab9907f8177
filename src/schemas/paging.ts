import { z } from 'zod';
import { textField } from './fields';

export const pageInput = z.strictObject({ page: z.coerce.number().int().min(1).max(10_000).default(1) });

export const SLICE_MAX = 50;

/** A page of a GraphQL connection: the first `first` items after the cursor `after`. */
export const sliceInput = z.strictObject({
  first: z.int().min(1).max(SLICE_MAX),
  after: textField.min(1).max(200).nullish(),
});
