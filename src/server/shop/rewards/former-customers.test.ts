import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { AppError } from '@/domain/errors';
import { erasePerson } from '@/server/subscriber/account/erasure';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, formerCustomers, identities, referralCodes, referrals } from '@/server/db/schema';
import { correctDispute } from '@/server/desk/acts/correct-dispute';
import { decideDispute } from '@/server/desk/acts/dispute';
import { refund } from '@/server/desk/acts/refund';
import { deepTest } from '@/testing/deep';
import { queriesOf } from '@/testing/queries';
import { runJobs } from '@/testing/jobs';
import { disputeCharge, gatewayCharges } from '@/testing/providers';
import { throughTrpc } from '@/testing/callers';
import { GOOD_CARD, registerUpToPayment, registration } from '@/testing/browser';
import {
  goTo,
  ordersOf,
  payWith,
  plantRegistration,
  plantSubscriber,
  pointsOf,
  refusalOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { listPointsEntries, viewRewards } from './queries';
import { releaseReferral } from './referrer-points';

const world = withWorld({ cleanup: 'check' });

const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'answered' : (result.reason as AppError).code));

const REFERRAL = 'IRA-7K3M9Q';
const OTHER_CARD = { number: '3530111333300000' };
async function plantReferrer() {
  const referrer = await plantSubscriber(world, { phone: '0899999999' }, { number: '5555555555554444' });
  await transaction(world.db, (tx) =>
    tx
      .insert(referralCodes)
      .values({ accountId: referrer.accountId, code: REFERRAL, createdAt: world.now() }),
  );
  return referrer;
}

const erase = ({ accountId }: { accountId: string }) =>
  transaction(world.db, async (tx) => {
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
    if (account) await erasePerson(tx, world.now(), account, { keepsContact: false });
  });

describe('a referral code of a former customer', () => {
  const discounts = async () =>
    (await gatewayCharges(world)).filter((charge) => charge.amount === 27525).length;

  test('is refused if it is their own, of the same phone or of the same card', async () => {
    await plantReferrer();
    const samePhone = await plantRegistration(world, { code: REFERRAL, phone: '0899999999' });
    expect(await refusalOf(payWith(world, samePhone))).toBe('CODE_INVALID');
    const sameCard = await plantRegistration(world, { code: REFERRAL });
    expect(await refusalOf(payWith(world, sameCard, { number: '5555555555554444' }))).toBe('CODE_INVALID');
    const friend = await plantRegistration(world, { code: 'ira-7k3m9q' });
    await payWith(world, friend);
    expect((await ordersOf(world, friend.accountId))[0]).toMatchObject({ codeDiscount: 10000, total: 27525 });
  });

  deepTest('gives one discount and one reward to three registrations that pay with one card', async () => {
    const referrer = await plantReferrer();
    const before = await pointsOf(world, referrer.accountId);
    await payWith(world, await plantRegistration(world, { code: REFERRAL }), {
      ...GOOD_CARD,
      name: 'NOK DEE',
    });
    for (let n = 0; n < 2; n++) {
      const again = await plantRegistration(world, { code: REFERRAL });
      const refusal = await payWith(world, again).catch((error: unknown) => error as AppError);
      expect(refusal).toMatchObject({
        code: 'CODE_INVALID',
        details: { data: { totals: { total: 37525, codeDiscount: 0 } } },
      });
      expect(await gatewayCharges(world, again.accountId)).toEqual([]);
      expect(await payWith(world, again)).toMatchObject({ outcome: 'paid' });
    }
    expect(await discounts()).toBe(1);
    expect(await pointsOf(world, referrer.accountId)).toBe(before + 100);
  });

  test('gives at most one discount to eight registrations that pay at once with one card, or with one phone', async () => {
    await plantReferrer();
    const wishes = Array.from({ length: 8 }, (_, n) => ({
      code: REFERRAL,
      phone: n < 4 ? `087000000${n}` : '0870000009',
    }));
    const people = await Promise.all(wishes.map((requested) => plantRegistration(world, requested)));
    const cardOf = (n: number) =>
      n < 4 ? GOOD_CARD : { number: `41111111111111${['29', '37', '45', '52'][n - 4]}` };
    const results = await Promise.allSettled(people.map((person, n) => payWith(world, person, cardOf(n))));
    expect(outcomes(results).filter((one) => one === 'CODE_INVALID')).toHaveLength(6);
    expect(await discounts()).toBe(2);
  });

  test('is refused to a former customer who deleted the account and returns with the same phone, LINE or card', async () => {
    await plantReferrer();
    const former = await plantSubscriber(world, { phone: '0811111111' }, OTHER_CARD);
    await transaction(world.db, (tx) =>
      tx.insert(identities).values({
        provider: 'line',
        subject: 'U-former',
        accountId: former.accountId,
        connectedAt: world.now(),
      }),
    );
    await erase(former);
    const kept = JSON.stringify(await world.db.select().from(formerCustomers));
    for (const value of [former.email, '0811111111', 'U-former']) expect(kept).not.toContain(value);

    const byPhone = await plantRegistration(world, { code: REFERRAL, phone: '0811111111' });
    const byCard = await plantRegistration(world, { code: REFERRAL });
    const byLine = await plantRegistration(world, { code: REFERRAL });
    await transaction(world.db, (tx) =>
      tx.insert(identities).values({
        provider: 'line',
        subject: 'U-former',
        accountId: byLine.accountId,
        connectedAt: world.now(),
      }),
    );
    for (const person of [byPhone, byLine])
      expect(await refusalOf(payWith(world, person))).toBe('CODE_INVALID');
    expect(await refusalOf(payWith(world, byCard, OTHER_CARD))).toBe('CODE_INVALID');
    expect(await discounts()).toBe(0);
  });
});

