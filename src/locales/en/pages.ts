/** The shop and information pages. */
const pages = {
  menu: 'Menu',
  more: {
    how: 'How it works, step by step',
    plans: 'Compare the plans',
    products: 'All products with their prices',
    questions: 'All questions and answers',
  },
  products: {
    title: 'Products',
    description:
      'Organic day pads, light day pads, night pads, night pads XL, panty liners and starter packs in Thailand: pieces, lengths and prices, each 25% less in a box.',
    heading: 'Everything that can go in your box',
    lead: 'Organic pads and liners, drawn to scale. In a box each of them costs 25% less.',
    singles: 'Pads and liners',
    side: 'Side by side',
    starters: 'Starter packs',
    startersLead: 'A little of each, for finding out what suits you. One pack in the box, like any other.',
    odds: 'More from the shop',
    oddsLead: 'Sold once, without a subscription. These come from our shop, not with your box.',
    inBox: 'In your box',
    once: 'Bought once',
    list: 'List price',
    start: 'Start a box with {product}',
    buy: 'Buy {product} once',
    soldOut: 'Sold out in the shop for now',
  },
  plans: {
    title: 'Recommended plans',
    description:
      'Ready-made boxes of organic pads and liners in Thailand with their real prices, what each saves and where delivery is free. Change anything before you pay.',
    heading: 'Good places to start',
    lead: 'Each one is a box you can change before you pay, and before every payment after that. Prices are for one box, after 25% off.',
    light: 'For light days, or for getting to know us.',
    regular: 'For most cycles: days, nights and what comes before and after.',
    heavy: 'For heavy days and long nights.',
    freeTitle: 'When is delivery free?',
    freeText:
      'When your box holds at least what the {plans} plan holds, also if you put it together yourself, and also for remote postcodes. Otherwise delivery is {near} in Bangkok and its vicinity and {far} elsewhere, with {remote} more for remote postcodes. You see the fee before you pay.',
    changeTitle: 'What if it is not quite right?',
    changeText:
      'Choose a plan and add or take out packs: 1 to {max} in a box, in any mix. Later you change your box in your account until a payment date begins.',
    ownTitle: 'Put together your own',
    ownText: 'Any mix of pads, liners and starter packs. The price is on screen while you choose.',
  },
  how: {
    title: 'How it works',
    description:
      'Choose a box of organic pads and liners, how often it comes and the day you pay. A reminder 5 days before each payment, skipping until 2 days before, delivery within 5 days after.',
    heading: 'How it works',
    lead: 'You decide what comes, how often, and the day you pay. We tell you before money moves.',
    box: {
      title: 'Fill your box',
      text: 'Start from a plan or mix your own: 1 to {max} packs of pads, liners and starter packs. Every product is 25% less than its list price.',
    },
    day: {
      title: 'Choose how often, and your day',
      text: 'A box every 1, 2 or 3 months, paid on a day of the month that suits you. In a month without that day we use its last one. You see the first three dates and amounts before you pay.',
    },
    pay: {
      title: 'Pay by card, PromptPay or transfer',
      text: 'A card is charged by itself on your payment day, from 9 in the morning. Without a card, we send a payment link on that day, by LINE or email, with a QR code and our bank details.',
    },
    door: {
      title: 'Your box is at your door',
      text: 'Within 5 days of payment, the first box too. We tell you when it is on its way, with the number to follow it by.',
    },
    remind: {
      title: 'Before the next one, we ask',
      text: 'Five days before each payment you hear what comes and what it costs. Until 2 days before, you can skip it, and put it back.',
    },
    points: {
      title: 'Your orders earn something',
      text: 'One point for every full ฿{baht} of a box. {free} points are a free pack of your choice, and every tenth paid order brings {bonus} points more.',
    },
    exampleTitle: 'For example',
    exampleLead:
      'You sign up today, {today}, with a box every month and day {day} as your payment day. Then these are your first three dates:',
    paid: 'Payment',
    by: 'Box by',
    exampleNote: 'The second payment never comes less than three weeks after the first.',
    untilTitle: 'What you can change, and until when',
    until: {
      skip: { what: 'Skip an order, or put it back', when: 'Until 2 days before its payment date' },
      box: {
        what: 'What is in the box',
        when: 'Until the payment date begins; later changes go into the next box',
      },
      rhythm: { what: 'Payment day and how often', when: 'Any time; you see the new dates first' },
      method: { what: 'Card, PromptPay or transfer', when: 'Any time; not while a payment is being checked' },
      address: {
        what: 'Delivery address',
        when: 'Any time; for a paid box until we hand it over for packing, {from} to {until} minutes after payment',
      },
      cancel: { what: 'Cancel', when: 'Any time, at once. Nothing is charged afterwards' },
    },
  },
  legal: { version: 'Version of {day}', contents: 'On this page' },
  footer: {
    pages: 'ira',
    privacy: 'Privacy',
    terms: 'Terms',
  },
} as const;

export default pages;
