const oneTap = {
  title: 'Your order',
  order: 'Your order of {date}',
  until: 'You can do this by the end of {date}.',
  busy: 'Saving',
  skip: {
    title: 'Skip this order?',
    text: 'You pay nothing for it and no box is sent. Later orders keep their dates. If this order has a free product, contact us to move it to another order.',
    go: 'Skip order',
    done: 'This order is skipped',
    doneText: 'You won’t be charged for the order of {date}. To unskip it, log in.',
  },
  move: {
    title: 'Move this order by 7 days?',
    text: 'Its new payment date is {date}. Later orders keep their dates.',
    go: 'Move order',
    done: 'This order was moved',
    doneText: 'Its payment date is now {date}. To choose another day, log in.',
  },
  box: {
    title: 'Change your box?',
    text: 'Log in to choose what’s in your box.',
    go: 'Log in and change',
  },
  tooLate: {
    title: 'It’s too late for this',
    text: 'The order of {date} can’t be skipped or moved any more. Log in to see it. You can skip or change the orders after it.',
    box: 'This link no longer works for the order of {date}. Log in: until its payment date starts, you can still change your box there.',
  },
  ended: {
    title: 'This order has changed',
    text: 'The order of {date} can’t be changed with this link any more. Log in to see your orders.',
  },
  inAccount: 'Log in to see what you can do.',
} as const;

export default oneTap;
