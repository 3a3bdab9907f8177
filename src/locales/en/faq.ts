const faq = {
  title: 'FAQs',
  description:
    'When you’re charged, how to skip, change or cancel, delivery fees, ways to pay, failed payments, points, inviting friends, privacy and your data.',
  heading: 'Frequently asked questions',
  lead: 'Can’t find your question? Contact us using the details at the bottom of the page.',
  paying: {
    title: 'Payment',
    charged: {
      q: 'When am I charged?',
      a: 'When you sign up, then on the payment day you chose, from 9:00. In a month without that day, we use the last day. Five days before each payment, we tell you what’s in your box and what it costs.',
    },
    ways: {
      q: 'How can I pay?',
      a: 'You can pay by credit or debit card, or from a Thai bank account that you connect. We charge both automatically on your payment day. You can also pay in your banking app, by PromptPay or by bank transfer. On your payment day, we send you a link by LINE, or by email if LINE isn’t connected. You can change your payment method in your account.',
    },
    link: {
      q: 'How long does a payment link work?',
      a: 'It works on the day we create it and the {days} days after that. Your first link works for {lapse} days after the day you start signing up. If you don’t pay that one, your sign-up expires. After any later link, your subscription stops, and you can get a new link in your account.',
    },
    failed: {
      q: 'What happens if a charge is declined?',
      a: 'We tell you the reason and try again {days} days after the payment date. You can add another card any time, and we’ll charge it straight away. If the last try fails, your subscription stops and you won’t be charged. If the bank says a card can’t be charged again, we ask you for another one.',
    },
    twice: {
      q: 'Can I be charged twice for one order?',
      a: 'No. If a bank doesn’t answer, we check the result before charging again. If we receive a payment twice, we refund it.',
    },
    receipt: {
      q: 'Do I get a receipt?',
      a: 'Yes, for every payment, as a PDF. You can also find it with each paid order in your account.',
    },
  },
  orders: {
    title: 'Your orders and your box',
    skip: {
      q: 'Can I skip an order?',
      a: 'Yes, until the end of the day 2 days before its payment date. You can unskip it until then. Your other orders keep their dates.',
    },
    pause: {
      q: 'Can I take a break?',
      a: 'Yes, you can pause for up to 6 months and resume at any time. You can also skip or move single orders, or get your box every 2 or 3 months. For a longer break, cancel your subscription. You keep your points and can restart on a day you choose.',
    },
    sooner: {
      q: 'Can I get my next box sooner?',
      a: 'Yes, you can order it now in your account. You pay that day, and your later orders keep their dates or count from then, as you choose. If that payment fails or isn’t made in time, your order returns to its planned date.',
    },
    change: {
      q: 'Can I change what’s in my box?',
      a: 'Yes, until the day before its payment date. After that, changes apply to your next order. You see the new price before you confirm.',
    },
    rhythm: {
      q: 'Can I change my payment day or how often my box comes?',
      a: 'Yes, any time in your account. You see your next three dates and amounts before you confirm.',
    },
    cancel: {
      q: 'How do I cancel?',
      a: 'Cancel any time in your account. It takes effect straight away, and you won’t be charged after that. We’ll still deliver any box you’ve paid for, and you keep your points.',
    },
    back: {
      q: 'Can I restart my subscription?',
      a: 'Yes. Log in and choose how often you get your box. Start straight away and pay today, or choose a day within the next 90 days. You can change your box until the day before that.',
    },
  },
  delivery: {
    title: 'Delivery',
    cost: {
      q: 'How much is delivery?',
      a: '{near} in Bangkok and nearby provinces, {far} elsewhere, plus {remote} for remote postcodes. Delivery is free if your box has at least what’s in the {plans} box. You see the fee before you pay.',
      paid: '{near} in Bangkok and nearby provinces, {far} elsewhere, plus {remote} for remote postcodes. You see the fee before you pay.',
    },
    arrive: {
      q: 'When does my box arrive?',
      a: 'Within {days} days of payment, including your first box. You’ll see the date in your account.',
    },
    track: {
      q: 'Where is my box?',
      a: 'When we’ve sent it, we message you with the courier and tracking number. You can also find them with the order in your account.',
    },
    address: {
      q: 'What if I move?',
      a: 'Change your address in your account. A box you’ve paid for also goes to the new address if we haven’t sent it for packing. That happens {from} to {until} minutes after payment. The fee may change with the postcode. You see it before you confirm.',
    },
    discreet: {
      q: 'Can other people see what I ordered?',
      a: 'Our email subjects and message previews on a locked phone never name a product. The courier gets only your name, address and phone number.',
    },
  },
  rewards: {
    title: 'Points and invitations',
    points: {
      q: 'What are points?',
      a: 'Each paid order earns 1 point for every full ฿{baht} of the box price. Every 10th paid order earns {bonus} more. If an order is refunded, we deduct its points.',
    },
    free: {
      q: 'How do I get a free product?',
      a: 'With {free} points, you can choose a pack of any single product and which upcoming order it comes with. You can still skip that order. Contact us and we’ll move the free product to the next one.',
    },
    friends: {
      q: 'What do I get for inviting a friend?',
      a: 'Your friend gets {off} off their first order with your code. You get {points} points when they’ve paid. The code is for people who have never ordered from us.',
    },
  },
  data: {
    title: 'Your account and your data',
    keep: {
      q: 'What data do you keep about me?',
      a: 'The data we need to send your box, receive payment and prevent misuse. We never receive your card number: your browser sends it to Omise, our payment provider. Read more on the {privacy} page.',
    },
    copy: {
      q: 'Can I get a copy of my data, or have it deleted?',
      a: 'Yes, you can do both in your account. Deleting your account ends your subscription and deletes your personal details. Tax law requires us to keep orders and receipts. We keep them under a number instead of your name, unless a document had to show your name.',
    },
    login: {
      q: 'What if I can’t log in?',
      a: 'Ask for a login link by email, or log in with LINE if it’s connected. You can also reset your password by email.',
    },
  },
  still: 'Have another question?',
  stillText: '{form}. A person reads every message.',
} as const;

export default faq;
