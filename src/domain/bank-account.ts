/** The banks whose accounts can be linked. */
export const LINK_BANKS = ['kbank', 'scb', 'ktb', 'bay'] as const;
export type LinkBank = (typeof LINK_BANKS)[number];
