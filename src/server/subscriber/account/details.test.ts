import { and, eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, auditEvents } from '@/server/db/schema';
import { accountOf, codeOf, openPaymentLink } from '@/testing/account-caller';
import { expectInvariants } from '@/testing/invariants';
import {
  createBrowser,
  createSubscriber,
  DELIVERY,
  DECLINED_CARD,
  registerUpToPayment,
} from '@/testing/browser';
import { createCardToken } from '@/testing/cards';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });

const CHANGES = {
  firstName: 'Malee',
  lastName: 'Sukjai',
  phone: '0898765432',
  ageGroup: '25-34',
  locale: 'th',
} as const;

/** Returns the audit events of an account, without the events of its card. */
async function changesOf(email: string) {
  const [account] = await world.db.select().from(accounts).where(eq(accounts.email, email));
  return world.db
    .select({ what: auditEvents.what, detail: auditEvents.detail })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, account?.id ?? ''), like(auditEvents.what, 'account.%')));
}

describe('the profile', () => {
  test('shows every field that can be changed, and the login methods', async () => {
    const { browser, email } = await createSubscriber(world);
    expect(await accountOf(browser).profile()).toEqual({
      firstName: 'Mali',
      lastName: 'Suk',
      phone: '0812345678',
      ageGroup: null,
      locale: 'en',
      email,
      emailVerified: false,
      emailFailed: false,
      optionalMessages: true,
      pendingEmail: null,
      hasPassword: true,
      lineLinked: false,
      delivery: DELIVERY,
      paidBox: 'follows',
    });
  });

  test('is NOT_LOGGED_IN without a session', async () => {
    await createSubscriber(world);
    expect(await codeOf(accountOf(createBrowser(world)).profile())).toBe('NOT_LOGGED_IN');
  });
});

describe('changing details', () => {
  test('changes the given fields and returns the new state', async () => {
    const { browser, email } = await createSubscriber(world);
    const { account } = await accountOf(browser).updateDetails(CHANGES);
    expect(account).toMatchObject(CHANGES);
    expect(await accountOf(browser).profile()).toMatchObject(CHANGES);
    expect((await browser.get('/api/me')).body.data.account).toMatchObject({
      firstName: 'Malee',
      locale: 'th',
    });
    const detail = { fields: Object.keys(CHANGES) };
    expect(await changesOf(email)).toEqual([{ what: 'account.details_changed', detail }]);
    await expectInvariants(world);
  });

  test.each(Object.entries(CHANGES))('with %s alone changes nothing else', async (field, value) => {
    const { browser } = await createSubscriber(world);
    const before = await accountOf(browser).profile();
    const { account } = await accountOf(browser).updateDetails({ [field]: value });
    expect(account).toEqual({ ...before, [field]: value });
  });

  test('deletes the age group when it is null, and keeps it when it is omitted', async () => {
    const { browser } = await createSubscriber(world);
    await accountOf(browser).updateDetails({ ageGroup: '55-plus' });
    expect((await accountOf(browser).updateDetails({ firstName: 'M' })).account.ageGroup).toBe('55-plus');
    expect((await accountOf(browser).updateDetails({ ageGroup: null })).account.ageGroup).toBeNull();
  });

  test('to the present values, or with no field, is accepted and changes nothing', async () => {
    const { browser, email } = await createSubscriber(world);
    const before = await accountOf(browser).profile();
    const same = { firstName: 'Mali', phone: '0812345678', ageGroup: null };
    expect((await accountOf(browser).updateDetails(same)).account).toEqual(before);
    expect((await accountOf(browser).updateDetails({})).account).toEqual(before);
    expect(await changesOf(email)).toEqual([]);
  });

  test.each([
    ['phone', '812345678'],
    ['phone', '+66812345678'],
    ['phone', '08123456789'],
    ['phone', ''],
    ['firstName', ''],
    ['firstName', '   '],
    ['lastName', 'a\nb'],
    ['ageGroup', '26-27'],
    ['locale', 'de'],
    ['email', 'other@example.test'],
    ['deletedAt', '2026-11-20'],
  ])('with %s %j is refused and changes nothing', async (field, value) => {
    const { browser } = await createSubscriber(world);
    const before = await accountOf(browser).profile();
    const requested: object = { lastName: 'New', [field]: value };
    expect(await codeOfInput(accountOf(browser).updateDetails(requested))).toBe('BAD_REQUEST');
    expect(await accountOf(browser).profile()).toEqual(before);
  });

  test('in concurrent requests applies each field', async () => {
    const { browser } = await createSubscriber(world);
    await Promise.all(
      Object.entries(CHANGES).map(([field, value]) => accountOf(browser).updateDetails({ [field]: value })),
    );
    expect(await accountOf(browser).profile()).toMatchObject(CHANGES);
  });
});

describe('details can be changed', () => {
  test('not by a registration in progress: NOT_ALLOWED', async () => {
    const { browser } = await registerUpToPayment(world);
    expect(await codeOf(accountOf(browser).updateDetails(CHANGES))).toBe('NOT_ALLOWED');
    expect(await accountOf(browser).profile()).toMatchObject({ firstName: 'Mali' });
  });

  test('during a pending first offline payment', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await browser.post('/api/register/payment/card', { cardToken: await createCardToken(DECLINED_CARD) });
    await openPaymentLink(world, email);
    expect((await accountOf(browser).updateDetails(CHANGES)).account).toMatchObject(CHANGES);
  });

  test('during a pending offline payment of a subscriber', async () => {
    const { browser, email } = await createSubscriber(world);
    await openPaymentLink(world, email);
    expect((await accountOf(browser).updateDetails(CHANGES)).account).toMatchObject(CHANGES);
  });
});

async function codeOfInput(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? 'unknown',
  );
}
