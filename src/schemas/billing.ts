import './messages';
import { z } from 'zod';
import { optional } from './fields';

/**
 * The input of a billing run. `asOf`: the instant of the run, or a day, which means 09:00 in Bangkok. `asOf`
 * is not allowed in production.
 */
export const runBillingInput = z.strictObject({
  asOf: optional(z.union([z.iso.date(), z.iso.datetime({ offset: true })])),
  limit: optional(z.int().min(1).max(100_000)),
});
