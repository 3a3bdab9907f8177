import { beforeAll, expect, test } from 'vitest';
import { CANARY, columnsThatSing, overhear, SINGS } from '@/testing/canary';
import { BUYER } from '@/testing/access';
import { createAuthenticator } from '@/testing/authenticator';
import { createCardToken } from '@/testing/cards';
import { callDesk, memberBrowser } from '@/testing/desk';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { createTraveller, MALI, setFriendship, walkToLine } from '@/testing/line';
import { addPasskey } from '@/testing/passkeys';
import { clearFaults, injectFault, withGatewayUnreachable } from '@/testing/providers';
import { createBrowser, DELIVERY, registration, type Browser } from '@/testing/browser';
import { goTo } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { runBilling } from './work/jobs/run';
import { accounts, idempotencyRecords, passkeys, throttles } from './db/schema';
import { log } from './platform/log';

/* A subscriber with a unique name, address, phone, e-mail and card uses every function, with failures; afterwards all places that must not contain these data are searched. */
let lines: string[];
let browser: Browser;
const world = withWorld({ settings: { LOG_LEVEL: 'trace', VAT_ID: '0105566000001' } });
beforeAll(async () => {
  lines = overhear();
  browser = createBrowser(world, { 'user-agent': 'a browser' });
});

const settle = async () => {
  await world.sandbox.settled();
  await runJobs();
  await runBilling(world.ctx());
  await runJobs();
};
const ok = (answer: { status: number; body: unknown }) =>
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
const refused = (answer: { status: number; body: { code?: string } }, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);
const token = (number: string) => createCardToken({ number, name: CANARY.holder });

/** Places that are allowed to contain the data. A match anywhere else fails. */
const MEANT: Record<string, string> = {
  'accounts.email': 'how they log in and are written to',
  'accounts.email_norm': 'the same, to find it by',
  'accounts.failed_email_norm': 'the same, while mails to it come back',
  'accounts.first_name': 'who they are',
  'accounts.last_name': 'who they are',
  'accounts.phone': 'for the courier',
  'accounts.address': 'for the courier',
  'order_addresses.address': 'for the courier, of one order',
  'cards.name': 'the name on the card, shown to them',
  'messages.to_address': 'where a message about an e-mail change goes',
  'messages.payload': 'what a message says',
  'one_time_tokens.email': 'the address that a link proves',
  'one_time_tokens.undo': 'what a “this was not me” link restores',
  'passkeys.name': 'what they call the passkey',
  'subscriptions.cancel_comment': 'what they wrote to us on leaving',
  'tax_invoice_buyers.name': 'the buyer on a tax invoice, which the law requires',
  'tax_invoice_buyers.address': 'the same',
  'staff_notes.body': 'what the staff noted about them',
  'bank_transfers.reference': 'what the payer wrote, for the operator',
};

const unmeantColumns = async () => (await columnsThatSing(world)).filter((column) => !(column in MEANT));

test('registering with all its failures leaves data only where it belongs', async () => {
  const wish = registration({
    details: { firstName: CANARY.firstName, lastName: CANARY.lastName, phone: CANARY.phone },
    email: CANARY.email,
    password: CANARY.password,
  });
  const register = (body: object) => browser.post('/api/register', body);
  refused(await register({ ...wish, phone: CANARY.phone }), 400, 'INPUT_INVALID');
  const withCard = { ...wish, card: { number: CANARY.card, name: CANARY.holder } };
  refused(await register(withCard), 400, 'CARD_DATA_REFUSED');
  refused(await register({ ...wish, code: CANARY.card }), 400, 'CARD_DATA_REFUSED');
  const key = { 'idempotency-key': `first of ${CANARY.email}` };
  ok(await browser.post('/api/register', wish, key));
  ok(await browser.post('/api/register', wish, key));
  refused(await createBrowser(world).post('/api/register', wish), 409, 'EMAIL_TAKEN');
  ok(await browser.post('/api/register/delivery', { ...DELIVERY, address: CANARY.address }));
  const poor = await browser.post('/api/register/payment/card', { cardToken: await token(CANARY.poorCard) });
  expect(poor.body.code).toBe('CARD_DECLINED');
  await withGatewayUnreachable(async () => {
    const lost = await browser.post('/api/register/payment/card', {
      cardToken: 'tokn_test_5fzbwc1wcmjpxyzkzfk',
    });
    expect(lost.body.code).toBe('CHECKOUT_FAILED');
  });
  await settle();
  const paid = await browser.post('/api/register/payment/card', { cardToken: await token(CANARY.card) });
  expect(paid.body.data).toMatchObject({ outcome: 'paid' });
  await settle();
});

