import './messages';
import { z } from 'zod';

/** `asOf`: a day, meaning its 09:00 in Bangkok, or an instant; outside production only. */
export const runBillingInput = z.strictObject({
  asOf: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
  limit: z.int().min(1).max(100_000).optional(),
});
