import { handleApi } from '@/server/api/handler';
import { registration } from './browser';

/*
 * Program that sends values which must never be logged to every call. It has no database, so that each call logs an
 * error. The last output line lists the responses.
 */
const CARD = { number: '4242 4242 4242 4242', cvc: '987', name: 'CANARY HOLDER' };
const CANARY = registration({
  details: { firstName: 'Canary', lastName: 'Singing', phone: '0899999999' },
  email: 'canary@example.test',
  password: 'canary-password',
});

const BODIES: [string, unknown][] = [
  ['/api/login', { email: 'canary@example.test', password: 'canary-password' }],
  ['/api/register', CANARY],
  ['/api/register', { ...CANARY, card: CARD }],
  ['/api/register', { ...CANARY, phone: 'canary' }],
  ['/api/register', '{"email":"canary@example.test"'],
  ['/api/register/payment/card', { card: CARD }],
  ['/api/trpc/auth.logIn', { json: { email: 'canary@example.test', password: 'canary-password' } }],
  ['/api/trpc/registration.start', { json: { ...CANARY, card: CARD } }],
  ['/api/webhooks/omise', { canary: CARD }],
  ['/api/trpc/auth.requestMagicLink', { json: { email: 'canary@example.test', next: '/canary' } }],
  ['/api/trpc/auth.openMagicLink', { json: { token: 'canary-secret' } }],
  ['/api/trpc/auth.useMagicLink', { json: { token: 'canary-secret' } }],
  ['/api/trpc/auth.useMagicLink', { json: { email: 'canary@example.test', code: '424242' } }],
  ['/api/trpc/auth.requestPasswordReset', { json: { email: 'canary@example.test' } }],
  [
    '/api/trpc/auth.resetPassword',
    { json: { token: 'canary-secret', password: 'canary-password', confirmPassword: 'canary-password' } },
  ],
  [
    '/api/orders/tax-invoice',
    { orderId: 'ord_1', name: 'Canary', address: 'singing', taxId: '0899999999', branch: null },
  ],
  [
    '/api/graphql',
    { query: 'mutation { useMagicLink(email: "canary@example.test", code: "424242") { points } }' },
  ],
];

const statuses: number[] = [];
for (const [path, body] of BODIES) {
  const response = await handleApi(
    new Request(`http://localhost:3000${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: 'session=canary-cookie-canary; magic-link=canary-browser-secret; device=canary-device',
        authorization: 'Bearer canary-token',
        'user-agent': 'canary-browser',
        'idempotency-key': path.includes('register') ? 'canary-key' : '',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  statuses.push(response.status);
}
process.stdout.write(`answered ${statuses.join(' ')}\n`);
process.exit(0);
