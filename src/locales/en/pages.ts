/** The shop and information pages. */
const pages = {
  menu: 'Menu',
  more: {
    quiz: 'Not sure? Find your box in three taps',
    how: 'See how it works',
    plans: 'Compare recommended boxes',
    products: 'See all products and prices',
    questions: 'See all FAQs',
  },
  products: {
    title: 'Products',
    description:
      'Organic day pads, light day pads, night pads, night pads XL, panty liners and starter packs in Thailand: pieces, lengths and prices. 25% off when you subscribe.',
    heading: 'Products for your box',
    lead: 'Organic pads and liners, drawn to scale. 25% off when you subscribe.',
    singles: 'Pads and liners',
    side: 'Compare lengths',
    starters: 'Starter packs',
    startersLead:
      'Try different kinds to see what suits you. Each starter pack counts as one pack in your box.',
    odds: 'More from our shop',
    oddsLead: 'Buy these once, without a subscription. Our shop sends them separately from your box.',
    inBox: 'Subscription price',
    once: 'Buy once',
    list: 'List price',
    start: 'Start a box with {product}',
    buy: 'Buy {product} once',
    soldOut: 'Sold out in our shop',
  },
  plans: {
    title: 'Recommended boxes',
    description:
      'Recommended boxes of organic pads and liners in Thailand, with prices, savings and free delivery. Change anything before you pay.',
    heading: 'Recommended boxes',
    lead: 'You can change any box before you pay, and before each payment after that. Prices are per box, after 25% off.',
    light: 'For light days, or to try us out.',
    regular: 'For most periods: days, nights, and the days before and after.',
    heavy: 'For heavy days and nights.',
    freeTitle: 'When is delivery free?',
    freeText:
      'Delivery is free if your box has at least what’s in the {plans} box. This also applies to remote postcodes and to boxes you build yourself. Otherwise, delivery is {near} in Bangkok and nearby provinces and {far} elsewhere, plus {remote} for remote postcodes. You see the fee before you pay.',
    changeTitle: 'Can I change a recommended box?',
    changeText:
      'Yes. Choose a box, then add or remove packs: 1 to {max} in any mix. Later, you can change your box in your account until the day before each payment date.',
    ownTitle: 'Build your own box',
    ownText: 'Choose any mix of pads, liners and starter packs. You see the price as you choose.',
  },
  quiz: {
    title: 'Which box suits you?',
    lead: 'Three taps. Your answers are not saved or sent.',
    days: 'How are your days?',
    nights: 'And your nights?',
    length: 'How long does your period last?',
    light: 'Light',
    medium: 'Medium',
    heavy: 'Heavy',
    short: 'Up to 3 days',
    usual: '4 to 6 days',
    long: '7 days or more',
    result: 'We suggest the {plan} box',
    change: 'You can change it before you pay.',
  },
  how: {
    title: 'How it works',
    description:
      'Choose a box of organic pads and liners, how often it comes and the day you pay. We remind you 5 days before each payment. Skip until 2 days before. Delivery within 5 days of payment.',
    heading: 'How it works',
    lead: 'Choose what you get, how often, and the day you pay. We remind you before each payment.',
    box: {
      title: 'Fill your box',
      text: 'Start with a recommended box or choose your own mix: 1 to {max} packs of pads, liners and starter packs. Every product is 25% off its list price.',
    },
    day: {
      title: 'Choose how often, and your payment day',
      text: 'Get your box every 1, 2 or 3 months and pay on the day you choose. In a month without that day, we use the last day. You see your first three dates and amounts before you pay.',
    },
    pay: {
      title: 'Pay by card, PromptPay or transfer',
      text: 'If you pay by card or from a bank account, we charge it automatically on your payment day from 9:00. Otherwise, we send you a payment link on that day by LINE or email, with a QR code and our bank details.',
    },
    door: {
      title: 'Get your box at home',
      text: 'Your box arrives within 5 days of payment, including your first one. We tell you when it’s sent, with a tracking number.',
    },
    remind: {
      title: 'We remind you before the next order',
      text: 'Five days before each payment, we remind you what’s in your box and what it costs. You can skip or unskip an order until 2 days before its payment date.',
    },
    points: {
      title: 'Earn points',
      text: 'You earn 1 point for every full ฿{baht} of the box price. {free} points get you a free pack of your choice. Every 10th paid order earns {bonus} more.',
    },
    exampleTitle: 'For example',
    exampleLead:
      'If you sign up today, {today}, for a box every month on day {day}, these are your first three dates:',
    paid: 'Payment',
    by: 'Arrives by',
    exampleNote: 'Your second payment is always more than 20 days after the first.',
    untilTitle: 'What you can change, and until when',
    until: {
      skip: { what: 'Skip, move or pause an order', when: 'Until 2 days before its payment date' },
      box: {
        what: 'What’s in your box',
        when: 'Until the day before the payment date. Later changes apply to your next order',
      },
      rhythm: {
        what: 'Payment day and frequency',
        when: 'Any time. You see the new dates before you confirm',
      },
      method: {
        what: 'Payment method',
        when: 'Any time, except while we’re checking a payment with the bank',
      },
      address: {
        what: 'Delivery address',
        when: 'Any time. For a paid box, until we send it for packing, {from} to {until} minutes after payment',
      },
      cancel: {
        what: 'Cancel',
        when: 'Any time. It takes effect straight away, and you won’t be charged after that',
      },
    },
  },
  legal: { version: 'Version of {day}', contents: 'On this page' },
  footer: {
    pages: 'ira',
    privacy: 'Privacy',
    terms: 'Terms',
    accessibility: 'Accessibility',
  },
} as const;

export default pages;
