/** What members do that cannot be taken back: money, messages, calls to providers, and records that are only added to. */
export const FINAL_EVENTS: readonly string[] = [
  ...['refund.asked', 'refund.made_by_hand', 'dispute.lost', 'transfer.matched', 'statement.imported'],
  ...['payout.month_closed', 'payment.retry_asked', 'payment.link_sent_again'],
  ...['points.apology', 'points.apology_given'],
  ...['parcel.refunded', 'parcel.retried', 'stock.count', 'stock.arrival', 'stock.substitute_offered'],
  ...['broadcast.sent', 'broadcast.written', 'conversation.answered', 'conversation.answered_and_closed'],
  ...['conversation.noted', 'conversation.deleted', 'desk.note_added'],
  ...['token.revoked', 'webhook.removed', 'webhook.secret_changed', 'account.deleted'],
];
