import { eq, gt, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import type { AppError } from '@/domain/errors';
import { countUse, keyOf } from '@/server/platform/throttle';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { throttles } from '@/server/db/schema';
import { keyedHash } from '@/server/platform/keyed-hash';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { createCardToken, type TestCard } from '@/testing/cards';
import { runJobs } from '@/testing/jobs';
import { actOnCharge, countCalls, gatewayCharges, setGateway } from '@/testing/providers';
import { GOOD_CARD, DECLINED_CARD } from '@/testing/browser';
import {
  goTo,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  plantSubscriber,
  refusalOf,
} from '@/testing/subscribers';
import { plantOrderLink } from '@/testing/repair-links';
import { logInAs, throughGraphql, throughRest, throughTrpc } from '@/testing/callers';
import { withWorld } from '@/testing/with-world';
import { addCard } from '../payment-method/add-card';
import { updateCard } from '../payment-method/change-card';
import { convertToCard } from '../payment-method/convert-card';
import { payFirstOrder } from '../checkout/first-payment';
import { repairByCard } from '../../subscriber/message-links/repair-by-card';
import { isChallengeRequired } from './card-limits';

const STOLEN = { number: '4111111111130012' };
const WRONG_CODE = { number: '4111111111160001' };
const RENEWAL_DECLINES = { number: '4111111111111111', name: 'FAKE RENEWAL DECLINES' };

const PAUSED = {
  code: 'THROTTLED',
  reason: 'card_attempts',
  message: expect.stringContaining('You can try a card again tomorrow, or pay another way now.') as string,
};

const world = withWorld({ settings: { THROTTLE_SCALE: '1' }, cleanup: 'check' });
afterEach(async () => {
  await transaction(world.db, (tx) => tx.delete(throttles));
});

const from = (address: string) => ({ ...world.ctx(), caller: { address } });
const pay = async (accountId: string, card: TestCard, address: string) =>
  payFirstOrder(from(address), accountId, await createCardToken(card));
const charges = () => countCalls(world, 'POST /charges');
/** Sets the count of a limit. */
const useUp = (name: string, count: number) =>
  transaction(world.db, (tx) =>
    tx.execute(sql`update throttles set count = ${count} where key like ${`${name}:%`}`),
  );
const outcomesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) =>
    result.status === 'fulfilled' ? 'answered' : (result.reason as AppError).details.reason,
  );

test('the declines of a repair link count for the link, and not for the account or the card', async () => {
  const person = await plantSubscriber(world);
  const token = await plantOrderLink(world, person.email, 'fix');
  const tryCard = async () =>
    repairByCard(from('198.51.100.1'), token, { cardToken: await createCardToken(DECLINED_CARD) });
  for (let n = 0; n < 10; n += 1) expect((await tryCard()).charge.outcome).toBe('declined');
  expect(await refusalOf(tryCard())).toBe('THROTTLED card_attempts');
  const counted = await world.db.select().from(throttles).where(gt(throttles.count, 0));
  const names = counted.map(({ key }) => key.split(':')[0]);
  expect(names).toContain('cardLink');
  for (const own of ['cardAccount', 'cardFingerprint']) expect(names).not.toContain(own);
  const cardToken = await createCardToken({ number: '5555555555554444' });
  expect((await addCard(from('198.51.100.1'), person.accountId, { cardToken })).cards).toHaveLength(2);
});

