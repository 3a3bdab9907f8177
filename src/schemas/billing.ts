import './messages';
import { z } from 'zod';
import { optional } from './fields';

/** `asOf`: an instant, or a day, which means 09:00 in Bangkok. Outside production only. */
export const runBillingInput = z.strictObject({
  asOf: optional(z.union([z.iso.date(), z.iso.datetime({ offset: true })])),
  limit: optional(z.int().min(1).max(100_000)),
});
