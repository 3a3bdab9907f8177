/** The texts of the desk's pages about subscribers. */
const deskSubscribers = {
  search: {
    label: 'Find a subscriber',
    hint: 'Name, email, phone, card’s last four digits, parcel number, payment reference, account or order id.',
    submit: 'Search',
    tooShort: 'Type at least {min} characters.',
    invalid: 'This text can’t be searched. Remove special characters.',
    none: 'No subscriber found',
    noneText: 'Check the spelling, or search for something else, such as the phone number.',
    results: 'Subscribers found',
    more: 'Only the first {max} are shown. Type more of the name, or search for the email or phone number.',
    foundBy: {
      account: 'Account id',
      order: 'Order id',
      email: 'Email',
      parcel: 'Parcel number',
      link: 'Payment reference',
      card: 'Card',
      text: 'Name, email or phone',
    },
    by: 'Found by: {what}',
  },
  deleted: 'Deleted account',
  state: {
    none: 'No subscription',
    awaiting_payment: 'Waiting for the first payment',
    active: 'Active',
    paused: 'Paused',
    inactive: 'Stopped after a failed payment',
    cancelled: 'Cancelled',
  },
} as const;

export default deskSubscribers;