describe('card attempts of one account', () => {
  test('are refused after ten declines, with a message that says when to try again and how else to pay', async () => {
    const person = await plantRegistration(world);
    const caller = await logInAs(world, person);
    const call = 'POST /api/register/payment/card';
    for (let n = 0; n < 12; n++) {
      const cardToken = await createCardToken({ number: n % 2 ? DECLINED_CARD.number : '5555551111110011' });
      const answer = await throughRest(world, caller, [call, { cardToken }]);
      expect(answer.status).toBe(n < 10 ? 402 : 429);
    }
    expect(await charges()).toBe(10);
    const cardToken = await createCardToken(GOOD_CARD);
    const rest = await world.request(
      'POST',
      '/api/register/payment/card',
      { cardToken },
      {
        cookie: caller.cookie,
        'accept-language': 'th',
      },
    );
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    expect(await rest.json()).toMatchObject({
      code: 'THROTTLED',
      reason: 'card_attempts',
      message: expect.stringMatching(/หยุดรับชำระด้วยบัตร.*ในอีก 1 วัน.*วิธีอื่น/) as string,
    });
    expect(
      await throughTrpc(world, caller, ['registration.payByCard', 'mutation', { cardToken }]),
    ).toMatchObject(PAUSED);
    await pass(world, { hours: 24 });
    expect(await pay(person.accountId, GOOD_CARD, '198.51.100.1')).toMatchObject({ outcome: 'paid' });
  });

  test('of a subscriber are refused when adding, choosing, converting to and reactivating with a card', async () => {
    const person = await plantSubscriber(world, {}, RENEWAL_DECLINES);
    await goTo(world, '2026-12-31');
    await runBilling(world.ctx());
    const { accountId } = person;
    await addCard(world.ctx(), accountId, { cardToken: await createCardToken(DECLINED_CARD) });
    await useUp('cardAccount', 10);
    const before = await charges();
    const [card] = await world.db.query.cards.findMany({
      where: (one, { eq }) => eq(one.accountId, accountId),
    });
    const cardId = card?.id ?? '';
    const cardToken = await createCardToken(GOOD_CARD);
    const calls = [
      () => addCard(world.ctx(), accountId, { cardToken }),
      () => updateCard(world.ctx(), accountId, { cardId, makeDefault: true }),
      () => updateCard(world.ctx(), accountId, { cardId, expiryYear: 2050 }),
      () => convertToCard(world.ctx(), accountId, { cardId }),
    ];
    for (const call of calls) expect(await refusalOf(call())).toBe('THROTTLED card_attempts');
    const caller = await logInAs(world, person);
    const convert = `mutation { convertToCard(cardToken: "${cardToken}") { paymentMethod } }`;
    expect(await throughGraphql(world, caller, [convert])).toMatchObject(PAUSED);
    expect(await charges()).toBe(before);
    await goTo(world, '2027-01-20');
    await runBilling(world.ctx());
    await transaction(world.db, (tx) => tx.delete(throttles));
    await addCard(world.ctx(), accountId, { cardToken: await createCardToken(DECLINED_CARD) });
    await useUp('cardAccount', 10);
    expect(await refusalOf(reactivate(world.ctx(), accountId, { when: 'now', frequency: 1 }))).toBe(
      'THROTTLED card_attempts',
    );
  });

  test('are not counted if they pay, at once or after 3-D Secure', async () => {
    const atOnce = await plantRegistration(world);
    await pay(atOnce.accountId, GOOD_CARD, '198.51.100.1');
    await setGateway(world, { threeDS: 'always' });
    const { accountId } = await plantRegistration(world);
    expect(await pay(accountId, GOOD_CARD, '198.51.100.1')).toMatchObject({ outcome: 'action_required' });
    const counts = async () => (await world.db.select().from(throttles)).map(({ count }) => count);
    expect((await counts()).filter((count) => count > 0)).toEqual([1, 1, 1, 1, 1]);
    const [charge] = await gatewayCharges(world, accountId);
    await actOnCharge(world, charge?.id ?? '', 'approve');
    await world.sandbox.settled();
    await runBilling(world.ctx());
    await runJobs();
    expect((await counts()).filter((count) => count > 0)).toEqual([]);
    await setGateway(world, { threeDS: 'off' });
  });
});

const poor = async (person: { accountId: string }, at: string) =>
  refusalOf(pay(person.accountId, DECLINED_CARD, at));

describe('card attempts from one network', () => {
  test('are refused beyond sixty an hour, for any card and any account that has not paid', async () => {
    const [payer, first, second, third] = [
      await plantSubscriber(world),
      await plantRegistration(world),
      await plantRegistration(world),
      await plantRegistration(world),
    ];
    const before = await charges();
    expect(await poor(first, '198.51.100.1')).toBe('CARD_DECLINED declined');
    await useUp('cardNetwork', 59);
    const answers = await Promise.all([second, third].map((person) => poor(person, '198.51.100.200')));
    expect(answers.sort()).toEqual(['CARD_DECLINED declined', 'THROTTLED card_attempts']);
    expect(await charges()).toBe(before + 2);
    expect(await poor(third, '192.0.2.1')).toBe('CARD_DECLINED declined');
    const cardToken = await createCardToken({ number: '5555555555554444' });
    expect(await addCard(from('198.51.100.1'), payer.accountId, { cardToken })).toMatchObject({
      charge: null,
    });
  });

  test('of IPv6 are refused beyond the budget of the provider, except the first three of a household', async () => {
    const [one, other] = [await plantRegistration(world), await plantRegistration(world)];
    expect(await poor(one, '2001:db8:1:100::/56')).toBe('CARD_DECLINED declined');
    const provider = keyedHash('network', '2001:db8::/32');
    const key = keyOf({ name: 'cardNetwork', subject: provider });
    await transaction(world.db, (tx) =>
      tx
        .update(throttles)
        .set({ count: 60 * 32 })
        .where(eq(throttles.key, key)),
    );
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await poor(other, '2001:db8:2:100::/56'));
    expect(answers).toEqual([...Array<string>(3).fill('CARD_DECLINED declined'), 'THROTTLED card_attempts']);
    expect(await poor(other, '2001:db9:2:100::/56')).toBe('CARD_DECLINED declined');
  });
});

