/**
 * The purposes of consent. `data`: use of the subscriber's data, which can include health data. `charging`: charging
 * the card, or requesting a payment, for each box.
 */
export const CONSENT_PURPOSES = ['data', 'charging'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** The day on which the current wording of `register.details.consent` and `.chargingConsent` was published. */
export const CONSENT_TEXT_VERSION = '2026-11-24';
