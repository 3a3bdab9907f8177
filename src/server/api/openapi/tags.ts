/** The tags of the OpenAPI document with their first path segments. The paths without a row have the last tag. */
const TOPICS = [
  ['session', 'Log-in, log-out and the logged-in account.', ['login', 'logout', 'me', 'refresh']],
  ['registration', 'From the first box to the first payment.', ['register']],
  ['customers', 'Cards, payment method, e-mail, password and messages.', ['customers']],
  ['subscriptions', 'Cancel, restart, pause and resume.', ['subscriptions', 'subscription']],
  ['orders', 'Upcoming and paid orders.', ['orders', 'mycloud']],
  [
    'links',
    'Pay, repair a payment or change an order with the link of a message.',
    ['payments', 'fix', 'do'],
  ],
  ['rewards', 'Referral and discount codes.', ['referral-codes']],
  ['billing', 'Calls of the operator.', ['omise']],
  [
    'server',
    'Records and commands of the shop, for its own programs. They need a token of the desk.',
    ['v1'],
  ],
  ['settings', 'Public settings.', ['settings']],
  ['system', 'GraphQL, documents, webhooks, health checks and redirects of a browser.', []],
] as const;

/** The tags of the OpenAPI document, with a description each. */
export const TAGS = TOPICS.map(([name, description]) => ({ name, description }));

/** Returns the tag of a REST path. */
export function tagOf(path: string): string {
  const segment = path.split('/')[path.startsWith('/api/') ? 2 : 1] ?? '';
  const topic = TOPICS.find(([, , segments]) => segments.some((one) => one === segment));
  if (!topic) throw new Error(`${path} has no tag.`);
  return topic[0];
}
