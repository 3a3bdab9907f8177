/* The answers to what people type in LINE. A title is also the text on a locked phone, so it names no product. */
const lineChat = {
  wishes: {
    next: 'Next box',
    skip: 'Skip',
    move: 'Move',
    pay: 'Pay',
    track: 'Track parcel',
    points: 'Points',
    box: 'What’s inside',
    pause: 'Pause',
    help: 'Help',
    person: 'Ask a person',
  },
  buttons: {
    skip: 'Skip {date}',
    box: 'Change what’s in it',
    date: 'Choose another date',
    moved: 'Move to {date}',
    pay: 'Pay {amount}',
    repair: 'Pay {amount}',
    parcel: 'Track parcel',
    account: 'Open my account',
    pause: 'Choose how long',
    restart: 'Restart',
    points: 'Points and rewards',
    connect: 'Connect my account',
    signUp: 'Sign up',
    finish: 'Finish signing up',
  },
  /* Rich menus: the bar that opens them, of 14 characters at most, and the cells that open a page. */
  menu: {
    bar: 'Menu',
    connect: 'Connect my account',
    signUp: 'Sign up',
    how: 'How it works',
  },
  confirms: 'Nothing changes until you confirm on the next page.',
  guest: {
    title: 'This LINE isn’t connected yet',
    text: 'We can’t see an ira account for this LINE. Log in to connect it, or sign up. For anything else, write to us here.',
  },
  helpGuest: {
    title: 'How can we help?',
    text: 'Connect your account, and we can show your next box and parcels here. Or write your question, and a person will answer.',
  },
  unfinished: {
    title: 'Your sign-up isn’t finished',
    text: 'No box is planned and nothing is charged until you finish.',
  },
  stopped: {
    title: 'Your subscription has stopped',
    text: 'No box is planned and nothing will be charged. You can restart any time.',
  },
  cancelled: {
    title: 'Your subscription is cancelled',
    text: 'No box is planned and nothing will be charged. You can restart any time.',
  },
  paused: {
    title: 'Paused until {until}',
    text: 'Nothing is charged before then. The next payment date is {date}. You can resume earlier in your account.',
  },
  pausedLater: {
    title: 'Paused until {until}',
    text: 'The box of {date} still comes, because it was too late to pause it: {amount} is due that day. After it nothing is due until {until}.',
  },
  nothingPlanned: {
    title: 'No box is planned',
    text: 'Nothing is being charged. Your account shows all your boxes.',
  },
  debtLink: {
    title: '{amount} is waiting for payment',
    text: 'Pay by {moment}. If you transfer, send the slip here. We’ll send your box once it’s paid.',
  },
  debtConfirm: {
    title: 'Please confirm {amount} with your bank',
    text: 'Nothing is charged until you confirm, or pay in another way.',
  },
  debtChecking: {
    title: 'We’re checking {amount} with the bank',
    text: 'You don’t need to do anything. We’ll write as soon as we know.',
  },
  debtDue: {
    title: '{amount} is being charged',
    text: 'We charge it on {date} from 9:00, and write as soon as it’s paid.',
  },
  debtRetry: {
    title: '{amount} isn’t paid yet',
    text: 'The charge failed. We’ll try again on {date} from 9:00. You can pay in another way, or skip this box, on the next page.',
  },
  debtCard: {
    title: '{amount} isn’t paid yet',
    text: 'The charge failed, and we won’t try again automatically. Pay by the end of {until}, or your subscription stops.',
  },
  debtOver: {
    title: '{amount} isn’t paid yet',
    text: 'The time to pay is over. Nothing is charged automatically. Open your account to pay in another way.',
  },
  debtStopped: {
    title: 'Your subscription has stopped',
    text: '{amount} isn’t paid, and nothing more is charged. Pay it to get that box, or restart any time.',
  },
  slip: {
    booked: {
      title: 'Paid: {amount}',
      text: 'Your transfer for order #{number} of {date} has arrived. You don’t need to do anything.',
    },
    checking: {
      title: 'We have your slip',
      text: 'We’re checking {amount} for order #{number} of {date} with the bank, and write as soon as it’s paid.',
    },
    stored: {
      title: 'We have your slip',
      text: 'We’ll match your transfer of {amount} for order #{number} of {date} within a working day, and write as soon as it’s paid.',
    },
    listed: {
      title: 'We have your slip',
      text: 'Our team checks it for order #{number} of {date}, {amount}, and writes to you if something is missing.',
    },
    gateway: {
      title: 'Your payment is on its way',
      text: 'It was made by QR code. {amount} for order #{number} of {date} arrives automatically, usually within minutes.',
    },
    foreign: {
      title: 'This transfer went to another account',
      text: '{amount} for order #{number} of {date} isn’t paid. Our account number is on the payment page.',
    },
    unknown: {
      title: 'The bank doesn’t know this transfer',
      text: 'Please check it in your bank app. {amount} for order #{number} of {date} isn’t paid.',
    },
    used: {
      title: 'This slip was sent for another order',
      text: '{amount} for order #{number} of {date} isn’t paid. If this is wrong, write to us here.',
    },
    ask: {
      title: 'We have your slip',
      text: 'We can’t see which payment it’s for. A person checks it and answers here.',
    },
    guest: {
      title: 'We have your slip',
      text: 'This LINE isn’t connected to an account, so we can’t see which payment it’s for. A person checks it and answers here.',
    },
  },
  next: {
    title: 'Next box: {date}',
    text: '{amount} is due that day. You can skip or move it until the end of {until}. The box after it is on {next}.',
  },
  nextLast: {
    title: 'Next box: {date}',
    text: '{amount} is due that day. You can skip or move it until the end of {until}.',
  },
  skip: {
    title: 'Skip the box of {date}?',
    text: '{amount} won’t be charged that day. The box after it stays on {next}. You can skip until the end of {until}.',
  },
  skipLast: {
    title: 'Skip the box of {date}?',
    text: '{amount} won’t be charged that day. You can skip until the end of {until}.',
  },
  skipLate: {
    title: 'Too late to skip {date}',
    text: 'That box is already being prepared for payment. You can skip the box of {next} ({amount}) until the end of {until}.',
  },
  skipNone: {
    title: 'Too late to skip {date}',
    text: 'Boxes can be skipped until the end of {until}. {amount} is due on {date}.',
  },
  move: {
    title: 'Move the box of {date}?',
    text: '{amount} is due on the day you choose instead. Later boxes keep their dates. You can move it until the end of {until}.',
  },
  moveLate: {
    title: 'Too late to move {date}',
    text: 'You can move the box of {next} ({amount}) until the end of {until}.',
  },
  moveNone: {
    title: 'The box of {date} can’t be moved',
    text: '{amount} is due on {date}. Your account shows what you can still change.',
  },
  moveTo: {
    title: 'Move from {date} to {next}?',
    text: '{amount} is due on {next}. Later boxes keep their dates.',
  },
  payNone: {
    title: 'Nothing to pay now',
    text: 'The next payment is {amount} on {date}.',
  },
  box: {
    title: 'In the box of {date}',
    text: '{amount} is due that day. You can change what’s in it until the day before.',
  },
  pause: {
    title: 'Take a break?',
    text: 'The next box is on {date} ({amount}). Choose how long to pause. You see the new dates before you confirm.',
  },
  points: {
    'title#one': 'You have {count} point',
    'title#other': 'You have {count} points',
    text: '{needed} points get you a free pack. You choose which box it comes with.',
  },
  help: {
    title: 'What you can type here',
    text: 'next, skip, move, box, pay, track, points, pause. For anything else just write, and a person will answer.',
  },
  person: {
    title: 'We’ll answer here',
    text: 'A person has your message. Write everything that helps, and add a photo if you like.',
  },
  trackPacking: {
    title: 'Your box is being packed',
    text: 'Order #{number}, {amount}. It arrives by {date}. We’ll write when it’s shipped.',
  },
  trackSent: {
    title: 'Your box is on its way',
    text: 'Order #{number}, {amount}. It arrives by {date}. The parcel number follows.',
  },
  trackNumber: {
    title: 'Your box is on its way',
    text: 'Order #{number}, {amount}. {courier}, parcel number {parcel}.',
  },
  trackArrived: {
    title: 'Your box was delivered',
    text: 'Order #{number} of {date}, {amount}. If you don’t have it, write to us here.',
  },
  trackStopped: {
    title: 'This box wasn’t sent',
    text: 'Order #{number}, {amount}, was refunded before it was packed.',
  },
  trackNone: {
    title: 'No parcel yet',
    text: 'Your box is packed once it’s paid: {amount} on {date}.',
  },
  trackPlanned: {
    title: 'Order #{number}',
    text: '{amount} for {date} isn’t paid, so no parcel is on its way.',
  },
  trackUnknown: {
    title: 'We can’t find that order',
    text: 'None of your orders has the number #{number}. Check it in your account, or write to us here.',
  },
} as const;

export default lineChat;
