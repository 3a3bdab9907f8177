const site = {
  title: 'ira subscription',
  description:
    'Organic pads and liners in a box you put together yourself, delivered every 1, 2 or 3 months in Thailand. 25% off when you subscribe. Skip any order, cancel any time.',
  discreet: 'Your account with ira',
  imageAlt: 'An open ira box with packs of organic pads and liners',
  nav: { how: 'How it works', plans: 'Boxes', products: 'Products', questions: 'FAQs' },
  hero: {
    title: 'Organic pads, at your door before you need them',
    lead: 'Choose what’s in your box, how often it comes and the day you pay. Skip or cancel any time.',
    from: 'Boxes from {price}',
    fromNote: '25% off every product. Delivery from {fee}, or free.',
    see: 'See recommended boxes',
    box: 'An open ira box with light day, day and night pads and panty liners',
  },
  how: {
    title: 'How it works',
    one: {
      title: 'Fill your box',
      text: 'Start with a recommended box or choose your own mix: 1 to 20 packs.',
    },
    two: {
      title: 'Choose your day',
      text: 'Get your box every 1, 2 or 3 months and choose your payment day. You see your next three dates before you pay.',
    },
    three: {
      title: 'Get your box',
      text: 'Your box arrives within 5 days of payment. We remind you 5 days before each payment, and you can skip until 2 days before.',
    },
  },
  plans: {
    title: 'Recommended boxes',
    lead: 'Prices per box, after 25% off. Change anything before you pay.',
    was: 'was {price}',
    save: 'You save {amount}',
    free: 'Free delivery',
    paid: 'Delivery by postcode, from {fee}',
    choose: 'Start with {plan}',
    own: 'Or build your own box',
  },
  products: {
    title: 'What can go in your box',
    lead: 'Drawn to scale so you can compare.',
    prices: 'List price {listPrice}, subscription price {price}',
    contains: 'Contains {contents}',
  },
  promise: {
    title: 'Clear at every step',
    price: {
      title: 'See the price first',
      text: 'You see the box price, delivery and dates before you enter a card number.',
    },
    reminder: {
      title: 'A reminder before you pay',
      text: 'Five days before each payment, we tell you what’s in your box and what it costs.',
    },
    freedom: {
      title: 'You’re in control',
      text: 'Skip an order, change your box or payment day, or cancel. You keep the points you’ve earned.',
    },
    quiet: { title: 'Discreet', text: 'Our email subjects and message previews never name a product.' },
  },
  questions: {
    title: 'FAQs',
    charged: {
      q: 'When am I charged?',
      a: 'When you sign up, then on the payment day you chose. In a month without that day, we use the last day.',
    },
    skip: {
      q: 'Can I skip an order?',
      a: 'Yes, until 2 days before its payment date. You can unskip it until then. Your other orders keep their dates.',
    },
    delivery: {
      q: 'How much is delivery?',
      a: '{near} in Bangkok and nearby provinces, {far} elsewhere, and a little more for remote postcodes. Delivery is free if your box has at least what’s in the {plans} box.',
      paid: '{near} in Bangkok and nearby provinces, {far} elsewhere, and a little more for remote postcodes.',
    },
    arrive: {
      q: 'When does my box arrive?',
      a: 'Within 5 days of payment, including your first box. You’ll see the date in your account.',
    },
    change: {
      q: 'Can I change what’s in my box?',
      a: 'Yes, until the day before its payment date. After that, changes apply to your next order.',
    },
    points: {
      q: 'What are points?',
      a: 'You earn 1 point for every full ฿{baht} of the box price. {free} points get you a free pack, and every 10th order earns {bonus} more.',
    },
    cancel: {
      q: 'How do I cancel?',
      a: 'Cancel any time in your account. You won’t be charged after that. We’ll still deliver any box you’ve paid for.',
    },
  },
  closing: { title: 'Be ready for your next period', text: 'Signing up takes about three minutes.' },
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
