/* Descriptions of GraphQL arguments that several calls share. */

/** For every call that charges or creates a payment link. */
export const EXPECTED_TOTAL = 'Satang that were shown; another total is TOTAL_CHANGED and charges nothing.';

/** For every call that changes the price of an order. */
export const SHOWN_TOTAL =
  'Satang that were shown for the order that the change names, else for the next order; another total is TOTAL_CHANGED and changes nothing.';

export const PREVIEW = 'Answers what would be and writes nothing.';
export const VERSION = 'Of the subscription the caller looked at; another one is STALE.';

/** For every change of a plan. */
export const CHANGE = { preview: PREVIEW, version: VERSION, expectedTotal: SHOWN_TOTAL };
