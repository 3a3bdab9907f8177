const orders = {
  refunded: 'Refunded',
  skipped: 'Skipped',
  receipt: 'Receipt',
  receiptOf: 'for the order of {date}',
  delivery: 'Delivery',
  code: 'Discount code',
  waived: 'Difference waived',
  total: 'Total',
  vat: 'VAT 7% included',
  paidBy: 'Paid with',
  card: 'Card',
  offline: 'PromptPay or bank transfer',
  bank_account: 'Bank account',
  nothingToPay: 'Nothing to pay',
  shipment: { preparing: 'Being prepared', packed: 'Packed', shipped: 'On its way', delivered: 'Delivered' },
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  page: 'Page {page} of {pages}',
} as const;

export default orders;
