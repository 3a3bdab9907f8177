import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { REFERRAL_ALPHABET } from '@/domain/referral';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, discountCodes, subscriptions } from '@/server/db/schema';
import { convertToOffline } from '@/server/money/payment-method/convert-offline';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { NOBODY, registering, throughGraphql, throughRest, throughTrpc } from '@/testing/callers';
import { wholeOperation } from '@/testing/graphql-selection';
import { gatewayCharges } from '@/testing/providers';
import { createBrowser, GOOD_CARD, registerUpToPayment, registration } from '@/testing/browser';
import { goTo, payWith, plantRegistration, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { applyCode, viewInvitation } from '../../subscriber/account/apply-code';
import { generateReferralCode } from './referral-code';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' }, cleanup: 'check' });

const BOX = [{ productCode: 'day-pads' as const, quantity: 4 }];
let addresses = 0;
const somewhere = () => ({ address: `198.51.100.${(addresses += 1)}`, device: null });
const apply = (accountId: string | null, input: Parameters<typeof applyCode>[2], caller = somewhere()) =>
  applyCode(world.ctx(), { accountId, locale: 'en', caller }, input);
const visit = (code: string, caller = somewhere()) => viewInvitation(world.ctx(), caller, code);
const generate = (accountId: string) => generateReferralCode(world.ctx(), accountId);

const addCode = (code: Partial<typeof discountCodes.$inferInsert> & { code: string }) =>
  transaction(world.db, (tx) =>
    tx
      .insert(discountCodes)
      .values({ kind: 'percent', value: 10, validFrom: new Date('2026-01-01T00:00:00Z'), ...code }),
  );

/** Returns a referral code, and all personal data of its owner. */
async function referrer() {
  const person = await plantSubscriber(world);
  const { code } = await generate(person.accountId);
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
  if (!account) throw new Error('no account');
  const { email, phone, firstName, lastName, address } = account;
  return {
    ...person,
    code,
    secrets: [person.accountId, person.subscriptionId, email, phone, firstName, lastName, address],
  };
}

async function codeOf(accountId: string) {
  const [row] = await world.db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  return row?.code ?? null;
}

describe('a referral code', () => {
  test('is one per subscriber and the same each time, also for sixteen concurrent requests', async () => {
    const { accountId } = await plantSubscriber(world);
    const answers = await Promise.all(Array.from({ length: 16 }, () => generate(accountId)));
    const [first] = answers;
    expect(first?.code).toMatch(/^IRA-[2-9A-HJKMNP-Z]{6}$/);
    expect(first).toMatchObject({ friendDiscount: 10_000, referrerPoints: 100 });
    expect(first?.shareUrl).toBe(`http://localhost:3999/invite/${first?.code}`);
    expect(new Set(answers.map(({ code }) => code)).size).toBe(1);
    expect(await generate(accountId)).toEqual(first);
  });

  test('that already exists is generated again', async () => {
    const { code } = await referrer();
    const { accountId } = await plantSubscriber(world);
    const letters = [...code.slice(4), ...'ABCDEF'];
    const pick = () => REFERRAL_ALPHABET.indexOf(letters.shift() ?? '');
    expect((await generateReferralCode(world.ctx(), accountId, pick)).code).toBe('IRA-ABCDEF');
  });

  test('is for active subscribers: not during a registration, a pending payment or after cancelling', async () => {
    const { accountId: registering } = await plantRegistration(world);
    expect(await refusalOf(generate(registering))).toBe('NOT_ALLOWED');
    const { accountId } = await plantSubscriber(world);
    await convertToOffline(world.ctx(), accountId);
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    expect(await refusalOf(generate(accountId))).toBe('PAYMENT_PENDING');
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    expect(await refusalOf(generate(accountId))).toBe('NOT_ACTIVE');
  });
});

describe('a visitor', () => {
  test("gets the discount of a code for a box, with and without a postcode, with the specification's message", async () => {
    await addCode({ code: 'TENTH' });
    // Four day pads: 4 × 111.75; delivery to Bangkok 40.
    const answer = await apply(null, { code: ' tenth ', items: BOX });
    expect(answer).toMatchObject({
      discount: 4_470,
      message: 'You got a discount!',
      totals: { boxPrice: 44_700, deliveryFee: null, codeDiscount: 4_470, total: 40_230 },
    });
    const there = await apply(null, { code: 'TENTH', items: BOX, postalCode: '10110' });
    expect(there.totals).toMatchObject({ deliveryFee: 4_000, codeDiscount: 4_870, total: 43_830 });
    await addCode({ code: 'NEW-YEAR' });
    for (const code of ['ＴＥＮＴＨ', 'TENTH\u200b', 'TEN TH', 'new–year', 'NEWYEAR'])
      expect((await apply(null, { code, items: BOX })).discount).toBe(4_470);
    const wrong = await world.request('POST', '/api/referral-codes/apply', { code: 'NO', items: BOX });
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { status: 'error', code: 'CODE_INVALID', message: 'Code not valid or expired' },
    ]);
    const thai = await world.request(
      ...(['POST', '/api/referral-codes/apply', { code: 'TENTH', items: BOX }] as const),
      { 'accept-language': 'th' },
    );
    expect(((await thai.json()) as { data: object }).data).toMatchObject({ message: 'คุณได้รับส่วนลด!' });
  });

  test('needs a code, a box and a valid postcode', async () => {
    expect(await refusalOf(apply(null, { code: null }))).toBe('INPUT_INVALID');
    expect(await refusalOf(apply(null, { code: 'X' }))).toBe('INPUT_INVALID');
    expect(await refusalOf(apply(null, { code: 'X', items: [] }))).toBe('BOX_INVALID');
    expect(await refusalOf(apply(null, { code: 'X', items: BOX, postalCode: '1' }))).toBe('POSTCODE_INVALID');
  });

  test('gets CODE_INVALID alike for a code that is too early, expired or used up', async () => {
    await addCode({ code: 'EARLY', validFrom: new Date('2026-11-21T00:00:00Z') });
    await addCode({ code: 'OVER', validTo: new Date('2026-11-20T03:00:00Z') });
    await addCode({ code: 'USED', usesMax: 0 });
    for (const code of ['EARLY', 'OVER', 'USED', 'IRA-222222', 'IRA-LLLLLL'])
      expect(await refusalOf(apply(null, { code, items: BOX }))).toBe('CODE_INVALID');
  });

  test('who opens an invitation or tries its code learns its discount, and nothing about its owner', async () => {
    const { code, secrets } = await referrer();
    const opened = await visit(code.toLowerCase().replace('-', '–'));
    expect(opened).toEqual({ valid: true, code, friendDiscount: 10_000, referrerPoints: 100 });
    const applied = await apply(null, { code: `http://localhost/th/invite/${code}?a=b`, items: BOX });
    for (const secret of secrets) expect(JSON.stringify([opened, applied])).not.toContain(secret);
    expect(await visit('IRA-222222')).toMatchObject({ valid: false });
    await addCode({ code: 'TENTH' });
    expect(await visit('TENTH')).toMatchObject({ valid: false });
  });
});

