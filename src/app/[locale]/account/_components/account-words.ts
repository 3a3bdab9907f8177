/** The groups of texts that every page of the account sends to the browser. The parts in it send only what they add. */
export const ACCOUNT_WORDS = [
  'account',
  'bankAccounts',
  'common',
  'declines',
  'payments.ends',
  'payments.link',
  'payments.modal',
  'payments.outcome',
  'subscription.change',
] as const;
