const payments = {
  status: {
    pending: 'Pending',
    success: 'Paid',
    fail: 'Failed',
    expired: 'Link expired',
    suspended: 'Suspended',
  },
} as const;

export default payments;
