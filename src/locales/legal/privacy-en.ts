import type { LegalText } from './shape';

const privacy: LegalText = {
  title: 'Privacy',
  description:
    'What data ira keeps about you, why, for how long, who else receives it, and how to read, correct or delete it, under the Personal Data Protection Act of Thailand.',
  lead: 'What data we keep about you, why, for how long, and what you can do about it.',
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      parts: [
        'The seller is {seller}. We decide why and how your data is used, so we are the data controller under the Personal Data Protection Act B.E. 2562 (PDPA). Contact us about anything on this page: {contact}.',
      ],
    },
    {
      id: 'what',
      title: 'What we keep, and why',
      parts: [
        'To provide your account and send your box, which is our contract with you:',
        [
          'your name, email, phone number, language and delivery address. The fulfilment centre and the courier need your name, phone number and address;',
          'your password, if you set one, as a hash that can’t be read back;',
          'your passkeys, if you add any: the public key, the name you gave it, and when you added and last used it. Your fingerprint and your face stay on your device;',
          'what is in your box, how often it comes, your payment day, your orders, and the orders you skipped;',
          'your points, your invitation code, and that a friend signed up with it;',
          'if you ask for a calendar link: when you did, and the link as a hash that can’t be read back. Anyone who has the link sees your payment days until you end it;',
          'the messages we sent you, and whether they arrived.',
        ],
        'To receive payment, and because tax law requires it:',
        [
          'amounts, dates, the result of each payment, and receipts;',
          'if you request a tax invoice: the name, address, tax ID and branch that you enter for it;',
          'of a card: its brand, last four digits, expiry date, the name on it, and a number by which Omise recognises it. The card number and the security code go from your browser to Omise, our payment provider. We never receive them;',
          'of a connected bank account: the bank, the last digits, and a number by which Omise recognises it;',
          'of a bank transfer: what our bank statement says about it.',
        ],
        'To keep your account safe and prevent misuse, which is our legitimate interest and yours:',
        [
          'where you are logged in: the kind of browser or app, how you logged in, and since when. You can see these devices in your account and log them out;',
          'what was changed in your account, when and by whom;',
          'for up to one hour, how many attempts to log in or sign up came from which network address;',
          'whether a phone number, email, card, LINE account or address matches another account, to prevent misuse of invitation and discount codes.',
        ],
        'If you write to us in LINE or with the contact form: what you write and, if you’re not logged in, the name and email that you enter.',
        'If you connect LINE: the number by which LINE knows you, your display name, and whether you have added our official account. Only you can connect it, and you can disconnect it at any time.',
        'Your name, email, phone number and address are required: without them we can’t send a box. Your age group, LINE and a comment when you cancel are optional.',
      ],
    },
    {
      id: 'health',
      title: 'What your choices may say about your health',
      parts: [
        'Which products you choose, how often, and why you cancel can say something about your health. The law gives such data special protection, so we ask for your consent when you sign up, apart from your consent to being charged.',
        [
          'We use it to put your box together and send it. To withdraw your consent, delete your account.',
          'The age group and the comment when you cancel are optional. We only count the reasons pregnancy and menopause: your account shows “something else” instead, and keeps no comment with it.',
          'We don’t use it for advertising or put it in error reports. The fulfilment centre receives it to pack your box. Messages that list your box go through LINE or our email provider.',
          'Our email subjects and message previews on a locked phone never name a product.',
        ],
      ],
    },
    {
      id: 'others',
      title: 'Who else receives it',
      parts: [
        'We don’t sell your data. These providers work for us and receive only what they need:',
        [
          'Omise, our payment provider (Thailand): card details from your browser; from us the amount and the numbers of your account and order, but not your name or contact details;',
          'the fulfilment centre (MyCloud Fulfillment, Thailand) and the courier that delivers your parcel: name, address and phone number. The fulfilment centre also receives what to pack;',
          'LINE (LY Corporation, Japan), if you have connected it: the messages we send you there;',
          'our email provider: your email and the messages we send to it;',
          'our server provider, which stores the data for us;',
          'error monitoring (Functional Software Inc., Sentry, United States), where it is switched on: what went wrong on which page, and a recording of some visits in which all text and input is covered. Never on the pages where you pay.',
        ],
        'Our shop for single products (Ecwid) only tells us what it sells. If you follow a link to buy there, its own privacy notice applies.',
        'LINE and error monitoring store data outside Thailand, and an email or server provider may do so too. We choose providers that must protect it as Thai law requires. We give courts and authorities what the law requires us to give.',
      ],
    },
    {
      id: 'long',
      title: 'How long we keep it',
      parts: [
        [
          'Your account and its data: until you delete it. If you have no active subscription and have not logged in or ordered for three years, we write to you and delete the account {notice} days later. If you log in before that, we keep it. While a payment, a refund or a delivery is open, we wait.',
          'A registration without a payment: {lapse} days, then we delete it. If you asked for a payment link, we delete it three days later, so that we find a bank transfer made in time. If you cancel it, we delete it at the same time, unless you have restarted it or we still owe you money.',
          'A login: up to 30 days. Your answers on the sign-up pages stay on your own device: your name, email, phone number and address for 24 hours, the rest for {lapse} days. They are deleted when you have signed up.',
          'After you delete your account: we delete your email, cards, LINE profile and messages straight away. We also delete your name, phone number and address, unless a box you paid for is on its way or we may owe you a refund. In that case, we delete them when the box has arrived and the money is refunded. For a box that never arrives we wait {address} days. For a refund that could not be made we wait five years, the time for which tax records are kept.',
          'Your consents to the use of your data and to being charged, each with the version of the text: until you withdraw them, and for five years after that as evidence, under a number instead of your name.',
          'What you write to us in LINE or with the contact form, and our answers: encrypted, for {conversations} days after the conversation was closed. Pictures that you send in LINE: {pictures} days after you sent them at most. If you delete your account, we delete them with it.',
          'A bank account that you tell us for a refund: encrypted, until {payTo} days after the refund. If you delete your account, we delete it straight away, unless the refund is still open.',
          'The picture of a transfer slip that you send us: encrypted, for {slip} days, or until you delete your account. A provider reads the transfer at your bank by the number in its QR code. We keep that number, so that no slip counts twice.',
          'Messages we sent you: {messages} days. What Omise, the fulfilment centre and LINE report to us: {events} days after we have dealt with it.',
          'Orders, payments and receipts: as long as tax law requires, five years and up to seven, under a number instead of your name. A document that had to show your name, such as a tax invoice, keeps it for that time, with restricted access. Seven years after the last document of the order we delete the name, address and tax ID on it.',
          'Of a card payment that you or your bank disputed or reversed: the number by which Omise recognises the card, for as long as the payment, also after you delete your account. We use it so that the card is not charged again. This is our legitimate interest and yours.',
          'So that each customer gets first-order discounts once: five years from your first paid order, or from deleting your account, hashes of your email, phone number, LINE profile and cards. They only show whether the same ones are used for a first order again, and can’t be read back.',
        ],
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      parts: [
        'We use only the cookies that the website needs: one that keeps you logged in, one that helps us tell your browser from someone who guesses passwords, and short-lived ones while you log in with LINE or a passkey. We don’t use cookies for advertising or for counting visitors, so we don’t ask for your consent to cookies.',
      ],
    },
    {
      id: 'rights',
      title: 'What you can do',
      parts: [
        'You can do most of this yourself in your account, under Account:',
        [
          'read and correct your data;',
          'download all of it as a file that programs can read;',
          'delete your account, after which you won’t be charged;',
          'choose whether we message you by LINE;',
          'withdraw your consent to being charged by cancelling your subscription, and your consent to the use of your data by deleting your account. Without them we can’t send a box.',
        ],
        'You may also object to a use of your data, have it restricted, withdraw a consent, or ask us for anything else: write to {contact}. We answer within 30 days. If you are not satisfied with the answer, you can complain to the Office of the Personal Data Protection Committee of Thailand.',
      ],
    },
    {
      id: 'young',
      title: 'If you are under 20',
      parts: [
        'Please ask a parent or guardian for their consent before you sign up. We don’t ask for your date of birth. The age group is optional, and we don’t use it for advertising.',
      ],
    },
    {
      id: 'safe',
      title: 'How we keep it safe',
      parts: [
        'Connections are encrypted, passwords are hashed, we don’t store card numbers, our logs have no field for a name or an address, and we record every change. If a breach puts your data at risk, we tell the authority within 72 hours, and you without delay.',
      ],
    },
    {
      id: 'changes',
      title: 'When this page changes',
      parts: [
        'The date of this version is at the top. If we want to use your data for something new, we ask you first.',
      ],
    },
  ],
};

export default privacy;
