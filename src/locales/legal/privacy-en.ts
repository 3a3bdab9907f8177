import type { LegalText } from './shape';

const privacy: LegalText = {
  title: 'Privacy',
  description:
    'What ira keeps about you, why, for how long, who else sees it, and how you read, correct or delete it, under the Personal Data Protection Act of Thailand.',
  lead: 'What we keep about you, why, for how long, and what you can do about it. We wrote it to be read.',
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      parts: [
        'The box is sold by {seller}. We decide why and how your data is used; in the words of the Personal Data Protection Act B.E. 2562 (PDPA) we are the data controller. Write to us about anything on this page: {contact}.',
      ],
    },
    {
      id: 'what',
      title: 'What we keep, and why',
      parts: [
        'To have an account and to send your box, which is our contract with you:',
        [
          'your name, email address, phone number, language and delivery address. The courier needs the phone number;',
          'your password, as a hash from which nobody can read it, if you have set one;',
          'what is in your box, how often it comes, your payment day, your orders, and which you skipped;',
          'your points, your referral code, and that a friend came with it;',
          'the messages we sent you, and whether they arrived.',
        ],
        'To be paid, and because tax law asks for it:',
        [
          'amounts, dates, what became of each payment, and receipts;',
          'of a card: its last four digits, brand, expiry, the name on it, and a number by which the card gateway knows it. The card number and the security code go from your browser to the gateway and never reach us;',
          'of a bank transfer: what our bank’s statement says about it.',
        ],
        'To keep your account yours, which is our legitimate interest and yours:',
        [
          'where you are logged in: the kind of browser or app, how you logged in, and since when. You see these sessions in your account and can end them;',
          'what was changed in your account, when and by whom;',
          'for an hour at most, how many tries to log in or register came from which network address.',
        ],
        'If you connect LINE: the number by which LINE knows you, your display name, and whether you have added our official account. Only you connect it, and you can disconnect it.',
      ],
    },
    {
      id: 'health',
      title: 'What your choices may say about your health',
      parts: [
        'Which products you choose, how often, and why you cancel can say something about your body. The law protects such data more than other data, and so do we.',
        [
          'We use it to put your box together and to send it, because you ask us to when you subscribe. You withdraw that by cancelling, and by deleting your account.',
          'The age group and the comment when you cancel are optional. Two of the eight reasons, pregnancy and menopause, are only counted: your account says “something else” instead, and keeps no comment with it.',
          'It is not used for advertising, not given to anybody but those who pack your box, and not part of error reports.',
          'Our messages do not name the product in their subject, or on a locked phone.',
        ],
      ],
    },
    {
      id: 'others',
      title: 'Who else sees it',
      parts: [
        'We sell your data to nobody. These work for us, each with what it needs and no more:',
        [
          'the card gateway (Opn Payments, Thailand): card details from your browser; from us the amount and the numbers of account and order, but not who you are;',
          'the fulfilment centre (MyCloud Fulfillment, Thailand) and the courier it hands your parcel to: name, address, phone number. The fulfilment centre also knows what to pack;',
          'LINE (LY Corporation, Japan), if you have connected it: the messages we send you there;',
          'the host of our mails: your email address and the mails;',
          'the host of our servers, which stores the data for us;',
          'error monitoring (Functional Software Inc., Sentry), where it is switched on: what went wrong on which page, and a recording of some visits in which every text and every input is covered. Never on the pages where you pay.',
        ],
        'Our shop for single products (Ecwid) only tells us what it sells. If you follow a link to buy there, you are its visitor, and its own notice holds.',
        'LINE and error monitoring store data outside Thailand, as a mail host may. We choose those that are bound to protect it as Thai law asks. Courts and authorities get what the law obliges us to give.',
      ],
    },
    {
      id: 'long',
      title: 'For how long',
      parts: [
        [
          'Your account and all that belongs to it: until you delete it. If you have no active subscription and have not logged in or ordered for three years, we write to you and delete the account after {notice} more days. Log in before that and it stays. While a payment, a refund or a box is open, we wait.',
          'A registration without a payment: {lapse} days, then it is erased; three days later if you asked for a payment link, so that a bank transfer made in time is found. If you cancel it before that, it is erased at the same time, unless you have reactivated it or money still has to go back to you.',
          'A session: at most 30 days. Your answers on the sign-up pages stay on your own device: your name, email, phone number and address for 24 hours, the rest for {lapse} days. They are deleted when you have signed up.',
          'After you delete the account: your email address, cards, LINE profile and messages are erased at once. So are your name, phone number and address, unless a box you paid for is on its way or a payment may have to go back to you. Then we erase them once the box has arrived and the money is sent. For a box that never arrives we wait {address} days, for a payment that could not be returned five years, as tax law keeps its records.',
          'What you agreed to, to the use of your data and to being charged, each with the version of the text: until you withdraw it, and five years after that, under a number instead of your name, as evidence.',
          'Messages we sent you: {messages} days. What the card gateway, the fulfilment centre and LINE report to us: {events} days after we have dealt with it.',
          'Orders, payments and receipts: as long as tax law asks, five years and up to seven, under a number instead of your name. A receipt that had to carry your name keeps it for that time, locked away.',
          'Of a card payment that you or your bank disputed or took back: the number by which the gateway recognises the card, for as long as the payment, also after you delete the account. With it we see that the card is not to be charged. This is our legitimate interest and yours.',
          'So that a gift for a first order is given once: five years from your first paid order, or from deleting the account, hashes of your email address, phone number, LINE profile and cards. They only tell whether the same ones are used for a first order again; nobody can read them back.',
        ],
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      parts: [
        'Only those without which the site does not work: one that keeps you logged in, one that lets us tell your browser from somebody guessing your password, and short-lived ones while you log in with LINE. There are no cookies for advertising or for counting visitors, so we do not ask you to agree to any.',
      ],
    },
    {
      id: 'rights',
      title: 'What you can do',
      parts: [
        'Most of it in your account, under My details, at once and without asking anybody:',
        [
          'read and correct your data;',
          'download all of it as a file that programs can read;',
          'delete your account, after which nothing is charged any more;',
          'choose whether we write to you by LINE;',
          'withdraw your consent to being charged by cancelling, and your consent to the use of your data by deleting your account. Without them we cannot send a box.',
        ],
        'You may also object to a use of your data, have it restricted, withdraw a consent, or ask anything else of us: write to {contact}. We answer within 30 days. If you are not content with the answer, you can complain to the Office of the Personal Data Protection Committee of Thailand.',
      ],
    },
    {
      id: 'young',
      title: 'If you are under 20',
      parts: [
        'Please talk to a parent or guardian before you subscribe. We do not ask for your date of birth, and we show advertising to nobody.',
      ],
    },
    {
      id: 'safe',
      title: 'How it is kept safe',
      parts: [
        'Connections are encrypted, passwords are hashed, card numbers are not here to be stolen, logs have no field for a name or an address, and every change is written down. If your data were ever put at risk, we would tell the authority within 72 hours, and you without delay.',
      ],
    },
    {
      id: 'changes',
      title: 'When this page changes',
      parts: [
        'The day of this version is at the top. If a change means that we use your data for something new, we ask you first.',
      ],
    },
  ],
};

export default privacy;
