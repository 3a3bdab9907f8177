/** Who sells, and what the seller states about products and purchase. */
const seller = {
  next: 'What happens next',
  receipt: 'Once you’ve paid, we send you a confirmation with your receipt.',
  arrives: 'Your box arrives within 5 days of payment.',
  remind: 'We remind you 5 days before your next payment.',
  title: 'Seller',
  registration: 'registration number {number}',
  gateway: 'Payments are processed by Omise.',
  returns: 'Returns',
  returnsText: 'You can return unopened packs within 7 days of receiving them.',
  returnsMore: 'Read about returns and refunds (opens a new tab)',
  factsTitle: 'Good to know before you order',
  facts: {
    certificate: 'Certificate',
    materials: 'Materials',
    origin: 'Origin',
    returns: 'Returns',
    guarantee: 'First-box guarantee',
    reviews: 'Reviews',
  },
  more: 'Read more',
  moreOf: 'Read more: {fact}',
} as const;

export default seller;
