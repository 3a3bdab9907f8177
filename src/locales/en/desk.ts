/** The texts of the desk's frame, its log-in and its invitations. */
const desk = {
  title: 'ira desk',
  navigation: 'Desk',
  today: 'Today',
  money: 'Money',
  team: 'Team',
  keep: 'Not now',
  roles: { support: 'Support', warehouse: 'Warehouse', finance: 'Finance', owner: 'Owner' },
  notYours: 'Your role at the desk doesn’t allow this. Please ask the owner.',
  logIn: {
    heading: 'Log in to the desk',
    lead: 'For the ira team. Subscribers log in on the shop’s own page.',
    passkey: 'Log in with a passkey',
    waiting: 'Waiting for your passkey…',
    stopped: 'Your device didn’t log you in. Try again, or use your authenticator app.',
    noPasskeys: 'This browser has no passkeys. Use your authenticator app.',
    byApp: 'With an authenticator app',
    email: 'Email',
    send: 'Send me a link',
    sent: 'Check your email',
    sentText:
      'If {email} belongs to a member with an authenticator app, a link is on its way. It works for {minutes} minutes.',
    lost: 'Lost your way in? The owner can send you a new invitation.',
  },
  code: {
    heading: 'Enter your code',
    lead: 'The six digits from your authenticator app.',
    label: 'Code',
    submit: 'Log in',
  },
  join: {
    heading: 'Accept your invitation',
    forWhom: 'This invitation is for {email}. Role: {role}.',
    name: 'Your name',
    nameHint: 'Your team sees it beside what you do.',
    passkey: 'Accept with a passkey',
    passkeyHint: 'Your phone or computer keeps it. You unlock it as you unlock your screen.',
    app: 'Use an authenticator app instead',
    appHint: 'Scan the code with your app, or type the key into it. Then enter the six digits that it shows.',
    qr: 'QR code for your authenticator app',
    key: 'Key',
    finish: 'Accept',
    stopped: 'Your device created no passkey. Try again, or use an authenticator app.',
  },
  link: {
    expired: 'This link no longer works',
    expiredText: 'It was used, is too old, or a newer one was sent. Ask for a new one.',
    incomplete: 'This link is incomplete. Please open it from the email again.',
    toLogIn: 'To the login page',
  },
} as const;

export default desk;
