import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, inject, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts } from '@/server/db/schema';
import { createCardToken } from '@/testing/cards';
import {
  createBrowser,
  GOOD_CARD,
  DECLINED_CARD,
  registerUpToPayment,
  registration,
} from '@/testing/browser';
import { runJobs } from '@/testing/jobs';
import { withWorld } from '@/testing/with-world';

const world = withWorld();

const STORED = 'Mali/a=b@xn--mnchen-3ya.example';

describe('registering by the REST paths alone', () => {
  test('returns the example totals and dates of the specification', async () => {
    const browser = createBrowser(world);
    const { status, body } = await browser.post('/api/register', registration());
    expect(status).toBe(200);
    expect(body.data.totals).toEqual({
      currency: 'THB',
      listPrice: 44700,
      subscriptionDiscount: 11175,
      boxPrice: 33525,
      deliveryFee: null,
      codeDiscount: 0,
      total: 33525,
      points: 33,
    });
    expect(body.data.dates).toEqual(['2026-11-20', '2026-12-31', '2027-01-31']);
  });

  test('ends with a paid first order and three more planned', async () => {
    const { browser, delivered } = await registerUpToPayment(world);
    expect(delivered).toMatchObject({ deliveryFee: 4000, totals: { total: 37525 } });
    const paid = await browser.post('/api/register/payment/card', {
      cardToken: await createCardToken(GOOD_CARD),
    });
    expect(paid.body.data).toMatchObject({
      outcome: 'paid',
      subscriptionStatus: 'active',
      receiveBy: '2026-11-25',
    });
    const me = await browser.get('/api/me');
    expect(me.body.data).toMatchObject({
      expiresInMinutes: 59,
      subscription: { status: 'active', paymentDay: 31 },
      points: 33,
      pendingPayment: null,
    });
    const orders = await world.db.query.orders.findMany({
      orderBy: (o, { asc }) => asc(o.cycleIndex),
      where: (o, { eq }) => eq(o.id, o.id),
    });
    expect(
      orders
        .filter((order) => order.accountId === (me.body.data.account as { id: string }).id)
        .map((order) => [order.status, order.paymentDate]),
    ).toEqual([
      ['paid', '2026-11-20'],
      ['upcoming', '2026-12-31'],
      ['upcoming', '2027-01-31'],
      ['upcoming', '2027-02-28'],
    ]);
  });

  test('stays open for another card after a declined one', async () => {
    const { browser } = await registerUpToPayment(world);
    const declined = await browser.post('/api/register/payment/card', {
      cardToken: await createCardToken(DECLINED_CARD),
    });
    expect(declined.status).toBe(402);
    expect(declined.body).toMatchObject({
      code: 'CARD_DECLINED',
      reason: 'declined',
      message: 'The bank declined the payment. Please try again or use another card.',
    });
    expect((await browser.get('/api/me')).body.data.pendingPayment).toMatchObject({
      status: 'fail',
      reason: 'declined',
    });
    const paid = await browser.post('/api/register/payment/card', {
      cardToken: await createCardToken(GOOD_CARD),
    });
    expect(paid.body.data).toMatchObject({ outcome: 'paid' });
  });
});

test("a taken e-mail is refused without appearing in PostgreSQL's log", async () => {
  const email = 'twice-at-once@example.test';
  const own = await registerUpToPayment(world);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => createBrowser(world).post('/api/register', registration({ email }))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const again = await own.browser.post('/api/register', registration({ email }));
  expect(again.body.code).toBe('EMAIL_TAKEN');
  const logIn = { email, password: 'correct horse battery' };
  expect((await own.browser.post('/api/register/email-auth', logIn)).body.code).toBe('EMAIL_TAKEN');
  const raw = transaction(world.db, (tx) =>
    tx.execute(sql`update accounts set email_norm = ${email} where email_norm <> ${email}`),
  );
  await expect(raw).rejects.toThrow();
  const log = readFileSync(inject('databaseServer').log, 'utf8');
  expect(log).toContain('accounts_email_once');
  expect(log).not.toContain('twice-at-once');
});

test('an international e-mail is stored and mailed as punycode, and is one e-mail in each spelling', async () => {
  const { browser } = await registerUpToPayment(world, { email: 'Mali/a=b@München.Example\u200b' });
  const [account] = await world.db
    .select()
    .from(accounts)
    .where(eq(accounts.emailNorm, STORED.toLowerCase()));
  expect(account?.email).toBe(STORED);
  await runJobs();
  expect(world.sandbox.mailbox.list(STORED)).toHaveLength(1);
  for (const email of ['mali/a=b@mu\u0308nchen.example', STORED.toUpperCase()]) {
    const again = await createBrowser(world).post('/api/register', registration({ email }));
    expect(again.body.code).toBe('EMAIL_TAKEN');
    const logIn = await createBrowser(world).post('/api/login', { email, password: 'correct horse' });
    expect(logIn.status).toBe(200);
  }
  expect((await browser.get('/api/me')).body.data.account).toMatchObject({ email: STORED });
});
