const repair = {
  title: 'Payment',
  heading: 'This payment failed',
  confirmHeading: 'Confirm with your bank',
  waitingHeading: 'Waiting for payment',
  order: 'For your order of {date}',
  nextTry: 'We’ll charge your card again on {date} from 9:00, unless you choose something else here.',
  nextTryAfterQr:
    'We won’t charge your card while this QR code works. If you don’t pay, we’ll try it again afterwards.',
  endsOn: 'We won’t charge the same card again. You can pay by the end of {date}.',
  unpaid: 'We won’t charge your card again. If you pay, your box is sent and your subscription continues.',
  awaiting: 'You can still pay with the link that we sent you, or here.',
  qr: {
    title: 'Pay by PromptPay',
    lead: 'Scan a QR code with any Thai banking app. Your card stays the payment method for later orders.',
    make: 'Show QR code',
    making: 'Creating QR code',
  },
  card: {
    title: 'Pay with another card',
    lead: 'We charge {amount} once and don’t save this card.',
    leadSave: 'We charge {amount} once. The card is only saved if you say so.',
    open: 'Use another card',
    save: 'Use this card for later orders too',
    pay: 'Pay {amount}',
    paying: 'Paying {amount}',
  },
  giveUp: {
    title: 'Skip this order, pay nothing',
    lead: 'You pay nothing for it and no box is sent. Later orders aren’t affected.',
    leadUnpaid: 'You pay nothing for it and no box is sent. Your subscription stays stopped.',
    open: 'Skip this order',
    sure: 'Skip the order of {date}?',
    yes: 'Yes, skip it',
    no: 'Don’t skip',
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