describe('a registration in progress', () => {
  test('keeps its code and pays less, and pays the whole once the code is removed', async () => {
    const { code } = await referrer();
    const { browser } = await registerUpToPayment(world, {
      details: { ...registration().details, phone: '0899999999' },
    });
    const applied = await browser.post('/api/referral-codes/apply', { code });
    expect(applied.body.data).toMatchObject({
      discount: 10_000,
      totals: { deliveryFee: 4_000, total: 27_525 },
    });
    const wrong = await browser.post('/api/referral-codes/apply', { code: 'IRA-222222' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'CODE_INVALID']);
    const again = await browser.post('/api/referral-codes/apply', { code });
    expect(again.body.data).toEqual(applied.body.data);
    const removed = await browser.post('/api/referral-codes/apply', { code: null });
    expect(removed.body.data).toMatchObject({
      discount: 0,
      message: 'Code removed.',
      totals: { total: 37_525 },
    });
  });

  test('is refused any code after a paid order', async () => {
    const { accountId, code } = await referrer();
    await addCode({ code: 'TENTH' });
    expect(await refusalOf(apply(accountId, { code, items: BOX }))).toBe('CODE_INVALID');
    expect(await refusalOf(apply(accountId, { code: 'TENTH', items: BOX }))).toBe('CODE_INVALID');
  });

  test('cannot change its code while the first payment is open; only a valid code abandons a 3-D Secure challenge', async () => {
    await addCode({ code: 'TENTH' });
    const offline = await plantRegistration(world);
    await payFirstOffline(world.ctx(), offline.accountId);
    expect(await refusalOf(apply(offline.accountId, { code: 'TENTH' }))).toBe('PAYMENT_PENDING');
    expect(await refusalOf(apply(offline.accountId, { code: null }))).toBe('PAYMENT_PENDING');
    const { accountId } = await plantRegistration(world);
    await payWith(world, { accountId }, { ...GOOD_CARD, name: 'FAKE 3DS' });
    const status = async () => (await gatewayCharges(world, accountId))[0]?.status;
    expect(await refusalOf(apply(accountId, { code: 'WRONG' }))).toBe('CODE_INVALID');
    expect(await status()).toBe('pending');
    expect((await apply(accountId, { code: 'TENTH' })).discount).toBe(3_753);
    expect([await status(), await codeOf(accountId)]).toEqual(['expired', 'TENTH']);
    await payWith(world, { accountId }, { ...GOOD_CARD, name: 'FAKE 3DS' });
    // The code of this registration, typed again.
    expect((await apply(accountId, { code: ' tenth ' })).discount).toBe(3_753);
    const statuses = (await gatewayCharges(world, accountId)).map((charge) => charge.status);
    expect(statuses.toSorted()).toEqual(['expired', 'pending']);
  });
});

