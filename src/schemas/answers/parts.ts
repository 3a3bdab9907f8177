import { z } from 'zod';
import type { Day } from '@/domain/day';
import { PAYMENT_METHODS } from '@/domain/subscription';

/** An amount of money in satang. */
export const satang = z.int().describe('In satang.');

/** A calendar day in Bangkok. The cast gives the field the type `Day`. */
export const day = z.iso.date() as unknown as z.ZodType<Day, string>;

/** An instant, ISO 8601 in UTC. */
export const moment = z.iso.datetime();

/** How a subscription or an order is paid. */
export const paymentMethod = z.enum(PAYMENT_METHODS);

/** The response of a command without a result. */
export const nothingAnswer = z.strictObject({}).meta({ id: 'Nothing' });

export const wordsAnswer = z
  .strictObject({ en: z.string(), th: z.string() })
  .meta({ id: 'Words', description: 'A text in both languages.' });

/** A delivery address. */
export const placeAnswer = z.strictObject({
  address: z.string(),
  subdistrict: z.string().nullable(),
  district: z.string().nullable(),
  province: z.string(),
  postalCode: z.string(),
});
