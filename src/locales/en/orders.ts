const orders = {
  title: 'Previous orders',
  lead: 'Everything we have sent you, newest first.',
  emptyTitle: 'No orders yet',
  emptyText: 'Your first box will appear here as soon as its payment date has begun.',
  toAccount: 'Back to my account',
  receiveBy: 'Receive by',
  amount: 'Amount',
  refunded: 'Refunded {amount}',
  points: 'Points',
  freeProduct: 'Free product: {product}',
  skipped: 'Skipped',
  shipment: { preparing: 'Being prepared', packed: 'Packed', shipped: 'On its way', delivered: 'Delivered' },
  parcel: 'Parcel',
  track: 'Follow the parcel',
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  page: 'Page {page} of {pages}',
} as const;

export default orders;
