const site = {
  title: 'ira subscription',
  description:
    'Organic pads and liners in a box you shape yourself, sent every 1, 2 or 3 months in Thailand. 25% off when you subscribe. Skip any order, cancel any time.',
  discreet: 'Your account with ira',
  imageAlt: 'An open ira box with packs of organic pads and liners',
  nav: { how: 'How it works', plans: 'Plans', products: 'Products', questions: 'Questions' },
  hero: {
    title: 'Organic pads, at your door before you need them',
    lead: 'You choose what is in the box, how often it comes and the day you pay. Skip any time, cancel any time.',
    from: 'Boxes from {price}',
    fromNote: '25% off every product. Delivery from {fee}, or free.',
    see: 'See the plans',
    box: 'An open ira box holding light day, day and night pads and panty liners',
  },
  how: {
    title: 'How it works',
    one: {
      title: 'Fill your box',
      text: 'Start from a plan or mix your own: 1 to 20 packs, as light or as heavy as your days are.',
    },
    two: {
      title: 'Pick your day',
      text: 'Every 1, 2 or 3 months, paid on the day of the month that suits you. You see the next three dates before you pay.',
    },
    three: {
      title: 'Open your door',
      text: 'Your box arrives within 5 days of payment. We remind you 5 days before each one, and you can skip it until 2 days before.',
    },
  },
  plans: {
    title: 'Good places to start',
    lead: 'Prices for one box, after 25% off. Change anything before you pay.',
    was: 'instead of {price}',
    save: 'You save {amount}',
    free: 'Free delivery',
    paid: 'Delivery by postcode, from {fee}',
    choose: 'Start with {plan}',
    own: 'Or build your own box',
  },
  products: {
    title: 'What can go in your box',
    lead: 'Drawn to scale, so that you can compare.',
    prices: 'List price {listPrice}, with a subscription {price}',
    contains: 'Contains {contents}',
  },
  promise: {
    title: 'No surprises',
    price: {
      title: 'The price first',
      text: 'Box, delivery and dates are on screen before you type a card number.',
    },
    reminder: {
      title: 'A reminder first',
      text: 'Five days before each payment we tell you what comes and what it costs.',
    },
    freedom: {
      title: 'Your box, your rules',
      text: 'Skip an order, change the box or the day, or cancel. Points you earned stay yours.',
    },
    quiet: { title: 'Discreet', text: 'The subject lines of our mails and messages never name the product.' },
  },
  questions: {
    title: 'Questions',
    charged: {
      q: 'When am I charged?',
      a: 'The first time when you sign up, then on the payment day you chose. In a month without that day we use its last day.',
    },
    skip: {
      q: 'Can I skip an order?',
      a: 'Yes, up to 2 days before its payment date, and you can put it back just as easily. The next orders stay where they are.',
    },
    delivery: {
      q: 'What does delivery cost?',
      a: '{near} in Bangkok and its vicinity, {far} elsewhere, a little more for remote postcodes. It is free when your box holds at least what the {plans} plan holds.',
      paid: '{near} in Bangkok and its vicinity, {far} elsewhere, a little more for remote postcodes.',
    },
    arrive: {
      q: 'When does my box arrive?',
      a: 'Within 5 days of payment, the first box too. You see the day in your account.',
    },
    change: {
      q: 'Can I change what is in the box?',
      a: 'Yes, until the payment date begins. From then on a change goes into the next box.',
    },
    points: {
      q: 'What are points?',
      a: 'Each order earns one point per full ฿{baht} of the box price. {free} points buy one free pack, and every tenth order brings {bonus} more.',
    },
    cancel: {
      q: 'How do I cancel?',
      a: 'In your account, in one step, any time. Nothing is charged afterwards; a box you have paid for still comes.',
    },
  },
  closing: { title: 'Your next period can be the easy one', text: 'It takes about three minutes.' },
  footer: {
    contact: 'Contact',
    follow: 'Follow us',
    start: 'Get started',
    email: 'Email',
    phone: 'Phone',
    line: 'LINE',
    rights: 'ira, organic pads and liners in Thailand',
  },
} as const;

export default site;
