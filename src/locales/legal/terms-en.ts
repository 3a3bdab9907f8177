import type { LegalText } from './shape';

const terms: LegalText = {
  title: 'Terms',
  description:
    'The terms of a subscription with ira: prices and delivery, when you are charged, skipping, pausing, changing and cancelling, returns and refunds, points and invitation codes.',
  lead: 'These terms apply when you subscribe. Our shop for single products has its own terms.',
  sections: [
    {
      id: 'what',
      title: 'What you subscribe to',
      parts: [
        'A box of products that you choose, sent to an address in Thailand every 1, 2 or 3 months, until you cancel. Each box is an order, charged on the payment day you chose. A box has 1 to {maxPacks} packs, up to {maxSame} of one product.',
        'The agreement is between you and {seller}. It starts when we receive your first payment. A registration without a payment ends automatically after {lapse} days.',
      ],
    },
    {
      id: 'prices',
      title: 'Prices',
      parts: [
        'Prices are in Thai baht and include 7% VAT. Subscribing takes 25% off the list price of every product. The delivery fee depends on the postcode, is free for some boxes, and is shown before you pay.',
        'When a price changes, orders that are already planned keep their price. If you change your box, the prices of that day apply. Paid orders don’t change. Five days before each payment, we tell you the amount.',
      ],
    },
    {
      id: 'paying',
      title: 'Payment',
      parts: [
        'We charge the first order when you sign up, or when you restart your subscription straight away. We charge every other order on its payment date, from 9:00 Bangkok time. In a month without your payment day, we use the last day.',
        'If you pay by card or from a connected bank account, you allow us to charge it for each order until you cancel. If a charge is declined, we try again {ladder} days after the payment date, unless the bank says that it can’t be charged. If no try succeeds, we don’t send the order, your subscription stops, and you won’t be charged.',
        'Otherwise, we send you a link on the payment date. You can pay by PromptPay or bank transfer on that day and the {linkDays} days after it, and with the first link until the registration ends. If you don’t pay by then, we don’t send the order and your subscription stops.',
        'A discount code can be used once, for the first order. After the discount, either nothing is due or at least ฿20, because Omise accepts no smaller payment.',
      ],
    },
    {
      id: 'changing',
      title: 'Skipping, pausing and changing',
      parts: [
        [
          'Skip or unskip an order: until the end of the second day before its payment date.',
          'Pause your subscription for up to 6 months: orders before the day you choose are skipped, as long as they can still be skipped. You can resume at any time.',
          'Move one order by up to 20 days: until the end of the second day before its payment date. Later orders keep their dates.',
          'Change what is in your box: until the end of the day before its payment date. Later changes apply to your next order.',
          'Change your payment day, frequency, address or payment method: any time. You see the result before you confirm. While a payment is waiting or being checked, some changes have to wait.',
        ],
      ],
    },
    {
      id: 'delivery',
      title: 'Delivery',
      parts: [
        'We send a box when it is paid. It arrives within {receiveBy} days of payment. If it doesn’t, contact us: we find out where it is, and send another one or refund it.',
        'The risk is ours until the box is delivered to your address. Please make sure that someone can receive it.',
      ],
    },
    {
      id: 'returns',
      title: 'Problems, returns and refunds',
      parts: [
        'If something is damaged, missing or wrong, write to {contact} within 7 days of delivery, with a picture if you can. We send the right product or refund it.',
        'You may return an order within 7 days of receiving it, as the law on direct marketing allows. For hygiene reasons, packs must be unopened. Contact us first, and we tell you where to send it. We refund you within 15 days of receiving your notice.',
        'We refund the card you paid with, or a bank account that you name.',
      ],
    },
    {
      id: 'cancelling',
      title: 'Cancelling',
      parts: [
        'You can cancel in your account at any time, for any reason. It takes effect straight away: all unpaid orders are cancelled, and you won’t be charged after that. We still deliver a box that is paid. If we receive a payment after that, we refund it.',
        'You can restart at any time. We may end a subscription only for a serious reason, such as fraud or products that we can no longer supply. We then refund what is paid and not sent.',
      ],
    },
    {
      id: 'points',
      title: 'Points, free products and invitations',
      parts: [
        [
          'A paid order earns one point for every full ฿{bahtPerPoint} of its box price. Every tenth paid order earns {milestone} points more.',
          '{freePoints} points get you one pack of a single product, sent with an order. Points are not money, can’t be paid out or transferred, and don’t expire while you have an account.',
          'If an order is refunded, we deduct its points, if necessary from points that you earn later.',
          'An invitation code gives a friend {friendOff} off their first order, and gives you {referrerPoints} points when they have paid. You can’t use your own code, and neither can anyone who has ordered before. If your friend’s address, card name or email matches yours, the points are on hold for 30 days, or until your friend pays for a second order. If the first order is refunded, we deduct the points.',
        ],
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      parts: [
        'Please give correct details and keep them up to date, because we send your box there. Keep your password to yourself. Tell us if someone else has used your account. If you are under 20, you need the consent of a parent or guardian.',
        'How we use your data is on the privacy page.',
      ],
    },
    {
      id: 'liability',
      title: 'Our responsibility',
      parts: [
        'We are responsible for the products we sell and for what we do, as Thai consumer law says. Nothing here limits a right that it gives you. Pads and liners are hygiene products and do not treat a condition. If you worry about your health, please see a doctor.',
      ],
    },
    {
      id: 'law',
      title: 'Law and changes to these terms',
      parts: [
        'The law and the courts of Thailand apply. For each order, the terms apply that were shown here when it was paid. The date of this version is at the top.',
        'Questions and complaints: {contact}. You can also contact the Office of the Consumer Protection Board, hotline 1166.',
      ],
    },
  ],
};

export default terms;