test('logging in by every method, and changing every detail, leaves data only where it belongs', async () => {
  const elsewhere = createBrowser(world);
  const wrong = { email: CANARY.email, password: `${CANARY.password}!` };
  refused(await elsewhere.post('/api/login', wrong), 401, 'LOGIN_INCORRECT');
  ok(await elsewhere.post('/api/login', { email: CANARY.email, password: CANARY.password }));
  const trpc = (name: string, json: unknown) => browser.post(`/api/trpc/${name}`, { json });
  ok(await trpc('auth.requestMagicLink', { email: CANARY.email }));
  const refusedBy = async (name: string, json: unknown, appCode: string) =>
    expect((await trpc(name, json)).body).toMatchObject({ error: { json: { data: { appCode } } } });
  await refusedBy('auth.requestMagicLink', { email: `nobody-${CANARY.email}` }, 'EMAIL_UNKNOWN');
  await refusedBy('auth.useMagicLink', { email: CANARY.email, code: '000000' }, 'LOGIN_CODE_INCORRECT');
  ok(await trpc('auth.requestPasswordReset', { email: CANARY.email }));
  const reset = { token: CANARY.email, password: CANARY.password, confirmPassword: CANARY.password };
  await refusedBy('auth.resetPassword', reset, 'TOKEN_EXPIRED');
  ok(await trpc('account.updateDetails', { firstName: CANARY.firstName, phone: CANARY.phone }));
  ok(await trpc('account.updateAddress', { ...DELIVERY, address: `${CANARY.address} 2` }));
  const upcoming = await browser.get('/api/trpc/orders.upcoming');
  const [, orderId] = /"orderId":"(\w+)"/.exec(JSON.stringify(upcoming.body)) ?? [];
  ok(await trpc('orders.setAddress', { ...DELIVERY, orderId, address: `${CANARY.address} 3` }));
  await issueDocuments(world);
  const paid = await browser.get('/mycloud/orders');
  const [, paidId] = /"orderId":"(\w+)"/.exec(JSON.stringify(paid.body)) ?? [];
  const buyer = { ...BUYER, name: `${CANARY.firstName} ${CANARY.lastName}`, address: `${CANARY.address} 4` };
  const request = (body: object) => browser.post('/api/orders/tax-invoice', { orderId: paidId, ...body });
  refused(await request({ ...buyer, taxId: CANARY.phone }), 400, 'INPUT_INVALID');
  ok(await request(buyer));
  refused(await request({ ...buyer, address: CANARY.address }), 409, 'TAX_INVOICE_ISSUED');
  ok(await trpc('account.updateEmail', { email: CANARY.newEmail, password: CANARY.password }));
  ok(await trpc('subscription.changePaymentDay', { paymentDay: 5 }));
  for (const name of [`${CANARY.firstName}’s phone`, `${CANARY.lastName}’s laptop`]) {
    const added = await addPasskey(browser, createAuthenticator(), { name, password: CANARY.password });
    expect(added.code).toBe('ok');
  }
  const [removed] = await world.db.select({ passkeyId: passkeys.id }).from(passkeys);
  ok(await trpc('passkeys.remove', { ...removed, password: CANARY.password }));
  expect(await world.db.$count(throttles)).toBeGreaterThan(5);
  expect(await world.db.$count(idempotencyRecords)).toBe(1);
  expect(await unmeantColumns()).toEqual([]);
  const misspelt = await browser.post('/api/graphql', {
    query: `mutation { updateDetails(firstName: "${CANARY.firstName}", nonsense: "${CANARY.phone}") { account { locale } } }`,
  });
  expect(misspelt.body).toMatchObject({ errors: [{ extensions: { code: 'INPUT_INVALID' } }] });
  ok(await trpc('account.myData', {}));
  ok(
    await browser.post('/api/customers/add-card', {
      cardToken: await createCardToken({ number: '5555555555554444', name: CANARY.holder }),
    }),
  );
  await settle();
});

