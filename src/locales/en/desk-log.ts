/** The texts of the desk's log: what the members of the team did. */
const deskLog = {
  lead: 'What members of the team did, newest first. Lines can’t be changed or removed.',
  empty: 'There are no lines.',
  final: 'Can’t be undone',
  member: 'Who',
  everybody: 'Everybody',
  noun: 'What',
  everything: 'Everything',
  nouns: {
    money: 'Money',
    subscribers: 'Subscribers',
    parcels: 'Parcels',
    catalogue: 'Catalogue',
    shop: 'Shop',
    team: 'Team',
  },
  day: 'Day',
  export: 'Save as CSV',
  columns: {
    at: 'Time (UTC)',
    by: 'Who',
    what: 'What',
    amount: 'Baht',
    points: 'Points',
    order: 'Order',
    subscriber: 'Subscriber',
    member: 'Colleague',
    reason: 'Reason',
  },
} as const;

export default deskLog;
