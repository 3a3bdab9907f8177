/** The page that asks for the account of a refund by transfer. */
const refundAccount = {
  title: 'Where should we send your refund?',
  heading: 'Your refund',
  order: '{amount} for order {order}',
  lead: '{amount} for order {order}. We can’t refund the way you paid, so we’ll transfer it.',
  bank: 'Bank',
  choose: 'Choose your bank',
  number: 'Account number',
  name: 'Name on the account',
  safe: 'We use it for this refund only, store it encrypted and delete it 90 days after.',
  submit: 'Send',
  sending: 'Sending',
  given: 'Thank you, we have your account',
  givenText: 'We’ll transfer {amount} to your {bank} account ending in {digits} and write to you then.',
  change: 'Change the account',
  paying: 'Your refund is on its way',
  payingText: 'We’re transferring {amount} now. Please contact us if the account is wrong.',
  paid: 'We sent your refund',
  paidText: 'We transferred {amount}. Most banks show it within a day.',
  ended: 'There’s nothing to transfer',
  endedText: 'This refund was settled another way. Please contact us if you have a question.',
  tell: 'Tell us where to send your refund',
  back: 'Back to your account',
} as const;

export default refundAccount;