test('beyond a thousand card attempts an hour in total, only an account that has not paid confirms by 3-D Secure', async () => {
  const [payer, first, second] = [
    await plantSubscriber(world),
    await plantRegistration(world),
    await plantRegistration(world),
  ];
  expect(await poor(first, '198.51.100.1')).toBe('CARD_DECLINED declined');
  await useUp('cardTotal', 1000);
  expect(await pay(second.accountId, GOOD_CARD, '203.0.113.200')).toMatchObject({
    outcome: 'action_required',
  });
  expect(await isChallengeRequired(world.ctx(), payer.accountId)).toBe(false);
  const [charge] = await gatewayCharges(world, second.accountId);
  await actOnCharge(world, charge?.id ?? '', 'approve');
  await world.sandbox.settled();
  await runJobs();
  expect((await ordersOf(world, second.accountId))[0]).toMatchObject({ status: 'paid' });
});

describe('the limit of one card', () => {
  test('allows ten unsuccessful charges in 30 days, over all accounts together', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, () => plantRegistration(world)));
    const calls = people.slice(2).map((person, n) => pay(person.accountId, DECLINED_CARD, `192.0.${n}.1`));
    const outcomes = outcomesOf(await Promise.allSettled(calls));
    expect(outcomes.filter((one) => one === 'declined')).toHaveLength(10);
    expect(outcomes.filter((one) => one === 'card_declines')).toHaveLength(4);
    expect(await charges()).toBe(10);
    expect(
      await world.db.query.cards.findMany({ where: (card, { isNull }) => isNull(card.removedAt) }),
    ).toEqual([]);
    // Another card of the same subscribers is not limited.
    expect(await pay(people[0]?.accountId ?? '', GOOD_CARD, '192.0.0.1')).toMatchObject({ outcome: 'paid' });
    await goTo(world, '2026-12-20', '10:01');
    await runBilling(world.ctx());
    const later = await plantRegistration(world);
    expect(await refusalOf(pay(later.accountId, DECLINED_CARD, '192.0.0.1'))).toMatch(/^CARD_DECLINED/);
  });

  test('makes the billing run skip a card with too many declines, while its retry schedule continues', async () => {
    const { accountId } = await plantSubscriber(world, {}, RENEWAL_DECLINES);
    await goTo(world, '2026-12-31');
    const [card] = await world.db.query.cards.findMany();
    const subject = keyedHash('card', card?.fingerprint ?? '');
    for (let n = 0; n < 10; n++)
      await transaction(world.db, (tx) => countUse(tx, { name: 'cardFingerprint', subject }));
    const before = await charges();
    await runBilling(world.ctx());
    expect(await charges()).toBe(before);
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ payment: 'failed', reason: 'card_limit' });
    await transaction(world.db, (tx) => tx.delete(throttles));
    await goTo(world, '2027-01-01');
    await runBilling(world.ctx());
    expect(await charges()).toBe(before + 1);
  });

  test('never charges a card again after a permanent decline, by any account or the billing run', async () => {
    const [first, second] = [await plantRegistration(world), await plantRegistration(world)];
    for (const person of [first, first, second])
      expect(await refusalOf(payWith(world, person, STOLEN))).toBe('CARD_DECLINED declined');
    expect(await charges()).toBe(1);
    expect(await payWith(world, first)).toMatchObject({ outcome: 'paid' });

    const { accountId } = await plantSubscriber(world, {}, RENEWAL_DECLINES);
    await goTo(world, '2026-12-31');
    await runBilling(world.ctx());
    const fraud = { number: '4111111111190016' };
    const add = async () => addCard(world.ctx(), accountId, { cardToken: await createCardToken(fraud) });
    const declined = { charge: { outcome: 'declined', reason: 'failed_fraud_check' } };
    const added = await add();
    expect(added).toMatchObject(declined);
    const before = (await gatewayCharges(world, accountId)).length;
    await pass(world, { minutes: 2 });
    expect(await add()).toMatchObject(declined);
    await pass(world, { minutes: 2 });
    const cardId = added.cards.find((card) => card.isDefault)?.cardId ?? '';
    expect(await updateCard(world.ctx(), accountId, { cardId, makeDefault: true })).toMatchObject(declined);
    for (const day of ['2027-01-01', '2027-01-03', '2027-01-13', '2027-01-31']) {
      await goTo(world, day);
      await runBilling(world.ctx());
    }
    expect(await refusalOf(reactivate(world.ctx(), accountId, { when: 'now', frequency: 1 }))).toBe(
      'CARD_DECLINED failed_fraud_check',
    );
    expect(await gatewayCharges(world, accountId)).toHaveLength(before);
  });

  test('charges a card with a wrong security code again once it is entered again', async () => {
    const person = await plantRegistration(world);
    for (let n = 0; n < 2; n++)
      expect(await refusalOf(payWith(world, person, WRONG_CODE))).toBe('CARD_DECLINED declined');
    expect(await charges()).toBe(2);
  });
});
