const oneTap = {
  title: 'Your box',
  nextBox: 'Next box',
  until: 'You can do this by the end of {date}.',
  busy: 'Saving',
  skip: {
    title: 'Skip the box of {date}?',
    text: 'Nothing is charged that day. Later boxes keep their dates.',
    free: 'The free product stays in this box. Contact us to move it to another box.',
    go: 'Skip this box',
    done: 'The box of {date} is skipped',
    doneText: 'Nothing is charged that day.',
    undo: 'Undo the skip',
    undoneText: 'As before the skip.',
  },
  move: {
    title: 'Move the box of {date} to {to}?',
    text: 'Nothing is charged before the new payment date. Later boxes keep their dates.',
    go: 'Move this box',
    done: 'The box is moved to {date}',
    doneText: 'Later boxes keep their dates.',
    undo: 'Undo the move',
    undoneText: 'As before the move.',
  },
  box: {
    title: 'Change what’s in the box of {date}?',
    text: 'Log in to choose what’s in your box.',
    go: 'Log in and change',
  },
  swap: {
    title: 'Take {to} instead?',
    text: 'We’ve run out of {from}. If you accept, your box of {date} gets {packs} × {to} instead. Later boxes don’t change.',
    before: 'Total now',
    after: 'Total with the change',
    go: 'Accept',
    without: 'If you don’t accept, your box stays as you chose it.',
    done: 'Your box of {date} is changed',
    doneText: 'Thank you. You can see it in your account.',
    over: 'This offer has ended',
    overText: 'The box of {date} can’t be changed with this link any more. Log in to see it.',
  },
  undo: {
    here: 'Here for 1 minute, then in your account until the end of {date}.',
    over: 'This can’t be undone here any more.',
    done: 'The box of {date} is back',
  },
  tooLate: {
    title: 'It’s too late for this',
    text: 'The box of {date} can’t be skipped or moved any more. Log in to see it. You can skip or change the boxes after it.',
    box: 'This link no longer works for the box of {date}. Log in: until its payment date starts, you can still change what’s in it there.',
  },
  ended: {
    title: 'This box has changed',
    text: 'The box of {date} can’t be changed with this link any more. Log in to see your boxes.',
  },
  inAccount: 'Log in to see what you can do.',
} as const;

export default oneTap;
