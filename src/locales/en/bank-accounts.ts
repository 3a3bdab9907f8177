/** Bank accounts that are charged. `declines`: the reasons that name the account, by the gateway's failure code. */
const bankAccounts = {
  name: '{bank} account ending in {lastDigits}',
  banks: { kbank: 'KBank', scb: 'SCB', ktb: 'Krungthai', bay: 'Krungsri' },
  declines: {
    insufficient_fund: 'Not enough money in your {account}.',
    failed_processing: 'Your bank couldn’t process the payment from your {account}.',
    invalid_account:
      'Your bank no longer accepts payments from your {account}. Please connect it again or choose another way to pay.',
    registration_rejected:
      'Your bank has ended the automatic payments from your {account}. Please connect it again or choose another way to pay.',
    rate_limit_exceeded: 'Your bank allowed no more payments from your {account} that day.',
  },
} as const;

export default bankAccounts;
