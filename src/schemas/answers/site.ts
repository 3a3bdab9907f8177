import { z } from 'zod';
import { ERROR_CODES } from '@/domain/error-kinds';
import { REFUSAL_REASONS } from '@/domain/refusal-reasons';
import { CARD_BRANDS, SELLER_FACTS } from '@/domain/seller';

const text = z.string().nullable();

/** The public settings. */
export const settingsAnswer = z
  .strictObject({
    omisePublicKey: z.string(),
    omiseVaultUrl: z.string(),
    omiseJsUrl: z.string(),
    storeId: z.string(),
    storePublicKey: z.string(),
    lineChannelId: z.string(),
    offlineRegistration: z.boolean(),
    websiteUrl: z.string(),
    functionsApiUrl: z.string(),
    cloudApiUrl: z.string(),
    paymentsAppUrl: z.string(),
    seller: z.strictObject({ name: z.string(), address: text, registration: text }),
    /** The statements of the seller about products and purchase. A kind without a statement is missing. */
    sellerFacts: z.array(
      z.strictObject({
        kind: z.enum(SELLER_FACTS),
        text: z.strictObject({ en: z.string(), th: z.string() }),
        url: text,
      }),
    ),
    cardBrands: z.array(z.enum(CARD_BRANDS)),
    contact: z.strictObject({ email: text, phone: text, line: text }),
    social: z.strictObject({ facebook: text, instagram: text, line: text }),
    /** The URL to which browsers send errors and recordings; null disables both. */
    sentryDsn: text,
    incident: z.boolean(),
    /** The operator's text for the banner; null for the default text. */
    incidentText: z.strictObject({ en: z.string(), th: z.string() }).nullable(),
    maintenance: z.boolean(),
    sandbox: z.boolean(),
  })
  .meta({ id: 'Settings' });

/**
 * An error response. The keys of `fieldErrors` are dotted paths. `data`: the current state, if the caller's
 * state is out of date.
 */
export const refusalAnswer = z
  .strictObject({
    status: z.literal('error'),
    code: z.enum(ERROR_CODES),
    message: z.string().describe('in the caller’s language'),
    reason: z.enum(REFUSAL_REASONS).optional(),
    fieldErrors: z.record(z.string(), z.array(z.string())).optional(),
    data: z.unknown().optional(),
  })
  .meta({ id: 'Refusal' });
