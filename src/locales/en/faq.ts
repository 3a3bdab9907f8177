const faq = {
  title: 'Questions and answers',
  description:
    'When you are charged, how to skip, change or cancel a box, what delivery costs, ways to pay, failed payments, points, inviting friends, discretion and your data.',
  heading: 'Questions and answers',
  lead: 'If yours is not here, write to us; the address is at the foot of every page.',
  paying: {
    title: 'Paying',
    charged: {
      q: 'When am I charged?',
      a: 'The first time when you sign up, then on the payment day you chose, from 9 in the morning. In a month without that day we use its last one. Five days before, we tell you what comes and what it costs.',
    },
    ways: {
      q: 'How can I pay?',
      a: 'By credit or debit card, which is charged by itself on your payment day, or by PromptPay QR code or bank transfer: then we send you a payment link on that day, by LINE if you have connected it, else by email. You change from one to the other in your account.',
    },
    link: {
      q: 'How long is a payment link open?',
      a: 'For the day it is made and the {days} days after it; the first one ends {lapse} days after you began to sign up. If it is not paid by then, your subscription stops and nothing is owed. You can ask for a new link in your account whenever you like.',
    },
    failed: {
      q: 'What happens when my card is declined?',
      a: 'We tell you the reason, and try again {days} days after the payment date. You can add another card at any time; it is tried at once. After the last try your subscription stops and nothing more is charged. Some refusals are final: then we do not try that card again, and ask you for another one.',
    },
    twice: {
      q: 'Can I be charged twice for one box?',
      a: 'No. When a bank does not answer, we ask it what happened before anything else is charged. Money that reaches us twice goes back.',
    },
    receipt: {
      q: 'Do I get a receipt?',
      a: 'Yes, for every payment, as a PDF. You also find it beside each paid order in your account.',
    },
  },
  orders: {
    title: 'Your box and your orders',
    skip: {
      q: 'Can I skip an order?',
      a: 'Yes, until 2 days before its payment date, that whole day included, and you can put it back until then. The orders after it stay where they are.',
    },
    pause: {
      q: 'Can I take a break?',
      a: 'Skip any of your next three orders, or have your box come every 2 or 3 months. For a longer break, cancel: your points stay, and you come back when you want, at once or on a day you choose.',
    },
    change: {
      q: 'Can I change what is in the box?',
      a: 'Yes, until the payment date begins. From then on a change goes into the next box. You see the new price before you confirm.',
    },
    rhythm: {
      q: 'Can I change the payment day, or how often the box comes?',
      a: 'Yes, any time in your account. You see the next three dates and amounts before you confirm.',
    },
    cancel: {
      q: 'How do I cancel?',
      a: 'In your account, on one page, any time. It counts at once and nothing is charged afterwards. A box you have paid for still comes, and your points stay.',
    },
    back: {
      q: 'And if I want to come back?',
      a: 'Log in and choose how often. Start at once, and you pay today, or choose a day within the next 90 and change your box until then.',
    },
  },
  delivery: {
    title: 'Delivery',
    cost: {
      q: 'What does delivery cost?',
      a: '{near} in Bangkok and its vicinity, {far} elsewhere, and {remote} more for remote postcodes. It is free when your box holds at least what the {plans} plan holds. You see the fee before you pay.',
      paid: '{near} in Bangkok and its vicinity, {far} elsewhere, and {remote} more for remote postcodes. You see the fee before you pay.',
    },
    arrive: {
      q: 'When does my box arrive?',
      a: 'Within {days} days of payment, the first box too. The day is in your account.',
    },
    track: {
      q: 'Where is my box?',
      a: 'When it has been sent you get a message with the courier and the tracking number. Both are in your account too, beside the order.',
    },
    address: {
      q: 'What if I move?',
      a: 'Change the address in your account. A box that is already paid goes to the new one too, as long as we have not handed it over for packing: that happens {from} to {until} minutes after your payment reaches us. The fee may change with the postcode; you see it first.',
    },
    discreet: {
      q: 'Can others see what I have ordered?',
      a: 'Not from our messages: what shows on a locked phone and in the subject of a mail never names the product. The courier knows your name, address and phone number, nothing else about you.',
    },
  },
  rewards: {
    title: 'Points and friends',
    points: {
      q: 'What are points?',
      a: 'Each paid order earns one point for every full ฿{baht} of the box price. Every tenth paid order brings {bonus} points more. If an order is refunded, its points go too.',
    },
    free: {
      q: 'How do I get a free product?',
      a: 'With {free} points, you can choose a pack of any single product and which upcoming order it comes with. You can still skip that order. Contact us and we’ll move the free product to the next one.',
    },
    friends: {
      q: 'What do I get for inviting a friend?',
      a: 'Your friend has {off} off their first box with your code, and you get {points} points once they have paid for it. The code is for people who have never ordered from us.',
    },
  },
  data: {
    title: 'You and your data',
    keep: {
      q: 'What do you know about me?',
      a: 'What we need to send your box and to be paid for it. Your card number never reaches us: it goes from your browser to the card gateway. What we keep, why and for how long is on the {privacy} page.',
    },
    copy: {
      q: 'Can I get a copy of my data, or have it deleted?',
      a: 'Yes, you can do both in your account. Deleting your account ends your subscription and deletes your personal details. We keep the orders and receipts that tax law requires under a number instead of your name, unless a document had to show your name.',
    },
    login: {
      q: 'I cannot log in. What now?',
      a: 'Ask for a log-in link by email, or log in with LINE if you have connected it. A new password can be set by email too.',
    },
  },
  still: 'Something else?',
  stillText: 'Write to {email}. A person reads it.',
} as const;

export default faq;
