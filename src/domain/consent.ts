/**
 * What a subscriber consents to, each by itself: `data`, the use of their data, what may say something about their health
 * included; `charging`, that their card is charged for each box, or that they are asked to pay.
 */
export const CONSENT_PURPOSES = ['data', 'charging'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** The day since which the sentences that are agreed to read as they do: `register.details.consent` and `.chargingConsent`. */
export const CONSENT_TEXT_VERSION = '2026-11-24';