test('a code has the same responses and refusals through every entry point', async () => {
  await addCode({ code: 'TENTH' });
  const visitor = { code: 'TENTH', items: BOX, postalCode: '10110' };
  for (const [caller, input] of [
    [NOBODY, visitor],
    [NOBODY, { ...visitor, code: 'WRONG' }],
    [await registering(world), { code: 'TENTH' }],
    [await registering(world), { code: null }],
  ] as const) {
    const query = wholeOperation('mutation', 'applyCode', input);
    const answers = [
      await throughRest(world, caller, ['POST /api/referral-codes/apply', input]),
      await throughTrpc(world, caller, ['rewards.applyCode', 'mutation', input]),
      await throughGraphql(world, caller, [query, input]),
    ].map(({ code, message, data }) => ({ code, message, data: code === 'ok' ? data : null }));
    expect(answers[0]?.code).toBe(input.code === 'WRONG' ? 'CODE_INVALID' : 'ok');
    expect(answers.slice(1)).toEqual([answers[0], answers[0]]);
  }
});

describe('guessing codes', () => {
  test('by a registration ends with the fifth wrong code of any call, and blocks no other caller', async () => {
    await addCode({ code: 'TENTH' });
    const { browser } = await registerUpToPayment(world, { code: 'TENTH' });
    const plan = (code: string) => browser.post('/api/register', registration({ code }));
    const guess = async (code: string) =>
      (await browser.post('/api/referral-codes/apply', { code })).body.code ?? 'ok';
    for (const code of ['A', 'B', 'TENTH', 'C'])
      expect(await guess(code)).toBe(code === 'TENTH' ? 'ok' : 'CODE_INVALID');
    for (const code of ['D', 'E']) expect((await plan(code)).body.data.codeError).toBe('CODE_INVALID');
    const throttled = await browser.post('/api/referral-codes/apply', { code: 'TENTH' });
    expect([throttled.status, throttled.body.code]).toEqual([429, 'THROTTLED']);
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await plan('TENTH')).body.data).toMatchObject({
      codeError: 'THROTTLED',
      totals: { codeDiscount: 0 },
    });
    expect((await browser.post('/api/referral-codes/apply', { code: null })).status).toBe(200);
    const other = await plantRegistration(world);
    expect((await apply(other.accountId, { code: 'TENTH' })).discount).toBe(3_753);
  });

  test("by visitors ends with the twentieth wrong one from an address, codes and invitations together; right ones don't count", async () => {
    await addCode({ code: 'TENTH' });
    const { code } = await referrer();
    const [here, there] = [somewhere(), somewhere()];
    for (let n = 0; n < 10; n++) {
      expect((await visit(code, here)).valid).toBe(true);
      expect(await refusalOf(apply(null, { code: `WRONG${n}`, items: BOX }, here))).toBe('CODE_INVALID');
      expect((await visit(`IRA-22222${(n % 7) + 2}`, here)).valid).toBe(false);
    }
    const at = { 'x-ira-address': here.address };
    expect(await refusalOf(apply(null, { code: 'TENTH', items: BOX }, here))).toBe('THROTTLED');
    expect(await refusalOf(visit(code, here))).toBe('THROTTLED');
    const visitor = createBrowser(world, at);
    const begun = await visitor.post('/api/register', registration({ code: 'TENTH' }));
    expect([begun.status, begun.body.data.codeError]).toEqual([200, 'THROTTLED']);
    expect((await visit(code, there)).valid).toBe(true);
  });

  test('concurrently counts every wrong code before it is read', async () => {
    const { accountId } = await plantRegistration(world);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => refusalOf(apply(accountId, { code: `WRONG${n}` }))),
    );
    expect(answers.filter((answer) => answer === 'CODE_INVALID')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'THROTTLED')).toHaveLength(25);
  });
});
