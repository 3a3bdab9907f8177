/** The explanation of each part of the downloaded file. */
export const ABOUT = {
  amounts: 'Money is in satang: 100 satang are 1 baht.',
  days: 'Days such as 2026-11-20 are calendar days in Bangkok; moments such as 2026-11-20T03:00:00.000Z are UTC.',
  account:
    'Who you are, how you log in and where your boxes go. Your password is stored only as a hash, left out here.',
  lineProfiles: 'The LINE profile that is linked with your account.',
  passkeys: 'Your passkeys. Their public keys are left out; the private ones were never here.',
  consents:
    'What you agreed to, in which version of the text (its day), and until when. Cancelling withdraws the consent to charging, deleting the account the one to the use of your data (data).',
  subscription: 'What you subscribe to: the box, how often, on which day, and how that changed (schedule).',
  orders:
    'Every box: what was in it and what it cost, how it was paid, every charge that was tried and how it ended, money that came in, was disputed and went back, the receipts, tax invoices (with the buyer that you named) and credit notes, and the parcels.',
  cards: 'What we know of your cards. Their numbers are with the card company and were never here.',
  points: 'Your balance, and every movement that it is the sum of.',
  codes: 'Your referral code, who joined through it (without their names), and the code you used yourself.',
  messages: 'What we wrote to you, and when.',
  sessions: 'Where you are logged in now.',
  links: 'Links that we mailed to you, and whether they were opened.',
  events: 'What was changed in your account, when, and whether by you.',
  notes: 'What our team noted about you, and when.',
};