test("a registration with a customer's phone gets the responses and the queries of a new phone before the payment, which answers CODE_INVALID", async () => {
  await plantReferrer();
  await erase(await plantSubscriber(world, { phone: '0811111111' }, OTHER_CARD));
  const registerWith = async (phone: string) => {
    const wish = { code: REFERRAL, details: { ...registration().details, phone } };
    const { browser, started, delivered } = await registerUpToPayment(world, wish);
    const caller = { cookie: browser.cookie(), account: null };
    const applied = (await browser.post('/api/referral-codes/apply', { code: REFERRAL })).body;
    const read = (await throughTrpc(world, caller, ['registration.current', 'query'])).data;
    const { code, totals } = read as { code: string; totals: object };
    const said = { ...started, registrationId: '', delivered, applied, code, totals };
    return { said, pay: async () => (await browser.post('/api/register/payment/offline')).body.code ?? 'ok' };
  };
  const responses: Awaited<ReturnType<typeof registerWith>>[] = [];
  const sent: string[][] = [];
  for (const phone of ['0899999999', '0811111111', '0822222222'])
    sent.push(await queriesOf(world.db, async () => responses.push(await registerWith(phone))));
  const [customer, deleted, stranger] = responses.map(({ said }) => said);
  expect(stranger).toMatchObject({ codeError: null, code: REFERRAL, totals: { codeDiscount: 10_000 } });
  expect([customer, deleted]).toEqual([stranger, stranger]);
  expect([sent[0], sent[1]]).toEqual([sent[2], sent[2]]);
  const paid = await Promise.all(responses.map(({ pay }) => pay()));
  expect(paid).toEqual(['CODE_INVALID', 'CODE_INVALID', 'ok']);
});

