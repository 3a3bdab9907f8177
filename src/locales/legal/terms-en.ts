import type { LegalText } from './shape';

const terms: LegalText = {
  title: 'Terms',
  description:
    'The terms of a subscription with ira: prices and delivery, when you are charged, skipping, changing and cancelling, returns and refunds, points and referral codes.',
  lead: 'What you and we agree on when you subscribe. The shop for single products has terms of its own.',
  sections: [
    {
      id: 'what',
      title: 'What you subscribe to',
      parts: [
        'A box of products that you choose, sent to an address in Thailand every 1, 2 or 3 months, until you cancel. Each box is an order of its own, charged on the payment day you chose. A box holds 1 to {maxPacks} packs, at most {maxSame} of one product.',
        'The agreement is between you and {seller}. It begins when your first payment has gone through. A registration without a payment ends by itself after {lapse} days.',
      ],
    },
    {
      id: 'prices',
      title: 'Prices',
      parts: [
        'Prices are in Thai baht and contain 7% VAT. Subscribing takes 25% off the list price of every product. The delivery fee depends on the postcode, is free for some boxes, and is shown before you pay.',
        'When a price changes, orders that are already planned keep the price they were planned with. Changing your box takes the prices of the day of the change. What is paid stays as it is. Five days before each payment we tell you what it will be.',
      ],
    },
    {
      id: 'paying',
      title: 'Paying',
      parts: [
        'The first order is charged when you sign up, or when you start again at once. Every other order is charged on its payment date, from 9 in the morning, Bangkok time. In a month without your day, it is the last day.',
        'By card, you allow us to charge it for each order until you cancel. If a charge is declined, we try again {ladder} days after the payment date, unless the bank says that trying is no use. If no try goes through, the order is not sent, your subscription stops, and nothing more is charged.',
        'Without a card, we send you a link on the payment date. It can be paid by PromptPay or bank transfer on that day and the {linkDays} days after it; the first one until the registration ends. Not paid by then, the order is not sent and your subscription stops.',
        'A discount code counts once, for the first order. At least ฿20 of an order are left to pay, or nothing at all, because the card gateway takes no less.',
      ],
    },
    {
      id: 'changing',
      title: 'Skipping and changing',
      parts: [
        [
          'Skip an order, or put it back: until the end of the second day before its payment date.',
          'Change what is in the box: until its payment date begins. Later changes go into the next box.',
          'Change payment day, frequency, address or way of paying: any time; you see what follows before you confirm. While a payment is being checked, some of it has to wait.',
        ],
      ],
    },
    {
      id: 'delivery',
      title: 'Delivery',
      parts: [
        'A box is sent once it is paid, and arrives within {receiveBy} days of payment. If it does not, tell us: we find out where it is, and send another one or give your money back.',
        'The risk is ours until the box is handed over at your address. Please make sure that somebody can take it.',
      ],
    },
    {
      id: 'returns',
      title: 'If something is wrong, or you change your mind',
      parts: [
        'Damaged, missing or wrong: write to {contact}, if you can with a picture, within 7 days of delivery. We send what is right, or give the money back.',
        'You may withdraw from an order within 7 days of receiving it, as the law on direct marketing lets you. Packs have to be unopened, for reasons of hygiene. Write to us first; you have your money back within 15 days of our receiving your notice.',
        'Money goes back the way it came, to the card, or to a bank account you name.',
      ],
    },
    {
      id: 'cancelling',
      title: 'Cancelling',
      parts: [
        'You cancel in your account, any time, whatever the reason. It counts at once: every order that is not paid falls away, and nothing is charged afterwards. A box that is paid still comes. If money reaches us all the same, it goes back.',
        'You can start again any time. We may end a subscription only for a serious reason, such as fraud or goods we can no longer supply, and then give back what is paid and not sent.',
      ],
    },
    {
      id: 'points',
      title: 'Points, free products and invitations',
      parts: [
        [
          'A paid order earns one point for every full ฿{bahtPerPoint} of its box price, and every tenth paid order {milestone} points more.',
          '{freePoints} points are one pack of a single product, sent with an order. Points are not money, cannot be paid out or passed on, and do not run out while you have an account.',
          'If an order is refunded, its points are taken back, from later ones if need be.',
          'A referral code takes {friendOff} off a friend’s first order and brings you {referrerPoints} points when it is paid. It is not for yourself and not for anybody who has ordered before. If your friend’s postal address, card holder or email matches yours, the points are held and released after 30 days or when your friend’s second order is paid. If the first order is refunded, both are reversed.',
        ],
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      parts: [
        'Please give details that are true and keep them up to date, because your box goes where they say. Keep your password to yourself. Tell us if somebody else has used your account. If you are under 20, you need the agreement of a parent or guardian.',
        'What we do with your data is on the privacy page.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      parts: [
        'We answer for the products we sell and for what we do, as Thai consumer law says; nothing here takes away a right it gives you. Pads and liners are products for hygiene. They do not treat anything: if something about your health worries you, please see a doctor.',
      ],
    },
    {
      id: 'law',
      title: 'Law, and changes of these terms',
      parts: [
        'The law of Thailand holds, and its courts decide. For an order, the terms hold that stood here when it was paid. The day of this version is at the top.',
        'Questions and complaints: {contact}. You can also turn to the Office of the Consumer Protection Board.',
      ],
    },
  ],
};

export default terms;
