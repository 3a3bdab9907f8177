import './messages';
import { z } from 'zod';
import { BULK_DAYS_MAX, BULK_WHY_MAX, BULK_WORKS } from '@/domain/bulk';
import { APOLOGY_POINTS_MAX } from '@/domain/points';
import { PRODUCT_CODES } from '@/domain/product';
import { dayField, idField, line } from './fields';
import { subscriberFilter } from './subscriber-filter';

const days = z
  .int()
  .min(-BULK_DAYS_MAX)
  .max(BULK_DAYS_MAX)
  .refine((count) => count !== 0);
const product = z.enum(PRODUCT_CODES);
const bulkChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), days }),
  z
    .strictObject({ kind: z.literal('swap'), from: product, to: product.nullable() })
    .refine(({ from, to }) => from !== to),
  z.strictObject({ kind: z.literal('pause'), until: dayField }),
  z.strictObject({ kind: z.literal('points'), points: z.int().min(1).max(APOLOGY_POINTS_MAX) }),
]);

const why = line(BULK_WHY_MAX);
const bulkId = idField;
export const bulkIdInput = z.strictObject({ bulkId });
/** `filter` null: the subscribers come from a file. `key`: what it is opened once by. `en`, `th`: the reason that the subscribers read. */
export const openBulkInput = z.strictObject({
  key: z.uuid(),
  change: bulkChange,
  filter: subscriberFilter.omit({ accountId: true }).nullable(),
  fileName: line(200).nullable(),
  en: why,
  th: why,
});
export type OpenBulkInput = z.output<typeof openBulkInput>;

export const BULK_PEOPLE_AT_ONCE = 1000;
/** The lines of a file, and the e-mail or account id of each; '' for a line without one. */
export const addPeopleInput = z.strictObject({
  bulkId,
  lines: z.array(z.tuple([z.int().min(1).max(200_000), z.string().max(254)])).max(BULK_PEOPLE_AT_ONCE),
});
export const bulkWorkInput = z.strictObject({ bulkId, work: z.enum(BULK_WORKS) });
/** `leftOut`: only rows that were not changed. */
export const bulkRowsInput = z.strictObject({
  bulkId,
  leftOut: z.boolean(),
  after: z.int().min(0),
  limit: z.int().min(1).max(1000),
});