describe('points for a friend who may be the referrer', () => {
  /**
   * Adds three friends who have paid the first order. Each friend has one fact in common with the referrer.
   */
  async function plantSimilarFriends(referrerId: string) {
    const [own] = await world.db.select().from(accounts).where(eq(accounts.id, referrerId));
    if (!own) throw new Error('no referrer');
    const friends = [
      [{ email: own.email.replace('@', '+me@') }, { number: '4111111111111129', name: 'A FRIEND' }],
      [{ address: ` ${own.address?.toUpperCase()}.` }, { number: '4111111111111137', name: 'B FRIEND' }],
      [{}, { number: '4111111111111145', name: 'Test  Person' }],
    ] as const;
    return Promise.all(
      friends.map(async ([facts, card], n) => {
        const friend = await plantRegistration(world, { code: REFERRAL, paymentDay: n === 0 ? 18 : 31 });
        if (Object.keys(facts).length > 0)
          await transaction(world.db, (tx) =>
            tx.update(accounts).set(facts).where(eq(accounts.id, friend.accountId)),
          );
        expect(await payWith(world, friend, card)).toMatchObject({ outcome: 'paid' });
        return friend;
      }),
    );
  }
  const shown = async (accountId: string) => {
    const { entries } = await listPointsEntries(world.ctx(), accountId, 1);
    const { points, referral } = await viewRewards(world.ctx(), accountId);
    return {
      points,
      friends: referral.friends,
      held: referral.held,
      entries: entries.map((entry) => `${entry.kind} ${entry.points} ${entry.held}`).sort(),
    };
  };
  const AFTER_HOLD = new Date('2026-12-21T10:00:00+07:00');
  const HELD = { points: 100, until: '2026-12-20' };
  const ENTRIES = ['earned 33 0', 'referral_held 0 100', 'referral_held 0 100', 'referral_held 0 100'];

  test('are held for a plus address, postal address or card holder, released once by 30 days or a second paid order, and reversed by a refund', async () => {
    const { accountId } = await plantReferrer();
    const [byOrder, byRefund] = await plantSimilarFriends(accountId);
    expect(await shown(accountId)).toEqual({
      points: 33,
      friends: 3,
      held: [HELD, HELD, HELD],
      entries: ENTRIES,
    });
    expect(await messageKindsOf(world, accountId)).not.toContain('referral_rewarded');

    const giveBack = async (amount: number | null) => {
      const [order] = await ordersOf(world, byRefund?.accountId ?? '');
      await refund({ ...world.ctx(), operator: 'operator:nok' }, { target: order?.id ?? '', amount });
    };
    await giveBack(13_763);
    expect((await shown(accountId)).held.map(({ points }) => points).sort()).toEqual([100, 100, 50]);
    await giveBack(null);
    expect((await shown(accountId)).held).toEqual([HELD, HELD]);

    const [, second] = await ordersOf(world, byOrder?.accountId ?? '');
    await goTo(world, second?.date ?? '');
    const [referral] = await world.db
      .select()
      .from(referrals)
      .where(eq(referrals.friendId, byOrder?.accountId ?? ''));
    const release = () => releaseReferral({ ...world.ctx(), now: AFTER_HOLD }, referral?.id ?? '');
    await Promise.all([runBilling(world.ctx()), release(), release()]);
    await world.sandbox.settled();
    expect(await shown(accountId)).toMatchObject({ points: 133, friends: 2, held: [HELD] });

    await goTo(world, '2026-12-20', '09:59');
    await runBilling(world.ctx());
    expect(await pointsOf(world, accountId)).toBe(133);
    await goTo(world, '2026-12-20', '10:01');
    await Promise.all([runBilling(world.ctx()), runBilling(world.ctx())]);
    expect(await shown(accountId)).toEqual({
      points: 233,
      friends: 2,
      held: [],
      entries: [
        ...ENTRIES,
        'referral 100 0',
        'referral 100 0',
        'referral_reversed 0 0',
        'referral_reversed 0 0',
      ].sort(),
    });
    expect(
      (await messageKindsOf(world, accountId)).filter((kind) => kind === 'referral_rewarded'),
    ).toHaveLength(2);
  });

  test('are held again, and given at last, if the dispute that reversed them is won', async () => {
    const { accountId } = await plantReferrer();
    const [, , friend] = await plantSimilarFriends(accountId);
    const [order] = await ordersOf(world, friend?.accountId ?? '');
    const [charge] = await gatewayCharges(world, friend?.accountId);
    const asked = { target: order?.id ?? '', why: 'the bank decided' };
    const ctx = () => ({ ...world.ctx(), operator: 'operator:nok' });
    const decided = async (status: 'lost' | 'won') => {
      await disputeCharge(world, charge?.id ?? '', status);
      await world.sandbox.settled();
      await runJobs();
    };
    await decided('lost');
    await decideDispute(ctx(), { ...asked, decision: 'lost' });
    expect((await shown(accountId)).held).toEqual([HELD, HELD]);
    await decided('won');
    expect(await correctDispute(ctx(), asked)).toMatchObject({ referrerPoints: 0 });
    expect((await shown(accountId)).held).toEqual([HELD, HELD, HELD]);
    await goTo(world, '2026-12-20', '10:01');
    await runBilling(world.ctx());
    expect(await shown(accountId)).toMatchObject({ points: 333, friends: 3, held: [] });
  });
});
