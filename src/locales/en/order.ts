/** The page of one order. */
const order = {
  title: 'Order of {date}',
  back: 'All orders',
  see: 'See the order',
  seeOf: 'of {date}',
  parcel: 'Where it is',
  contents: 'In the box',
  free: 'Free product',
  payment: 'Payment',
  refundedOf: '{refunded} of {total} has gone back to you.',
  number: 'Order number',
  points: 'Points earned',
  steps: {
    preparing: 'Being prepared',
    packed: 'Packed',
    shipped: 'On its way',
    delivered: 'Delivered',
  },
  paidOn: 'Paid on {date}',
  on: '{date}',
  by: 'With you by {date}',
  done: 'done',
  courier: 'Courier',
  trackingNumber: 'Tracking number',
  follow: 'Follow it at {courier}',
  followAnywhere: 'Follow the parcel',
  noNumber: 'The courier has not given it a number yet. It appears here as soon as there is one.',
  stopped: 'This box was refunded before it was packed, so it is not sent.',
  lookedAfter:
    'Something is holding this parcel up, and we are looking after it. There is nothing you need to do.',
  notTaken: 'You can still have it sent to another address.',
  changeAddress: 'Change the address',
  notYet: 'It is prepared as soon as it is paid.',
  skipped: 'You skipped this order: nothing is charged, and no box is sent.',
  notSent: 'Nothing was charged for this order, and no box was sent.',
} as const;

export default order;
