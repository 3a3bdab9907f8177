const payments = {
  status: {
    pending: 'Pending',
    success: 'Paid',
    fail: 'Failed',
    expired: 'Link expired',
    suspended: 'Suspended',
  },
  unableToUpdate: 'Unable to update payment method.',
} as const;

export default payments;
