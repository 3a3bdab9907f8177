const repair = {
  title: 'Payment',
  heading: 'Not paid yet',
  confirmHeading: 'Confirm with your bank',
  waitingHeading: 'Waiting for payment',
  order: 'Order of {date}',
  nextTry: 'We’ll try again on {date} from 9:00, unless you choose something else here.',
  nextTryAfterQr:
    'We won’t charge you automatically while this QR code works. If you don’t pay, we’ll try again afterwards.',
  nextTryAfterApp:
    'We won’t charge you automatically while the app waits. If you don’t pay, we’ll try again afterwards.',
  noTry: 'We won’t try again automatically.',
  uncharged: 'Nothing has been charged',
  atBank: 'Your bank opens its own page, then brings you back.',
  endsOn: 'Pay by the end of {date}',
  ends: 'After that the subscription stops. Your points stay.',
  others: 'Other ways',
  unpaid: 'We won’t charge you automatically. If you pay, your box is sent and your subscription continues.',
  awaiting: 'You can still pay with the link that we sent you, or here.',
  qr: {
    title: 'Pay by PromptPay',
    note: 'Scan it, or open a banking app',
    lead: 'You scan a QR code with any Thai banking app. How you pay for later orders doesn’t change.',
    make: 'Pay {amount} by PromptPay',
    making: 'Creating QR code',
  },
  card: {
    title: 'Use another card',
    note: 'For this order only',
    lead: 'We charge {amount} once and don’t save this card.',
    leadSave: 'We charge {amount} once. The card is only saved if you say so.',
    save: 'Use this card for later orders too',
    pay: 'Pay {amount}',
    paying: 'Paying {amount}',
  },
  sameCard: {
    title: 'Try the same card again',
    note: 'Charges {amount} now',
    lead: 'We charge {amount} to the card saved in the account. You can try it once a day.',
    pay: 'Charge {amount} to the same card',
  },
  bankAccount: {
    title: 'Pay from a bank account',
    note: 'Connect it once in your account',
    lead: 'You connect your bank account, then pay {amount} from it. Later orders are charged to it, too.',
    go: 'Connect a bank account',
  },
  giveUp: {
    title: 'Skip this order, pay nothing',
    note: 'Your next order stays on {date}.',
    noteStopped: 'You owe nothing for it.',
    lead: 'Skip the order of {date}? You pay nothing for it and no box is sent. Later orders aren’t affected.',
    leadUnpaid:
      'Skip the order of {date}? You pay nothing for it and no box is sent. Your subscription stays stopped.',
    yes: 'Skip this order',
    doing: 'Skipping',
  },
  givenUp: {
    title: 'This order is skipped',
    text: 'You owe nothing for the order of {date}. If it had a free product, your points are back.',
  },
  ended: {
    title: 'There’s nothing to pay here',
    text: 'The order of {date} was closed or replaced by a newer one. You owe nothing for it.',
  },
} as const;

export default repair;
