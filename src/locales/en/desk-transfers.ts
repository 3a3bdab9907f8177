const deskTransfers = {
  decide: 'Find its order',
  none: 'No order fits this transfer.',
  due: '{amount} due since {date}',
  notOwed: 'not owed any more',
  fit: { exact: 'the amount fits', short: '{amount} short', over: '{amount} too much' },
  why: {
    reference: 'its reference',
    nearReference: 'one letter of the reference is wrong',
    amount: 'same amount',
    nearAmount: 'nearly the same amount',
    name: 'the name fits',
  },
  book: 'Book for {order}',
  accept: 'Book {order}, accept {difference} less',
  ask: 'Ask for {difference}',
  askText:
    '{name} gets a message with what is missing and the bank details. The transfer stays here until the rest arrives.',
  askedAt: 'Asked for the rest on {moment}.',
  asked: 'The message is on its way.',
  tooShort: 'More than {limit} short: an owner’s limit.',
  text: {
    exact: '{amount} pay {order}. It counts on the day of the transfer.',
    short: '{amount} pay {order}. The missing {difference} become a discount on its receipt.',
    over: '{order} is paid. The {difference} too much go on the list of transfers to make by hand.',
    notOwed: '{order} isn’t owed any more. {amount} go on the list of transfers to make by hand.',
  },
  another: 'Another order',
  refund: 'Refund {amount}',
  refundNeither: 'None of these: refund it',
  refundTo: 'Refund {name}',
  refundText: '{amount} go on the list of transfers to make by hand, for {name}.',
  refundUnknown: 'It goes on the list of transfers to make by hand, without a name.',
  refunded: 'It is on the list of transfers to make.',
  limit: {
    heading: 'Small shortages',
    text: 'A transfer that is short by at most this much can be accepted. The difference becomes a discount of the order.',
    amount: 'At most, in baht',
    save: 'Save the limit',
    saved: 'The limit is saved.',
  },
} as const;

export default deskTransfers;