test('failing messages, LINE, a declined renewal, offline payment and cancelling leave data only where they belong', async () => {
  await injectFault(world, { service: 'mail', op: '*', kind: 'status', times: 2, args: { status: 550 } });
  ok(await browser.post('/api/trpc/auth.requestMagicLink', { json: { email: CANARY.email } }));
  await settle();
  await clearFaults(world);
  const traveller = createTraveller(world);
  traveller.carry(browser.cookie());
  await walkToLine(world, traveller, MALI, { intent: 'link' });
  await setFriendship(world, MALI.subject, { friend: true, blocked: false });
  await goTo(world, '2027-01-01', '10:00');
  const again = createBrowser(world);
  ok(await again.post('/api/login', { email: CANARY.email, password: CANARY.password }));
  await settle();
  await goTo(world, '2027-01-05', '09:00');
  await settle();
  const later = createBrowser(world);
  ok(await later.post('/api/login', { email: CANARY.email, password: CANARY.password }));
  ok(await later.post('/api/subscriptions/convert-offline'));
  await goTo(world, '2027-02-05', '09:00');
  await settle();
  const payer = createBrowser(world);
  ok(await payer.post('/api/login', { email: CANARY.email, password: CANARY.password }));
  expect((await payer.get('/api/me')).body.data).toMatchObject({ pendingPayment: { method: 'offline' } });
  const member = await memberBrowser(world, 'support');
  const [{ accountId }] = (await world.db.select({ accountId: accounts.id }).from(accounts)) as [
    { accountId: string },
  ];
  const atDesk = async (name: string, input: object, kind: 'query' | 'mutation' = 'mutation') =>
    expect([name, (await callDesk(member, `subscribers.${name}`, { input, kind })).code]).toEqual([
      name,
      'ok',
    ]);
  await atDesk('search', { q: CANARY.email }, 'query');
  await atDesk('search', { q: `${CANARY.firstName} ${CANARY.phone}` }, 'query');
  await atDesk('view', { accountId, page: 1, ordersPage: 1 }, 'query');
  const lines = { topic: 'other', locale: 'en', key: '6f1c2b1e-8a55-4b52-9a35-0c3f5f0e8a11' };
  const text = `${CANARY.firstName}, ${CANARY.phone}`;
  ok(await payer.post('/api/trpc/conversations.send', { json: { ...lines, text } }));
  await atDesk('addNote', { accountId, body: `${CANARY.firstName} has moved` });
  await atDesk('endSessions', { accountId, reason: `${CANARY.lastName} has lost a phone` });
  ok(await payer.post('/api/login', { email: CANARY.email, password: CANARY.password }));
  const comment = `ask ${CANARY.firstName} at ${CANARY.phone}`;
  ok(await payer.post('/api/subscriptions/cancel', { reason: 'other', comment }));
  await settle();
  log.error('canary.test', { error: new Error(`could not greet ${CANARY.firstName} at ${CANARY.email}`) });
  log.warn('canary.test', {
    ...({ firstName: CANARY.firstName } as object),
    code: CANARY.email,
    route: `/pay/${CANARY.password}`,
  });
});

test('no log line contains personal data', () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => SINGS.test(line))).toEqual([]);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ time: expect.any(String) as string });
});

test('no other database column contains personal data', async () => {
  expect(await unmeantColumns()).toEqual([]);
  expect(await columnsThatSing(world)).toContain('accounts.phone');
});

test("the gateway does not receive the subscriber's identity, and LINE receives nothing", () => {
  for (const service of ['omise', 'line', 'ecwid']) {
    const seen = world.sandbox.journal.read(service, null).map((entry) => JSON.stringify(entry));
    const vault = (entry: string) => service === 'omise' && /\/tokens|\/cards|"card"/.test(entry);
    expect(seen.filter((entry) => SINGS.test(entry) && !vault(entry))).toEqual([]);
  }
});

test('no mail subject or LINE preview contains personal data', async () => {
  const mails = world.sandbox.mailbox.list(null);
  expect(mails.length).toBeGreaterThan(5);
  expect(mails.filter(({ subject }) => SINGS.test(subject))).toEqual([]);
  const pushes = world.sandbox.journal.read('line', null).map((entry) => JSON.stringify(entry));
  expect(pushes.some((push) => push.includes('altText'))).toBe(true);
});
